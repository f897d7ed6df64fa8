import { useEffect, useState } from "react";

/**
 * Minimum time for which the board shows a page, s. A plant with many pages is therefore shown for longer than
 * `playSeconds`, the tenant's setting.
 */
const minSecondsPerPage = 6;

export function secondsPerPage(playSeconds: number, pages: number): number {
  return Math.max(minSecondsPerPage, playSeconds / Math.max(1, pages));
}

/** Position in the rotation. Both indices start at 0. */
export interface Position {
  /** Index of the plant, maker, project or page of projects. */
  readonly item: number;
  /** Page within the item, for example a page of a plant's molds. */
  readonly page: number;
}

/** Returns the next page of the shown item (for example a plant), or after its last page the next item's first page. */
export function nextPosition(now: Position, items: number, pages: number): Position {
  if (now.page + 1 < pages) return { item: now.item, page: now.page + 1 };
  return { item: items > 0 ? (now.item + 1) % items : 0, page: 0 };
}

export interface Rotation {
  readonly position: Position;
  readonly playing: boolean;
  readonly toggle: () => void;
  readonly skip: () => void;
}

/**
 * Rotates a board through its items (for example plants) and their pages. The space key pauses and resumes. The right
 * arrow skips to the next item.
 */
export function useRotation(items: number, pages: number, playSeconds: number): Rotation {
  const [position, setPosition] = useState<Position>({ item: 0, page: 0 });
  const [playing, setPlaying] = useState(true);
  const seconds = secondsPerPage(playSeconds, pages);
  // `position` is a dependency, so that the timer restarts after a skip and the new page gets its full time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect restarts the timer and does not read it
  useEffect(() => {
    if (!playing || (items < 2 && pages < 2)) return;
    const timer = setTimeout(() => setPosition((p) => nextPosition(p, items, pages)), seconds * 1000);
    return () => clearTimeout(timer);
  }, [playing, items, pages, seconds, position]);
  const toggle = () => setPlaying((p) => !p);
  const skip = () => setPosition((p) => nextPosition({ ...p, page: pages }, items, pages));
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.target instanceof HTMLButtonElement) return;
      if (e.key === " ") setPlaying((p) => !p);
      else if (e.key === "ArrowRight") setPosition((p) => nextPosition({ ...p, page: pages }, items, pages));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [items, pages]);
  return { position, playing, toggle, skip };
}
