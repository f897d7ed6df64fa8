import { type GridLayout, MAX_WIDTH, MIN_WIDTH, mergeOrder } from "./layout.ts";
import { clamp } from "./scroller.ts";
import type { CellType, GridColumn, PinSide } from "./types.ts";

/** Default width of a column by type, px. */
export const DEFAULT_WIDTH: Readonly<Record<CellType, number>> = {
  text: 140,
  number: 100,
  date: 112,
  time: 160,
  choice: 112,
  flag: 80,
  custom: 120,
};

/**
 * Kinds of columns. Kinds other than `data` are columns that the grid adds. The user cannot drag, sort or hide them.
 * `handle` is the column with the drag handles of the rows.
 */
export type ColumnKind = "data" | "handle" | "check" | "seq" | "actions";

/** A visible column with its computed position and width. */
export interface PlacedColumn<R> {
  key: string;
  kind: ColumnKind;
  /** The column that the caller declared. Undefined for columns that the grid adds, such as the checkboxes. */
  column: GridColumn<R> | undefined;
  /** Width of the column, px. */
  width: number;
  pin: PinSide | undefined;
  /** Distance from the left edge of the column's section (left, centre or right), px. */
  left: number;
  /** Index among all visible columns, counted from 0. */
  index: number;
}

export interface PlacedColumns<R> {
  left: readonly PlacedColumn<R>[];
  centre: readonly PlacedColumn<R>[];
  right: readonly PlacedColumn<R>[];
  /** All visible columns: those of the left section, then centre, then right. */
  all: readonly PlacedColumn<R>[];
  leftWidth: number;
  centreWidth: number;
  rightWidth: number;
}

export interface PlaceOptions {
  /**
   * Inner width of the grid, px. Unpinned columns that the user has not resized are stretched until the columns fill
   * it.
   */
  viewWidth: number;
  /** Width of the column with the handles by which rows are dragged, px. */
  handleWidth?: number | undefined;
  checkWidth: number | undefined;
  seqWidth: number | undefined;
  actionsWidth: number | undefined;
  /** True for the layout on a phone, in which only the first data column, the checkboxes and the handles are pinned. */
  narrow: boolean;
}

export const isSortable = <R>(column: GridColumn<R>): boolean =>
  column.sortable ?? (column.type !== "custom" || column.text !== undefined);

export const isFilterable = <R>(column: GridColumn<R>): boolean =>
  column.filterable ??
  (column.filterPanel !== undefined ||
    (column.type !== "custom" && (column.type !== "choice" || column.options !== undefined)));

/** Returns true if exported files contain the column. */
export const isExported = <R>(column: GridColumn<R>): boolean =>
  column.unexport !== true && (column.type !== "custom" || column.text !== undefined);

export const isHidden = <R>(column: GridColumn<R>, layout: GridLayout): boolean =>
  layout.hidden[column.key] ?? column.hidden ?? false;

export function pinOf<R>(column: GridColumn<R>, layout: GridLayout): PinSide | undefined {
  const stored = layout.pin[column.key];
  return stored === "none" ? undefined : (stored ?? column.pin);
}

/** Returns all columns in the user's order, including hidden ones. */
export function orderColumns<R>(columns: readonly GridColumn<R>[], layout: GridLayout): GridColumn<R>[] {
  const byKey = new Map(columns.map((c) => [c.key, c]));
  return mergeOrder([...byKey.keys()], layout.order).flatMap((key) => byKey.get(key) ?? []);
}

