import type { IndicatorName } from "@shotkeeper/contract/indicator";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { firstUsedDay } from "../mold/index.ts";
import { judgedHours } from "../production/index.ts";
import { indicatorRows, moveRows, returnRows } from "./indicator-rows.ts";
import { begunDays } from "./period.ts";
import { at, type RowsRequest } from "./rows-request.ts";
import { placed } from "./visit-rows.ts";

/** Rows of which a figure of a mold and day is a sum, with the figures (SQL expressions) by name. */
interface Source {
  readonly rows: (a: RowsRequest) => Sql;
  readonly figures: Readonly<Record<string, string>>;
}

const unlessTrial = (column: string) => `case when is_trial then 0 else ${column} end`;

/** Rows of the hours, also of days before `firstUsedDay`. */
const hourSource: Source = {
  rows: ({ ctx, span, molds }) => sql`
    select h.hour as at, h.* from (${judgedHours(ctx, molds, sql`h.hour >= ${at(span.from)}`)}) h
  `,
  figures: {
    shots: "shots",
    estimated: "estimated",
    cycle_shots: unlessTrial("shots"),
    cycle_estimated: unlessTrial("estimated"),
    cycle_count: unlessTrial("cycle_count"),
    within_count: unlessTrial("within_count"),
    fast_count: unlessTrial("fast_count"),
    slow_count: unlessTrial("slow_count"),
    cycle_ms: unlessTrial("cycle_ms"),
    standard_ms: unlessTrial("standard_ms"),
  },
};
/** Rows of the other indicators, for days from `firstUsedDay` on. */
const otherSources: readonly Source[] = [
  {
    rows: indicatorRows.utilization,
    figures: {
      run_ms: `"runSeconds"`,
      use_shots: "shots",
      use_estimated: "estimated",
      available_ms: `"availableSeconds"`,
      available_open: `"availableOpen"`,
      out_ms: `"outSeconds"`,
      out_open: `"outOpen"`,
    },
  },
  {
    // Also judges today. Reports leave today out until it is over.
    rows: (a) =>
      indicatorRows.idle({ ...a, ctx: { ...a.ctx, now: startOfDay(a.ctx.who.zone, a.ctx.now, 1) } }),
    figures: { idle: `"idleDays"`, reported: `"reportedDays"` },
  },
  {
    rows: returnRows,
    figures: { returns: "returns", visit_ms: `"visitDays"`, visits_open: `"openVisits"` },
  },
  { rows: moveRows, figures: { moves: "moves" } },
  {
    rows: (a) => placed(a, sql.empty),
    figures: { placed_ms: `"placedDays"`, placed_open: `"placedOpen"` },
  },
];

/** Durations of a day, ms, each with the name of the figure that counts the molds whose duration still grows. */
const running: Readonly<Record<string, string>> = {
  available_ms: "available_open",
  out_ms: "out_open",
  placed_ms: "placed_open",
  visit_ms: "visits_open",
};

/** Figures of the table mold_day, which owner_day adds up. */
export const dayFigures: readonly string[] = [hourSource, ...otherSources].flatMap((s) =>
  Object.keys(s.figures),
);

/**
 * Selects the figures of molds by day, from the beginning of the request's period until today: mold_id, day and
 * `dayFigures`. A time that still runs is counted from the beginning of the day. Until now, it lasts longer by the time
 * since then.
 */
export function dayRows(a: Omit<RowsRequest, "starts">): Sql {
  const { ctx } = a;
  const { zone } = ctx.who;
  const from = Math.max(a.span.from, firstUsedDay(ctx));
  const used = { ...a, span: { from, to: a.span.to } };
  const starts = begunDays(ctx, used.span).map((d) => d.from);
  const selected = [hourSource, ...otherSources].map((source) => {
    const columns = dayFigures.map((name) => `${source.figures[name] ?? 0} as ${name}`).join(", ");
    const rows = source.rows({ ...(source === hourSource ? a : used), starts });
    return sql`select mold_id, (at at time zone ${zone})::date as day, ${sql.raw(columns)} from (${rows}) x`;
  });
  const sums = dayFigures.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(", ");
  const figures = dayFigures.map((name) =>
    running[name] ? `${name} - ${running[name]} * since_ms as ${name}` : name,
  );
  const isSome = dayFigures.map((name) => `${name} <> 0`).join(" or ");
  return sql`
    select mold_id, day, ${sql.raw(figures.join(", "))}
    from (
      select mold_id, day, ${sql.raw(sums)},
        extract(epoch from ${at(ctx.now)} - day::timestamp at time zone ${zone}) * 1000 as since_ms
      from (${sql.join(selected, " union all ")}) x
      group by mold_id, day
    ) x
    where ${sql.raw(isSome)}
  `;
}

/**
 * Stored figures (alias `m`) from which the sums of an indicator are added up. Durations are ms. A pair names a time
 * that may still run, and until when it is counted then: to the end of its day, or to the end of the report's period.
 */
const parts: Readonly<Partial<Record<IndicatorName, Readonly<Record<string, string | [string, string]>>>>> = {
  cycle: {
    known: "cycle_count",
    within: "within_count",
    fast: "fast_count",
    slow: "slow_count",
    cycleSeconds: "cycle_ms",
    standardSeconds: "standard_ms",
    shots: "cycle_shots",
    estimated: "cycle_estimated",
  },
  utilization: {
    runSeconds: "run_ms",
    availableSeconds: ["available_ms", "day"],
    outSeconds: ["out_ms", "day"],
    shots: "use_shots",
    estimated: "use_estimated",
  },
  idle: { idleDays: "idle", reportedDays: "reported" },
  returns: {
    returns: "returns",
    visitDays: ["visit_ms", "period"],
    openVisits: "visits_open",
    placedDays: ["placed_ms", "day"],
  },
  moves: { moves: "moves", placedDays: ["placed_ms", "day"] },
};

/** Returns whether the sums of an indicator in a period from `from` on can be read from the stored days. */
export const isStored = (ctx: Ctx, name: IndicatorName, from: number): boolean =>
  name === "cycle" || (parts[name] !== undefined && from >= firstUsedDay(ctx));

/** Returns the columns of a stored day that `storedParts` reads. */
export const columnsOf = (name: IndicatorName): ReadonlySet<string> =>
  new Set(
    Object.values(parts[name] ?? {}).flatMap((x) =>
      typeof x === "string" ? [x] : [x[0], running[x[0]] ?? ""],
    ),
  );

/**
 * Returns SQL columns: the sums from which the figure of an indicator is computed, of a stored day with the alias `m`.
 * @param to end of the period, epoch ms
 */
export function storedParts(ctx: Ctx, name: IndicatorName, to: number): Sql {
  const { zone } = ctx.who;
  const start = sql`(m.day::timestamp at time zone ${zone})`;
  const ends = {
    day: sql`least(${at(ctx.now)}, (m.day + 1)::timestamp at time zone ${zone})`,
    period: at(Math.min(ctx.now, to)),
  };
  const column = (x: string | [string, string]) => {
    if (typeof x === "string") return sql.raw(`m.${x}`);
    const [time, end] = x;
    const open = sql.raw(`m.${running[time]}`);
    const until = end === "day" ? ends.day : ends.period;
    return sql`m.${sql.raw(time)} + ${open} * extract(epoch from ${until} - ${start}) * 1000`;
  };
  return sql.join(
    Object.entries(parts[name] ?? {}).map(([part, x]) => sql`${column(x)} as ${sql.raw(`"${part}"`)}`),
    ", ",
  );
}
