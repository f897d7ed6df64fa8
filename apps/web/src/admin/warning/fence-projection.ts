import type { WarningFix, WarningPicture } from "@shotkeeper/contract/warning";
import { mercator, type Sheet } from "../places/mercator.ts";

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
  readonly sheet: Sheet;
}

/** Metres of a degree of latitude. */
const degree = 111_200;

/** By great circle (haversine): what lies far away is not as far as it looks on the map. */
function metresBetween(a: Pick<Fence, "LNG" | "LAT">, b: Pick<Fence, "LNG" | "LAT">): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.LAT - a.LAT) * rad) / 2) ** 2 +
    Math.cos(a.LAT * rad) * Math.cos(b.LAT * rad) * Math.sin(((b.LNG - a.LNG) * rad) / 2) ** 2;
  return (360 / Math.PI) * degree * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The fence and the fixes on a map that just holds both: true to scale around the fence, north above. */
export function planOf(fence: Fence, fixes: readonly WarningFix[], width: number, height: number): FencePlan {
  const shrink = Math.cos((fence.LAT * Math.PI) / 180);
  const flat = fixes.map((f) => ({
    east: (f.LNG - fence.LNG) * degree * shrink,
    north: (mercator(f.LAT) - mercator(fence.LAT)) * degree * shrink,
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
  return {
    x,
    y,
    radius: r / metres,
    spots: flat.map((f) => ({ x: x + f.east / metres, y: y - f.north / metres, time: f.time })),
    distance: fixes[0] ? Math.round(metresBetween(fence, fixes[0])) : null,
    metres,
    sheet: { width, height, lng: fence.LNG, lat: fence.LAT, x, y, perDegree: (degree * shrink) / metres },
  };
}
