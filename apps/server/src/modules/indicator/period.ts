import { indicatorRules } from "@shotkeeper/contract/indicator";
import { AppError, type Condition } from "@shotkeeper/contract/kernel";
import { knownParameters } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";

/** Instants, ms: the period from its first day's beginning until its last day's end. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;
const usualDays = 30;
/** Longer than this nobody compares, days. */
const mostDays = 731;

/** Noon of a day, UTC: in every zone but the outermost the same day. */
const noonOf = (day: string) => Date.parse(`${day.slice(0, 10)}T12:00:00Z`);

/** Days of the tenant's zone, both inclusive, as instants. */
export function spanOf(ctx: Ctx, firstDay: string, lastDay: string): Span {
  const { zone } = ctx.who;
  // Zones reach from −12 to +14 hours: the day that begins nearest is looked for by its name.
  const begin = (day: string, plus: number) => {
    for (const shift of [0, -1, 1]) {
      const at = startOfDay(zone, noonOf(day), shift);
      if (dayText(zone, at) === day.slice(0, 10)) return startOfDay(zone, at, plus);
    }
    throw new AppError("S0200", "PERIOD_FROM");
  };
  const span = { from: begin(firstDay, 0), to: begin(lastDay, 1) };
  if (span.to <= span.from) throw new AppError("S0200", "PERIOD_TO");
  if (span.to - span.from > mostDays * dayMs) throw new AppError("S0220", String(mostDays));
  return span;
}

/** The period a list is asked for: EQ on both its days; the last thirty days where it is not. */
export function askedPeriod(
  ctx: Ctx,
  asked: readonly Condition[],
): Span & { readonly first: string; readonly last: string } {
  const { zone } = ctx.who;
  const dayOf = (field: string) => {
    const c = asked.find((x) => x.field === field && x.operator === "EQ");
    return c && c.value !== "" ? String(c.value).slice(0, 10) : undefined;
  };
  const last = dayOf("periodTo") ?? dayText(zone, ctx.now);
  const first = dayOf("periodFrom") ?? dayText(zone, startOfDay(zone, noonOf(last), 1 - usualDays));
  return { ...spanOf(ctx, first, last), first, last };
}

/** Beginnings of the days, weeks or months of a period: so many that a chart can show them. */
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

/** Beginnings of all days of a span that are over by now. */
export function wholeDays(ctx: Ctx, span: Span): Span[] {
  const { zone } = ctx.who;
  const days: Span[] = [];
  for (let at = span.from; at < span.to; ) {
    const next = startOfDay(zone, at, 1);
    if (next <= ctx.now) days.push({ from: at, to: next });
    at = next;
  }
  return days;
}

const standards = new Map<string, number>(
  knownParameters.flatMap((p) => (p.standard === null ? [] : [[p.id, p.standard] as const])),
);

/** Targets and the hours of a day, as the tenant set them. */
export async function settingsOf(ctx: Ctx): Promise<(id: string) => number> {
  const { tenantId } = ctx.who;
  const ids = [...Object.values(indicatorRules).map((r) => r.target), "AVAILABLE_HOURS"];
  const [rows] = await ctx.db.run(tenantId, [
    sql`select prm_id, prm_value from parameter where tenant_id = ${tenantId} and prm_id = any(${ids})`,
  ]);
  const own = new Map((rows ?? []).map((r) => [String(r.prm_id), Number(r.prm_value)]));
  return (id) => {
    const value = own.get(id);
    return value !== undefined && Number.isFinite(value) ? value : (standards.get(id) ?? 0);
  };
}
