import { AppError, type DocumentRule, documentNumber, serialPeriod } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { sql } from "./db/sql.ts";
import { dayIn } from "./zone.ts";

/**
 * The next document number. The counter moves in a transaction of its own and never back, so a number may be
 * skipped by a failure but never comes twice; `document_issued` holds even against a changed rule.
 */
export async function nextDocumentNumber(ctx: Ctx, docId: string): Promise<string> {
  return (await nextDocumentNumbers(ctx, docId, 1))[0] ?? "";
}

/** So many of them in their order, at the cost of one. */
export async function nextDocumentNumbers(ctx: Ctx, docId: string, count: number): Promise<string[]> {
  const { tenantId, zone } = ctx.who;
  const [rules] = await ctx.db.run(tenantId, [
    sql`select coalesce(prefix, '') as prefix, use_date, date_type, serial_base, serial_digits, coalesce(joiner, '') as joiner
      from document_rule where tenant_id = ${tenantId} and doc_id = ${docId}`,
  ]);
  const r = rules?.[0];
  if (!r) throw new AppError("S0202", "DOC_ID");
  const rule: DocumentRule = {
    prefix: String(r.prefix),
    useDate: r.use_date === true,
    dateType: Number(r.date_type),
    serialBase: Number(r.serial_base),
    serialDigits: Number(r.serial_digits),
    joiner: String(r.joiner),
  };
  const day = dayIn(zone, ctx.now);
  const period = serialPeriod(rule, day);
  const numbers: string[] = [];
  while (numbers.length < count) {
    const missing = count - numbers.length;
    const [counted] = await ctx.db.run(tenantId, [
      sql`insert into document_counter as c values (${tenantId}, ${docId}, ${period}, ${missing})
        on conflict (tenant_id, doc_id, period) do update set n = c.n + excluded.n returning n`,
    ]);
    const last = Number(counted?.[0]?.n);
    const made = Array.from({ length: missing }, (_, i) => documentNumber(rule, day, last - missing + 1 + i));
    // The digits do not suffice: the rule must be widened; a number is never cut.
    if (made.includes(undefined)) throw new AppError("S0200", "SN_COUNT");
    const [issued] = await ctx.db.run(tenantId, [
      sql`insert into document_issued select ${tenantId}::int, ${docId}, n from unnest(${made}::text[]) n on conflict do nothing returning number`,
    ]);
    const given = new Set(issued?.map((r) => String(r.number)));
    numbers.push(...made.filter((n) => n !== undefined && given.has(n)).map(String));
  }
  return numbers;
}
