import { AppError } from "@shotkeeper/contract/kernel";
import {
  type WarningPicture,
  type WarningRoomId,
  warningPicture,
  warningRoomIds,
  warningRooms,
  warningThresholds,
} from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { kindIn, kindsOf } from "./may-warn.ts";
import { warningFrom, warningScope } from "./warning.queries.ts";

const day = 86_400_000;

interface Found {
  readonly kind: string;
  readonly mold_id: number | null;
  readonly counter_id: number | null;
  readonly opened_ms: number;
  readonly standard: number | null;
  readonly tolerance: number | null;
  readonly fence: WarningPicture["FENCE"];
}

type Part = "READINGS" | "FIXES" | "SHOTS";
/** By what each screen's warnings are judged, and so what is fetched. */
const partsOf: Readonly<Record<WarningRoomId, readonly Part[]>> = {
  WA101: ["READINGS"],
  WA102: ["FIXES"],
  WA103: ["SHOTS"],
  WA104: ["FIXES"],
  WA105: ["READINGS"],
  WA106: ["SHOTS"],
  WA107: ["READINGS"],
};

async function find(ctx: Ctx, warningId: number): Promise<Found> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select t.kind, m.mold_id, t.counter_id, (extract(epoch from t.opened_at) * 1000)::bigint as opened_ms,
        m.standard_cycle as standard, m.cycle_tolerance as tolerance,
        case when plant.longitude is not null and plant.latitude is not null then json_build_object('LNG', plant.longitude, 'LAT', plant.latitude,
          'NAME', plant.org_name, 'RADIUS', coalesce(plant.radius, 2000)) end as fence
      from ${warningFrom(ctx)} where t.tenant_id = ${tenantId} and t.warning_id = ${warningId} and ${kindIn(kindsOf(ctx, "Q"))} and ${warningScope(ctx)}`,
  ]);
  const row = rows?.[0];
  if (!row) throw new AppError("S0202", "WARNING_ID");
  return row as unknown as Found;
}

function readingsSql({ who, now }: Ctx, counterId: number): Sql {
  // The worst of four hours: a month and a half fits a chart, and no low is lost.
  return sql`select date_bin('4 hours', r.at, 'epoch'::timestamptz) as "TIME", min(r.battery) as "BATTERY", min(r.rssi) as "RSSI"
    from reading r where r.tenant_id = ${who.tenantId} and r.counter_id = ${counterId} and r.at > ${new Date(now - 45 * day)} group by 1 order by 1`;
}

function fixesSql({ who, now }: Ctx, counterId: number): Sql {
  return sql`select r.at as "TIME", r.lng as "LNG", r.lat as "LAT" from reading r where r.tenant_id = ${who.tenantId} and r.counter_id = ${counterId}
    and r.lng is not null and r.lat is not null and r.at > ${new Date(now - 30 * day)} order by r.at desc limit 200`;
}

function shotsSql({ who: { tenantId, zone }, now }: Ctx, { kind, mold_id, opened_ms }: Found): Sql {
  // A cycle is looked at by the hour around the day it went off; that nothing was made is seen by the day.
  const isIdle = kind === "idle";
  const from = isIdle ? now - 60 * day : Math.min(opened_ms - 3 * day, now - 7 * day);
  const until = isIdle ? now : Math.min(now, opened_ms + 14 * day);
  const begin = isIdle
    ? sql`date_trunc('day', h.hour at time zone ${zone}) at time zone ${zone}`
    : sql`h.hour`;
  return sql`select x.begin as "TIME", sum(x.shots)::bigint as "SHOTS", round(sum(x.run_ms) / 1000, 1) as "RUN_SECONDS",
      round(sum(x.cycle_ms) / 1000 / nullif(sum(x.cycle_count), 0), 2) as "AVG_CYCLE",
      round(min(x.cycle_min) / 1000.0, 2) as "MIN_CYCLE", round(max(x.cycle_max) / 1000.0, 2) as "MAX_CYCLE",
      sum(x.within_count)::bigint as "WITHIN", sum(x.fast_count)::bigint as "FAST", sum(x.slow_count)::bigint as "SLOW", sum(x.estimated)::bigint as "ESTIMATED"
    from (select ${begin} as begin, h.* from shot_hour h where h.tenant_id = ${tenantId} and h.mold_id = ${mold_id ?? 0}
      and h.hour >= ${new Date(from)} and h.hour < ${new Date(until)}) x group by x.begin order by x.begin`;
}

export const pictureCommands: readonly CommandImpl[] = [
  handle(warningPicture, async (ctx, { warningId }) => {
    const found = await find(ctx, warningId);
    const { kind, counter_id: counterId } = found;
    const room = warningRoomIds.find((id) => (warningRooms[id] as readonly string[]).includes(kind));
    const parts = room && counterId !== null ? partsOf[room] : [];
    const statements = parts.map((part) => {
      if (part === "SHOTS") return shotsSql(ctx, found);
      return part === "FIXES" ? fixesSql(ctx, counterId ?? 0) : readingsSql(ctx, counterId ?? 0);
    });
    const answers = statements.length > 0 ? await ctx.db.run(ctx.who.tenantId, statements) : [];
    const rowsOf = <P extends Part>(part: P) => {
      const i = parts.indexOf(part);
      return (i < 0 ? [] : (answers[i] ?? [])) as unknown as WarningPicture[P];
    };
    return {
      READINGS: rowsOf("READINGS"),
      FIXES: rowsOf("FIXES"),
      FENCE: found.fence,
      SHOTS: rowsOf("SHOTS"),
      STANDARD: found.standard,
      TOLERANCE: found.tolerance,
    };
  }),

  handle(warningThresholds, async (ctx) => {
    const [rows] = await ctx.db.run(ctx.who.tenantId, [
      sql`select p.prm_id, p.prm_value from parameter p where p.tenant_id = ${ctx.who.tenantId} and p.prm_id like 'WARN\\_%'`,
    ]);
    return Object.fromEntries((rows ?? []).map((r) => [String(r.prm_id), Number(r.prm_value)]));
  }),
];
