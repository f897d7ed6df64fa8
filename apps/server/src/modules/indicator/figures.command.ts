import {
  addParts,
  indicator,
  indicatorFigures,
  indicatorRules,
  type Parts,
} from "@shotkeeper/contract/indicator";
import { errors, nameOf } from "@shotkeeper/contract/kernel";
import { AnswerCache, keyOfScope } from "../../kernel/answer-cache.ts";
import { type Ctx, may } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { moldScope, usesStoredDays } from "../mold/index.ts";
import { currentFigures } from "./current-figures.ts";
import { isStored } from "./mold-day-figures.ts";
import { bucketStarts, settingsOf, spanOf } from "./period.ts";
import { type SumsKey, storedSums, sumsOfRows } from "./sums.ts";

const dayMs = 86_400_000;
/**
 * Maximum number of groups (such as molds or plants) in the ranking of an indicator. The list below the ranking has all
 * groups.
 */
const maxGroups = 100;

interface Filters {
  readonly plantId: string | null;
  readonly oemId: string | null;
  readonly makerId: string | null;
  readonly projectNo: string | null;
  readonly moldNo: string | null;
}

/** SQL condition: the mold with alias `m` is in the caller's scope and meets the filters. */
function moldCondition(ctx: Ctx, f: Filters): Sql {
  const equal = (column: string, value: string | null) =>
    value === null || value === "" ? [] : [sql`m.${sql.raw(column)} = ${value}`];
  return sql.join(
    [
      sql`m.tenant_id = ${ctx.who.tenantId}`,
      moldScope(ctx, "m"),
      ...equal("plant_id", f.plantId),
      ...equal("oem_id", f.oemId),
      ...equal("maker_id", f.makerId),
      ...equal("project_no", f.projectNo),
      ...equal("mold_no", f.moldNo),
    ],
    " and ",
  );
}

/** Rounds to six decimals, which is exact to about 0.1 s if the value is a number of days. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

interface Cell extends SumsKey {
  readonly parts: Parts;
}

/** Units of the sums that are durations, ms. Rows have durations in ms. */
const unitMs: Parts = {
  cycleSeconds: 1000,
  standardSeconds: 1000,
  runSeconds: 1000,
  availableSeconds: 1000,
  outSeconds: 1000,
  visitDays: dayMs,
  placedDays: dayMs,
};

/** Sums and present figures of large tenants that must be computed from many rows, which takes a second. */
const cache = new AnswerCache<unknown>();
/** However long they took, they are kept for half a minute, and returned for a minute while they are computed again. */
const costOf = (_value: unknown, tookMs: number) => Math.min(tookMs, 1000);

export const indicatorFiguresImpl = handle(indicatorFigures, async (ctx, input) => {
  const name = nameOf(indicator, input.indicator);
  if (!name) throw errors.invalidField("indicator");
  const rule = indicatorRules[name];
  if (!may(ctx.who, rule.menu, "Q")) throw errors.forbidden();
  const { tenantId } = ctx.who;
  const by = input.indicatorBy;
  const now = spanOf(ctx, input.periodFrom, input.periodTo);
  // The period before the requested period, with as many days. The ranking compares the two periods.
  const days = Math.round((now.to - now.from) / dayMs);
  const before = { from: startOfDay(ctx.who.zone, now.from, -days), to: now.from };
  const buckets = bucketStarts(ctx, now);
  const starts = [before.from, ...buckets];
  const setting = await settingsOf(ctx);
  const where = moldCondition(ctx, input);
  const request = { ctx, name, by, span: { from: before.from, to: now.to }, starts, where };
  const isLarge = await usesStoredDays(ctx);
  const usesDays = isLarge && isStored(ctx, name, before.from) && !input.moldNo;
  const cached = <T>(what: string, compute: () => Promise<T>): Promise<T> =>
    isLarge
      ? (cache.get(keyOfScope(ctx, what, input, now), 1, compute, undefined, costOf) as Promise<T>)
      : compute();
  const read = async (sums: ReturnType<typeof sumsOfRows>) => (await ctx.db.run(tenantId, [sums]))[0];
  const rows = usesDays
    ? await read(storedSums(request))
    : // The sums of all molds are too many to keep.
      await (by === "mold" ? read(sumsOfRows(request)) : cached("sums", () => read(sumsOfRows(request))));
  const { parts: names } = rule;
  const partsOf = (row: Readonly<Record<string, unknown>>): Parts =>
    Object.fromEntries(names.map((p) => [p, Number(row[p] ?? 0)]));
  const cells: Cell[] = rows.map((r) => ({
    n: r.n,
    key: r.key,
    name: r.name,
    whole: r.whole,
    parts: partsOf(r),
  }));
  const none = partsOf({});
  // Molds are available some hours a day, by default 22. All other durations are those of the clock.
  const share = (p: string) =>
    p === "availableSeconds" || p === "outSeconds" ? setting("AVAILABLE_HOURS") / 24 : 1;
  const inUnits = (sums: Parts): Parts =>
    Object.fromEntries(names.map((p) => [p, round(((sums[p] ?? 0) * share(p)) / (unitMs[p] ?? 1))]));
  const figure = (sums: Parts) => {
    const parts = inUnits(sums);
    return { value: rule.figure(parts), parts };
  };
  const pooled = (list: readonly Cell[]) => figure(list.map((c) => c.parts).reduce(addParts, none));
  const whole = cells.filter((c) => c.whole);
  const groups = new Map<string, { name: string | null; now: Parts; before: Parts }>();
  for (const c of cells) {
    if (c.whole || c.key === null) continue;
    const g = groups.get(c.key) ?? { name: c.name, now: none, before: none };
    groups.set(c.key, c.n === 1 ? { ...g, before: c.parts } : { ...g, name: c.name ?? g.name, now: c.parts });
  }
  return {
    target: setting(rule.target),
    now: pooled(whole.filter((c) => c.n > 1)),
    before: pooled(whole.filter((c) => c.n === 1)),
    times: buckets.map((start, i) => ({
      time: new Date(start).toISOString(),
      ...pooled(whole.filter((c) => c.n === i + 2)),
    })),
    groups: [...groups]
      .map(([groupKey, g]) => ({
        key: groupKey,
        name: g.name,
        ...figure(g.now),
        before: figure(g.before).value,
      }))
      .filter((g) => g.value !== null || g.before !== null)
      .sort(worstFirst(rule.better))
      .slice(0, maxGroups),
    current: await cached("current", () => currentFigures(ctx, name, where)),
  };
});

interface Ranked {
  readonly key: string | number | null;
  readonly value: number | null;
}

/** Returns a comparator that sorts the worst figure first. Groups without a figure come last, equal ones by key. */
const worstFirst =
  (better: "higher" | "lower") =>
  (a: Ranked, b: Ranked): number => {
    const byKey = String(a.key) < String(b.key) ? -1 : 1;
    if (a.value === null || b.value === null)
      return Number(a.value === null) - Number(b.value === null) || byKey;
    return (better === "higher" ? a.value - b.value : b.value - a.value) || byKey;
  };
