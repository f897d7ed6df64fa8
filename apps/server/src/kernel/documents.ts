import {
  type Day,
  type DocumentRule,
  datePart,
  dateTypes,
  documentNumber,
  errors,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { sql } from "./db/sql.ts";
import { dayIn } from "./zone.ts";

/**
 * Issues the next document number. The serial number advances in a separate transaction and never goes back. So a
 * failed document may skip a number, but no number is issued twice. The table `document_issued` prevents repeats even
 * after the numbering rule was changed.
 */
export async function nextDocumentNumber(ctx: Ctx, docId: string): Promise<string> {
  const { tenantId } = ctx.who;
  for (;;) {
    const [number = ""] = await countDocumentNumbers(ctx, docId, 1);
    const [issued] = await ctx.db.run(tenantId, [
      sql`
        insert into document_issued
        values (${tenantId}, ${docId}, ${number})
        on conflict do nothing
        returning number
      `,
    ]);
    if (issued?.length) return number;
  }
}

/**
 * Returns the date part of a document number on this day, once for each date type. The SQL statement takes the one with
 * the date type of the numbering rule.
 */
const datesOn = (day: Day): readonly string[] => dateTypes.map((_, i) => datePart(i + 1, day));

/**
 * Issues several document numbers in one round trip. The statement computes the counting period, at whose end the
 * serial number begins again, in the same way as `serialPeriod` (contract). After a change of the numbering rule a
 * number may repeat. The caller must therefore insert the numbers into `document_issued` together with their documents.
 */
export async function countDocumentNumbers(ctx: Ctx, docId: string, count: number): Promise<string[]> {
  const numbers = await countFittingNumbers(ctx, docId, count);
  // Refuses a serial number with more digits than the rule allows, instead of truncating it. An administrator must
  // widen the rule.
  if (numbers.length < count) throw errors.invalidField("snCount");
  return numbers;
}

/**
 * Issues document numbers like `countDocumentNumbers`. Returns fewer than `count` if the rule has too few digits for
 * all.
 */
export async function countFittingNumbers(ctx: Ctx, docId: string, count: number): Promise<string[]> {
  const { tenantId, zone } = ctx.who;
  const day = dayIn(zone, ctx.now);
  const [found] = await ctx.db.write(tenantId, [
    sql`
      with rule as (
        select
          coalesce(prefix, '') as prefix, use_date, date_type, serial_base, serial_digits,
          coalesce(joiner, '') as joiner
        from document_rule
        where tenant_id = ${tenantId} and doc_id = ${docId}
      ),
      counted as (
        insert into document_counter as c
        select
          ${tenantId}::int, ${docId},
          r.prefix || case
            when r.use_date then coalesce((${datesOn(day)}::text[])[r.date_type], '')
            else ''
          end,
          ${count}::bigint
        from rule r
        on conflict (tenant_id, doc_id, period) do update
        set n = c.n + excluded.n
        returning n
      )
      select rule.*, counted.n
      from rule, counted
    `,
  ]);
  const r = found?.[0];
  if (!r) throw errors.unknownReference("docId");
  const rule: DocumentRule = {
    prefix: String(r.prefix),
    useDate: r.use_date === true,
    dateType: Number(r.date_type),
    serialBase: Number(r.serial_base),
    serialDigits: Number(r.serial_digits),
    joiner: String(r.joiner),
  };
  const last = Number(r.n);
  return Array.from({ length: count }, (_, i) => documentNumber(rule, day, last - count + 1 + i)).filter(
    (made) => made !== undefined,
  );
}
