import { liveState } from "@shotkeeper/contract/enumerations";
import type { CommandOutput } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import { idleNumbers, warningKind } from "@shotkeeper/contract/warning";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { liveStateSql, moldFrom, moldScope } from "../mold/index.ts";

type Row = CommandOutput<typeof idleNumbers>["elsewhere"][number] & { readonly isWarned: boolean };

/** Compares the molds that are idle now with the open idle warnings (rf_IdleNumbers). */
export const idleNumbersImpl = handle(idleNumbers, async (ctx) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<Row>`select x.*
      from (
        select t.mold_no as "moldNo", t.service_state as "serviceState", ${liveStateSql(ctx)} as "liveState",
          exists (
            select
            from warning w
            where w.tenant_id = ${tenantId} and w.mold_id = t.mold_id and w.kind = ${warningKind.values.idle}
              and w.cleared_at is null and w.withdrawn_at is null
          ) as "isWarned"
        from ${moldFrom(ctx)}
        where t.tenant_id = ${tenantId} and t.archived_date is null and ${moldScope(ctx)}
      ) x
      where x."isWarned" or x."liveState" = ${sql.constant(liveState.values.idle)}
      order by x."moldNo"`,
  ]);
  const isIdle = (r: Row) => r.liveState === liveState.values.idle;
  const isServed = (r: Row) => isIdle(r) && r.serviceState === serviceState.values.inService;
  const served = rows.filter(isServed);
  return {
    idle: rows.filter(isIdle).length,
    served: served.length,
    warned: served.filter((r) => r.isWarned).length,
    unwarned: served.filter((r) => !r.isWarned).map((r) => r.moldNo),
    elsewhere: rows
      .filter((r) => r.isWarned && !isServed(r))
      .map(({ moldNo, liveState, serviceState }) => ({ moldNo, liveState, serviceState })),
  };
});
