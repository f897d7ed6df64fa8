import type { liveState } from "@shotkeeper/contract/enumerations";
import type { CommandOutput, EnumValue } from "@shotkeeper/contract/kernel";
import { stateCounts } from "@shotkeeper/contract/production";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { liveStateSql, moldFrom, moldScope } from "../mold/index.ts";

type Counts = CommandOutput<typeof stateCounts>;
const none: Counts = {
  running: 0,
  stopped: 0,
  idle: 0,
  awaitingReport: 0,
  silent: 0,
  removed: 0,
  inRepair: 0,
  inTrial: 0,
  scrapped: 0,
  unbound: 0,
};

/** Returns the number of molds in use in the caller's scope by live state. */
export const stateCountsImpl = handle(stateCounts, async (ctx) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<{ state: EnumValue<typeof liveState>; n: number }>`select ${liveStateSql(ctx)} as state, count(*) as n
      from ${moldFrom(ctx)}
      where t.tenant_id = ${tenantId} and t.archived_date is null and ${moldScope(ctx)}
      group by 1`,
  ]);
  return { ...none, ...Object.fromEntries(rows.map((r) => [r.state, r.n])) };
});
