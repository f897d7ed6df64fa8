import { auditState, checkAudit } from "@shotkeeper/contract/system";
import { chainState, checkAndStore } from "../../kernel/audit/state.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { handle } from "../../kernel/registry.ts";

async function stateOf({ db, who }: Ctx) {
  const s = await chainState(db, who.tenantId);
  return {
    chainLines: s.seq,
    chainHash: s.hash,
    chainWaiting: s.waiting,
    checkedAt: s.checked_at,
    checkedLines: s.checked_seq,
    brokenLine: s.broken_seq,
    brokenReason: s.broken_reason,
  };
}

/** Running checks of the system log, by tenant. */
const running = new Map<number, Promise<unknown>>();

export const auditCommands = [
  handle(auditState, stateOf),
  handle(checkAudit, async (ctx) => {
    const { tenantId } = ctx.who;
    // Shares one run among concurrent checks of a tenant, because a run reads the whole log.
    const run =
      running.get(tenantId) ??
      checkAndStore(ctx.db, tenantId, ctx.now).finally(() => running.delete(tenantId));
    running.set(tenantId, run);
    await run;
    return stateOf(ctx);
  }),
];
