import type { Fields, Query } from "@shotkeeper/contract/kernel";
import {
  batteryWarnings,
  cycleWarnings,
  idleWarnings,
  positionWarnings,
  removalWarnings,
  signalWarnings,
  unboundWarnings,
  type WarningScreenId,
  warningKind,
  warningScreens,
} from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, joinsByScope, type QueryImpl } from "../../kernel/registry.ts";
import { liveColumns } from "../mold/index.ts";
import { kindIn } from "./kind-rights.ts";
import { warningColumns, warningJoins, warningOrder, warningScope } from "./warning.queries.ts";

type Measure = Sql | string | ((ctx: Ctx) => Sql);

/** Joins the latest state of the warning's counter. Aliases: `s` counter state, `t` warning. */
const stateJoin = ({ who: { tenantId } }: Ctx) =>
  sql`left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = t.counter_id`;

/** SQL expression: time at which the cause of a warning ended, or the current time if the cause still exists. */
const untilOf = (ctx: Ctx) => sql`coalesce(t.ended_at, t.cleared_at, ${new Date(ctx.now)}::timestamptz)`;
const daysSince = (moment: Sql) => (ctx: Ctx) =>
  sql`round((extract(epoch from ${untilOf(ctx)} - ${moment}) / 86400)::numeric, 1)`;
/** SQL expression: the time that a warning's JSON column `cause` stores under the key `name` (as epoch ms). */
const causeTime = (name: string) => sql`to_timestamp((t.cause->>${name})::float8 / 1000)`;

function kindImpl<F extends Fields>(
  query: Query<F>,
  measures: Readonly<Record<string, Measure>>,
  joins: (ctx: Ctx) => Sql = () => sql.empty,
): QueryImpl {
  return implement<Fields>(query, {
    ...joinsByScope(sql`warning t`, (ctx) => sql`${warningJoins(ctx)} ${stateJoin(ctx)} ${joins(ctx)}`),
    where: (ctx) => sql`${kindIn(warningScreens[query.menu as WarningScreenId])} and ${warningScope(ctx)}`,
    order: warningOrder,
    columns: { ...warningColumns, ...measures },
  });
}

/** SQL expression: the number that a warning's JSON column `cause` stores under the key `name`. */
const causeNumber = (name: string) => sql`(t.cause->>${name})::numeric`;

/**
 * SQL expression: the present value of an open warning. A closed warning shows `then` instead: the value that it has
 * stored, or nothing. Its mold and counter have changed since.
 */
const whileOpen = (now: Sql | string, then: Sql = sql`null`) =>
  sql`case when t.cleared_at is null then ${typeof now === "string" ? sql.raw(now) : now} else ${then} end`;

const lastReportAt = whileOpen("s.last_at");

/** Joins the stored forecasts of the warning's mold (alias `fc`). A counter on no mold has no forecast. */
const moldForecast = (ctx: Ctx) => sql`left join mold_forecast fc on fc.tenant_id = ${ctx.who.tenantId}
    and fc.mold_id = m.mold_id`;
/**
 * SQL expression: number of days until the battery is empty. Uses the stored forecast that the list of forecasts shows,
 * so that both pages name the same day.
 */
const batteryDaysLeft = (ctx: Ctx) =>
  sql`case when t.cleared_at is null and fc.battery_end is not null then greatest(0,
      round((extract(epoch from fc.battery_end - ${new Date(ctx.now)}::timestamptz) / 86400)::numeric)) end`;

/**
 * SQL expression: great-circle distance between counter and plant, m (haversine formula). Must agree with
 * telemetry/core/place.ts. `least` ignores null, so without the `case` an unknown position would give half the
 * circumference of the earth.
 */
const distanceNow = `case when s.lat is not null and plant.latitude is not null then round(
    2 * 6371008.8 * asin(least(1, sqrt(
      power(sin(radians(s.lat - plant.latitude::float8) / 2), 2)
      + cos(radians(s.lat)) * cos(radians(plant.latitude::float8))
        * power(sin(radians(s.lng - plant.longitude::float8) / 2), 2)))))
  end`;
/**
 * SQL expression: radius of a plant's fence, m. The default must equal `defaultRadiusM` in
 * telemetry/ledger/known-counter.ts. Null if the position of the plant is unknown.
 */
const radiusNow = "case when plant.longitude is not null then coalesce(plant.radius, 2000) end";

const distance = whileOpen(distanceNow, sql`round(${causeNumber("distanceM")})`);
const radius = whileOpen(radiusNow, causeNumber("radiusM"));

const meanMs = "(t.cause->>'meanMs')::numeric";
const standardMs = "nullif((t.cause->>'standardMs')::numeric, 0)";

/** Joins the latest time at which the warning's counter was unbound (alias `free`). */
const freeSince = (ctx: Ctx) => sql`left join lateral (
    select max(x.unbound_at) as at
    from binding x
    where x.tenant_id = ${ctx.who.tenantId}
      and x.counter_id = t.counter_id
      and x.unbound_at <= t.last_at) free on true`;

export const kindImpls: readonly QueryImpl[] = [
  kindImpl(
    batteryWarnings,
    { battery: whileOpen("s.battery", causeNumber("battery")), batteryDaysLeft, lastReportAt },
    moldForecast,
  ),
  kindImpl(removalWarnings, { distance, radius, lastReportAt }),
  kindImpl(cycleWarnings, {
    averageCycle: `round(${meanMs} / 1000, 2)`,
    standardCycle: `round(${standardMs} / 1000, 2)`,
    cycleDeviation: `round((${meanMs} / ${standardMs} - 1) * 100, 1)`,
    cycleTolerance: whileOpen("m.cycle_tolerance"),
  }),
  kindImpl(positionWarnings, { distance, radius, lastReportAt }),
  kindImpl(signalWarnings, {
    // Computes the duration of silence for the warning "silent" only. A counter with a weak signal still sends
    // readings.
    silentHours: (ctx) =>
      sql`case when t.kind = ${warningKind.values.silent}
        then round((extract(epoch from ${untilOf(ctx)} - ${causeTime("lastAt")}) / 3600)::numeric, 1)
      end`,
    rssi: whileOpen("s.rssi", causeNumber("rssi")),
    lastReportAt,
  }),
  kindImpl(idleWarnings, {
    idleDays: daysSince(causeTime("quietSince")),
    lastShotAt: (ctx) => whileOpen(liveColumns.lastShotAt(ctx), causeTime("quietSince")),
    lastReportAt,
  }),
  kindImpl(
    unboundWarnings,
    {
      unboundDays: (ctx) =>
        sql`case
          when t.kind = ${warningKind.values.unbound} then ${daysSince(sql`coalesce(free.at,
                c.created_date)`)(ctx)} end`,
      unboundShots: whileOpen("s.unbound_shots", causeNumber("shots")),
      // The stored time is the end of the last day, which is also the start of the next day.
      expiresOn: ({ who }) =>
        whileOpen(
          "c.expires_on",
          sql`((${causeTime("expiresAt")} - interval '1 ms') at time zone ${who.zone})::date`,
        ),
      lastReportAt,
    },
    freeSince,
  ),
];
