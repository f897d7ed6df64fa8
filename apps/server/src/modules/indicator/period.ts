import { indicatorRules } from "@shotkeeper/contract/indicator";
import { type Condition, errors } from "@shotkeeper/contract/kernel";
import { knownParameters } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";

/** Period of whole days, epoch ms: from the beginning of the first day to the end of the last day. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;
const defaultDays = 30;
/** Longest period that a user may request, days. A longer period is refused. */
const maxDays = 731;

/** Returns noon UTC of a day, epoch ms. In all time zones from −12 to +11 hours this moment falls on the same day. */
const noonOf = (day: string) => Date.parse(`${day.slice(0, 10)}T12:00:00Z`);

/** Returns the period from `firstDay` to `lastDay`, both inclusive, in the tenant's zone. */
export function spanOf(ctx: Ctx, firstDay: string, lastDay: string): Span {
  const { zone } = ctx.who;
  // Tries the neighbouring days too, because in the zones from +12 to +14 hours noon UTC falls on the next day.
  const begin = (day: string, plus: number) => {
    for (const shift of [0, -1, 1]) {
      const at = startOfDay(zone, noonOf(day), shift);
      if (dayText(zone, at) === day.slice(0, 10)) return startOfDay(zone, at, plus);
    }
    throw errors.invalidField("periodFrom");
  };
  const span = { from: begin(firstDay, 0), to: begin(lastDay, 1) };
  if (span.to <= span.from) throw errors.invalidField("periodTo");
  if (span.to - span.from > maxDays * dayMs) throw errors.tooManyRows(maxDays);
  return span;
}

/**
 * Returns the period from `periodFrom` to `periodTo`, as the EQ conditions of a list give them. Without `periodTo`, the
 * period ends today. Without `periodFrom`, the period has thirty days.
 */
export function requestedPeriod(
  ctx: Ctx,
  conditions: readonly Condition[],
): Span & { readonly first: string; readonly last: string } {
  const { zone } = ctx.who;
  const dayOf = (field: string) => {
    const c = conditions.find((x) => x.field === field && x.operator === "EQ");
    return c && c.value !== "" ? String(c.value).slice(0, 10) : undefined;
  };
  const last = dayOf("periodTo") ?? dayText(zone, ctx.now);
  const first = dayOf("periodFrom") ?? dayText(zone, startOfDay(zone, noonOf(last), 1 - defaultDays));
  return { ...spanOf(ctx, first, last), first, last };
}

/**
 * Returns the beginnings of the buckets of a period (days, weeks or months), epoch ms. Longer periods get larger
 * buckets, so that a chart can show them all.
 */
export function bucketStarts(ctx: Ctx, span: Span): number[] {
  const { zone } = ctx.who;
  const days = Math.round((span.to - span.from) / dayMs);
  const starts: number[] = [];
  for (let at = span.from; at < span.to; at = startOfDay(zone, at, 1)) {
    const day = dayText(zone, at);
    const isFirst = at === span.from;
    const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
    if (isFirst || days <= 35 || (days <= 190 ? isMonday : day.endsWith("-01"))) starts.push(at);
  }
  return starts;
}

/** Returns the days of a period that have begun. */
export function begunDays(ctx: Ctx, span: Span): Span[] {
  const { zone } = ctx.who;
  const days: Span[] = [];
  for (let at = span.from; at < Math.min(span.to, ctx.now); ) {
    const next = startOfDay(zone, at, 1);
    days.push({ from: at, to: next });
    at = next;
  }
  return days;
}

/** Returns the days of a period that are already over. */
export const wholeDays = (ctx: Ctx, span: Span): Span[] =>
  begunDays(ctx, span).filter((d) => d.to <= ctx.now);

const standards = new Map<string, number>(
  knownParameters.flatMap((p) => (p.standard === null ? [] : [[p.id, p.standard] as const])),
);

/**
 * Reads the tenant's targets and available hours. The returned function takes a parameter id and returns its value or
 * default.
 */
export async function settingsOf(ctx: Ctx): Promise<(id: string) => number> {
  const { tenantId } = ctx.who;
  const ids = [...Object.values(indicatorRules).map((r) => r.target), "AVAILABLE_HOURS"];
  const [rows] = await ctx.db.run(tenantId, [
    sql`select prm_id, prm_value from parameter where tenant_id = ${tenantId} and prm_id = any(${ids})`,
  ]);
  const own = new Map(rows.map((r) => [r.prm_id, Number(r.prm_value)]));
  return (id) => {
    const value = own.get(id);
    return value !== undefined && Number.isFinite(value) ? value : (standards.get(id) ?? 0);
  };
}
