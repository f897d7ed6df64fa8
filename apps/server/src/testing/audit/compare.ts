import { menus } from "@shotkeeper/contract/menus";
import type { Days } from "./days.ts";
import type { Own } from "./own.ts";
import type { Product } from "./product.ts";
import type { Raw } from "./raw.ts";

type Row = Readonly<Record<string, unknown>>;

/** A figure from an answer of the server (`product`), and the same figure recomputed from raw rows (`own`). */
export interface Comparison {
  readonly figure: string;
  readonly product: string;
  readonly own: string;
  readonly isEqual: boolean;
  /**
   * True if the figure belongs to a single mold, order or task. Equal figures of this kind are printed only with
   * `--all`.
   */
  readonly isSingle: boolean;
}

interface Settings {
  readonly raw: Raw;
  readonly days: Days;
  /** Length of the indicators' period, days. The last day of the period is yesterday. */
  readonly periodDays: number;
}

const minute = 60_000;
const partsOf = (answer: Row) => ((answer.NOW as Row | undefined)?.PARTS ?? {}) as Row;

class Table {
  readonly rows: Comparison[] = [];

  /**
   * Adds a comparison of two numbers. They count as equal if they differ by at most `slack`, the rounding of the
   * server's answer.
   */
  add(figure: string, product: unknown, own: number | null, { slack = 0, isSingle = false } = {}): void {
    const shown = product === null || product === undefined ? null : Number(product);
    const isEqual = shown === null || own === null ? shown === own : Math.abs(shown - own) <= slack + 1e-6;
    const text = (n: number | null) => (n === null ? "–" : String(Math.round(n * 1000) / 1000));
    this.rows.push({ figure, product: text(shown), own: text(own), isEqual, isSingle });
  }

  time(figure: string, product: unknown, own: number | null): void {
    const shown = typeof product === "string" ? Date.parse(product) : null;
    const isEqual = shown === null || own === null ? shown === own : Math.abs(shown - own) <= minute;
    const text = (ms: number | null) => (ms === null ? "–" : new Date(ms).toISOString().slice(0, 16));
    this.rows.push({ figure, product: text(shown), own: text(own), isEqual, isSingle: true });
  }

  /** Adds a line that says how many of the figures added since the index `from` agree. */
  summary(title: string, from: number): void {
    const some = this.rows.slice(from);
    const equal = some.filter((r) => r.isEqual).length;
    this.rows.push({
      figure: title,
      product: String(some.length),
      own: String(equal),
      isEqual: equal === some.length,
      isSingle: false,
    });
  }
}

/**
 * Compares figures of the server with figures that `Own` has recomputed. The figures are those that were wrong in an
 * earlier audit, and figures that depend on them.
 */
export async function compareAll(product: Product, own: Own, s: Settings): Promise<readonly Comparison[]> {
  const table = new Table();
  await compareOutput(table, product, own, s);
  await compareMolds(table, product, own, s);
  await compareIndicators(table, product, own, s);
  await compareOrders(table, product, own);
  await compareMaintenance(table, product, own);
  await compareBoard(table, product, own, s);
  return table.rows;
}

/** Compares the shots of each of the last four days, and of the last 14 days together. */
async function compareOutput(table: Table, product: Product, own: Own, { days }: Settings) {
  const today = days.dayOf(own.now);
  const from = days.begin(days.plus(today, -14));
  const to = days.begin(today);
  const iso = (ms: number) => new Date(ms).toISOString();
  const cells = await product.run("rf_OutputStatistics", {
    GROUP_BY: "plant",
    BUCKET: "day",
    FROM: iso(from),
    TO: iso(to),
  });
  const list = Array.isArray(cells) ? (cells as readonly Row[]) : [];
  const shotsOn = (day: string) =>
    list
      .filter((c) => days.dayOf(Date.parse(String(c.TIME))) === day)
      .reduce((n, c) => n + Number(c.SHOTS), 0);
  for (let day = days.plus(today, -4); day < today; day = days.plus(day, 1)) {
    const span = { from: days.begin(day), to: days.begin(days.plus(day, 1)) };
    table.add(`shots of ${day}`, shotsOn(day), own.shotsOf(span));
  }
  const sum = list.reduce((n, c) => n + Number(c.SHOTS), 0);
  table.add("shots of a fortnight", sum, own.shotsOf({ from, to }));
}

/** Compares the totals and the predicted ends of life of all molds that are not archived. */
async function compareMolds(table: Table, product: Product, own: Own, { raw }: Settings) {
  const list = new Map((await product.list(menus.mold, "Q01")).map((m) => [String(m.MOLD_NO), m]));
  const molds = raw.molds.filter((m) => m.archived_date === null);
  let first = table.rows.length;
  for (const m of molds) {
    const no = String(m.mold_no);
    table.add(`total of ${no}`, list.get(no)?.COUNT_TIMES, own.total(m), { isSingle: true });
  }
  table.summary("mold totals: all, equal", first);
  first = table.rows.length;
  for (const m of molds) {
    const no = String(m.mold_no);
    const forecast = await product.run("rf_MoldForecast", { MOLD_NO: no });
    const life = forecast.LIFE as Row | null;
    table.time(`life end of ${no}`, life?.AT ?? null, own.lifeEnd(m));
  }
  table.summary("life ends: all, equal", first);
}

