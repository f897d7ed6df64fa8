import { type ReactNode, useEffect, useRef } from "react";
import { canMove, isHidden, orderColumns, pinOf } from "../core/columns.ts";
import type { GridLayout } from "../core/layout.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn, PinSide } from "../core/types.ts";
import { useSkin } from "./skin.ts";

interface Props<R> {
  columns: readonly GridColumn<R>[];
  layout: GridLayout;
  texts: GridTexts;
  onHide: (key: string, hidden: boolean) => void;
  onPin: (key: string, side: PinSide | undefined) => void;
  onMove: (from: string, to: string) => void;
  onFitAll: () => void;
  onReset: () => void;
  onClose: () => void;
}

/**
 * List in which the user can show, pin and move columns and fit their widths. For the keyboard and touch screens, the
 * list replaces dragging of headers.
 */
export function ColumnChooser<R>(props: Props<R>): ReactNode {
  const { columns, layout, texts } = props;
  const { Button, Checkbox, Icon } = useSkin();
  const ordered = orderColumns(columns, layout);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("input")?.focus({ preventScroll: true }), []);
  const shown = ordered.filter((c) => !isHidden(c, layout)).length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape of the fields inside
    <div className="dg-chooser" onKeyDown={(event) => event.key === "Escape" && props.onClose()}>
      <ul ref={list}>
        {ordered.map((column, at) => {
          const hidden = isHidden(column, layout);
          const pin = pinOf(column, layout);
          const side = (to: PinSide, label: string, icon: ReactNode): ReactNode => (
            <button
              type="button"
              className={`dg-icon${pin === to ? " dg-on" : ""}`}
              aria-pressed={pin === to}
              aria-label={`${pin === to ? texts.unpin : label}: ${column.title}`}
              title={pin === to ? texts.unpin : label}
              onClick={() => props.onPin(column.key, pin === to ? undefined : to)}
            >
              {icon}
            </button>
          );
          const shift = (to: GridColumn<R> | undefined, label: string, icon: ReactNode): ReactNode => (
            <button
              type="button"
              className="dg-icon"
              disabled={!to || !canMove(ordered, column.key, to.key)}
              aria-label={`${label}: ${column.title}`}
              title={label}
              onClick={() => to && props.onMove(column.key, to.key)}
            >
              {icon}
            </button>
          );
          return (
            <li key={column.key}>
              <Checkbox
                checked={!hidden}
                // Prevents hiding the last visible column, because at least one column must stay visible.
                disabled={!hidden && shown === 1}
                onChange={(checked) => props.onHide(column.key, !checked)}
              >
                {column.title}
              </Checkbox>
              <span className="dg-chooser-tools">
                {shift(ordered[at - 1], texts.moveUp, <Icon name="moveUp" />)}
                {shift(ordered[at + 1], texts.moveDown, <Icon name="moveDown" />)}
                {side("left", texts.pinLeft, <Icon name="pinLeft" />)}
                {side("right", texts.pinRight, <Icon name="pinRight" />)}
              </span>
            </li>
          );
        })}
      </ul>
      <div className="dg-filter-foot">
        <Button look="text" onClick={props.onReset}>
          {texts.resetColumns}
        </Button>
        <Button look="text" onClick={props.onFitAll}>
          {texts.autoSizeAll}
        </Button>
      </div>
    </div>
  );
}
