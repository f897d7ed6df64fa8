import { createHash } from "node:crypto";
import type { Db } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import type { IncomingReading } from "../ledger/incoming.ts";
import { timed } from "../ledger/moment.ts";
import { RefusedCounts } from "./refused-counts.ts";
import type { Tally } from "./tally.ts";

/** Input that the server refused, so that it did not become a reading. */
export interface Refused {
  /**
   * Tenant of the counter or, if the counter is unknown, of the sender. 0: the tenant is unknown. Then only the
   * operator of the platform sees the row.
   */
  readonly tenantId: number;
  readonly chip: string | undefined;
  readonly reason: "malformed" | "unknown" | "retired" | "archive";
  /** Counter whose chip code is stored with the item. Undefined: `chip` is stored instead. */
  readonly counterId?: number;
  readonly payload: unknown;
  /** The reading that the input becomes when it is released. Undefined: the input is not a valid reading. */
  readonly reading?: IncomingReading;
}

export interface Sender {
  /** Key of this sender for the limit `perSenderAndHour`. All items with the same key share this limit. */
  readonly key: string;
  /** Name of the sender in the rows of the quarantine. */
  readonly name: string;
  /** Channel by which the input came (enumeration `channel` of the contract). */
  readonly channel: number;
  /** True: the readings of this sender were already acknowledged. So all its items are stored, without any limit. */
  readonly isAcknowledged?: boolean;
}

/** Limits for storing refused input. Input beyond a limit is only counted, so a flood cannot fill the disk. */
export interface RefusedLimits {
  /** Maximum number of new items per sender and hour. */
  readonly perSenderAndHour: number;
  /** Maximum number of new items per hour from all senders. It exists because an attacker may use many senders. */
  readonly perHour: number;
  /**
   * Maximum number of items of a sender that no user has released or discarded yet. Deliveries that are stored at the
   * same moment may exceed it by their own items.
   */
  readonly perSender: number;
  /** As `perSender`, for all items of a tenant. */
  readonly perTenant: number;
}

const defaultLimits: RefusedLimits = {
  perSenderAndHour: 200,
  perHour: 20_000,
  perSender: 2000,
  perTenant: 10_000,
};

const unlimited = Number.MAX_SAFE_INTEGER;
const noLimits: RefusedLimits = {
  perSenderAndHour: unlimited,
  perHour: unlimited,
  perSender: unlimited,
  perTenant: unlimited,
};

const hourMs = 3_600_000;
const payloadLength = 2000;

interface Row {
  readonly refused: Refused;
  readonly text: string;
  readonly isCut: boolean;
  readonly hash: string;
}

function groupBy<T>(list: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const out = new Map<number, T[]>();
  for (const item of list) {
    const group = out.get(keyOf(item));
    if (group) group.push(item);
    else out.set(keyOf(item), [item]);
  }
  return out;
}

export function jsonOf(payload: unknown): string {
  if (typeof payload === "string") return payload;
  try {
    return JSON.stringify(payload) ?? "";
  } catch (cause) {
    // RangeError: the sender has nested arrays so deeply that they exceed the stack. They are replaced by this text.
    if (cause instanceof RangeError) return "(nested too deeply)";
    throw cause;
  }
}

/** Returns a text that PostgreSQL can store: without NUL, and without halves of surrogate pairs. */
const storable = (text: string) => Buffer.from(text.replaceAll("\0", "\ufffd")).toString();

/**
 * Returns the quarantine row of a refused item. Long input is cut. A long reading is stored without its cycle times, so
 * that it can still be released.
 */
function rowOf(refused: Refused): Row {
  const { reason, reading, payload, counterId, chip = "" } = refused;
  const whole = jsonOf(payload);
  const isCut = whole.length > payloadLength;
  const short = isCut && reading ? jsonOf({ ...(payload as object), cycles: undefined }) : whole;
  // Hashes the whole input, because two long messages may be equal after the cut.
  const hash = createHash("sha1")
    .update(`${reason} ${counterId ?? chip} ${whole}`)
    .digest("base64");
  return { refused, text: storable(short.slice(0, payloadLength)), isCut, hash };
}

/** Stores refused input with its reason, for the quarantine. */
export class RefusedKeeper {
  readonly counts: RefusedCounts;
  private hour = 0;
  private total = 0;
  private readonly bySender = new Map<string, number>();
  /**
   * Tenant and hash of each item that was stored in this hour. If such an item is received again, it is only counted.
   */
  private readonly known = new Set<string>();

  constructor(
    private readonly db: Db,
    private readonly tally: Tally,
    private readonly now: () => number,
    private readonly limits: RefusedLimits = defaultLimits,
  ) {
    this.counts = new RefusedCounts(db);
  }

  /**
   * Stores the items within the limits, and returns them. An item that was stored before is only counted, and is
   * returned too.
   */
  async keep(sender: Sender, list: readonly Refused[]): Promise<ReadonlySet<Refused>> {
    const now = this.now();
    this.startHour(now);
    const limits = sender.isAcknowledged ? noLimits : this.limits;
    const stored = new Set<Refused>();
    const fresh = new Map<string, Row>();
    for (const refused of list) {
      // Skips the rest of a large delivery, because a sender cannot store more new items in an hour.
      if (fresh.size >= limits.perSenderAndHour) break;
      const row = rowOf(refused);
      const key = `${refused.tenantId} ${row.hash}`;
      if (this.known.has(key) || fresh.has(key)) {
        this.counts.repeat(refused.tenantId, row.hash);
        stored.add(refused);
      } else fresh.set(key, row);
    }
    const rows = [...fresh.values()].slice(0, this.allow(sender.key, fresh.size, limits));
    const { hour } = this;
    let added = 0;
    try {
      for (const [tenantId, group] of groupBy(rows, (r) => r.refused.tenantId)) {
        const done = await this.store(tenantId, sender, group, now, limits);
        added += done.added;
        for (const { refused, hash } of group.filter((r) => done.hashes.has(r.hash))) {
          stored.add(refused);
          this.known.add(`${tenantId} ${hash}`);
        }
      }
    } finally {
      // Counts only new rows. Otherwise repeats, or attempts while the database is down, would use up the limits.
      if (hour === this.hour) this.giveBack(sender.key, rows.length - added);
    }
    this.countCut(
      list.filter((r) => !stored.has(r)),
      sender.name,
      now,
    );
    return stored;
  }

