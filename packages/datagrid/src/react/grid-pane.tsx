// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and moved by transforms, which tables cannot do
import { type ReactNode, useMemo } from "react";
import { GROUP_HEIGHT } from "../core/column-groups.ts";
import { isSingle } from "../core/range.ts";
import { GridBody } from "./grid-body.tsx";
import type { CellContext } from "./grid-cell.tsx";
import { GridHeader } from "./grid-header.tsx";
import { GroupHeader } from "./group-header.tsx";
import { CellEditor, GridFooter } from "./lazy-parts.ts";
import { PinnedRows } from "./pinned-rows.tsx";
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
    onKeyDown,
    fixedHeight,
    onCopy,
    onResize,
    onHeaderClick,
    next,
  } = usePane(props);
  const { windows, anchor, scale } = port;
  const { levels, pinnedTop, pinnedBottom } = props;
  const headRows = 1 + levels + pinnedTop.length;
  const rowsAndHead = (total ?? rowCount) + headRows + pinnedBottom.length;
  const { rowActions } = gridProps;
  const titleKey = placed.all.find((c) => c.kind === "data")?.key;
  const isTable = gridProps.editing !== undefined;
  const savesCells = gridProps.columns.some((c) => c.edit?.save !== undefined);
  const edits = isTable ? "table" : savesCells ? "cells" : undefined;
  const context = useMemo<CellContext<R>>(
    () => ({ texts, rowActions, titleKey, edits }),
    [texts, rowActions, titleKey, edits],
  );
  const pinned = (rows: readonly R[], side: "top" | "bottom", rowIndex: number): ReactNode => (
    <PinnedRows
      rows={rows}
      side={side}
      rowHeight={props.lineHeight}
      rowIndex={rowIndex}
      columns={shown}
      context={context}
      rowKey={gridProps.rowKey}
    />
  );

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a grid or a tree grid */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a grid or a tree grid */}
      <div
        ref={element}
        role={view.line ? "treegrid" : "grid"}
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
        onKeyDown={onKeyDown}
        onCopy={onCopy}
      >
        <div
          role="presentation"
          className="dg-space"
          style={{
            height: fixedHeight + scale.physical,
            width: placed.leftWidth + placed.centreWidth + placed.rightWidth,
          }}
        >
          <div
            role="presentation"
            className="dg-view"
            style={{
              width: size.width,
              height: size.height,
              ["--dg-head-height" as string]: `${headHeight - levels * GROUP_HEIGHT}px`,
              ["--dg-row-height" as string]: `${props.lineHeight}px`,
            }}
          >
            {levels > 0 && <GroupHeader placed={placed} levels={levels} />}
            <GridHeader
              rowIndex={levels + 1}
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
            {pinned(pinnedTop, "top", levels + 2)}
            <GridBody
              layer={body}
              view={view}
              version={version}
              base={base}
              window={windows.rows}
              anchor={anchor}
              rowHeight={rowHeight}
              columns={shown}
              card={props.cols.card}
              placed={placed}
              active={cells.active}
              rect={!props.cols.card && cells.rect && !isSingle(cells.rect) ? cells.rect : undefined}
              selection={rowSelection.selection}
              rowKey={gridProps.rowKey}
              rowClassName={gridProps.rowClassName}
              context={context}
              headRows={headRows}
              table={gridProps.editing}
              detail={gridProps.inlineDetail?.render}
              texts={texts}
              clickable={onRowClick !== undefined || (props.onOpen !== undefined && !isTable)}
              onPointerDown={cells.onPointerDown}
              dragged={cells.dragged}
              onToggle={rowSelection.toggle}
              onClick={(index, event) => {
                const row = view.get(base + index);
                if (row !== undefined && !cells.dragged.current) onRowClick?.(row, event);
              }}
              onOpen={(cell) => edit.begin(cell) || open(cell)}
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
                      row={view.get(base + edit.editing.cell.row)}
                      onValue={edit.commitValue}
                      onCommit={edit.commit}
                      onCancel={edit.cancel}
                      onNext={next}
                    />
                  )}
                  {gridProps.editing?.layer({
                    element,
                    view,
                    base,
                    rowCount,
                    rowHeight,
                    anchor,
                    placed,
                    rect: cells.rect,
                    isEditorOpen: edit.editing !== undefined,
                    setRange: cells.setRange,
                    reveal: port.reveal,
                    gridTexts: texts,
                    notify: props.notify,
                  })}
                  {rows.drag && (
                    <div
                      className="dg-gap"
                      style={{ transform: `translateY(${(rows.drag.gap - anchor) * rowHeight}px)` }}
                    />
                  )}
                </>
              }
            />
            {pinned(pinnedBottom, "bottom", rowsAndHead - pinnedBottom.length + 1)}
            {hasFooter && (
              <GridFooter
                columns={shown}
                totals={totals}
                texts={texts}
                rowIndex={rowsAndHead + 1}
                labelKey={titleKey}
                cardColumns={props.cols.card && placed.all}
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
