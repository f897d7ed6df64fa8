import type { GridColumn } from "@shotkeeper/datagrid/antd";

/**
 * The column at the right edge of the grid may be narrowed to this share of its width, so that it fits. Only columns
 * with names or sentences are narrowed.
 */
const readable = 0.55;
/**
 * Text columns from this width on, px, are assumed to hold names. Narrower text columns are assumed to hold codes, such
 * as product numbers, which must not be cut.
 */
const nameWidth = 140;
/** Columns of other types from this width on, px, are assumed to hold long texts. */
const sentenceWidth = 240;
/** Columns with names or sentences may lose this share of their total width, so that the grid cuts off no column. */
const spare = 0.12;
/** Largest factor by which columns may be widened so that they fill the grid. */
const tooWide = 1.5;

const widthOf = (column: GridColumn<never>): number => column.width ?? 0;
const isLong = (column: GridColumn<never>): boolean =>
  widthOf(column) >= (column.type === "text" && !column.options ? nameWidth : sentenceWidth);
const sum = (columns: readonly GridColumn<never>[]): number => columns.reduce((w, c) => w + widthOf(c), 0);

type Widths = Readonly<Record<string, number>>;
const noWidths: Widths = {};

/**
 * Adjusts column widths so that, before the user scrolls, the right edge of the grid cuts no column. Either columns are
 * narrowed until the column at the edge fits, or the columns before this column are widened until they fill the grid.
 * If both would change widths too much, the widths stay.
 * Columns of codes, such as product numbers, are at least as wide as their codes, because a part of a code is useless.
 * All columns are at least as wide as their titles.
 * @param available width available for the columns, px, without the columns of checkboxes and actions
 * @param codes width that the codes of a column need, px, by key of the column
 * @param titles width that the title of a column needs, px, by key of the column
 */
export function fitColumns<C extends GridColumn<never>>(
  asked: readonly C[],
  available: number,
  codes: Widths = noWidths,
  titles: Widths = noWidths,
): readonly C[] {
  const titleOf = (c: C) => titles[c.key] ?? 0;
  const leastOf = (c: C) => Math.max(codes[c.key] ?? 0, titleOf(c));
  const isNarrow = (c: C) => leastOf(c) > widthOf(c);
  const columns = asked.some(isNarrow)
    ? asked.map((c) => (isNarrow(c) ? { ...c, width: leastOf(c) } : c))
    : asked;
  const isFlexible = (c: C) => codes[c.key] === undefined && isLong(c);
  const loose = columns.filter((c) => !c.hidden && !c.pin);
  const free = available - sum(columns.filter((c) => !c.hidden && c.pin));
  if (free <= 0 || sum(loose) <= free) return columns;
  const whole: C[] = [];
  let used = 0;
  for (const column of loose) {
    if (used + widthOf(column) > free) break;
    whole.push(column);
    used += widthOf(column);
  }
  const cut = loose[whole.length];
  const left = free - used;
  if (!cut || left === 0) return columns;
  const soft = [...whole, cut].filter(isFlexible);
  const lack = widthOf(cut) - left;
  const share = 1 - lack / sum(soft);
  const fitTitles = soft.every((c) => Math.floor(widthOf(c) * share) >= titleOf(c));
  if (lack <= sum(soft) * spare && fitTitles) return resized(columns, soft, sum(soft) - lack);
  if (isFlexible(cut) && left >= Math.max(widthOf(cut) * readable, titleOf(cut)))
    return resized(columns, [cut], left);
  if (free > used * tooWide) return columns;
  // Names and sentences get the free width, because they may be cut. A column of codes, dates or numbers would show
  // nothing more if it were wider.
  const names = whole.filter(isFlexible);
  const growing = names.length > 0 ? names : whole;
  return resized(columns, growing, sum(growing) + left);
}

/**
 * Changes the total width of the columns `named` to `width` whole pixels. The proportions between these columns stay
 * the same.
 */
function resized<C extends GridColumn<never>>(
  all: readonly C[],
  named: readonly C[],
  width: number,
): readonly C[] {
  const widths = new Map<C, number>();
  let left = width;
  let weight = sum(named);
  for (const column of named) {
    const share = Math.round((left * widthOf(column)) / weight);
    widths.set(column, share);
    left -= share;
    weight -= widthOf(column);
  }
  return all.map((c) => (widths.has(c) ? { ...c, width: widths.get(c) } : c));
}
