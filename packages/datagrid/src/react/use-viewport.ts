import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { columnWindow, type PlacedColumns } from "../core/columns.ts";
import {
  advance,
  clamp,
  isScaled,
  makeScale,
  maxVirtual,
  revealRow,
  rowWindow,
  toPhysical,
} from "../core/scroller.ts";
import { isRtl } from "./direction.ts";

const OVERSCAN_ROWS = 3;
const OVERSCAN_PX = 60;
/**
 * All rows are positioned relative to an anchor row. The anchor changes only every 1,000 rows, because each change
 * repositions all rows.
 */
const ANCHOR_ROWS = 1000;
/**
 * Time without scrolling, ms, after which the scroll bar is moved to the position of the rows. In a long list, the
 * scroll bar is not exactly at this position after small movements.
 */
const SETTLE_MS = 180;

interface Options<R> {
  scroller: RefObject<HTMLDivElement | null>;
  /** Element that contains the rows. Scrolling moves this element by a CSS transform instead of moving each row. */
  body: RefObject<HTMLDivElement | null>;
  rowCount: number;
  rowHeight: number;
  /** Height of the visible rows, px. */
  viewHeight: number;
  /** Width of the visible part of the centre section, px. */
  viewWidth: number;
  placed: PlacedColumns<R>;
}

/**
 * Returns the scroll position, the visible rows and columns, and the CSS transforms that follow the scroll position.
 */
export function useViewport<R>(options: Options<R>) {
  const { scroller, body, rowCount, rowHeight, viewHeight, viewWidth, placed } = options;
  const scale = useMemo(() => makeScale(rowCount, rowHeight, viewHeight), [rowCount, rowHeight, viewHeight]);
  // Scroll position. `left` is the element's scrollLeft, which is negative in a grid from right to left.
  const position = useRef({ virtual: 0, physical: 0, left: 0 });
  const [at, setAt] = useState({ top: 0, left: 0 });

  const windowsAt = useCallback(
    (top: number, left: number) => ({
      rows: rowWindow(clamp(top, 0, maxVirtual(scale)), viewHeight, rowHeight, rowCount, OVERSCAN_ROWS),
      columns: columnWindow(placed.centre, Math.abs(left), viewWidth, OVERSCAN_PX),
    }),
    [scale, viewHeight, rowHeight, rowCount, placed, viewWidth],
  );
  const windows = useMemo(() => windowsAt(at.top, at.left), [windowsAt, at]);
  const anchor = Math.floor(windows.rows.first / ANCHOR_ROWS) * ANCHOR_ROWS;
  const latest = useRef({ scale, windows, windowsAt, anchor, rowHeight });
  latest.current = { scale, windows, windowsAt, anchor, rowHeight };

  /**
   * Applies the scroll position to the elements that follow it by CSS transforms. Called after every scroll event and
   * every render.
   */
  const paint = useCallback(() => {
    const { virtual, left } = position.current;
    const { anchor, rowHeight } = latest.current;
    const grid = scroller.current;
    if (!grid || !body.current) return;
    body.current.style.transform = `translate3d(0, ${anchor * rowHeight - virtual}px, 0)`;
    const shift = left === 0 ? "" : `translateX(${-left}px)`;
    for (const lane of grid.getElementsByClassName("dg-lane")) {
      const style = (lane as HTMLElement).style;
      if (style.transform !== shift) style.transform = shift;
    }
    grid.classList.toggle("dg-scrolled-x", left !== 0);
  }, [scroller, body]);

  const follow = useCallback(() => {
    const { virtual, left } = position.current;
    const { windows: old, windowsAt } = latest.current;
    const next = windowsAt(virtual, left);
    const same =
      next.rows.first === old.rows.first &&
      next.rows.last === old.rows.last &&
      next.columns.from === old.columns.from &&
      next.columns.to === old.columns.to;
    // Renders before the browser paints the next frame. Otherwise the new rows would be blank for a moment.
    if (!same) flushSync(() => setAt({ top: virtual, left }));
    paint();
  }, [paint]);

  /**
   * Moves the scroll bar to the position of the rows. In a long list with scaled height (scroller.ts), both positions
   * differ after small movements.
   */
  const settle = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const target = Math.round(toPhysical(latest.current.scale, position.current.virtual));
    if (Math.abs(target - element.scrollTop) >= 1) element.scrollTop = target;
    position.current.physical = element.scrollTop;
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /**
     * Called a short time after the last scroll event. Usually moves the scroll bar (`settle`). If the user has
     * scrolled further without an event yet, scrolls the rows instead, because `settle` would undo this movement.
     */
    const rest = (): void => {
      if (Math.abs(element.scrollTop - position.current.physical) >= 1) onScroll();
      else settle();
    };
    const onScroll = (): void => {
      const { scale } = latest.current;
      const now = element.scrollTop;
      const before = position.current;
      position.current.left = Math.round(element.scrollLeft);
      if (Math.abs(now - before.physical) >= 1) {
        before.virtual = advance(scale, before.virtual, before.physical, now);
        before.physical = now;
        if (isScaled(scale)) {
          clearTimeout(timer);
          timer = setTimeout(rest, SETTLE_MS);
          const end = now <= 0 || now >= scale.physical - scale.view - 1;
          if (end) settle();
        }
      }
      follow();
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller, follow, settle]);

  const scrollTo = useCallback(
    (top: number, left?: number) => {
      const element = scroller.current;
      if (!element) return;
      position.current.virtual = clamp(top, 0, maxVirtual(latest.current.scale));
      settle();
      if (left !== undefined) {
        element.scrollLeft = isRtl(element) ? -left : left;
        position.current.left = Math.round(element.scrollLeft);
      }
      follow();
    },
    [scroller, settle, follow],
  );

  // Corrects the scroll position. After the list has become shorter or the grid higher, the position may be beyond the
  // end of the list.
  useLayoutEffect(() => {
    position.current.virtual = clamp(position.current.virtual, 0, maxVirtual(scale));
    settle();
  }, [scale, settle]);

  useLayoutEffect(paint);

  /** Scrolls as little as possible to make a cell visible. Row -1 is the header, which is always visible. */
  const reveal = useCallback(
    (row: number, col: number) => {
      const { virtual } = position.current;
      const left = Math.abs(position.current.left);
      const top = row < 0 ? virtual : revealRow(virtual, viewHeight, rowHeight, row);
      const column = placed.all[col];
      let x = left;
      if (column && column.pin === undefined) {
        if (column.left < left) x = column.left;
        else if (column.left + column.width > left + viewWidth) x = column.left + column.width - viewWidth;
      }
      if (top !== virtual || x !== left) scrollTo(top, x);
    },
    [placed, viewHeight, viewWidth, rowHeight, scrollTo],
  );

  return { scale, windows, anchor, position, scrollTo, reveal };
}
