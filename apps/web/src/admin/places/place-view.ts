import { latitudeOf, mercator, type Sheet } from "./mercator.ts";

export interface Place {
  readonly plantId: string;
  readonly plant: string;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly molds: number;
  readonly running: number;
}

/** Circle that stands for a plant on the map. Its area grows with the number of the plant's molds. */
export interface Spot {
  readonly place: Place;
  /** Distance of the circle's centre from the left edge, as a share of the map's width, 0 to 1. */
  readonly x: number;
  /** Distance of the circle's centre from the upper edge, as a share of the map's height, 0 to 1. */
  readonly y: number;
  /** Radius of the circle as a share of the map's width. */
  readonly radius: number;
}

interface GridLine {
  readonly degrees: number;
  readonly share: number;
}

export interface PlaceView {
  readonly spots: readonly Spot[];
  readonly meridians: readonly GridLine[];
  readonly parallels: readonly GridLine[];
  /** Rectangle of the map, with the map's width as the unit of length. Undefined if no plant has coordinates. */
  readonly sheet: Sheet | undefined;
}

/** Length of a degree of latitude, km. */
const degreeKm = 111.2;
const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30];

/**
 * Returns grid lines at multiples of a round step in degrees. The step is chosen so that about five lines are visible.
 */
function lines(middle: number, halfDegrees: number, toShare: (d: number) => number): GridLine[] {
  const step = steps.find((s) => (2 * halfDegrees) / s <= 5) ?? 30;
  const found: GridLine[] = [];
  for (let n = Math.ceil((middle - halfDegrees) / step); n * step <= middle + halfDegrees; n++) {
    const degrees = Math.round(n * step * 10) / 10;
    found.push({ degrees, share: toShare(degrees) });
  }
  return found;
}

/**
 * Computes a map that shows all plants with coordinates. North is up, and the scale is exact at the centre. `aspect` is
 * width divided by height. The map is at least `leastKm` wide. Without this limit, two plants in one town would be at
 * opposite edges.
 */
export function viewOf(places: readonly Place[], aspect: number, leastKm = 200): PlaceView {
  const known = places.flatMap((p) =>
    p.lng === null || p.lat === null ? [] : [{ place: p, lng: p.lng, lat: p.lat }],
  );
  if (known.length === 0) return { spots: [], meridians: [], parallels: [], sheet: undefined };
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const lng0 = middle(known.map((k) => k.lng));
  const y0 = middle(known.map((k) => mercator(k.lat)));
  const lat0 = latitudeOf(y0);
  const kmOfLng = degreeKm * Math.cos((lat0 * Math.PI) / 180);
  const half = Math.max(
    leastKm / 2,
    ...known.map((k) => Math.abs(k.lng - lng0) * kmOfLng),
    ...known.map((k) => Math.abs(mercator(k.lat) - y0) * kmOfLng * aspect),
  );
  const most = Math.max(1, ...known.map((k) => k.place.molds));
  // Uses 0.36 instead of 0.5, which leaves a margin on each side of the map, so that circles at the edge are not cut
  // off.
  const scale = 0.36 / half;
  const xOf = (lng: number) => 0.5 + (lng - lng0) * kmOfLng * scale;
  const yOf = (lat: number) => 0.5 - (mercator(lat) - y0) * kmOfLng * scale * aspect;
  return {
    spots: known.map((k) => ({
      place: k.place,
      x: xOf(k.lng),
      y: yOf(k.lat),
      radius: 0.02 + 0.042 * Math.sqrt(k.place.molds / most),
    })),
    meridians: lines(lng0, 0.5 / scale / kmOfLng, xOf),
    parallels: lines(lat0, 0.5 / scale / aspect / degreeKm, yOf).filter((p) => p.share >= 0 && p.share <= 1),
    sheet: {
      width: 1,
      height: 1 / aspect,
      lng: lng0,
      lat: lat0,
      x: 0.5,
      y: 0.5 / aspect,
      perDegree: kmOfLng * scale,
    },
  };
}
