import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { type AuditEntry, entryColumns } from "./chain.ts";
import { type SyslogTarget, sendSyslog, syslogText } from "./syslog.ts";

interface Tenant {
  readonly tenantId: number;
  readonly tenantCode: string;
}

type Line = AuditEntry & { readonly seq: number; readonly hash: string };

const batch = 500;
/** Number of batches in one run of the job. */
const maxBatches = 20;
const warnings = new Set(["refused", "loginFailed"]);

/**
 * Job: sends new lines of a tenant's chain to the syslog receiver. The database holds the lines until the receiver has
 * accepted them, so no line is lost while the receiver is unavailable. Throws if the receiver does not accept them.
 */
export async function forwardLines(db: CallerDb, t: Tenant, target: SyslogTarget): Promise<void> {
  for (let i = 0; i < maxBatches; i++) {
    const [lines = []] = await db.run(t.tenantId, [
      sql<Line>`
        select a.seq, encode(a.hash, 'hex') as hash, ${entryColumns}
        from audit_line a
        join system_log l on l.tenant_id = ${t.tenantId} and l.log_id = a.log_id
        where a.tenant_id = ${t.tenantId}
          and a.seq > (select sent_seq from audit_head where tenant_id = ${t.tenantId})
        order by a.seq
        limit ${batch}
      `,
    ]);
    const last = lines.at(-1);
    if (!last) return;
    await sendSyslog(
      target,
      lines.map((l) => lineText(t.tenantCode, l)),
    );
    await db.run(t.tenantId, [
      sql`
        update audit_head
        set sent_seq = greatest(sent_seq, ${last.seq}::bigint)
        where tenant_id = ${t.tenantId}
      `,
    ]);
    if (lines.length < batch) return;
  }
}

/**
 * Returns the syslog message of a line. Leaves out the values before and after the change, because they can be personal
 * and a message has a limited size.
 */
function lineText(tenant: string, l: Line): string {
  return syslogText({
    at: l.at,
    isWarning: warnings.has(l.action),
    id: "audit",
    data: { tenant, line: l.seq, hash: l.hash },
    text: JSON.stringify({
      user: l.user_id,
      ...(l.api_key && { apiKey: l.api_key }),
      action: l.action,
      target: l.target,
      key: l.target_key,
      address: l.address,
      device: l.device,
    }),
  });
}

/**
 * Returns the message "anchor": number and hash of the last line of a tenant's chain, to be kept outside of the
 * database.
 */
export function anchorText(tenant: string, seq: number, hash: string, now: number): string {
  return syslogText({
    at: new Date(now).toISOString(),
    isWarning: false,
    id: "anchor",
    data: { tenant, line: seq, hash },
    text: `anchor ${tenant}:${seq}:${hash}`,
  });
}
