import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { FIND_LIMIT, findCells, type Hit } from "../core/find.ts";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn } from "../core/types.ts";
import { useVersion } from "./use-row-view.ts";

interface Props<R> {
  readonly view: RowView<R>;
  /** The visible columns in display order. */
  readonly columns: readonly GridColumn<R>[];
  readonly texts: GridTexts;
  /** Shows a found cell. */
  readonly onShow: (hit: Hit) => void;
  readonly onClose: () => void;
}

/** Debounce time: the search starts when the user has not typed for this time, ms. */
const TYPING_MS = 150;

/** Search in the cells of the grid. Enter shows the next found cell, Shift+Enter the previous one. */
export function FindBar<R>({ view, columns, texts: gridTexts, onShow, onClose }: Props<R>): ReactNode {
  const texts = gridTexts.structure;
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ readonly hits: readonly Hit[]; readonly at: number }>();
  const version = useVersion(view);
  /** The text of the last search. If only the rows have changed, the same text is searched again without scrolling. */
  const searched = useRef("");
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef({ view, columns, gridTexts, onShow });
  latest.current = { view, columns, gridTexts, onShow };
  // Sets the focus in a layout effect, because it runs before the next key event. So every key reaches the input.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view or version means other rows
  useEffect(() => {
    const controller = new AbortController();
    setFound(undefined);
    if (text.trim() === "") return;
    const timer = setTimeout(async () => {
      const { view, columns, gridTexts, onShow } = latest.current;
      const { signal } = controller;
      const hits = await findCells(view, columns, text, [gridTexts.yes, gridTexts.no], signal);
      if (signal.aborted) return;
      setFound({ hits, at: 0 });
      if (hits[0] && searched.current !== text) onShow(hits[0]);
      searched.current = text;
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // Searches again when the rows have changed, because hits contain row positions.
  }, [text, view, version]);
  const count = found?.hits.length ?? 0;
  const step = (by: number): void => {
    if (!found || count === 0) return;
    const at = (found.at + by + count) % count;
    const hit = found.hits[at];
    setFound({ ...found, at });
    if (hit) onShow(hit);
  };
  const button = (label: string, sign: string, onClick: () => void, disabled = false): ReactNode => (
    <button
      type="button"
      className="dg-icon"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {sign}
    </button>
  );
  const state = (): string => {
    if (!found) return "";
    if (count === 0) return texts.notFound;
    return count > FIND_LIMIT ? texts.foundMany(found.at + 1, FIND_LIMIT) : texts.found(found.at + 1, count);
  };
  return (
    <search className="dg-find">
      <input
        ref={field}
        type="text"
        aria-label={texts.find}
        placeholder={texts.find}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") onClose();
        }}
      />
      <span role="status">{state()}</span>
      {button(texts.findPrevious, "↑", () => step(-1), count === 0)}
      {button(texts.findNext, "↓", () => step(1), count === 0)}
      {button(texts.findClose, "×", onClose)}
    </search>
  );
}
