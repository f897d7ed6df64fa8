import {
  adoptDevices,
  channel,
  counter,
  counterState,
  type FieldMap,
  ignoreDevices,
  maxAdopted,
  maxCountOf,
  sourceOfDevice,
  suggestedChip,
} from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../../kernel/ctx.ts";
import { DbError, type Tx } from "../../../kernel/db/db.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { logInto } from "../../../kernel/log.ts";
import { handle } from "../../../kernel/registry.ts";
import { mapOf } from "../../../telemetry/connector/connectors.ts";
import { timed } from "../../../telemetry/ledger/moment.ts";
import { takeSlow } from "../../../telemetry/ledger/slow-path.ts";
import { soon } from "../../notice/index.ts";
import { tellRegistered } from "../approval-notices.ts";
import { ensureMonths } from "../months.ts";
import { afterRegistration } from "../registration.ts";
import { wantsSecondPerson } from "../second-person.ts";
import { lockConnector, notifyReceivers } from "./connector.commands.ts";

interface Device {
  readonly device_id: string;
  readonly counter_id: number | null;
  readonly count: number | null;
  readonly reading_ms: number | null;
}

interface Counter {
  readonly writer_id: string;
  readonly chip_code: string;
  readonly counter_id: number;
  readonly state: number;
  readonly max_count: number | null;
  readonly has_readings: boolean;
}

/** Returns the ids of a command's input. Throws unless the input is a list of 1 to `maxAdopted` strings. */
function idsOf(remoteIds: unknown): readonly string[] {
  if (!Array.isArray(remoteIds) || remoteIds.length === 0) throw errors.missingField("remoteIds");
  if (remoteIds.length > maxAdopted) throw errors.tooManyRows(maxAdopted);
  const ids = remoteIds.filter((id): id is string => typeof id === "string");
  if (ids.length < remoteIds.length) throw errors.invalidField("remoteIds");
  return [...new Set(ids)];
}

async function lockDevices(tx: Tx, connectorId: number, ids: readonly string[]): Promise<Device[]> {
  const devices = await tx.query(
    sql<Device>`
      select device_id, counter_id, count, (extract(epoch from reading_at) * 1000)::bigint as reading_ms
      from connector_device
      where tenant_id = ${tx.tenantId} and connector_id = ${connectorId} and device_id = any(${ids})
      order by device_id
      for update
    `,
  );
  if (devices.length < ids.length) throw errors.unknownReference("remoteIds");
  if (devices.some((d) => d.counter_id !== null)) throw errors.wrongState();
  return devices;
}

const countersOf = (tx: Tx, chips: readonly string[]) =>
  tx.query(
    sql<Counter>`
      select
        c.writer_id, c.chip_code, c.counter_id, c.state, c.max_count,
        coalesce(s.last_at is not null, false) as has_readings
      from counter c
      left join counter_state s on s.tenant_id = ${tx.tenantId} and s.counter_id = c.counter_id
      where c.tenant_id = ${tx.tenantId} and c.chip_code = any(${chips})
      order by c.counter_id
      for update of c
    `,
  );

/**
 * Maps the chip code of a counter to its largest count, after which the counter starts again at 0. Null: the default of
 * the ledger applies.
 */
type MaxCounts = ReadonlyMap<string, number | null>;

/**
 * Sets for registered counters the largest count, after which a counter starts again at 0. Throws if a counter has
 * readings that were counted with another largest count.
 */
async function setMaxCount(tx: Tx, counters: readonly Counter[], maxCounts: MaxCounts): Promise<void> {
  const maxOf = (c: Counter) => maxCounts.get(c.chip_code) ?? null;
  for (const c of counters) {
    if (c.state === counterState.values.retired) throw errors.counterRetired();
    if (c.has_readings && c.max_count !== maxOf(c)) throw errors.counterOtherWidth(c.writer_id);
  }
  const ids = counters.map((c) => c.counter_id);
  await tx.all([
    sql`
      update counter c
      set max_count = x.max_count
      from unnest(${ids}::bigint[], ${counters.map(maxOf)}::bigint[]) as x (counter_id, max_count)
      where c.tenant_id = ${tx.tenantId} and c.counter_id = x.counter_id
    `,
    // Increases `rev`, so that the ledger of each server loads the counters again.
    sql`update counter_state set rev = rev + 1 where tenant_id = ${tx.tenantId} and counter_id = any(${ids})`,
  ]);
}

