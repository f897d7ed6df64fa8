// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and moved by transforms, which tables cannot do
import type { MouseEvent, PointerEvent, ReactNode } from "react";
import { type ColumnKind, isFilterable, isSortable, type PlacedColumn } from "../core/columns.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridFilter, GridSort } from "../core/types.ts";
import { Sections, type ShownColumns } from "./grid-row.tsx";
import { useIcon } from "./skin.ts";
import type { HeaderDrag } from "./use-header-drag.ts";

interface Props<R> {
  /** Row number of the header for screen readers. */
  rowIndex: number;
  columns: ShownColumns<R>;
  sort: readonly GridSort[];
  filters: readonly GridFilter[];
  texts: GridTexts;
  /** Index of the column that has the focus. -1 if the focus is not in the header. */
  activeCol: number;
  drag: HeaderDrag | undefined;
  pageState: "none" | "some" | "all";
  onTogglePage: () => void;
  onClick: (column: PlacedColumn<R>, event: MouseEvent) => void;
  onMenu: (column: PlacedColumn<R>, event: MouseEvent) => void;
  onFilter: (column: PlacedColumn<R>, opener: Element) => void;
  onPress: (event: PointerEvent, column: PlacedColumn<R>) => void;
  onResize: (event: PointerEvent, key: string) => void;
  onFit: (column: PlacedColumn<R>) => void;
}

export function GridHeader<R>(props: Props<R>): ReactNode {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on cells
    <div role="row" aria-rowindex={props.rowIndex} className="dg-head" data-row={-1}>
      <Sections
        columns={props.columns}
        cell={(column) => <HeaderCell key={column.key} {...props} column={column} />}
      />
    </div>
  );
}

const gridOwnedTitle = (kind: ColumnKind, texts: GridTexts): ReactNode => {
  if (kind === "handle") return <span className="dg-hidden">{texts.moveRow}</span>;
  return kind === "seq" ? texts.sequence : texts.actions;
};

function HeaderCell<R>(props: Props<R> & { column: PlacedColumn<R> }): ReactNode {
  const { column, sort, filters, texts, activeCol, drag } = props;
  const Icon = useIcon();
  const at = sort.findIndex((s) => s.field === column.key);
  const order = sort[at];
  const data = column.column;
  const sortable = data !== undefined && isSortable(data);
  const filtered = filters.flatMap((f) => f.any?.flat() ?? f).some((f) => f.field === column.key);
  const over = drag !== undefined && drag.over === column.key && drag.key !== column.key;
  const classes = ["dg-cell", "dg-th", `dg-${column.kind === "data" ? data?.type : column.kind}`];
  if (sortable) classes.push("dg-sortable");
  if (drag?.key === column.key) classes.push("dg-dragged");
  if (over) classes.push(drag.allowed ? "dg-over" : "dg-refused");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding grid handles keys
    <div
      role="columnheader"
      aria-colindex={column.index + 1}
      aria-label={data && (data.unit ? `${data.title} (${data.unit})` : data.title)}
      aria-sort={order ? (order.direction === "asc" ? "ascending" : "descending") : undefined}
      className={classes.join(" ")}
      data-col={column.index}
      data-active={activeCol === column.index ? "" : undefined}
      tabIndex={activeCol === column.index ? 0 : -1}
      style={{ insetInlineStart: column.left, width: column.width }}
      onPointerDown={(event) => props.onPress(event, column)}
      onClick={(event) => props.onClick(column, event)}
      onContextMenu={(event) => props.onMenu(column, event)}
    >
      {column.kind === "check" ? (
        <PageBox state={props.pageState} label={texts.selectPage} onToggle={props.onTogglePage} />
      ) : (
        <span className="dg-title" title={data?.title}>
          {data?.title ?? gridOwnedTitle(column.kind, texts)}
          {data?.unit && <span className="dg-unit">{data.unit}</span>}
        </span>
      )}
      {order && (
        <span className="dg-sort" aria-hidden="true">
          {order.direction === "asc" ? "↑" : "↓"}
          {sort.length > 1 && <sub>{at + 1}</sub>}
        </span>
      )}
      {data && isFilterable(data) && (
        <button
          type="button"
          tabIndex={-1}
          className={`dg-icon dg-funnel${filtered ? " dg-on" : ""}`}
          aria-label={texts.filter(data.title)}
          aria-haspopup="dialog"
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation();
            props.onFilter(column, event.currentTarget);
          }}
        >
          <Icon name={filtered ? "filtered" : "filter"} />
        </button>
      )}
      {column.kind === "data" && (
        <span
          aria-hidden="true"
          className={`dg-grip${column.pin === "right" ? " dg-grip-left" : ""}`}
          onPointerDown={(event) => props.onResize(event, column.key)}
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={() => props.onFit(column)}
        />
      )}
    </div>
  );
}

function PageBox({
  state,
  label,
  onToggle,
}: {
  state: "none" | "some" | "all";
  label: string;
  onToggle: () => void;
}) {
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={label}
      checked={state === "all"}
      ref={(box) => {
        if (box) box.indeterminate = state === "some";
      }}
      onChange={onToggle}
    />
  );
}
