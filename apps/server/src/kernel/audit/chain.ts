import { createHash } from "node:crypto";
import type { CallerDb, Tx } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

/**
 * Entry of the system log as the chain and the export read it. `at` has microseconds. `before` and `after` are JSON
 * texts.
 */
export interface AuditEntry {
  readonly log_id: number;
  readonly at: string;
  readonly user_id: string;
  /** Name of the API key that acted for the user. */
  readonly api_key?: string | null;
  readonly action: string;
  readonly target: string;
  readonly target_key: string;
  readonly address: string | null;
  readonly device: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * SQL columns of an `AuditEntry` in a query on the system log with the alias l. `before` and `after` are the texts of
 * the JSON columns, as PostgreSQL writes them.
 */
export const entryColumns: Sql = sql.raw(`
  l.log_id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, l.user_id, l.api_key,
  l.action, l.target, l.target_key, l.client_address as address, l.client_device as device,
  l.before::text as before, l.after::text as after`);

/**
 * Number of entries that one transaction adds to the chain. Also the number of entries that one statement of a check
 * reads.
 */
const batch = 500;
/** Number of batches in one run of the job. A long log of an earlier version is chained in several runs. */
const maxBatches = 20;

export const noHash = "00".repeat(32);

/**
 * Returns the hash of a line in hex: SHA-256 over the hash of the line before and the canonical form of the entry. The
 * canonical form is a JSON array, so that two different entries never have the same text.
 */
function lineHash(previous: string, tenantId: number, seq: number, e: AuditEntry): string {
  const canonical = JSON.stringify([
    1,
    tenantId,
    seq,
    e.log_id,
    e.at,
    e.user_id,
    e.action,
    e.target,
    e.target_key,
    e.address,
    e.device,
    e.before,
    e.after,
    // Leaves the API key out if there is none. Entries without an API key then have the same hash as in versions before
    // API keys.
    ...(e.api_key ? [e.api_key] : []),
  ]);
  return createHash("sha256").update(Buffer.from(previous, "hex")).update(canonical).digest("hex");
}

interface Head {
  readonly seq: number;
  readonly hash: string;
  readonly low: string;
  /** Number of the oldest transaction that may still be running. */
  readonly oldest: string;
  /** Lowest transaction number that is not yet assigned. */
  readonly next: string;
  /**
   * True if this database is a restored copy, in which the stored transaction numbers are higher than the present ones.
   * `low` is then of no use, so the whole log is searched for entries that are not chained.
   */
  readonly is_foreign: boolean;
}

/** Job: adds new log entries of a tenant to its chain. Returns the number of added lines. */
export async function chainEntries(db: CallerDb, tenantId: number): Promise<number> {
  let total = 0;
  for (let i = 0; i < maxBatches; i++) {
    const added = await db.tx(tenantId, (tx) => chainBatch(tx));
    total += added;
    if (added < batch) break;
  }
  return total;
}

async function chainBatch(tx: Tx): Promise<number> {
  const { tenantId } = tx;
  tx.enqueue(sql`insert into audit_head (tenant_id) values (${tenantId}) on conflict do nothing`);
  // Locks the chain, so that servers extend it one after the other. Transactions that only write log entries do not
  // wait for this lock.
  const [head] = await tx.query(sql<Head>`
    select
      h.seq, encode(h.hash, 'hex') as hash, h.low_xid::text as low,
      pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as next,
      h.low_xid > pg_snapshot_xmax(s) as is_foreign
    from audit_head h, pg_current_snapshot() s
    where h.tenant_id = ${tenantId}
    for update of h
  `);
  if (!head) return 0;
  // Selects only entries of transactions from number `low` on, because all earlier ones are already in the chain. So a
  // run does not compare the whole log. If the transaction numbers come from another database (`is_foreign`), `low`
  // means nothing, and the whole log is compared.
  const range = head.is_foreign
    ? sql.raw("true")
    : sql`l.xid >= ${head.low}::xid8 and l.xid <= ${head.next}::xid8`;
  const entries = await tx.query(sql<AuditEntry & { readonly xid: string }>`
    select ${entryColumns}, l.xid::text as xid
    from system_log l
    where l.tenant_id = ${tenantId}
      and ${range}
      and not exists (
        select from audit_line a where a.tenant_id = ${tenantId} and a.log_id = l.log_id
      )
    order by l.xid, l.log_id
    limit ${batch}
  `);
  if (entries.length === 0 && !head.is_foreign) return 0;
  let { seq, hash } = head;
  const lines = entries.map((e) => {
    seq += 1;
    hash = lineHash(hash, tenantId, seq, e);
    return { seq, log_id: e.log_id, hash };
  });
  // Stores `low`, the first transaction that the next batch reads. A full batch may lack entries of its last
  // transaction, so the next batch reads this transaction again. `low` is never later than the oldest transaction that
  // may still be running, because that transaction may add entries.
  const reached = entries.length < batch ? head.oldest : (entries.at(-1)?.xid ?? head.low);
  const low = BigInt(reached) < BigInt(head.oldest) ? reached : head.oldest;
  await tx.all([
    sql`
      insert into audit_line (tenant_id, seq, log_id, hash)
      select ${tenantId}::int, x.seq, x.log_id, decode(x.hash, 'hex')
      from json_to_recordset(${JSON.stringify(lines)}::json) x (seq bigint, log_id bigint, hash text)
      returning 1
    `,
    sql`
      update audit_head
      set seq = ${seq}, hash = decode(${hash}, 'hex'), low_xid = ${low}::xid8
      where tenant_id = ${tenantId}
    `,
  ]);
  return lines.length;
}

/** Reason why a line of the chain does not match the system log. */
export type BreakReason = "removed" | "changed" | "missing" | "cut" | "added";

export interface BrokenLine {
  readonly seq: number;
  /** Number of the log entry. Undefined if the line of the chain is missing. */
  readonly logId?: number;
  /**
   * removed: the log entry of the line does not exist. changed: the entry has another content or place than when it was
   * chained. missing: the line itself does not exist. cut: lines at the end do not exist, or an anchor names another
   * hash. added: an entry has no line, although its transaction number is so low that all such entries were chained.
   */
  readonly reason: BreakReason;
}

/** Anchor: number and hash of a line of the chain, kept outside of the database. */
export interface Anchor {
  readonly seq: number;
  readonly hash: string;
}

export interface ChainCheck {
  /** Number and hash of the last line of the chain. */
  readonly seq: number;
  readonly hash: string;
  /** Number of log entries that the job has not added to the chain yet. */
  readonly waiting: number;
  readonly broken?: BrokenLine;
}

interface LineRow extends Omit<AuditEntry, "log_id"> {
  readonly seq: number;
  readonly log_id: number | null;
  readonly line_log_id: number;
  readonly hash: string;
}

const present = (r: LineRow): r is LineRow & AuditEntry => r.log_id !== null;

/** Compares all lines of a tenant's chain with its log entries, and the chain with anchors. */
export async function checkChain(
  db: CallerDb,
  tenantId: number,
  anchors: readonly Anchor[] = [],
): Promise<ChainCheck> {
  const [[head], [waiting]] = await db.run(tenantId, [
    sql<{ seq: number; hash: string }>`
      select seq, encode(hash, 'hex') as hash from audit_head where tenant_id = ${tenantId}
    `,
    sql<{ n: number; added: number | null }>`
      select
        count(*) as n,
        min(l.log_id) filter (
          where l.xid < h.low_xid and h.low_xid <= pg_snapshot_xmax(pg_current_snapshot())
        ) as added
      from system_log l
      left join audit_head h on h.tenant_id = ${tenantId}
      where l.tenant_id = ${tenantId}
        and not exists (
          select from audit_line a where a.tenant_id = ${tenantId} and a.log_id = l.log_id
        )
    `,
  ]);
  const end = { seq: head?.seq ?? 0, hash: head?.hash ?? noHash, waiting: waiting?.n ?? 0 };
  const added = waiting?.added ?? undefined;
  const broken =
    (await firstBroken(db, tenantId, end, anchors)) ??
    (added === undefined ? undefined : { seq: end.seq + 1, logId: added, reason: "added" as const });
  return broken ? { ...end, broken } : end;
}

async function firstBroken(
  db: CallerDb,
  tenantId: number,
  end: Anchor,
  anchors: readonly Anchor[],
): Promise<BrokenLine | undefined> {
  const known = new Map(anchors.map((a) => [a.seq, a.hash.toLowerCase()]));
  let seq = 0;
  let hash = noHash;
  for (;;) {
    const [rows] = await db.run(tenantId, [
      sql<LineRow>`
        select a.seq, a.log_id as line_log_id, encode(a.hash, 'hex') as hash, ${entryColumns}
        from audit_line a
        left join system_log l on l.tenant_id = ${tenantId} and l.log_id = a.log_id
        where a.tenant_id = ${tenantId} and a.seq > ${seq} and a.seq <= ${end.seq}
        order by a.seq
        limit ${batch}
      `,
    ]);
    for (const row of rows ?? []) {
      if (row.seq !== seq + 1) return { seq: seq + 1, reason: "missing" };
      seq = row.seq;
      const logId = row.line_log_id;
      if (!present(row)) return { seq, logId, reason: "removed" };
      if (lineHash(hash, tenantId, seq, row) !== row.hash) return { seq, logId, reason: "changed" };
      ({ hash } = row);
      const anchor = known.get(seq);
      known.delete(seq);
      if (anchor !== undefined && anchor !== hash) return { seq, logId, reason: "cut" };
    }
    if ((rows?.length ?? 0) < batch) break;
  }
  if (seq !== end.seq || hash !== end.hash) return { seq: seq + 1, reason: "cut" };
  const [beyond] = [...known.keys()].sort((a, b) => a - b);
  return beyond === undefined ? undefined : { seq: seq + 1, reason: "cut" };
}