interface NewCounters {
  readonly chips: readonly string[];
  readonly type: unknown;
  readonly reportIntervalHours: unknown;
  readonly maxCounts: MaxCounts;
  readonly mustWait: boolean;
}

async function register(
  ctx: Ctx,
  tx: Tx,
  { chips, type, reportIntervalHours, maxCounts, mustWait }: NewCounters,
) {
  if (chips.length === 0) return;
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const { registered, passed } = counterChangeStat.values;
  try {
    await tx.all([
      sql`
        with done as (
          insert into counter (
            tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, approval, report_interval_hours,
            max_count, created_by, created_date, updated_by, updated_date
          )
          select
            ${tenantId}::int, x.chip, x.chip, ${type}::text, ${counterState.values.inStock}::int, true, false,
            ${mustWait ? registered : passed}::int, ${reportIntervalHours}::numeric, x.max_count, ${userId},
            ${at}::timestamptz, ${userId}, ${at}::timestamptz
          from unnest(${chips}::text[], ${chips.map((c) => maxCounts.get(c) ?? null)}::bigint[]) x (chip, max_count)
          returning *
        ) ${logInto(ctx, "insert", counter.wire, "after")} done.writer_id, to_jsonb(done) - 'secret_hash'
        from done
        returning 1
      `,
      ...afterRegistration(tenantId, chips),
    ]);
  } catch (cause) {
    // The insert fails if another tenant has the chip code, or if another counter has the chip code as its counter
    // number.
    if (cause instanceof DbError && cause.state === "23505") throw errors.duplicate("chipCode");
    throw cause;
  }
}

/**
 * Returns a function that returns the largest count of a device. The largest count follows from the count width of the
 * device's edge source. Without such a source, it follows from the count width of the connector.
 */
async function maxCountsOf(tx: Tx, connectorId: number, map: FieldMap, deviceIds: readonly string[]) {
  const widths = await tx.query(
    sql<{ source_id: string; count_width: FieldMap["countWidth"] }>`
      select source_id, count_width
      from edge_source
      where tenant_id = ${tx.tenantId}
        and connector_id = ${connectorId}
        and source_id = any(${[...new Set(deviceIds.map(sourceOfDevice))]})
    `,
  );
  return (deviceId: string): number | null => {
    const source = widths.find((w) => w.source_id === sourceOfDevice(deviceId));
    const max = maxCountOf({ ...map, countWidth: source?.count_width ?? map.countWidth });
    // Throws unless the counter makes a whole number of shots before its count starts again at 0. Otherwise the number
    // of shots would jump each time the count starts again.
    if (max !== null && !Number.isInteger(max)) throw errors.invalidField("countsPerShot");
    return max;
  };
}

/** Stores the last reading of each device as a reading of its counter, so that all later shots are counted. */
async function bookLast(
  ctx: Ctx,
  tx: Tx,
  devices: readonly Device[],
  idOf: (d: Device) => number | undefined,
) {
  const readings = devices.flatMap((d) => {
    const counterId = idOf(d);
    if (d.count === null || d.reading_ms === null || counterId === undefined) return [];
    return [
      timed({
        counterId,
        sentAt: d.reading_ms,
        receivedAt: ctx.now,
        count: d.count,
        channel: channel.values.http,
        battery: null,
        lowBattery: null,
        rssi: null,
        lng: null,
        lat: null,
        removed: null,
        readerId: null,
        cycles: null,
      }),
    ];
  });
  if (readings.length > 0) await takeSlow(tx, readings, ctx.now);
}

