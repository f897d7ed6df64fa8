import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { type AuditEntry, entryColumns } from "./chain.ts";

const batch = 500;

type ExportRow = AuditEntry & { readonly seq: number | null; readonly hash: string | null };

export interface ExportRange {
  /** Beginning of the period (inclusive). Undefined: from the first entry. */
  readonly from?: Date | undefined;
  /** End of the period (exclusive). Undefined: to the last entry. */
  readonly to?: Date | undefined;
}

/** Yields the entries of a tenant's log as JSON lines, in the order of their time. */
export async function* auditLines(
  db: CallerDb,
  tenant: { readonly id: number; readonly code: string },
  { from, to }: ExportRange,
): AsyncGenerator<string> {
  let at = (from ?? new Date(0)).toISOString();
  let logId = 0;
  for (;;) {
    const [rows = []] = await db.run(tenant.id, [
      sql<ExportRow>`
        select ${entryColumns}, a.seq, encode(a.hash, 'hex') as hash
        from system_log l
        left join audit_line a on a.tenant_id = ${tenant.id} and a.log_id = l.log_id
        where l.tenant_id = ${tenant.id}
          and (l.at, l.log_id) > (${at}::timestamptz, ${logId}::bigint)
          and l.at < ${(to ?? new Date(8.64e15 / 100)).toISOString()}::timestamptz
        order by l.at, l.log_id
        limit ${batch}
      `,
    ]);
    const last = rows.at(-1);
    if (rows.length > 0) yield rows.map((row) => `${entryJson(tenant.code, row)}\n`).join("");
    if (!last || rows.length < batch) return;
    at = last.at;
    logId = last.log_id;
  }
}

/** Returns an entry as JSON. `line` and `hash` come from the chain; null: the entry is not in the chain yet. */
function entryJson(tenant: string, e: ExportRow): string {
  return JSON.stringify({
    tenant,
    line: e.seq,
    logId: e.log_id,
    at: e.at,
    user: e.user_id,
    ...(e.api_key && { apiKey: e.api_key }),
    action: e.action,
    target: e.target,
    key: e.target_key,
    address: e.address,
    device: e.device,
    before: e.before === null ? null : JSON.parse(e.before),
    after: e.after === null ? null : JSON.parse(e.after),
    hash: e.hash,
  });
}
