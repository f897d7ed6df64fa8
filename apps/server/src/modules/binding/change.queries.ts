import { counterChange, counterChangeList } from "@shotkeeper/contract/counter";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";

const source = {
  from: (ctx: Ctx) => sql`counter_change t
    join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = t.mold_no
    left join organization plant on plant.tenant_id = ${ctx.who.tenantId} and plant.org_id = m.plant_id`,
  where: (ctx: Ctx) => moldScope(ctx, "m"),
};

export const counterChangeListImpl = implement(counterChangeList, {
  ...source,
  columns: { moldName: "m.mold_name", plantName: "plant.org_name" },
});
/** Read-only table: only commands write requests for a counter's replacement. */
export const counterChangeTable = table(counterChange, { ...source, writes: [] });
