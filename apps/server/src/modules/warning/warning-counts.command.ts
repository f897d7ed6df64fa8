import { warningCounts } from "@shotkeeper/contract/warning";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { countedWarnings, warningScope } from "./warning.queries.ts";

export const warningCountsImpl = handle(warningCounts, async (ctx) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<{ kind: string; n: number; unacknowledged: number }>`select t.kind,
        count(*) as n,
        count(*) filter (where t.acknowledged_at is null) as unacknowledged
      from ${countedWarnings(ctx)}
      where t.tenant_id = ${tenantId} and t.cleared_at is null and ${warningScope(ctx)}
      group by 1`,
  ]);
  return {
    kinds: Object.fromEntries(rows.map((r) => [r.kind, r.n])),
    unacknowledged: rows.reduce((sum, r) => sum + r.unacknowledged, 0),
  };
});
