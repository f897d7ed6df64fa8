import type { GridColumn } from "@shotkeeper/datagrid";

/** A text that shows at least so much of its column is cut off there, with its dots. */
const readable = 0.55;
/** A text as wide as this is a name or a sentence, a narrower one a code, px. */
const nameWidth = 140;
/** Whatever its type, a column as wide as this holds a sentence, px. */
const sentenceWidth = 240;
/** Names and sentences may lose so much for one more column to fit; dates and numbers have nothing to spare. */
const spare = 0.12;
/** Columns that would have to grow by more stay as they are. */
const tooWide = 1.5;

const widthOf = (column: GridColumn<never>): number => column.width ?? 0;
const bends = (column: GridColumn<never>): boolean =>
  widthOf(column) >= (column.type === "text" && !column.options ? nameWidth : sentenceWidth);
const sum = (columns: readonly GridColumn<never>[]): number => columns.reduce((w, c) => w + widthOf(c), 0);

/**
 * Widths with which no column stands half under the actions or over the edge while nothing is scrolled: the one at the
 * edge fits in, or begins behind it. `room` is what pinned columns and rows' boxes and actions leave, px.
 */
export function fitColumns<C extends GridColumn<never>>(columns: readonly C[], room: number): readonly C[] {
  const loose = columns.filter((c) => !c.hidden && !c.pin);
  const free = room - sum(columns.filter((c) => !c.hidden && c.pin));
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
  const soft = [...whole, cut].filter(bends);
  const lack = widthOf(cut) - left;
  if (lack <= sum(soft) * spare) return resized(columns, soft, sum(soft) - lack);
  if (bends(cut) && left >= widthOf(cut) * readable) return resized(columns, [cut], left);
  return free <= used * tooWide ? resized(columns, whole, free) : columns;
}

/** The named ones share the width as they did, in whole pixels. */
function resized<C extends GridColumn<never>>(
  all: readonly C[],
  named: readonly C[],
  width: number,
): readonly C[] {
  const widths = new Map<C, number>();
  let left = width;
  let weight = sum(named);
  for (const column of named) {
    const own = Math.round((left * widthOf(column)) / weight);
    widths.set(column, own);
    left -= own;
    weight -= widthOf(column);
  }
  return all.map((c) => (widths.has(c) ? { ...c, width: widths.get(c) } : c));
}
