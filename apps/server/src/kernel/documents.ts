import {
  AppError,
  type Day,
  type DocumentRule,
  datePart,
  dateTypes,
  documentNumber,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { sql } from "./db/sql.ts";
import { dayIn } from "./zone.ts";

/**
 * The next document number. The counter moves in a transaction of its own and never back, so a number may be
 * skipped by a failure but never comes twice; `document_issued` holds even against a changed rule.
 */
export async function nextDocumentNumber(ctx: Ctx, docId: string): Promise<string> {
  const { tenantId } = ctx.who;
  for (;;) {
    const [number = ""] = await countDocumentNumbers(ctx, docId, 1);
    const [issued] = await ctx.db.run(tenantId, [
      sql`insert into document_issued values (${tenantId}, ${docId}, ${number}) on conflict do nothing returning number`,
    ]);
    if (issued?.length) return number;
  }
}

/** The date in a number, by each kind of date that a rule may have. */
const datesOn = (day: Day): readonly string[] => dateTypes.map((_, i) => datePart(i + 1, day));

/**
 * The next numbers by the count alone, in one round trip: the period that is counted in is put together in the statement,
 * as `serialPeriod` does it for the number itself. Under a rule that was changed one of them may have been given
 * before: whoever uses them writes them into `document_issued` with what they are for.
 */
export async function countDocumentNumbers(ctx: Ctx, docId: string, count: number): Promise<string[]> {
  const { tenantId, zone } = ctx.who;
  const day = dayIn(zone, ctx.now);
  const [found] = await ctx.db.run(tenantId, [
    sql`with rule as (select coalesce(prefix, '') as prefix, use_date, date_type, serial_base, serial_digits, coalesce(joiner, '') as joiner
        from document_rule where tenant_id = ${tenantId} and doc_id = ${docId}),
      counted as (insert into document_counter as c
        select ${tenantId}::int, ${docId}, r.prefix || case when r.use_date then coalesce((${datesOn(day)}::text[])[r.date_type], '') else '' end, ${count}::bigint from rule r
        on conflict (tenant_id, doc_id, period) do update set n = c.n + excluded.n returning n)
      select rule.*, counted.n from rule, counted`,
  ]);
  const r = found?.[0];
  if (!r) throw new AppError("S0202", "DOC_ID");
  const rule: DocumentRule = {
    prefix: String(r.prefix),
    useDate: r.use_date === true,
    dateType: Number(r.date_type),
    serialBase: Number(r.serial_base),
    serialDigits: Number(r.serial_digits),
    joiner: String(r.joiner),
  };
  const last = Number(r.n);
  return Array.from({ length: count }, (_, i) => {
    const made = documentNumber(rule, day, last - count + 1 + i);
    // The digits do not suffice: the rule must be widened; a number is never cut.
    if (made === undefined) throw new AppError("S0200", "SN_COUNT");
    return made;
  });
}
