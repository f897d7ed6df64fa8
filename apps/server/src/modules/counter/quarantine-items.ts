import {
  channel,
  counterState,
  maxQuarantineIds,
  type quarantineReason,
  type quarantineState,
} from "@shotkeeper/contract/counter";
import { type EnumValue, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { isItem, parseReport } from "../../telemetry/ingest/report.ts";
import type { IncomingReading } from "../../telemetry/ledger/incoming.ts";
import { quarantineFrom } from "./quarantine.queries.ts";

/** A quarantined item with the facts that its release needs. */
export interface QuarantineItem {
  readonly quarantineId: number;
  readonly reason: EnumValue<typeof quarantineReason>;
  readonly quarantineState: EnumValue<typeof quarantineState>;
  readonly chipCode: string | null;
  readonly writerId: string | null;
  /** Counter of the reading, or the counter that has the chip now. Null if the chip is not registered. */
  readonly counterId: number | null;
  readonly isRetired: boolean | null;
  /** True for a stored reading. False for input that did not become a reading. */
  readonly isReading: boolean;
  readonly payload: string | null;
  readonly ms: number | null;
  readonly count: number | null;
  readonly receivedMs: number;
  readonly channel: number | null;
}

/** Returns the distinct quarantine ids of an input. Throws if the input is empty, too long, or no list of integers. */
export function quarantineIdsOf(value: unknown): readonly number[] {
  const isInt = (n: unknown): n is number => typeof n === "number" && Number.isSafeInteger(n);
  if (!Array.isArray(value) || value.length === 0) throw errors.missingField("quarantineIds");
  if (value.length > maxQuarantineIds) throw errors.tooManyRows(maxQuarantineIds);
  if (!value.every(isInt)) throw errors.invalidField("quarantineIds");
  return [...new Set(value)];
}

/** Selects the items with these ids that the caller may see. */
export const itemsSql = (ctx: Ctx, ids: readonly number[]) =>
  sql<QuarantineItem>`
    select
      t.quarantine_id as "quarantineId", t.reason, t.quarantine_state as "quarantineState",
      t.chip_code as "chipCode", t.writer_id as "writerId", t.counter_id as "counterId",
      t.counter_state = ${counterState.values.retired} as "isRetired",
      t.reading_of is not null as "isReading", t.payload,
      (extract(epoch from t.at) * 1000)::bigint as ms, t.count_times as count,
      (extract(epoch from t.received_at) * 1000)::bigint as "receivedMs", t.channel
    from ${quarantineFrom(ctx)}
    where t.quarantine_id = any(${ids}::bigint[])
    order by t.quarantine_id
  `;

/**
 * Returns the items with these ids. Throws if an item exists but is outside the caller's scope. Leaves out items that
 * no longer exist, because their readings have been counted meanwhile.
 */
export async function requireItems(ctx: Ctx, ids: readonly number[]): Promise<QuarantineItem[]> {
  const { tenantId } = ctx.who;
  const [items, hidden] = await ctx.db.run(tenantId, [
    itemsSql(ctx, ids),
    // One statement finds the hidden items. Two counts could differ because another request deletes items meanwhile.
    sql`
      select h.quarantine_id
      from quarantine h
      where h.tenant_id = ${tenantId}
        and h.quarantine_id = any(${ids}::bigint[])
        and not exists (
          select
          from ${quarantineFrom(ctx)}
          where t.quarantine_id = h.quarantine_id
        )
      limit 1
    `,
  ]);
  if (hidden.length > 0) throw errors.unknownReference("quarantineIds");
  return items;
}

/**
 * Returns the reading that a stored input becomes, once a counter with its chip is registered. Returns undefined if
 * there is no such counter, or if the input is no valid reading.
 */
export function readingOf(item: QuarantineItem): IncomingReading | undefined {
  if (item.counterId === null || item.payload === null) return undefined;
  let input: unknown;
  try {
    input = JSON.parse(item.payload);
  } catch {
    return undefined;
  }
  if (!isItem(input)) return undefined;
  const reading = parseReport(input, item.counterId, item.receivedMs, item.channel ?? channel.values.http);
  return typeof reading === "string" ? undefined : reading;
}
