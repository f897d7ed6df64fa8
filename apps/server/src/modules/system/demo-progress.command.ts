import { demoProgress } from "@shotkeeper/contract/system";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";

/**
 * Ids of the parameters in which the demo stores its progress. `done`: number of molds whose history is complete.
 * `total`: number of molds of the demo.
 */
export const demoParameters = { done: "DEMO_MOLDS", total: "DEMO_MOLDS_TOTAL" } as const;

export const demoProgressImpl = handle(demoProgress, async (ctx) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<{ prm_id: string; prm_value: string | null }>`
      select p.prm_id, p.prm_value
      from parameter p
      where p.tenant_id = ${tenantId} and p.prm_id = any(${Object.values(demoParameters)}::text[])
    `,
  ]);
  const numberOf = (id: string) => Number(rows.find((r) => r.prm_id === id)?.prm_value ?? 0);
  const done = numberOf(demoParameters.done);
  const total = numberOf(demoParameters.total);
  return done < total ? { done, total } : { done: 0, total: 0 };
});