/** Computes the section, position and width of every visible column. */
export function placeColumns<R>(
  columns: readonly GridColumn<R>[],
  layout: GridLayout,
  options: PlaceOptions,
): PlacedColumns<R> {
  const visible = orderColumns(columns, layout).filter((c) => !isHidden(c, layout));
  const gridOwned = (kind: ColumnKind, width: number | undefined, pin: PinSide | undefined): Draft<R>[] =>
    width === undefined ? [] : [{ key: `__${kind}`, kind, column: undefined, width, pin, grow: 0 }];
  const drafts: Draft<R>[] = [
    ...gridOwned("handle", options.handleWidth, "left"),
    ...gridOwned("check", options.checkWidth, "left"),
    ...gridOwned("seq", options.narrow ? undefined : options.seqWidth, "left"),
    ...visible.map((column, at): Draft<R> => {
      const stored = layout.width[column.key];
      const width = clamp(stored ?? column.width ?? DEFAULT_WIDTH[column.type], MIN_WIDTH, MAX_WIDTH);
      const pin = options.narrow ? (at === 0 ? "left" : undefined) : pinOf(column, layout);
      const grow = stored === undefined && pin === undefined ? width : 0;
      return {
        key: column.key,
        kind: "data",
        column,
        width: options.narrow ? narrowWidth(column, width) : width,
        pin,
        grow,
      };
    }),
    ...gridOwned("actions", options.actionsWidth, options.narrow ? undefined : "right"),
  ];
  stretch(drafts, options.viewWidth);
  const sections = {
    left: [] as PlacedColumn<R>[],
    centre: [] as PlacedColumn<R>[],
    right: [] as PlacedColumn<R>[],
  };
  const widths = { left: 0, centre: 0, right: 0 };
  for (const { grow: _grow, ...draft } of drafts) {
    const section = draft.pin ?? "centre";
    sections[section].push({ ...draft, left: widths[section], index: 0 });
    widths[section] += draft.width;
  }
  const all = [...sections.left, ...sections.centre, ...sections.right];
  for (const [index, column] of all.entries()) column.index = index;
  return { ...sections, all, leftWidth: widths.left, centreWidth: widths.centre, rightWidth: widths.right };
}

/**
 * Returns the width of a column on a phone, px. The width is at most 160, so that other columns fit beside the column.
 * But a column whose header needs more gets up to 220. The header needs the estimated width of the title, and 84 px for
 * its padding, the sort mark and the filter button.
 */
function narrowWidth({ title, unit }: GridColumn<never>, width: number): number {
  let head = 84;
  // Chinese characters are wider than others.
  for (const c of title + (unit ?? "")) head += c > "\u2e7f" ? 12 : 8;
  return Math.max(Math.min(width, 160), Math.min(head, 220));
}

type Draft<R> = Omit<PlacedColumn<R>, "left" | "index"> & { grow: number };

/** Distributes the free width of the grid, in whole pixels, over the unpinned columns that the user has not resized. */
function stretch<R>(drafts: Draft<R>[], viewWidth: number): void {
  let free = viewWidth - drafts.reduce((sum, c) => sum + c.width, 0);
  let weight = drafts.reduce((sum, c) => sum + c.grow, 0);
  if (free <= 0 || weight === 0) return;
  for (const draft of drafts) {
    if (draft.grow === 0) continue;
    const extra = Math.round((free * draft.grow) / weight);
    draft.width += extra;
    free -= extra;
    weight -= draft.grow;
  }
}

/** Returns the indices of the columns of the centre section that must be in the DOM: from `from` to before `to`. */
export function columnWindow<R>(
  centre: readonly PlacedColumn<R>[],
  scrollLeft: number,
  viewWidth: number,
  overscan: number,
): { from: number; to: number } {
  let from = 0;
  while (from < centre.length && endOf(centre[from]) < scrollLeft - overscan) from++;
  let to = from;
  while (to < centre.length && (centre[to]?.left ?? 0) <= scrollLeft + viewWidth + overscan) to++;
  return { from, to };
}

const endOf = <R>(column: PlacedColumn<R> | undefined): number => (column ? column.left + column.width : 0);

/**
 * Returns true if the column `from` may move to the position of the column `to`. The move is refused if `from`, or any
 * column that would change its position, is fixed.
 */
export function canMove<R>(columns: readonly GridColumn<R>[], from: string, to: string): boolean {
  const a = columns.findIndex((c) => c.key === from);
  const b = columns.findIndex((c) => c.key === to);
  if (a < 0 || b < 0) return false;
  return columns.slice(Math.min(a, b), Math.max(a, b) + 1).every((c) => c.fixed !== true);
}

/** Returns the order of columns after the column `from` has moved to the position of `to`. */
export function moveColumn(order: readonly string[], from: string, to: string): string[] {
  const a = order.indexOf(from);
  const b = order.indexOf(to);
  if (a < 0 || b < 0 || a === b) return [...order];
  const result = order.filter((key) => key !== from);
  result.splice(b, 0, from);
  return result;
}
