import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  keyProjectsId,
  keyProjectsOf,
  parameter,
  parameterList,
  refuseOrder,
  refusePrompt,
  refuseValue,
} from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { factsChanged } from "../../telemetry/ledger/facts-changed.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** SQL condition: hides the parameters DEMO_…, in which the demo stores the progress of its generated history. */
const visible = () => sql`t.prm_id not like 'DEMO\\_%'`;

/** Throws invalidField if the parameter KEY_PROJECTS names a project to which no mold belongs. */
async function checkKeyProjects(ctx: Ctx, rows: Rows): Promise<void> {
  const row = rows.find((r) => r.prmId === keyProjectsId);
  const wanted = typeof row?.prmValue === "string" ? keyProjectsOf(row.prmValue) : [];
  if (wanted.length === 0) return;
  const [known] = await ctx.db.run(ctx.who.tenantId, [
    sql<{ no: string }>`
      select distinct project_no as no
      from mold
      where tenant_id = ${ctx.who.tenantId} and project_no = any(${wanted}::text[])
    `,
  ]);
  if (known.length < wanted.length) throw errors.invalidField("prmValue");
}

async function checkValues(ctx: Ctx, isDelete: boolean, rows: Rows): Promise<void> {
  const { tenantId } = ctx.who;
  const next: [id: string, value: string | undefined][] = rows
    .filter((r) => isDelete || typeof r.prmValue === "string")
    .map((r) => [String(r.prmId), isDelete ? undefined : String(r.prmValue)]);
  for (const [id, value] of next) {
    const wrong = value === undefined ? undefined : refuseValue(id, value);
    if (wrong) throw new AppError(wrong);
  }
  for (const { remark } of rows) {
    const wrong = typeof remark === "string" ? refusePrompt(remark) : undefined;
    if (wrong) throw new AppError(wrong);
  }
  const [stored] = await ctx.db.run(tenantId, [
    sql`select prm_id, prm_value from parameter where tenant_id = ${tenantId} and prm_id like 'WARN\\_%'`,
  ]);
  const before = (stored ?? []).map((r) => [String(r.prm_id), String(r.prm_value)]);
  const wrong = refuseOrder(Object.fromEntries([...before, ...next]), new Set(next.map(([id]) => id)));
  if (wrong) throw new AppError(wrong);
}

export const parameterListImpl = implement(parameterList, { from: "parameter", where: visible });

/**
 * Parameters about passwords and about steps that require a second person. API keys must not change these parameters.
 */
const forPeople: ReadonlySet<string> = new Set(["PASSWORD_MIN_LENGTH", "ONE_PERSON_STEPS"]);

export const parameterTable = table(parameter, {
  from: "parameter",
  where: visible,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (ctx.who.apiKey && rows.some((r) => forPeople.has(String(r.prmId)))) throw errors.forbidden();
    await checkValues(ctx, action === "D", rows);
    if (action !== "D") await checkKeyProjects(ctx, rows);
  },
  after({ who: { tenantId } }, _action, rows) {
    if (!rows.some((r) => String(r.prmId).startsWith("WARN_"))) return [];
    // The ledger caches the warning thresholds with each counter. Increases `rev` of the counters, so that the ledger
    // loads the thresholds again.
    return [sql`update counter_state s set ${factsChanged} where s.tenant_id = ${tenantId}`];
  },
});
