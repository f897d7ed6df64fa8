import type { Fields, Query } from "@shotkeeper/contract/kernel";
import {
  batteryWarnings,
  cycleWarnings,
  idleWarnings,
  positionWarnings,
  removalWarnings,
  signalWarnings,
  unboundWarnings,
  type WarningRoomId,
  warningRooms,
} from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl } from "../../kernel/registry.ts";
import { kindIn } from "./may-warn.ts";
import { warningColumns, warningFrom, warningOrder, warningScope } from "./warning.queries.ts";

type Measure = Sql | string | ((ctx: Ctx) => Sql);

/** What the counter said last. */
const stateJoin = ({ who: { tenantId } }: Ctx) =>
  sql`left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = t.counter_id`;

/** Until now, or until the cause was gone. */
const untilOf = (ctx: Ctx) => sql`coalesce(t.ended_at, t.cleared_at, ${new Date(ctx.now)}::timestamptz)`;
const daysSince = (moment: Sql) => (ctx: Ctx) =>
  sql`round((extract(epoch from ${untilOf(ctx)} - ${moment}) / 86400)::numeric, 1)`;
/** A moment that the watch wrote down with the cause, ms. */
const causeTime = (name: string) => sql`to_timestamp((t.cause->>${name})::float8 / 1000)`;

function room<F extends Fields>(
  query: Query<F>,
  measures: Readonly<Record<string, Measure>>,
  joins: (ctx: Ctx) => Sql = () => sql.empty,
): QueryImpl {
  return implement(query as unknown as Query, {
    // Not as look-ups of the page: kinds and scope are told by the joins of the list itself.
    from: (ctx) => sql`${warningFrom(ctx)} ${stateJoin(ctx)} ${joins(ctx)}`,
    where: (ctx) => sql`${kindIn(warningRooms[query.menu as WarningRoomId])} and ${warningScope(ctx)}`,
    order: warningOrder,
    columns: { ...warningColumns, ...measures },
  });
}

const lastReportAt = "s.last_at";

/** The first charge of the last 30 days, which today's is measured against. */
const firstCharge = (ctx: Ctx) => sql`left join lateral (
    select r.battery, r.at from reading r where r.tenant_id = ${ctx.who.tenantId} and r.counter_id = t.counter_id
      and r.at > ${new Date(ctx.now - 30 * 86_400_000)} and r.battery is not null order by r.at limit 1) first on true`;
/** As the charge fell since then. Under a day says nothing of a rate. */
const batteryDaysLeft = `case when s.last_at > first.at + interval '1 day' and first.battery > s.battery
    then round((s.battery * extract(epoch from s.last_at - first.at) / 86400 / (first.battery - s.battery))::numeric) end`;

/** Metres on the globe (haversine), as telemetry/core/place.ts reckons them; least() alone would take no fix for the far side. */
const distance = `case when s.lat is not null and plant.latitude is not null then round(2 * 6371008.8 * asin(least(1, sqrt(power(sin(radians(s.lat - plant.latitude::float8) / 2), 2)
    + cos(radians(s.lat)) * cos(radians(plant.latitude::float8)) * power(sin(radians(s.lng - plant.longitude::float8) / 2), 2))))) end`;
/** The ledger's own default, where the plant has none. */
const radius = "case when plant.longitude is not null then coalesce(plant.radius, 2000) end";

const meanMs = "(t.cause->>'meanMs')::numeric";
const standardMs = "nullif((t.cause->>'standardMs')::numeric, 0)";

/** Since the counter came off its last mold, or into the house. */
const freeSince = (ctx: Ctx) => sql`left join lateral (
    select max(x.unbound_at) as at from binding x where x.tenant_id = ${ctx.who.tenantId} and x.counter_id = t.counter_id and x.unbound_at <= t.last_at) free on true`;

export const roomImpls: readonly QueryImpl[] = [
  room(batteryWarnings, { battery: "s.battery", batteryDaysLeft, lastReportAt }, firstCharge),
  room(removalWarnings, { distance, radius, lastReportAt }),
  room(cycleWarnings, {
    averageCycle: `round(${meanMs} / 1000, 2)`,
    standardCycle: `round(${standardMs} / 1000, 2)`,
    cycleDeviation: `round((${meanMs} / ${standardMs} - 1) * 100, 1)`,
    cycleTolerance: "m.cycle_tolerance",
  }),
  room(positionWarnings, { distance, radius, lastReportAt }),
  room(signalWarnings, {
    // A weak signal is one that comes: only silence has a length.
    silentHours: (ctx) =>
      sql`case when t.kind = 'silent' then round((extract(epoch from ${untilOf(ctx)} - ${causeTime("lastAt")}) / 3600)::numeric, 1) end`,
    rssi: "s.rssi",
    lastReportAt,
  }),
  room(idleWarnings, {
    idleDays: daysSince(causeTime("quietSince")),
    lastShotAt: "s.last_shot_at",
    lastReportAt,
  }),
  room(
    unboundWarnings,
    {
      unboundDays: (ctx) =>
        sql`case when t.kind = 'unbound' then ${daysSince(sql`coalesce(free.at, c.created_date)`)(ctx)} end`,
      unboundShots: "s.unbound_shots",
      expiresOn: "c.expires_on",
      lastReportAt,
    },
    freeSince,
  ),
];
