import { type EnumValue, errors } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import {
  type WarningPicture,
  type WarningScreenId,
  type warningKind,
  warningPicture,
  warningScreenIds,
  warningScreens,
  warningThresholds,
} from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { readingScope } from "../counter/index.ts";
import { kindIn, kindsOf } from "./kind-rights.ts";
import { warningFrom, warningScope } from "./warning.queries.ts";

const dayMs = 86_400_000;
/** Radius of a plant's fence if none is set, m. Must equal `defaultRadiusM` in telemetry/ledger/known-counter.ts. */
const defaultRadius = 2000;
const maxFixes = 200;

type Reading = WarningPicture["readings"][number];
type Fix = WarningPicture["fixes"][number];
type Bucket = WarningPicture["shots"][number];

interface WarningFacts {
  readonly kind: EnumValue<typeof warningKind>;
  readonly mold_id: number | null;
  readonly counter_id: number | null;
  readonly opened_ms: number;
  readonly standard: number | null;
  readonly tolerance: number | null;
  readonly fence: WarningPicture["fence"];
}

type Part = "readings" | "fixes" | "shots";
/**
 * Data of the picture beside a warning, by warning screen: battery and signal (`readings`), positions (`fixes`), or
 * shots per hour or day (`shots`).
 */
const partOf: Readonly<Record<WarningScreenId, Part>> = {
  [menus.batteryWarnings]: "readings",
  [menus.removalWarnings]: "fixes",
  [menus.cycleWarnings]: "shots",
  [menus.positionWarnings]: "fixes",
  [menus.signalWarnings]: "readings",
  [menus.idleWarnings]: "shots",
  [menus.unboundWarnings]: "readings",
};

/**
 * Reads a warning. Throws unknownReference if the warning does not exist, is outside the caller's scope, or is of a
 * kind that the caller may not see.
 */
async function findWarning(ctx: Ctx, warningId: number): Promise<WarningFacts> {
  const { tenantId } = ctx.who;
  const [[row]] = await ctx.db.run(tenantId, [
    sql<WarningFacts>`select t.kind,
        m.mold_id,
        t.counter_id,
        (extract(epoch from t.opened_at) * 1000)::bigint as opened_ms,
        m.standard_cycle as standard,
        m.cycle_tolerance as tolerance,
        case when plant.longitude is not null and plant.latitude is not null then
          json_build_object(
            'lng', plant.longitude,
            'lat', plant.latitude,
            'name', plant.org_name,
            'radius', coalesce(plant.radius, ${defaultRadius}::int))
        end as fence
      from ${warningFrom(ctx)}
      where t.tenant_id = ${tenantId}
        and t.warning_id = ${warningId}
        and ${kindIn(kindsOf(ctx, "Q"))}
        and ${warningScope(ctx)}`,
  ]);
  if (!row) throw errors.unknownReference("warningId");
  return row;
}

/**
 * Returns the query for the chart of battery and signal: the lowest values of every four hours. So 45 days fit into the
 * chart, and no low value is lost.
 */
function readingsSql(ctx: Ctx, counterId: number): Sql<Reading> {
  const { who, now } = ctx;
  return sql<Reading>`select date_bin('4 hours', r.at, 'epoch'::timestamptz) as time,
      min(r.battery) as battery,
      min(r.rssi) as rssi
    from reading r
    where r.tenant_id = ${who.tenantId}
      and r.counter_id = ${counterId}
      and r.at > ${new Date(now - 45 * dayMs)}
      and ${readingScope(ctx, "r")}
    group by 1
    order by 1`;
}

function fixesSql(ctx: Ctx, counterId: number): Sql<Fix> {
  const { who, now } = ctx;
  return sql<Fix>`select r.at as time, r.lng, r.lat
    from reading r
    where r.tenant_id = ${who.tenantId}
      and r.counter_id = ${counterId}
      and r.lng is not null
      and r.lat is not null
      and r.at > ${new Date(now - 30 * dayMs)}
      and ${readingScope(ctx, "r")}
    order by r.at desc
    limit ${maxFixes}`;
}

/**
 * Returns the query for the shots per hour around a warning: from at least 3 days before the warning to at most 14 days
 * after it. For an idle warning, the query returns the shots per day of the last 60 days.
 */
function shotsSql(
  { who: { tenantId, zone }, now }: Ctx,
  { kind, mold_id, opened_ms }: WarningFacts,
): Sql<Bucket> {
  const isIdle = kind === "idle";
  const from = isIdle ? now - 60 * dayMs : Math.min(opened_ms - 3 * dayMs, now - 7 * dayMs);
  const until = isIdle ? now : Math.min(now, opened_ms + 14 * dayMs);
  const begin = isIdle
    ? sql`date_trunc('day', h.hour at time zone ${zone}) at time zone ${zone}`
    : sql`h.hour`;
  return sql<Bucket>`select x.begin as time,
      sum(x.shots)::bigint as shots,
      round(sum(x.run_ms) / 1000, 1) as "runSeconds",
      round(sum(x.cycle_ms) / 1000 / nullif(sum(x.cycle_count), 0), 2) as "averageCycle",
      round(min(x.cycle_min) / 1000.0, 2) as "minCycle",
      round(max(x.cycle_max) / 1000.0, 2) as "maxCycle",
      sum(x.within_count)::bigint as within,
      sum(x.fast_count)::bigint as fast,
      sum(x.slow_count)::bigint as slow,
      sum(x.estimated)::bigint as estimated
    from (
      select ${begin} as begin, h.*
      from shot_hour h
      where h.tenant_id = ${tenantId}
        and h.mold_id = ${mold_id ?? 0}
        and h.hour >= ${new Date(from)}
        and h.hour < ${new Date(until)}) x
    group by x.begin
    order by x.begin`;
}

export const pictureCommands: readonly CommandImpl[] = [
  handle(warningPicture, async (ctx, { warningId }) => {
    const { tenantId } = ctx.who;
    const warning = await findWarning(ctx, warningId);
    const { kind, counter_id: counterId } = warning;
    const screen = warningScreenIds.find((id) => (warningScreens[id] as readonly string[]).includes(kind));
    const part = screen && counterId !== null ? partOf[screen] : undefined;
    const rowsOf = async <R extends object>(p: Part, statement: () => Sql<R>): Promise<readonly R[]> =>
      p === part ? (await ctx.db.run(tenantId, [statement()]))[0] : [];
    return {
      readings: await rowsOf("readings", () => readingsSql(ctx, counterId ?? 0)),
      fixes: await rowsOf("fixes", () => fixesSql(ctx, counterId ?? 0)),
      fence: warning.fence,
      shots: await rowsOf("shots", () => shotsSql(ctx, warning)),
      standard: warning.standard,
      tolerance: warning.tolerance,
    };
  }),

  handle(warningThresholds, async (ctx) => {
    const [rows] = await ctx.db.run(ctx.who.tenantId, [
      sql<{ prm_id: string; prm_value: string | null }>`select p.prm_id, p.prm_value
        from parameter p
        where p.tenant_id = ${ctx.who.tenantId} and p.prm_id like 'WARN\\_%'`,
    ]);
    return Object.fromEntries(rows.map((r) => [r.prm_id, Number(r.prm_value)]));
  }),
];
