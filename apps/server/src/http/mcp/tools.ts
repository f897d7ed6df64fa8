import { indicatorFigures } from "@shotkeeper/contract/indicator";
import type { Command, Operator, Query, Scalar } from "@shotkeeper/contract/kernel";
import { dailyTasks, majorTasks } from "@shotkeeper/contract/maintenance";
import { explainCount, moldList, moldTimeline } from "@shotkeeper/contract/mold";
import { orderList, outputStatistics, productionStatus } from "@shotkeeper/contract/production";
import { warningList } from "@shotkeeper/contract/warning";

/** Condition of a tool's query: compares a field with an argument that the caller sends. */
export interface Filter {
  readonly field: string;
  readonly operator: Operator;
  /** Value of the argument if the caller sends none. The value of a choice is given by its name. */
  readonly standard?: Scalar;
  readonly required?: true;
}

interface Described {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

/** Tool that returns the rows of a query. */
export interface ListTool extends Described {
  readonly query: Query;
  /** Conditions of the query, by the name of the argument that gives their value. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Columns of the answer. Default: all. */
  readonly columns?: readonly string[];
}

/** Tool that runs a command. The command must only read. */
export interface CommandTool extends Described {
  readonly command: Command;
}

export type Tool = ListTool | CommandTool;

const equal = (field: string): Filter => ({ field, operator: "EQ" });
const like = (field: string): Filter => ({ field, operator: "LIKE" });

/** Tools of the MCP server. All of them only read. */
export const tools: readonly Tool[] = [
  {
    name: "find_molds",
    title: "Find molds",
    about:
      "Lists molds with total shots (countTimes), live state, used life, plant, counter and open warnings. The text " +
      "arguments match parts of a value.",
    query: moldList,
    filters: {
      moldNo: like("moldNo"),
      moldName: like("moldName"),
      plantName: like("plantName"),
      oemName: like("oemName"),
      projectName: like("projectName"),
      liveState: equal("liveState"),
    },
    columns: [
      "moldNo",
      "moldName",
      "plantName",
      "oemName",
      "projectName",
      "counterNo",
      "countTimes",
      "liveState",
      "serviceState",
      "lifeUsed",
      "lastShotAt",
      "openWarnings",
    ],
  },
  {
    name: "mold_card",
    title: "Card of a mold",
    about:
      "Returns everything that the list of molds knows about one mold, with its total shots and its state now.",
    query: moldList,
    filters: { moldNo: { ...equal("moldNo"), required: true } },
  },
  {
    name: "explain_count",
    title: "Explain a mold's total shots",
    about:
      "Returns the parts of a mold's total: the opening count, the shots of each period with a counter (binding) " +
      "with its readings, and each correction. total = opening + shots of the bindings + corrections. With `at`, the " +
      "total at that time.",
    command: explainCount,
  },
  {
    name: "mold_history",
    title: "History of a mold",
    about:
      "Lists the events of a mold, newest first: bindings, warnings, corrections, maintenance, transfers, trials.",
    query: moldTimeline,
    filters: { moldNo: { ...equal("moldNo"), required: true }, since: { field: "at", operator: "EGT" } },
  },
  {
    name: "warnings",
    title: "Warnings",
    about: "Lists warnings about molds and counters. Open ones by default.",
    query: warningList,
    filters: {
      moldNo: equal("moldNo"),
      plantName: like("plantName"),
      kind: equal("kind"),
      level: equal("level"),
      isOpen: { ...equal("isOpen"), standard: true },
    },
  },
  {
    name: "daily_maintenance",
    title: "Daily maintenance",
    about:
      "Lists tasks of daily maintenance. By default those to do today (tab today), overdue ones among them.",
    query: dailyTasks,
    filters: {
      tab: { ...equal("tab"), standard: "today" },
      moldNo: equal("moldNo"),
      plantName: like("plantName"),
      state: equal("state"),
    },
  },
  {
    name: "major_maintenance",
    title: "Major maintenance",
    about: "Lists tasks of major maintenance (repairs, overhauls). By default open ones (tab open).",
    query: majorTasks,
    filters: {
      tab: { ...equal("majorTab"), standard: "open" },
      moldNo: equal("moldNo"),
      plantName: like("plantName"),
      state: equal("state"),
    },
  },
  {
    name: "indicator",
    title: "Operating indicator",
    about:
      "Computes one of the operating indicators for a period of days, with the preceding period, the course, and the " +
      "groups: setCount (made of planned shots, %), cycle (shots within the cycle tolerance, %), returns to the mold " +
      "maker, utilization (%), idle molds, moves.",
    command: indicatorFigures,
  },
  {
    name: "orders",
    title: "Production orders",
    about:
      "Lists production orders with planned and made shots, progress, forecast end and risk of being late.",
    query: orderList,
    filters: {
      orderId: equal("orderId"),
      moldNo: equal("moldNo"),
      plantName: like("plantName"),
      orderState: equal("orderState"),
      lateRisk: equal("lateRisk"),
    },
  },
  {
    name: "production_now",
    title: "Production now",
    about: "Lists molds with their live state, the shots of today and yesterday, and the present cycle.",
    query: productionStatus,
    filters: {
      moldNo: equal("moldNo"),
      plantName: like("plantName"),
      oemName: like("oemName"),
      liveState: equal("liveState"),
    },
  },
  {
    name: "output",
    title: "Output of a period",
    about:
      "Sums shots, parts and weight of a period by mold, product, plant, OEM, project or machine, and by time.",
    command: outputStatistics,
  },
];
