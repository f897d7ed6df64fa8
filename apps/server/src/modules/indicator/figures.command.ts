import {
  addParts,
  type IndicatorAnswer,
  type IndicatorName,
  indicator,
  indicatorFigures,
  indicatorRules,
  type Parts,
} from "@shotkeeper/contract/indicator";
import { AppError, nameOf } from "@shotkeeper/contract/kernel";
import { type Ctx, may } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { moldScope } from "../basic/index.ts";
import { bases, times } from "./bases.ts";
import { bucketStarts, settingsOf, spanOf } from "./period.ts";
import { standingOf } from "./standing.ts";

/** More groups than these no ranking shows; the table below has them all. */
const mostGroups = 100;

const keys = {
  plant: ["m.plant_id", "o.org_name"],
  oem: ["m.oem_id", "o.org_name"],
  maker: ["m.maker_id", "o.org_name"],
  project: ["m.project_no", "m.project_name"],
  mold: ["m.mold_no", "m.mold_name"],
} as const;

interface Filters {
  readonly plantId: string | null;
  readonly oemId: string | null;
  readonly makerId: string | null;
  readonly projectNo: string | null;
  readonly moldNo: string | null;
}

/** Molds that the asker may see and asks for. */
function moldsAsked(ctx: Ctx, f: Filters): Sql {
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

interface Cell {
  readonly n: number;
  readonly key: string | null;
  readonly name: string | null;
  /** Over all molds of the stretch, not of one group. */
  readonly whole: boolean;
  readonly parts: Parts;
}

/** What comes in ms goes out in seconds; days keep a tenth of a second. */
function partsOf(name: IndicatorName, row: Readonly<Record<string, unknown>>): Parts {
  return Object.fromEntries(
    indicatorRules[name].parts.map((p) => {
      const value = Number(row[p] ?? 0);
      return [p, p.endsWith("Seconds") ? value / 1000 : Math.round(value * 1e6) / 1e6];
    }),
  );
}

export const indicatorFiguresImpl = handle(indicatorFigures, async (ctx, input) => {
  const name = nameOf(indicator, input.indicator);
  if (!name) throw new AppError("S0200", "INDICATOR");
  const rule = indicatorRules[name];
  if (!may(ctx.who, rule.menu, "Q")) throw new AppError("S0020");
  const { tenantId } = ctx.who;
  const now = spanOf(ctx, input.periodFrom, input.periodTo);
  // As long, just before; both ends move with the clock when the period is not over yet.
  const before = { from: now.from - (now.to - now.from), to: now.from };
  const buckets = bucketStarts(ctx, now);
  const starts = [before.from, ...buckets];
  const setting = await settingsOf(ctx);
  const where = moldsAsked(ctx, input);
  const [key, label] = keys[input.indicatorBy];
  const molds = sql`(select m.mold_id, m.mold_no from mold m where ${where})`;
  const base = bases[name]({
    ctx,
    span: { from: before.from, to: now.to },
    starts,
    molds,
    availableHours: setting("AVAILABLE_HOURS"),
  });
  const sums = sql.raw(rule.parts.map((p) => `sum(x."${p}")::float8 as "${p}"`).join(", "));
  const isOrg = input.indicatorBy !== "project" && input.indicatorBy !== "mold";
  const joinOrg = isOrg
    ? sql`left join organization o on o.tenant_id = ${tenantId} and o.org_id = ${sql.raw(key)}`
    : sql.empty;
  const [rows] = await ctx.db.run(tenantId, [
    sql`with x as materialized (select x.mold_id, width_bucket(x.at, ${times(starts)}) as n, ${sums} from (${base}) x group by 1, 2)
      select x.n, null as key, null as name, true as whole, ${sums} from x group by x.n
      union all select least(x.n, 2), coalesce(${sql.raw(key)}, ''), max(${sql.raw(label)}), false, ${sums}
        from x join mold m on m.tenant_id = ${tenantId} and m.mold_id = x.mold_id ${joinOrg} group by 1, 2`,
  ]);
  const cells: Cell[] = (rows ?? []).map((r) => ({
    n: Number(r.n),
    key: r.key as string | null,
    name: r.name as string | null,
    whole: r.whole === true,
    parts: partsOf(name, r),
  }));
  const none = partsOf(name, {});
  const figure = (parts: Parts) => ({ VALUE: rule.figure(parts), PARTS: parts });
  const pooled = (list: readonly Cell[]) => figure(list.map((c) => c.parts).reduce(addParts, none));
  const whole = cells.filter((c) => c.whole);
  const groups = new Map<string, { name: string | null; now: Parts; before: Parts }>();
  for (const c of cells) {
    if (c.whole || c.key === null) continue;
    const g = groups.get(c.key) ?? { name: c.name, now: none, before: none };
    groups.set(c.key, c.n === 1 ? { ...g, before: c.parts } : { ...g, name: c.name ?? g.name, now: c.parts });
  }
  const answer: IndicatorAnswer = {
    TARGET: setting(rule.target),
    NOW: pooled(whole.filter((c) => c.n > 1)),
    BEFORE: pooled(whole.filter((c) => c.n === 1)),
    TIMES: buckets.map((start, i) => ({
      TIME: new Date(start).toISOString(),
      ...pooled(whole.filter((c) => c.n === i + 2)),
    })),
    GROUPS: [...groups]
      .map(([KEY, g]) => ({ KEY, NAME: g.name, ...figure(g.now), BEFORE: rule.figure(g.before) }))
      .filter((g) => g.VALUE !== null || g.BEFORE !== null)
      .sort(worstFirst(rule.better))
      .slice(0, mostGroups),
    STANDING: await standingOf(ctx, name, where),
  };
  return answer;
});

/** The worst first: that is where one looks. What has no figure stands last. */
const worstFirst =
  (better: "higher" | "lower") =>
  (a: { readonly VALUE: number | null }, b: { readonly VALUE: number | null }) => {
    if (a.VALUE === null || b.VALUE === null) return Number(a.VALUE === null) - Number(b.VALUE === null);
    return better === "higher" ? a.VALUE - b.VALUE : b.VALUE - a.VALUE;
  };