  private countCut(cut: readonly Refused[], sender: string, now: number): void {
    if (cut.length === 0) return;
    this.tally.notKept.inc(cut.length);
    for (const [tenantId, group] of groupBy(cut, (r) => r.tenantId))
      this.counts.cut(tenantId, sender, group.length, now);
  }

  private startHour(now: number): void {
    const h = Math.floor(now / hourMs);
    if (h === this.hour) return;
    this.hour = h;
    this.total = 0;
    this.bySender.clear();
    this.known.clear();
  }

  private allow(key: string, wanted: number, { perSenderAndHour, perHour }: RefusedLimits): number {
    const used = this.bySender.get(key) ?? 0;
    const n = Math.max(0, Math.min(wanted, perSenderAndHour - used, perHour - this.total));
    if (n > 0) this.bySender.set(key, used + n);
    this.total += n;
    return n;
  }

  private giveBack(key: string, n: number): void {
    this.bySender.set(key, (this.bySender.get(key) ?? 0) - n);
    this.total -= n;
  }

  /**
   * Counts the repeats of stored items, and stores the others within the limits `perSender` and `perTenant`. Returns
   * the hashes of the stored rows, old and new, and the number of new ones. Reads the stored rows in statements of
   * their own, because Citus cannot insert rows that are chosen by other parts of the statement.
   */
  private async store(
    tenantId: number,
    sender: Sender,
    rows: readonly Row[],
    now: number,
    { perSender, perTenant }: RefusedLimits,
  ): Promise<{ hashes: ReadonlySet<string>; added: number }> {
    const [again, [room], tenants, counters] = await this.db.run(tenantId, [
      sql<{ hash: string }>`
        update quarantine q
        set repeats = q.repeats + 1
        where q.tenant_id = ${tenantId} and q.payload_hash = any(${rows.map((r) => r.hash)})
        returning q.payload_hash as hash
      `,
      sql<{ places: number }>`
        select least(
          ${perTenant}::bigint - count(*),
          ${perSender}::bigint - count(*) filter (where sender = ${sender.name})
        ) as places
        from quarantine
        where tenant_id = ${tenantId} and payload is not null and released_at is null and discarded_at is null
      `,
      sql`select 1 from tenant x where x.tenant_id = ${tenantId}`,
      sql<{ id: number; chip: string }>`
        select c.counter_id as id, c.chip_code as chip
        from counter c
        where c.tenant_id = ${tenantId}
          and c.counter_id = any(${rows.flatMap((r) => r.refused.counterId ?? [])}::bigint[])
      `,
    ]);
    // Keeps nothing for a tenant that was removed, such as a line of a journal that is older than the removal.
    if (tenantId !== 0 && tenants.length === 0) return { hashes: new Set(), added: 0 };
    const hashes = new Set(again.map((r) => r.hash));
    const fresh = rows.filter((r) => !hashes.has(r.hash)).slice(0, Math.max(0, room?.places ?? 0));
    if (fresh.length === 0) return { hashes, added: 0 };
    const chips = new Map(counters.map((c) => [c.id, c.chip]));
    const [added] = await this.db.run(tenantId, [insertSql(tenantId, sender, fresh, now, chips)]);
    for (const r of added) hashes.add(r.hash);
    return { hashes, added: added.length };
  }
}

/** Returns a statement that stores rows, and returns their hashes. `chips`: chip codes by counter id. */
function insertSql(
  tenantId: number,
  sender: Sender,
  rows: readonly Row[],
  now: number,
  chips: ReadonlyMap<number, string>,
): Sql<{ hash: string }> {
  const chipOf = ({ refused: { chip, counterId } }: Row) =>
    chip === undefined ? chips.get(counterId ?? 0) : storable(chip).slice(0, 50);
  const column = <T>(of: (r: Row) => T) => rows.map(of);
  const readings = rows.map(({ refused: { reading } }) => (reading ? timed(reading) : undefined));
  return sql<{ hash: string }>`
    insert into quarantine as q (
      tenant_id, chip_code, reason, payload, is_cut, payload_hash, at, count, sender, channel, received_at
    )
    select
      ${tenantId}::int, g.chip, g.reason, g.payload, g.is_cut, g.hash, g.at, g.count,
      ${sender.name}::text, ${sender.channel}::smallint, ${new Date(now)}::timestamptz
    from unnest(
      ${column((r) => chipOf(r) ?? null)}::text[], ${column((r) => r.refused.reason)}::text[],
      ${column((r) => r.text)}::text[],
      ${column((r) => r.isCut)}::boolean[], ${column((r) => r.hash)}::text[],
      ${readings.map((r) => (r ? new Date(r.at).toISOString() : null))}::timestamptz[],
      ${readings.map((r) => r?.in.count ?? null)}::bigint[]
    ) as g (chip, reason, payload, is_cut, hash, at, count)
    on conflict (tenant_id, payload_hash)
    where payload_hash is not null do update set repeats = q.repeats + 1
    returning q.payload_hash as hash
  `;
}