async function compareIndicators(
  table: Table,
  product: Product,
  own: Own,
  { raw, days, periodDays }: Settings,
) {
  const today = days.dayOf(own.now);
  const [first, last] = [days.plus(today, -periodDays), days.plus(today, -1)];
  const span = { from: days.begin(first), to: days.begin(today) };
  const ask = (INDICATOR: string, more: Row = {}) =>
    product.run("rf_Indicator", {
      INDICATOR,
      PERIOD_FROM: first,
      PERIOD_TO: last,
      GROUP_BY: "mold",
      ...more,
    });
  // Indicators are rounded to the worse side: rates that should be high down, the idle rate up. The small number evens
  // out the error of binary fractions.
  const high = (a: number, b: number) => (b > 0 ? Math.floor((a * 10_000) / b + 1e-6) / 100 : null);
  const low = (a: number, b: number) => (b > 0 ? Math.ceil((a * 10_000) / b - 1e-6) / 100 : null);
  const rate = (answer: Row) => (answer.NOW as Row | undefined)?.VALUE ?? null;
  const compareParts = (name: string, parts: Row, values: Readonly<Record<string, number>>) => {
    for (const [part, value] of Object.entries(values))
      table.add(`${name}: ${part}`, parts[part], value, { slack: part.endsWith("Seconds") ? 0.01 : 0 });
  };

  const cycle = await ask("cycle");
  const cycles = own.cycles(span);
  compareParts("cycle compliance", partsOf(cycle), cycles);
  table.add("cycle compliance, %", rate(cycle), high(cycles.within, cycles.known));

  const set = await ask("setCount");
  const orders = own.setCount(span);
  compareParts("set-count compliance", partsOf(set), orders);
  table.add("set-count compliance, %", rate(set), high(orders.counted, orders.planned));

  const idle = await ask("idle");
  const idleDays = own.idle(span);
  compareParts("idle rate", partsOf(idle), idleDays);
  table.add("idle rate, %", rate(idle), low(idleDays.idleDays, idleDays.reportedDays));

  const used = await ask("utilization");
  const use = own.utilization(span);
  compareParts("utilization", partsOf(used), use);
  table.add("utilization, %", rate(used), high(use.runSeconds, use.availableSeconds));
  const from = table.rows.length;
  const ofMolds = new Map(((used.GROUPS ?? []) as readonly Row[]).map((g) => [String(g.KEY), g.VALUE]));
  for (const [no, value] of ofMolds) {
    const mold = own.utilization(span, no);
    const expected = high(mold.runSeconds, mold.availableSeconds);
    table.add(`utilization of ${no}, %`, value, expected, { isSingle: true });
  }
  table.summary(`utilization of ${ofMolds.size} of ${raw.molds.length} molds: all, equal`, from);
}

async function compareOrders(table: Table, product: Product, own: Own) {
  const list = new Map(
    (await product.list(menus.productionOrder, "Q01")).map((o) => [String(o.ORDER_ID), o]),
  );
  const from = table.rows.length;
  for (const o of own.runningOrders()) {
    const id = String(o.order_id);
    table.add(`progress of ${id}, shots`, list.get(id)?.MADE_TIMES, own.made(o), { isSingle: true });
  }
  table.summary("progress of running orders: all, equal", from);
}

async function compareMaintenance(table: Table, product: Product, own: Own) {
  const list = new Map(
    (await product.list(menus.dailyMaintenance, "Q01")).map((t) => [String(t.TASK_ID), t]),
  );
  const from = table.rows.length;
  for (const t of own.dailyTasks()) {
    const id = String(t.task_id);
    const hours = own.runHours(t.mold_no);
    table.add(`run hours of ${id}`, list.get(id)?.RUN_HOURS_NOW, hours, { slack: 0.05, isSingle: true });
  }
  table.summary("run hours of daily tasks: all, equal", from);
  const days = 90;
  const answer = await product.run("rf_MaintenanceFigures", { DAYS: days });
  const figures = own.breakdowns(days);
  const { runHours, breakdowns, repairs, repairHours } = figures;
  table.add("MTBF: run hours", answer.RUN_HOURS, runHours, { slack: 0.05 });
  table.add("MTBF: breakdowns", answer.BREAKDOWNS, breakdowns);
  table.add("MTBF, h", answer.MTBF, breakdowns === 0 ? null : runHours / breakdowns, { slack: 0.05 });
  table.add("MTTR: repairs", answer.REPAIRS, repairs);
  table.add("MTTR: repair hours", answer.REPAIR_HOURS, repairHours, { slack: 0.05 });
  table.add("MTTR, h", answer.MTTR, repairs === 0 ? null : repairHours / repairs, { slack: 0.05 });
}

async function compareBoard(table: Table, product: Product, own: Own, { days }: Settings) {
  const board = await product.run("rf_PlantBoard", {});
  const today = days.dayOf(own.now);
  const span = { from: days.begin(today), to: days.begin(days.plus(today, 1)) };
  const plan = own.plan(span);
  table.add("board: shots today", board.SHOTS_TODAY, own.shotsOf(span));
  table.add("board: plan today", board.PLAN_TODAY, plan.planned);
  table.add("board: made by the planned molds", board.PLANNED_MADE, plan.made);
}
