import { counterLog } from "@shotkeeper/contract/counter";
import { type DatasetName, shotHours } from "@shotkeeper/contract/data-out";
import {
  type Access,
  accessOfTable,
  allows,
  type Condition,
  errors,
  type Fields,
  snake,
} from "@shotkeeper/contract/kernel";
import { maintenanceTask, taskState } from "@shotkeeper/contract/maintenance";
import { orderList, outputDays } from "@shotkeeper/contract/production";
import { menuOf } from "@shotkeeper/contract/system";
import type { DataFile } from "../../app.ts";
import { type Ctx, callerOf } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { isInSample } from "../../kernel/page-total.ts";
import { type RangeSelection, rangeRows, type TextRow } from "../../kernel/range-rows.ts";
import { implement, type Registry, type Source } from "../../kernel/registry.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";
import { moldScope } from "../mold/index.ts";

type Range = DataFile["range"];

/** Returns a FROM clause. Aliases: `m` the mold, `t` an hour of it. */
const hoursFrom = (ctx: Ctx, molds = sql`mold`): Sql => {
  const id = ctx.who.tenantId;
  return sql`
    ${molds} m
    join shot_hour t on t.tenant_id = ${id} and t.mold_id = m.mold_id
    join counter c on c.tenant_id = ${id} and c.counter_id = t.counter_id
    left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
  `;
};

export const shotHoursImpl = implement(shotHours, {
  from: (ctx) => hoursFrom(ctx),
  sample: (ctx) => {
    const molds = sql`select from mold m where m.tenant_id = ${ctx.who.tenantId} and ${moldScope(ctx, "m")}`;
    const rows = hoursFrom(ctx, sql`(select * from mold where ${isInSample("mold_id")})`);
    return {
      size: sql`select from shot_hour h where h.tenant_id = ${ctx.who.tenantId}`,
      rows,
      drawnFrom: molds,
    };
  },
  where: (ctx) => sql`m.tenant_id = ${ctx.who.tenantId} and ${moldScope(ctx, "m")}`,
  columns: {
    moldNo: "m.mold_no",
    moldName: "m.mold_name",
    plantName: "plant.org_name",
    oemName: "oem.org_name",
    writerId: "c.writer_id",
    withinShots: "t.within_count",
    fastShots: "t.fast_count",
    slowShots: "t.slow_count",
    estimatedShots: "t.estimated",
  },
  // The order of the indexes: the database reads the hours mold by mold, and stops after the page.
  order: [{ field: "moldNo", direction: "asc" }],
});

/** A dataset: the rows of a query or table. Its scope and rights are those of the screen that shows the rows. */
interface Dataset {
  readonly access: Access;
  readonly fields: Fields;
  /** Returns the registered query or table from which the rows come. Returns undefined if it is not registered. */
  readonly source: (registry: Registry) => Source | undefined;
  readonly where: (range: Range, zone: string) => readonly Condition[];
  readonly order: RangeSelection["order"];
}

const between =
  (field: string, more: readonly Condition[] = []) =>
  ({ from, to }: Range): Condition[] => [
    { field, operator: "EGT", value: new Date(from).toISOString() },
    { field, operator: "LT", value: new Date(to).toISOString() },
    ...more,
  ];

/** Returns the first day of the zone that begins at `ms` or later, such as 2026-05-01. */
const firstDayFrom = (zone: string, ms: number) => {
  const begin = startOfDay(zone, ms);
  return dayText(zone, begin === ms ? ms : startOfDay(zone, ms, 1));
};

