import { removeSign } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import type { DbRow } from "../../kernel/db/sql.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type Joins, joinsOf } from "../../kernel/joins.ts";
import { percentDown } from "../../kernel/progress.ts";

/**
 * Returns the joins that lists of molds (alias `t`) need. Aliases: `b` open binding (at most one), `c` counter, `s` the
 * counter's state, and the organizations `oem`, `plant` and `maker`.
 */
export function moldJoins(ctx: Ctx): Joins {
  const id = ctx.who.tenantId;
  return {
    b: sql`left join binding b on b.tenant_id = ${id} and b.mold_id = t.mold_id and b.unbound_at is null`,
    c: sql`left join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id`,
    s: sql`left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id`,
    oem: sql`left join organization oem on oem.tenant_id = ${id} and oem.org_id = t.oem_id`,
    plant: sql`left join organization plant on plant.tenant_id = ${id} and plant.org_id = t.plant_id`,
    maker: sql`left join organization maker on maker.tenant_id = ${id} and maker.org_id = t.maker_id`,
  };
}

/** Returns a FROM clause: molds (alias `t`) with counter, its state and organizations (aliases: see `moldJoins`). */
export const moldFrom = (ctx: Ctx): Sql => sql`mold t ${joinsOf(moldJoins(ctx))}`;

/**
 * SQL condition: the caller may see the mold. A plant sees the molds at the plant, a maker the molds it made, an OEM
 * the molds it owns.
 */
export function moldScope(ctx: Ctx, alias = "t"): Sql {
  const { scope } = ctx.who;
  const a = sql.raw(alias);
  switch (scope.kind) {
    case "tenant":
      return sql.raw("true");
    case "oem":
      return sql`${a}.oem_id = ${scope.orgId}`;
    case "plant":
      return sql`${a}.plant_id = ${scope.orgId}`;
    case "maker":
      return sql`${a}.maker_id = ${scope.orgId}`;
    case "none":
      return sql.raw("false");
  }
}

/**
 * SQL condition on a row (alias `t`) with a mold_no: the mold is in the caller's scope. The condition is a sub-select
 * instead of a join, because statements that write have no joins.
 */
export function ofMoldScope(ctx: Ctx): Sql {
  if (ctx.who.scope.kind === "tenant") return sql.raw("true");
  return sql`
    exists (
      select
      from mold sm
      where sm.tenant_id = ${ctx.who.tenantId}
        and sm.mold_no = t.mold_no
        and ${moldScope(ctx, "sm")}
    )
  `;
}

/** Loads the given columns of molds by mold number. Throws unknownReference if a mold is outside the caller's scope. */
export async function seenMolds(
  ctx: Ctx,
  moldNos: readonly unknown[],
  columns: string,
): Promise<(moldNo: unknown) => DbRow> {
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql`
      select mold_no, ${sql.raw(columns)}
      from mold t
      where t.tenant_id = ${tenantId}
        and t.mold_no = any(${moldNos.map(String)}::text[])
        and ${moldScope(ctx)}
    `,
  ]);
  const molds = new Map(found?.map((m) => [String(m.mold_no), m]));
  const of = (moldNo: unknown) => {
    const mold = molds.get(String(moldNo));
    if (!mold) throw errors.unknownReference("moldNo");
    return mold;
  };
  for (const moldNo of moldNos) of(moldNo);
  return of;
}

/**
 * SQL expression: total of a mold: opening count + shots of closed bindings + shots of the open binding (in the
 * counter's state) + corrections.
 *
 * @param mold SQL alias of the mold
 * @param state SQL alias of the counter's state
 */
export const totalShotsOf = (mold: string, state: string): string =>
  `(${mold}.opening_count + ${mold}.closed_shots + ${mold}.corrected_shots + coalesce(${state}.bound_shots, 0))`;

/** SQL expression: total of the mold with alias `t` whose counter's state has the alias `s`. */
export const totalShots = totalShotsOf("t", "s");

/** Default thresholds of the live state, for tenants whose parameters set none. */
export const standardThresholds = { silentHours: 48, idleDays: 7 } as const;

/**
 * SQL expression: value of a numeric parameter of the tenant, or `standard` if it is not set. The database evaluates
 * the expression once per statement.
 */
