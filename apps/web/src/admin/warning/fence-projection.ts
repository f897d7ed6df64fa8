import type { WarningFix, WarningPicture } from "@shotkeeper/contract/warning";
import { mercator, type Sheet } from "../places/mercator.ts";

type Fence = NonNullable<WarningPicture["fence"]>;

export interface FencePlan {
  /** Distance of the fence's centre from the left edge, in units of the drawing. */
  readonly x: number;
  /** Distance of the fence's centre from the upper edge, in units of the drawing. */
  readonly y: number;
  /** Radius of the fence, in units of the drawing. */
  readonly radius: number;
  /** Positions of the counter in units of the drawing, newest first. */
  readonly spots: readonly { readonly x: number; readonly y: number; readonly time: string }[];
  /** Distance from the plant to the newest position, m. Null if there is no position. */
  readonly distance: number | null;
  /** Scale of the map: meters per unit of the drawing. */
  readonly metres: number;
  readonly sheet: Sheet;
}

/** Length of a degree of latitude, m, from the earth's mean radius that the server's distances use too. */
const metersPerDegree = (6_371_008.8 * Math.PI) / 180;

/** Returns the great-circle distance, m, by the haversine formula. Distances on a Mercator map would be too long. */
function metresBetween(a: Pick<Fence, "lng" | "lat">, b: Pick<Fence, "lng" | "lat">): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2;
  return (360 / Math.PI) * metersPerDegree * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Projects the fence and the positions onto a map that contains both. North is up; the scale is exact at the fence. */
export function planOf(fence: Fence, fixes: readonly WarningFix[], width: number, height: number): FencePlan {
  const lngScale = Math.cos((fence.lat * Math.PI) / 180);
  const flat = fixes.map((f) => ({
    east: (f.lng - fence.lng) * metersPerDegree * lngScale,
    north: (mercator(f.lat) - mercator(fence.lat)) * metersPerDegree * lngScale,
    time: f.time,
  }));
  const r = fence.radius;
  const [west, east] = [Math.min(-r, ...flat.map((f) => f.east)), Math.max(r, ...flat.map((f) => f.east))];
  const [south, north] = [
    Math.min(-r, ...flat.map((f) => f.north)),
    Math.max(r, ...flat.map((f) => f.north)),
  ];
  // Uses 80 % of the drawing's width and height. The rest is a margin for marks and labels.
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
    sheet: {
      width,
      height,
      lng: fence.lng,
      lat: fence.lat,
      x,
      y,
      perDegree: (metersPerDegree * lngScale) / metres,
    },
  };
}

/** Room that a line of text needs above or below the fence, in units of the drawing. */
const textRoom = 26;

/**
 * Returns the distance of the plant's name from the upper edge, in units of the drawing: above the fence, below it, or
 * in its upper part if the fence fills the drawing.
 */
export function nameHeight(y: number, radius: number, height: number): number {
  if (y - radius >= textRoom) return y - radius - 8;
  if (y + radius + textRoom <= height) return y + radius + 22;
  return y - radius + textRoom;
}
