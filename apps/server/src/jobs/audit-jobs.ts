import { chainEntries } from "../kernel/audit/chain.ts";
import { anchorText, forwardLines } from "../kernel/audit/forward.ts";
import { checkAndStore } from "../kernel/audit/state.ts";
import { type SyslogTarget, sendSyslog } from "../kernel/audit/syslog.ts";
import type { Ctx } from "../kernel/ctx.ts";
import { always, log } from "../kernel/server-log.ts";
import type { Job } from "./runner.ts";

const dayMs = 86_400_000;

/**
 * Checks a tenant's chain, and writes its end to the server log and the syslog receiver. A comparison with these copies
 * shows if somebody has recomputed the whole chain in the database.
 */
async function checkAndAnchor(ctx: Ctx, target: SyslogTarget | undefined): Promise<void> {
  const { tenantId, tenantCode } = ctx.who;
  const { seq, hash, broken } = await checkAndStore(ctx.db, tenantId, ctx.now);
  if (broken)
    log.error(
      { event: "audit-broken", tenant: tenantCode },
      `audit: the log of ${tenantCode} does not fit its chain: line ${broken.seq} ${broken.reason}`,
    );
  if (seq === 0) return;
  // Writes the anchor at every LOG_LEVEL (`always`), because without a syslog receiver the server log is the only place
  // outside of the database that has it.
  always.info({ event: "audit-anchor", tenant: tenantCode }, `audit: anchor ${tenantCode}:${seq}:${hash}`);
  if (target) await sendSyslog(target, [anchorText(tenantCode, seq, hash, ctx.now)]);
}

/**
 * Returns the jobs of the audit log. Without a syslog receiver (`target`), no log lines and no anchors are sent over
 * the network.
 */
export function auditJobs(target: SyslogTarget | undefined): readonly Job[] {
  return [
    {
      kind: "audit-chain",
      everyMs: 5_000,
      tenant: async (ctx) => void (await chainEntries(ctx.db, ctx.who.tenantId)),
    },
    { kind: "audit-check", everyMs: dayMs, tenant: (ctx) => checkAndAnchor(ctx, target) },
    ...(target
      ? [
          {
            kind: "audit-syslog",
            everyMs: 5_000,
            tenant: (ctx: Ctx) => forwardLines(ctx.db, ctx.who, target),
          },
        ]
      : []),
  ];
}
