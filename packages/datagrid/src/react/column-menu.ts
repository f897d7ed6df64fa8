import { isSortable } from "../core/columns.ts";
import { setSort } from "../core/sort.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn, GridSort, PinSide } from "../core/types.ts";
import type { MenuItem } from "./props.ts";

interface Options<R> {
  column: GridColumn<R>;
  pinned: PinSide | undefined;
  sort: readonly GridSort[];
  onSort: (sort: readonly GridSort[]) => void;
  onPin: (key: string, side: PinSide | undefined) => void;
  onHide: (key: string, hidden: boolean) => void;
  onFit: () => void;
  onFitAll: () => void;
  onReset: () => void;
  /** False if this is the last visible column, because at least one column must stay visible. */
  mayHide: boolean;
  texts: GridTexts;
}

/** Returns the entries of the menu that a right click on a column's header opens. */
export function columnMenu<R>(options: Options<R>): (MenuItem | "divider")[] {
  const { column, pinned, sort, texts, onSort, onPin, mayHide } = options;
  const sorted = sort.find((s) => s.field === column.key)?.direction;
  const order = (direction: GridSort["direction"] | undefined, label: string): MenuItem => ({
    key: `sort ${direction}`,
    label,
    disabled: sorted === direction,
    onClick: () => onSort(setSort(sort, column.key, direction)),
  });
  const side = (to: PinSide | undefined, label: string): MenuItem => ({
    key: `pin ${to}`,
    label,
    disabled: pinned === to,
    onClick: () => onPin(column.key, to),
  });
  return [
    ...(isSortable(column)
      ? [
          order("asc", texts.sortAscending),
          order("desc", texts.sortDescending),
          order(undefined, texts.sortClear),
          "divider" as const,
        ]
      : []),
    side("left", texts.pinLeft),
    side("right", texts.pinRight),
    side(undefined, texts.unpin),
    "divider",
    { key: "fit", label: texts.autoSize, onClick: options.onFit },
    { key: "fit all", label: texts.autoSizeAll, onClick: options.onFitAll },
    { key: "hide", label: texts.hide, disabled: !mayHide, onClick: () => options.onHide(column.key, true) },
    "divider",
    { key: "reset", label: texts.resetColumns, onClick: options.onReset },
  ];
}
