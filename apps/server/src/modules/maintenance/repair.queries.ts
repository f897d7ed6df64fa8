import { repairFinding, repairList } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl, type TableImpl, table } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";
import { partsOf } from "./parts.ts";
import { isRepair, nameOfCode, repairHours } from "./repair-facts.ts";

/**
 * FROM clause with a row for each finding of each repair. Aliases: `k` task, `f` finding, `t` columns of both, `m`
 * mold. `share.n` is the number of findings of the repair, and `share.i` the position of this finding, from 1 on.
 */
const repairFrom = (ctx: Ctx) => {
  const id = ctx.who.tenantId;
  return sql`maintenance_task k
    join mold m on m.tenant_id = ${id} and m.mold_no = k.mold_no
    left join repair_finding f on f.tenant_id = ${id} and f.task_id = k.task_id
    cross join lateral (
      select k.tenant_id, k.task_id, coalesce(f.finding_id, 0) as finding_id, f.fault_code, f.cause_code,
        f.measure_code, f.component_code, f.cavity, f.finding_note, k.state, k.task_reason, k.raised_at,
        k.started_at, k.done_at, k.done_by, k.content, k.image_url, m.mold_no, m.mold_name, m.plant_id, m.maker_id,
        k.created_by, k.created_date, k.updated_by, k.updated_date
    ) t
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join organization maker on maker.tenant_id = ${id} and maker.org_id = m.maker_id
    cross join lateral (
      select greatest(count(*), 1) as n, greatest(count(*) filter (where x.finding_id <= f.finding_id), 1) as i
      from repair_finding x
      where x.tenant_id = ${id} and x.task_id = k.task_id
    ) share`;
};

/**
 * SQL expression: the part of a repair's hours or cost (`amount`) that one of its findings gets. All findings get equal
 * parts. The parts are rounded so that their sum is the amount.
 */
const shareOf = (amount: Sql): Sql =>
  sql`(round(${amount} * share.i / share.n, 2) - round(${amount} * (share.i - 1) / share.n, 2))`;

export const repairQueries: readonly QueryImpl[] = [
  implement(repairList, {
    from: repairFrom,
    where: (ctx) => sql`${isRepair} and ${moldScope(ctx, "m")}`,
    order: [
      { field: "raisedAt", direction: "desc" },
      { field: "taskId", direction: "asc" },
      { field: "findingId", direction: "asc" },
    ],
    columns: {
      plantName: "plant.org_name",
      makerName: "maker.org_name",
      faultName: (ctx) => nameOfCode(ctx, "f.fault_code", "faultCode"),
      causeName: (ctx) => nameOfCode(ctx, "f.cause_code", "causeCode"),
      measureName: (ctx) => nameOfCode(ctx, "f.measure_code", "measureCode"),
      componentName: (ctx) => nameOfCode(ctx, "f.component_code", "componentCode"),
      shareHours: shareOf(sql`(${repairHours})::numeric`),
      shareCost: shareOf(sql.raw("k.cost")),
      partsUsed: (ctx) => sql`(
        select string_agg(p.part_name || ' × ' || x.qty, '; ' order by p.part_name)
        from (${partsOf(ctx, sql.raw("k.task_id"))}) x
        join spare_part p on p.tenant_id = ${ctx.who.tenantId} and p.part_no = x.part_no
      )`,
    },
  }),
];

/** Findings of the repairs of molds in the caller's scope. Only a command (`recordFindings`) writes them. */
export const findingTable: TableImpl = table(repairFinding, {
  from: "repair_finding",
  where: (ctx) => sql`exists (
    select from maintenance_task k
    join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = k.mold_no
    where k.tenant_id = ${ctx.who.tenantId} and k.task_id = t.task_id and ${isRepair} and ${moldScope(ctx, "m")}
  )`,
  writes: [],
});