function parameterSql(ctx: Ctx, id: string, standard: number): Sql {
  return sql`coalesce((
    select p.prm_value::numeric
    from parameter p
    where p.tenant_id = ${ctx.who.tenantId} and p.prm_id = ${id} and p.prm_value ~ '^\\d+(\\.\\d+)?$'
  ), ${standard}::numeric)`;
}

/**
 * SQL expression: live state of a mold. Aliases: `t` mold, `c` its counter, `s` the counter's state, `b` the open
 * binding. The first rule that holds decides:
 * 1. scrapped, in repair, in trial: set by documents, which outrank the counter;
 * 2. unbound: no counter is bound;
 * 3. awaitingReport: the counter was bound at most WARN_SILENT hours ago and has not reported since. Its readings from
 *    before the binding say nothing about this mold. Later the mold is silent;
 * 4. removed: the counter was taken off the mold, so its readings say nothing about the mold;
 * 5. silent: the last report is older than WARN_SILENT hours;
 * 6. running: the latest interval has shots and is at most two report intervals old;
 * 7. idle: the counter reports, but has had no shot for WARN_IDLE_L1 days. Without any shot, the beginning of the
 *    binding counts;
 * 8. stopped: all other molds.
 */
export function liveStateSql(ctx: Ctx): Sql {
  const { scrapped, inRepair, inTrial } = serviceState.values;
  const now = sql`${new Date(ctx.now)}::timestamptz`;
  const silent = parameterSql(ctx, "WARN_SILENT", standardThresholds.silentHours);
  const idle = parameterSql(ctx, "WARN_IDLE_L1", standardThresholds.idleDays);
  return sql`case
    when t.service_state = ${sql.constant(scrapped)} then 'scrapped'
    when t.service_state = ${sql.constant(inRepair)} then 'inRepair'
    when t.service_state = ${sql.constant(inTrial)} then 'inTrial'
    when b.binding_id is null then 'unbound'
    when s.last_at is null or s.last_at < b.bound_at then
      case when ${now} - b.bound_at > ${silent} * interval '1 hour' then 'silent' else 'awaitingReport' end
    when s.removed = ${sql.constant(removeSign.values.removed)} then 'removed'
    when ${now} - s.last_at > ${silent} * interval '1 hour' then 'silent'
    when s.last_shots > 0
      and ${now} - s.count_at <= c.report_interval_hours * interval '2 hours' then 'running'
    when ${now} - greatest(s.last_shot_at, b.bound_at) >= ${idle} * interval '1 day' then 'idle'
    else 'stopped'
  end`;
}

const coordinate = "case when s.lng is not null then s.lng || ',' || s.lat end";

/**
 * SQL expression: a time that a counter sent, or the current time if the sent time lies in the future. The ledger
 * accepts readings up to some minutes ahead, but lists must not show future times.
 */
const notLater = (ctx: Ctx, column: string): Sql =>
  sql`case when ${sql.raw(column)} > ${new Date(ctx.now)}::timestamptz then ${new Date(ctx.now)}::timestamptz
    else ${sql.raw(column)} end`;

/** SQL expressions of the columns in `moldLive` (contract), such as the mold's live state, total and organizations. */
export const liveColumns = {
  counterNo: "c.writer_id",
  countTimes: totalShots,
  liveState: (ctx: Ctx) => liveStateSql(ctx),
  removeSign: "s.removed",
  lifeUsed: percentDown(totalShots, "t.life_ten_thousands * 10000"),
  battery: "s.battery",
  rssi: "s.rssi",
  coordinate,
  lastReportAt: (ctx: Ctx) => notLater(ctx, "s.last_at"),
  lastShotAt: (ctx: Ctx) => notLater(ctx, "s.last_shot_at"),
  openWarnings: (ctx: Ctx) =>
    sql`
      (
        select count(*)
        from warning w
        where w.tenant_id = ${ctx.who.tenantId}
          and w.mold_id = t.mold_id
          and w.cleared_at is null
          and w.withdrawn_at is null
      ) + (
        select count(*)
        from warning w
        where w.tenant_id = ${ctx.who.tenantId}
          and w.mold_id is null
          and w.counter_id = b.counter_id
          and w.cleared_at is null
          and w.withdrawn_at is null
      )
    `,
  oemName: "oem.org_name",
  plantName: "plant.org_name",
  makerName: "maker.org_name",
} as const;