const datasets: Readonly<Record<DatasetName, Dataset>> = {
  readings: {
    access: counterLog.access,
    fields: counterLog.columns,
    source: (r) => r.queries.get(`${counterLog.menu}/${counterLog.id}`),
    where: between("at"),
    // Reads the rows in the order of the primary key of the table `reading`.
    order: [
      { column: "t.counter_id", type: "bigint" },
      { column: "t.at", type: "timestamptz" },
      { column: "t.count_times", type: "bigint" },
    ],
  },
  hours: {
    access: shotHours.access,
    fields: shotHours.columns,
    source: (r) => r.queries.get(`${shotHours.menu}/${shotHours.id}`),
    where: between("hour"),
    order: [
      { column: "t.mold_id", type: "bigint" },
      { column: "t.hour", type: "timestamptz" },
      { column: "t.counter_id", type: "bigint" },
    ],
  },
  outputs: {
    access: outputDays.access,
    fields: outputDays.columns,
    source: (r) => r.queries.get(`${outputDays.menu}/${outputDays.id}`),
    // Selects the days that begin in the range.
    where: ({ from, to }, zone) => [
      { field: "outputDay", operator: "EGT", value: firstDayFrom(zone, from) },
      { field: "outputDay", operator: "LT", value: firstDayFrom(zone, to) },
    ],
    order: [
      { column: "t.mold_id", type: "bigint" },
      { column: "t.output_day", type: "date" },
    ],
  },
  // Tasks and orders change after their creation. So a file contains the tasks or orders whose latest change lies in
  // its range.
  tasks: {
    access: accessOfTable(maintenanceTask.access, "Q"),
    fields: maintenanceTask.fields,
    source: (r) => r.tables.get(maintenanceTask.wire),
    where: between("updatedDate", [{ field: "state", operator: "NEQ", value: taskState.values.removed }]),
    order: [{ column: "t.task_id", type: "text" }],
  },
  orders: {
    access: orderList.access,
    fields: orderList.columns,
    source: (r) => r.queries.get(`${orderList.menu}/${orderList.id}`),
    where: between("updatedDate"),
    order: [{ column: "t.order_id", type: "text" }],
  },
};

interface DatasetRight {
  readonly dataset: string;
  readonly authority: string;
  /**
   * `menu` is the screen that shows the same data: a right to read it is also a right on the dataset. `section` is the
   * default menu section of this screen. A tenant may have moved the screen to another section.
   */
  readonly menu: string;
  readonly section: string;
}

const sections = new Map(menuOf([]).map((m) => [m.menuId, m.section]));

/** Rights on the datasets. A caller who has one of a dataset's rights may read the dataset. */
export const datasetRights: readonly DatasetRight[] = Object.entries(datasets).flatMap(
  ([dataset, { access }]) =>
    access.kind === "right"
      ? access.menus.map((menu) => ({
          dataset,
          authority: `${menu}:Q`,
          menu,
          section: sections.get(menu) ?? "",
        }))
      : [],
);

/** Rights with which a scheduled export reads: the rights on all datasets. */
export const exportRights: ReadonlySet<string> = new Set(datasetRights.map((r) => r.authority));

/** Throws forbidden (S0020) unless the caller has the right to see the same data on a screen. */
export function requireDataset(ctx: Ctx, name: DatasetName): void {
  if (!allows(datasets[name].access, callerOf(ctx.who))) throw errors.forbidden();
}

/** Column of a file: its name in snake_case, and the field from which its values come. */
export interface FileColumn {
  readonly name: string;
  readonly field: Fields[string];
}

const namesOf = ({ fields }: Dataset) =>
  Object.keys(fields).filter((n) => !fields[n]?.secret && !fields[n]?.aside);

export function columnsOf(name: DatasetName): FileColumn[] {
  const { fields } = datasets[name];
  return namesOf(datasets[name]).flatMap((n) => (fields[n] ? [{ name: snake(n), field: fields[n] }] : []));
}

/** Throws readingsArchived (S0631) if a range of readings begins in the archive: its file would have a gap. */
async function requireUnarchived(ctx: Ctx, { from }: Range): Promise<void> {
  const [[archive]] = await ctx.db.run(ctx.who.tenantId, [
    sql<{ until_at: string | null }>`
      select max(until_at) as until_at
      from reading_archive
      where tenant_id = ${ctx.who.tenantId}
    `,
  ]);
  const until = archive?.until_at;
  if (until && from < Date.parse(until))
    throw errors.readingsArchived(dayText(ctx.who.zone, Date.parse(until)));
}

/** Yields the rows of a dataset in the caller's scope. The caller must have checked the right (`requireDataset`). */
export async function* rowsOf(
  ctx: Ctx,
  registry: Registry,
  name: DatasetName,
  range: Range,
  chunk?: number,
): AsyncGenerator<TextRow[]> {
  const d = datasets[name];
  const source = d.source(registry);
  if (!source) throw errors.unknownTable(name);
  const { fields, order } = d;
  const where = d.where(range, ctx.who.zone);
  if (name === "readings") await requireUnarchived(ctx, range);
  yield* rangeRows(ctx, { source, fields, names: namesOf(d), where, order }, chunk);
}
