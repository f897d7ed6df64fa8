import { useEffect, useState } from "react";

/** A board shows a plant for `playSeconds`, and in that time all pages of its molds, each at least so long. */
const leastSeconds = 6;

export function secondsPerPage(playSeconds: number, pages: number): number {
  return Math.max(leastSeconds, playSeconds / Math.max(1, pages));
}

export interface Place {
  readonly plant: number;
  readonly page: number;
}

/** The next page, or the first page of the next plant. */
export function nextPlace(now: Place, plants: number, pages: number): Place {
  if (now.page + 1 < pages) return { plant: now.plant, page: now.page + 1 };
  return { plant: plants > 0 ? (now.plant + 1) % plants : 0, page: 0 };
}

export interface Rotation {
  readonly place: Place;
  readonly playing: boolean;
  readonly toggle: () => void;
  readonly skip: () => void;
}

/** Turns the pages of a board by itself; space stops it, the right arrow goes on to the next plant. */
export function useRotation(plants: number, pages: number, playSeconds: number): Rotation {
  const [place, setPlace] = useState<Place>({ plant: 0, page: 0 });
  const [playing, setPlaying] = useState(true);
  const seconds = secondsPerPage(playSeconds, pages);
  // A new place starts its time anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!playing || (plants < 2 && pages < 2)) return;
    const timer = setTimeout(() => setPlace((p) => nextPlace(p, plants, pages)), seconds * 1000);
    return () => clearTimeout(timer);
  }, [playing, plants, pages, seconds, place]);
  const toggle = () => setPlaying((p) => !p);
  const skip = () => setPlace((p) => nextPlace({ ...p, page: pages }, plants, pages));
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.target instanceof HTMLButtonElement) return;
      if (e.key === " ") setPlaying((p) => !p);
      else if (e.key === "ArrowRight") setPlace((p) => nextPlace({ ...p, page: pages }, plants, pages));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [plants, pages]);
  return { place, playing, toggle, skip };
}
