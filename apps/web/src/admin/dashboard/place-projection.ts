import type { WorkplaceFigures } from "@shotkeeper/contract/board";

type Place = WorkplaceFigures["PLACES"][number];

export interface Spot {
  readonly place: Place;
  /** Share of the width and height, 0 to 1, from the left and from the top. */
  readonly x: number;
  readonly y: number;
  /** Radius, px. */
  readonly radius: number;
}

/** Kilometres of a degree of latitude. */
const degreeKm = 111.2;

/**
 * Places on a flat map that just holds them: true to scale in both directions, north above. At least `leastKm`
 * wide, so that two plants of one town do not stand at opposite ends.
 */
export function spotsOf(places: readonly Place[], aspect: number, leastKm = 200): Spot[] {
  const known = places.flatMap((p) =>
    p.LNG === null || p.LAT === null ? [] : [{ place: p, lng: p.LNG, lat: p.LAT }],
  );
  if (known.length === 0) return [];
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const [lng0, lat0] = [middle(known.map((k) => k.lng)), middle(known.map((k) => k.lat))];
  const shrink = Math.cos((lat0 * Math.PI) / 180);
  const flat = known.map((k) => ({
    place: k.place,
    east: (k.lng - lng0) * degreeKm * shrink,
    north: (k.lat - lat0) * degreeKm,
  }));
  const half = Math.max(
    leastKm / 2,
    ...flat.map((f) => Math.abs(f.east)),
    ...flat.map((f) => Math.abs(f.north) * aspect),
  );
  const most = Math.max(1, ...flat.map((f) => f.place.MOLDS));
  // A margin on every side for the circles.
  const scale = 0.36 / half;
  return flat.map((f) => ({
    place: f.place,
    x: 0.5 + f.east * scale,
    y: 0.5 - f.north * scale * aspect,
    radius: 7 + 15 * Math.sqrt(f.place.MOLDS / most),
  }));
}
