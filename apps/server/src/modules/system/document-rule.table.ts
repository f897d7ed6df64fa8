import { errors, serialPart } from "@shotkeeper/contract/kernel";
import { documentRule, documentRuleList } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

type Row = Readonly<Record<string, unknown>>;

export const documentRuleListImpl = implement(documentRuleList, { from: "document_rule" });

/** Throws invalidField (S0200) if the numbering rule would have fewer digits than its next serial number. */
async function checkDigits(ctx: Ctx, row: Row): Promise<void> {
  if (!("serialDigits" in row) && !("serialBase" in row)) return;
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql`
      select
        r.serial_base, r.serial_digits,
        (
          select max(c.n)
          from document_counter c
          where c.tenant_id = ${tenantId} and c.doc_id = r.doc_id
        ) as n
      from document_rule r
      where r.tenant_id = ${tenantId} and r.doc_id = ${row.docId}
    `,
  ]);
  const stored = found?.[0];
  if (!stored || stored.n === null) return;
  const base = Number(row.serialBase ?? stored.serial_base);
  const digits = Number(row.serialDigits ?? stored.serial_digits);
  if (serialPart(Number(stored.n) + 1, base, digits) === undefined) throw errors.invalidField("snCount");
}

/** Throws inUse if a numbering rule is built into Shotkeeper or has already numbered documents. */
async function checkUnused(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  const { tenantId } = ctx.who;
  const [used] = await ctx.db.run(tenantId, [
    sql`
      select 1
      from document_rule r
      where r.tenant_id = ${tenantId}
        and r.doc_id = any(${rows.map((r) => r.docId)}::text[])
        and (
          r.created_by = 'system'
            or exists (
              select
              from document_issued i
              where i.tenant_id = ${tenantId} and i.doc_id = r.doc_id
            )
        )
      limit 1
    `,
  ]);
  if (used?.length) throw errors.inUse("SYS_DOC_RULE");
}

/** Date format that is stored for a rule whose numbers have no date. It is the first format that the form offers. */
const unusedDateType = 2;

/** Throws missingField if the numbers of a new rule have a date, but its format is missing. */
function requireDateType(row: Record<string, unknown>): void {
  if (row.useDate === true && (row.dateType ?? null) === null) throw errors.missingField("dateType");
  row.dateType ??= unusedDateType;
}

export const documentRuleTable = table(documentRule, {
  from: "document_rule",
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (action === "A") for (const row of rows) requireDateType(row);
    if (action === "D") await checkUnused(ctx, rows);
    if (action === "M") for (const row of rows) await checkDigits(ctx, row);
  },
});
