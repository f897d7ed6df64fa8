import type { WarningFix, WarningPicture } from "@shotkeeper/contract/warning";

type Fence = NonNullable<WarningPicture["FENCE"]>;

export interface FencePlan {
  /** Middle of the fence and its radius, in the units of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Newest first, as they came. */
  readonly spots: readonly { readonly x: number; readonly y: number; readonly time: string }[];
  /** m, from the plant to the newest fix; null: none. */
  readonly distance: number | null;
  /** m of one unit of the drawing. */
  readonly metres: number;
}

/** Metres of a degree of latitude. */
const degree = 111_200;

/** The fence and the fixes on a flat map that just holds both: true to scale, north above. */
export function planOf(fence: Fence, fixes: readonly WarningFix[], width: number, height: number): FencePlan {
  const shrink = Math.cos((fence.LAT * Math.PI) / 180);
  const flat = fixes.map((f) => ({
    east: (f.LNG - fence.LNG) * degree * shrink,
    north: (f.LAT - fence.LAT) * degree,
    time: f.TIME,
  }));
  const r = fence.RADIUS;
  const [west, east] = [Math.min(-r, ...flat.map((f) => f.east)), Math.max(r, ...flat.map((f) => f.east))];
  const [south, north] = [
    Math.min(-r, ...flat.map((f) => f.north)),
    Math.max(r, ...flat.map((f) => f.north)),
  ];
  // A margin for the marks and their words.
  const metres = Math.max((east - west) / (width * 0.8), (north - south) / (height * 0.8));
  const x = width / 2 - (east + west) / 2 / metres;
  const y = height / 2 + (north + south) / 2 / metres;
  const newest = flat[0];
  return {
    x,
    y,
    radius: r / metres,
    spots: flat.map((f) => ({ x: x + f.east / metres, y: y - f.north / metres, time: f.time })),
    distance: newest ? Math.round(Math.hypot(newest.east, newest.north)) : null,
    metres,
  };
}