const adopt = handle(adoptDevices, async (ctx, { connectorId, remoteIds, chipCode }) => {
  const { tenantId } = ctx.who;
  const ids = idsOf(remoteIds);
  if (chipCode !== null && ids.length > 1) throw errors.invalidField("chipCode");
  const chipOf = (id: string) => chipCode ?? suggestedChip(id);
  const mustWait = await wantsSecondPerson(ctx);
  const [seen] = await ctx.db.run(tenantId, [
    sql<{ reading_ms: number }>`
      select distinct (extract(epoch from date_trunc('month', reading_at)) * 1000)::bigint as reading_ms
      from connector_device
      where tenant_id = ${tenantId}
        and connector_id = ${connectorId}
        and device_id = any(${ids})
        and reading_at is not null
    `,
  ]);
  await ensureMonths(
    ctx,
    seen.map((r) => r.reading_ms),
  );
  const done = await ctx.db.tx(tenantId, async (tx) => {
    const row = await lockConnector(ctx, tx, connectorId);
    const devices = await lockDevices(tx, connectorId, ids);
    const chips = devices.map((d) => chipOf(d.device_id));
    // Two device ids may have the same suggested chip code, because a chip code has at most 50 characters and no
    // special ones.
    if (new Set(chips).size < chips.length) throw errors.duplicate("chipCode");
    const maxOf = await maxCountsOf(tx, connectorId, mapOf(row), ids);
    const maxCounts = new Map(devices.map((d) => [chipOf(d.device_id), maxOf(d.device_id)]));
    const known = await countersOf(tx, chips);
    if (known.length > 0) await setMaxCount(tx, known, maxCounts);
    const registered = chips.filter((chip) => !known.some((c) => c.chip_code === chip));
    const { type, report_interval_hours: reportIntervalHours } = row;
    await register(ctx, tx, { chips: registered, type, reportIntervalHours, maxCounts, mustWait });
    const byChip = new Map((await countersOf(tx, chips)).map((c) => [c.chip_code, c]));
    const counterOf = (d: Device) => byChip.get(chipOf(d.device_id));
    await tx.all([
      sql`
        update connector_device d
        set counter_id = x.counter_id, is_ignored = false
        from unnest(
          ${devices.map((d) => d.device_id)}::text[], ${devices.map((d) => counterOf(d)?.counter_id)}::bigint[]
        ) as x (device_id, counter_id)
        where d.tenant_id = ${tenantId} and d.connector_id = ${connectorId} and d.device_id = x.device_id
      `,
      sql`
        ${logInto(ctx, "update", "BS_CONNECTOR", "after")} ${String(connectorId)},
        ${JSON.stringify({ adopted: ids })}::jsonb
        returning 1
      `,
    ]);
    if (row.is_active) await bookLast(ctx, tx, devices, (d) => counterOf(d)?.counter_id);
    const writerIds = [...byChip.values()].map((c) => c.writer_id);
    return { registered, matched: known.length, writerIds };
  });
  ctx.events.emit(tenantId, { type: "counter", counters: done.writerIds });
  notifyReceivers(ctx);
  soon(ctx, (later) => tellRegistered(later, done.registered));
  return { registered: done.registered.length, matched: done.matched };
});

const ignore = handle(ignoreDevices, async (ctx, { connectorId, remoteIds, isIgnored }) => {
  const { tenantId } = ctx.who;
  const ids = idsOf(remoteIds);
  await ctx.db.tx(tenantId, async (tx) => {
    await lockConnector(ctx, tx, connectorId);
    await lockDevices(tx, connectorId, ids);
    await tx.all([
      sql`
        update connector_device
        set is_ignored = ${isIgnored}
        where tenant_id = ${tenantId} and connector_id = ${connectorId} and device_id = any(${ids})
      `,
      sql`
        ${logInto(ctx, "update", "BS_CONNECTOR", "after")} ${String(connectorId)},
        ${JSON.stringify(isIgnored ? { ignored: ids } : { waiting: ids })}::jsonb
        returning 1
      `,
    ]);
  });
  notifyReceivers(ctx);
  return { count: ids.length };
});

export const adoptCommands = [adopt, ignore];
