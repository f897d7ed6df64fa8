import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  type Finding,
  readFindings,
  recordFindings,
  refuseFindings,
  repairCodes,
  repairGroups,
  repairLists,
  taskSource,
} from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { groupsOf } from "./repair-groups.ts";
import { emitTaskChange, lockTasks, requireKind } from "./task-facts.ts";

/**
 * Throws unless each code of a finding (fault, cause …) is in the tenant's dictionary of these codes. The error names
 * the field.
 */
async function requireCodes(ctx: Ctx, findings: readonly Finding[]): Promise<void> {
  const { tenantId } = ctx.who;
  const [items] = await ctx.db.run(tenantId, [
    sql<{ dict_code: string; item_value: string }>`
      select dict_code, item_value
      from dictionary_item
      where tenant_id = ${tenantId} and dict_code = any(${Object.values(repairLists)}::text[])
    `,
  ]);
  const known = new Set(items.map((i) => `${i.dict_code} ${i.item_value}`));
  for (const finding of findings)
    for (const name of repairCodes) {
      const code = finding[name];
      if (code !== null && !known.has(`${repairLists[name]} ${code}`)) throw errors.unknownReference(name);
    }
}

export const repairCommands: readonly CommandImpl[] = [
  handle(recordFindings, async (ctx, { taskId, findings: given }) => {
    const findings = readFindings(given ?? []);
    if (typeof findings === "string") throw errors.invalidField(findings);
    await requireCodes(ctx, findings);
    const { tenantId, userId } = ctx.who;
    const at = new Date(ctx.now);
    const moldNo = await ctx.db.tx(tenantId, async (tx) => {
      const [task] = await tx.query(lockTasks(ctx, [taskId]));
      if (!task) throw errors.unknownReference("taskId");
      requireKind(ctx, task.kind, "M");
      const [stored] = await tx.query(
        sql<{ source: number; cavities: number | null; before: string | null }>`
          select k.task_source as source, m.cavities,
            (
              select jsonb_agg(f order by f.finding_id)::text
              from repair_finding f
              where f.tenant_id = ${tenantId} and f.task_id = ${taskId}
            ) as before
          from maintenance_task k
          join mold m on m.tenant_id = ${tenantId} and m.mold_no = k.mold_no
          where k.tenant_id = ${tenantId} and k.task_id = ${taskId}
        `,
      );
      const refusal = refuseFindings({
        state: task.state,
        isBreakdown: stored?.source === taskSource.values.breakdown,
      });
      if (refusal) throw new AppError(refusal);
      const most = stored?.cavities ?? null;
      if (most !== null && findings.some((f) => (f.cavity ?? 0) > most)) throw errors.invalidField("cavity");
      await tx.query(
        sql`delete from repair_finding where tenant_id = ${tenantId} and task_id = ${taskId} returning 1`,
      );
      await tx.query(
        sql`with done as (
            insert into repair_finding as t (
              tenant_id, task_id, fault_code, cause_code, measure_code, component_code, cavity, finding_note,
              created_by, created_date, updated_by, updated_date
            )
            select ${tenantId}, ${taskId}, x->>'faultCode', x->>'causeCode', x->>'measureCode', x->>'componentCode',
              (x->>'cavity')::int, x->>'findingNote', ${userId}, ${at}, ${userId}, ${at}
            from jsonb_array_elements(${JSON.stringify(findings)}::jsonb) x
            returning app_row(t) as after
          )
          ${logInto(ctx, "update", "MAINTAIN_TASK")} ${taskId},
            jsonb_build_object('findings', ${stored?.before ?? null}::jsonb),
            jsonb_build_object('findings', (select jsonb_agg(after) from done))
          returning 1`,
      );
      return task.moldNo;
    });
    emitTaskChange(ctx, moldNo);
    return { count: findings.length };
  }),
  handle(repairGroups, (ctx, input) => groupsOf(ctx, input)),
];
