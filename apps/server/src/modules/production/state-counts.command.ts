import { liveState } from "@shotkeeper/contract/basic";
import { stateCounts } from "@shotkeeper/contract/production";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { liveStateSql, moldFrom, moldScope } from "../basic/index.ts";

/** How many molds are in each state, of all that the asker may see. */
export const stateCountsImpl = handle(stateCounts, async (ctx) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select ${liveStateSql(ctx)} as state, count(*) as n from ${moldFrom(ctx)} where t.tenant_id = ${tenantId} and ${moldScope(ctx)} group by 1`,
  ]);
  const found = new Map((rows ?? []).map((r) => [String(r.state), Number(r.n)]));
  return Object.fromEntries(Object.values(liveState.values).map((s) => [s, found.get(s) ?? 0]));
});
