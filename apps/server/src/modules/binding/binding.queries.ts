import { binding, bindingList } from "@shotkeeper/contract/binding";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, joinsByScope, table } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";

const source = joinsByScope(sql`binding t`, (ctx) => {
  const id = ctx.who.tenantId;
  return sql`left join mold m on m.tenant_id = ${id} and m.mold_id = t.mold_id
    left join counter c on c.tenant_id = ${id} and c.counter_id = t.counter_id
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = t.counter_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id`;
});

const columns = {
  moldNo: "m.mold_no",
  writerId: "c.writer_id",
  moldName: "m.mold_name",
  plantName: "plant.org_name",
  shots: "case when t.unbound_at is null then coalesce(s.bound_shots, 0) else t.shots end",
  active: "t.unbound_at is null",
};
const where = (ctx: Ctx) => moldScope(ctx, "m");

export const bindingListImpl = implement(bindingList, { ...source, where, columns });
/** Read-only table: only commands write bindings. */
export const bindingTable = table(binding, { ...source, where, columns, writes: [] });
