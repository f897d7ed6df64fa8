import { warningCounts } from "@shotkeeper/contract/warning";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { warningFrom, warningScope } from "./warning.queries.ts";

/** Open warnings by kind, and how many of them nobody looks after. Of all, not of a page. */
export const warningCountsImpl = handle(warningCounts, async (ctx) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select t.kind, count(*) as n, count(*) filter (where t.acknowledged_at is null) as waiting
      from ${warningFrom(ctx)} where t.tenant_id = ${tenantId} and t.cleared_at is null and ${warningScope(ctx)} group by 1`,
  ]);
  return {
    KINDS: Object.fromEntries((rows ?? []).map((r) => [String(r.kind), Number(r.n)])),
    UNACKNOWLEDGED: (rows ?? []).reduce((sum, r) => sum + Number(r.waiting), 0),
  };
});
