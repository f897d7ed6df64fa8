import { type CauseCount, causeBy, causeCounts, moldCauses } from "@shotkeeper/contract/indicator";
import { errors, nameOf } from "@shotkeeper/contract/kernel";
import { sql } from "../../kernel/db/sql.ts";
import { handle, implement, type QueryImpl } from "../../kernel/registry.ts";
import { usesStoredFacts } from "../mold/index.ts";
import { causesSql, evidence } from "./mold-causes.ts";
import { storedCausesSql, withStoredCauses } from "./stored-causes.ts";

export const moldCausesImpl: QueryImpl = implement(moldCauses, {
  from: (ctx) => sql`(${causesSql(ctx)}) t`,
  joins: ({ who: { tenantId: id } }) => sql`
    left join organization oem on oem.tenant_id = ${id} and oem.org_id = t.oem_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = t.plant_id
    left join organization maker on maker.tenant_id = ${id} and maker.org_id = t.maker_id`,
  columns: {
    oemName: "oem.org_name",
    plantName: "plant.org_name",
    makerName: "maker.org_name",
    ...evidence,
  },
  isOnePass: true,
  instead: (ctx, page) => withStoredCauses(ctx, moldCausesImpl, page),
});

const groups = {
  plant: ["t.plant_id", "o.org_name"],
  maker: ["t.maker_id", "o.org_name"],
  project: ["t.project_no", "t.project_name"],
} as const;

export const causeCountsImpl = handle(causeCounts, async (ctx, input) => {
  const by = nameOf(causeBy, input.causeBy);
  if (!by) throw errors.invalidField("causeBy");
  const { tenantId } = ctx.who;
  const [key, name] = groups[by];
  const joinOrg =
    by === "project"
      ? sql.empty
      : sql`left join organization o on o.tenant_id = ${tenantId} and o.org_id = ${sql.raw(key)}`;
  const causes = (await usesStoredFacts(ctx)) ? storedCausesSql(ctx) : causesSql(ctx);
  const [rows] = await ctx.db.run(tenantId, [
    sql<CauseCount>`select coalesce(${sql.raw(key)}, '') as key,
        max(${sql.raw(name)}) as name,
        t.symptom,
        t.mold_cause as "moldCause",
        count(*)::int as molds
      from (${causes}) t
      ${joinOrg}
      group by 1, 3, 4
      order by 1, 3, 4`,
  ]);
  return rows;
});
