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

export const auditCommands = [
  handle(auditState, stateOf),
  handle(checkAudit, async (ctx) => {
    await checkAndStore(ctx.db, ctx.who.tenantId, ctx.now);
    return stateOf(ctx);
  }),
];
