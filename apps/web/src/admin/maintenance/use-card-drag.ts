import type { CalendarTask } from "@shotkeeper/contract/maintenance";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Place } from "./calendar-data.ts";

/** A card that the user moves. */
export interface DragItem {
  readonly id: string;
  readonly name: string;
  readonly from: Place;
  /**
   * Tasks of the calendar when the move begins. The optimistic lock uses the versions of these tasks, because the user
   * has seen these versions.
   */
  readonly tasks: readonly CalendarTask[];
}

interface Drag {
  readonly item: DragItem;
  /** Cell of the calendar below the pointer, or chosen by the arrow keys. Undefined: the pointer is on no cell. */
  readonly at: Place | undefined;
  readonly by: "pointer" | "keys";
}

interface DragOptions {
  readonly rows: readonly string[];
  readonly days: readonly string[];
  /** Day at which a move by keyboard begins if the card has no day. */
  readonly firstDay: string;
  readonly onDrop: (item: DragItem, place: Place) => void;
  /** Called at each step of a move by keyboard, for the screen reader. */
  readonly onStep: (step: "lifted" | "moved" | "dropped" | "cancelled", item: DragItem, at: Place) => void;
}

/** Distance that the pointer must move before a press becomes a drag, px. */
const threshold = 6;
/** The calendar scrolls while a card is dragged within `edge` pixels of its edge, by `scrollStep` pixels at a time. */
const edge = 36;
const scrollStep = 14;

/** Swallows the click that follows a drag, so that dropping a card does not press the button below the pointer. */
function swallowClick(): void {
  const swallow = (e: MouseEvent) => {
    e.stopPropagation();
    e.preventDefault();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
}

function placeAt(x: number, y: number): Place | undefined {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-place-row]");
  const { placeRow, placeDay } = found?.dataset ?? {};
  return placeRow === undefined || placeDay === undefined ? undefined : { row: placeRow, day: placeDay };
}

const isSame = (a: Place | undefined, b: Place | undefined) => a?.row === b?.row && a?.day === b?.day;

function scrollAtEdge(box: HTMLElement | null, x: number, y: number): void {
  if (!box) return;
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const step = (from: number, to: number, at: number) =>
    at < from + edge ? -scrollStep : at > to - edge ? scrollStep : 0;
  if (x > left && x < right && y > top && y < bottom)
    box.scrollBy(step(left, right, x), step(top, bottom, y));
}

/**
 * Moves cards of the calendar by pointer and by keyboard. A mouse drags the whole card. On a touch screen, only the
 * grip of a card drags, so that the rest of the card scrolls the page. With the focus on the grip, Space picks the card
 * up, arrow keys choose the place, Enter drops the card, and Escape cancels. Places are elements with the attributes
 * data-place-row and data-place-day. Grips have the attribute data-grip.
 */
export function useCardDrag(options: DragOptions) {
  const latest = useRef(options);
  const [drag, setDrag] = useState<Drag>();
  const preview = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string>(undefined);
  const stop = useRef<() => void>(undefined);

  useEffect(() => {
    latest.current = options;
    // Returns the focus to the grip of a card that was dropped by keyboard, because the card is now in another cell.
    const grip =
      focusNext.current &&
      document.querySelector<HTMLElement>(`[data-grip="${CSS.escape(focusNext.current)}"]`);
    if (!grip) return;
    grip.focus();
    focusNext.current = undefined;
  });
  useEffect(() => () => stop.current?.(), []);

  function onPointerDown(item: DragItem, e: PointerEvent<HTMLElement>): void {
    const target = e.target as HTMLElement;
    const isGrip = target.closest("[data-grip]") !== null;
    if (e.button !== 0 || (e.pointerType === "touch" && !isGrip)) return;
    if (target.closest("input, a, .ant-checkbox")) return;
    const { clientX, clientY, pointerId } = e;
    let at: Place | undefined;
    let isDragging = false;
    const move = (m: globalThis.PointerEvent) => {
      if (m.pointerId !== pointerId) return;
      if (!isDragging && Math.hypot(m.clientX - clientX, m.clientY - clientY) < threshold) return;
      const next = placeAt(m.clientX, m.clientY);
      if (!isDragging || !isSame(at, next)) setDrag({ item, at: next, by: "pointer" });
      isDragging = true;
      at = next;
      m.preventDefault();
      scrollAtEdge(scroller.current, m.clientX, m.clientY);
      requestAnimationFrame(() => {
        if (preview.current)
          preview.current.style.transform = `translate(${m.clientX + 10}px, ${m.clientY + 10}px)`;
      });
    };
    const end = (drop: boolean) => {
      stop.current?.();
      if (!isDragging) return;
      setDrag(undefined);
      swallowClick();
      if (drop && at && !isSame(at, item.from)) latest.current.onDrop(item, at);
    };
    const up = (u: globalThis.PointerEvent) => u.pointerId === pointerId && end(true);
    const cancel = () => end(false);
    const key = (k: globalThis.KeyboardEvent) => k.key === "Escape" && end(false);
    stop.current?.();
    stop.current = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", key);
      stop.current = undefined;
    };
    window.addEventListener("pointermove", move, { passive: false });
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", key);
  }

  function step(key: string, { row, day }: Place): Place | undefined {
    const { rows, days } = options;
    const clamp = (i: number, list: readonly string[]) =>
      list[Math.min(list.length - 1, Math.max(0, i))] ?? "";
    if (key === "ArrowUp") return { row: clamp(rows.indexOf(row) - 1, rows), day };
    if (key === "ArrowDown") return { row: clamp(rows.indexOf(row) + 1, rows), day };
    if (key === "ArrowLeft") return { row, day: clamp(days.indexOf(day) - 1, days) };
    return key === "ArrowRight" ? { row, day: clamp(days.indexOf(day) + 1, days) } : undefined;
  }

  function onKeyDown(item: DragItem, e: KeyboardEvent<HTMLElement>): void {
    const isPress = e.key === " " || e.key === "Enter";
    const lifted = drag?.by === "keys" && drag.item.id === item.id ? drag.item : undefined;
    const held = lifted && drag?.at;
    if (!lifted || !held) {
      if (!isPress) return;
      e.preventDefault();
      const { row, day } = item.from;
      const at = {
        row: options.rows.includes(row) ? row : (options.rows[0] ?? ""),
        day: day === "" ? options.firstDay : day,
      };
      setDrag({ item, at, by: "keys" });
      options.onStep("lifted", item, at);
      return;
    }
    const next = step(e.key, held);
    if (!next && !isPress && e.key !== "Escape") return;
    e.preventDefault();
    if (next) {
      setDrag({ item: lifted, at: next, by: "keys" });
      options.onStep("moved", lifted, next);
      return;
    }
    setDrag(undefined);
    const isDrop = isPress && !isSame(held, lifted.from);
    options.onStep(isDrop ? "dropped" : "cancelled", lifted, held);
    if (!isDrop) return;
    focusNext.current = lifted.id;
    options.onDrop(lifted, held);
  }

  /** Cancels a move by keyboard when the focus leaves the grip. */
  const onBlur = () => setDrag((d) => (d?.by === "keys" ? undefined : d));

  return { drag, preview, scroller, onPointerDown, onKeyDown, onBlur };
}

export type CardDrag = ReturnType<typeof useCardDrag>;
