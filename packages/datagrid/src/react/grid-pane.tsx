// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and moved by transforms, which tables cannot do
import type { ReactNode } from "react";
import { isSingle } from "../core/range.ts";
import { CellEditor } from "./cell-editor.tsx";
import { GridBody } from "./grid-body.tsx";
import { GridFooter } from "./grid-footer.tsx";
import { GridHeader } from "./grid-header.tsx";
import { isInteractive } from "./use-cells.ts";
import { type PaneProps, usePane } from "./use-pane.ts";

/**
 * The scrollable part of the grid: header, rows and totals. It is a separate component, so that scrolling renders only
 * this part.
 */
export function GridPane<R>(props: PaneProps<R>): ReactNode {
  const { grid: gridProps, element, size, view, base, rowCount, rowHeight, headHeight } = props;
  const { rowSelection, sort } = props;
  const { texts, onRowClick } = gridProps;
  const { placed } = props.cols;
  const { total, totals } = view;
  const {
    pageState,
    version,
    body,
    hasFooter,
    port,
    shown,
    open,
    edit,
    rows,
    cells,
    drag,
    onCopy,
    onResize,
    onHeaderClick,
    next,
  } = usePane(props);
  const { windows, anchor, scale } = port;
  const rowsAndHead = (total ?? rowCount) + 1;

  return (
    <>
      <div
        ref={element}
        role="grid"
        aria-label={gridProps.label ?? gridProps.id}
        aria-rowcount={rowsAndHead + (hasFooter ? 1 : 0)}
        aria-colcount={placed.all.length}
        aria-multiselectable={gridProps.selectable === true}
        aria-busy={view.loading}
        className={`dg-scroller${drag.drag ? " dg-dragging" : ""}`}
        tabIndex={cells.active ? -1 : 0}
        onFocus={(event) => {
          if (event.target !== event.currentTarget || cells.active || rowCount === 0) return;
          cells.goTo({ row: windows.rows.first, col: 0 }, false);
        }}
        onKeyDown={cells.onKeyDown}
        onCopy={onCopy}
      >
        <div
          role="presentation"
          className="dg-space"
          style={{
            height: headHeight + scale.physical + (hasFooter ? rowHeight : 0),
            width: placed.leftWidth + placed.centreWidth + placed.rightWidth,
          }}
        >
          <div
            role="presentation"
            className="dg-view"
            style={{
              width: size.width,
              height: size.height,
              ["--dg-head-height" as string]: `${headHeight}px`,
              ["--dg-row-height" as string]: `${rowHeight}px`,
            }}
          >
            <GridHeader
              columns={shown}
              sort={sort}
              filters={props.filters}
              texts={texts}
              activeCol={cells.active?.row === -1 ? cells.active.col : -1}
              drag={drag.drag}
              pageState={pageState}
              onTogglePage={rowSelection.togglePage}
              onClick={onHeaderClick}
              onMenu={(column, event) => {
                event.preventDefault();
                if (column.column) props.onMenu(column, { left: event.clientX, top: event.clientY });
              }}
              onFilter={props.onFilter}
              onPress={drag.onPointerDown}
              onResize={onResize}
              onFit={(column) => props.onFit([column])}
            />
            <GridBody
              layer={body}
              view={view}
              version={version}
              base={base}
              window={windows.rows}
              anchor={anchor}
              rowHeight={rowHeight}
              columns={shown}
              placed={placed}
              active={cells.active}
              rect={cells.rect && !isSingle(cells.rect) ? cells.rect : undefined}
              selection={rowSelection.selection}
              rowKey={gridProps.rowKey}
              rowClassName={gridProps.rowClassName}
              rowActions={gridProps.rowActions}
              texts={texts}
              clickable={onRowClick !== undefined || props.onOpen !== undefined}
              onPointerDown={cells.onPointerDown}
              dragged={cells.dragged}
              onToggle={rowSelection.toggle}
              onClick={(index, event) => {
                const row = view.get(base + index);
                if (row !== undefined && !cells.dragged.current) onRowClick?.(row, event);
              }}
              onOpen={(cell) => edit.begin(cell) || open(cell.row)}
              onHandle={rows.onPointerDown}
              onMenu={(event) => {
                // Leaves the browser's own context menu on links and buttons, instead of opening the grid's menu.
                if (isInteractive(event.target)) return;
                event.preventDefault();
                props.onMenu(undefined, { left: event.clientX, top: event.clientY });
              }}
              overlay={
                <>
                  {edit.editing && (
                    <CellEditor
                      key={`${edit.editing.cell.row} ${edit.editing.cell.col}`}
                      editing={edit.editing}
                      placed={placed}
                      top={(edit.editing.cell.row - anchor) * rowHeight}
                      rowHeight={rowHeight}
                      texts={texts}
                      onCommit={edit.commit}
                      onCancel={edit.cancel}
                      onNext={next}
                    />
                  )}
                  {rows.drag && (
                    <div
                      className="dg-gap"
                      style={{ transform: `translateY(${(rows.drag.gap - anchor) * rowHeight}px)` }}
                    />
                  )}
                </>
              }
            />
            {hasFooter && (
              <GridFooter
                columns={shown}
                totals={totals}
                texts={texts}
                rowIndex={rowsAndHead + 1}
                labelKey={placed.all.find((c) => c.kind === "data")?.key}
              />
            )}
          </div>
        </div>
      </div>
      {drag.drag && (
        <div
          className={`dg-ghost${drag.drag.allowed ? "" : " dg-ghost-no"}`}
          style={{ left: drag.drag.x + 12, top: drag.drag.y + 12 }}
        >
          {drag.drag.title}
        </div>
      )}
    </>
  );
}
