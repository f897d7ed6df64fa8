/** Positions of molds, and distances between positions. */

/** Position in WGS84, degrees. */
export interface Fix {
  readonly lng: number;
  readonly lat: number;
}

/** Circle on the map in which the mold should be. */
export interface Fence extends Fix {
  readonly radiusM: number;
}

const EARTH_RADIUS_M = 6_371_008.8;

/** Returns the great-circle distance between two positions, m (haversine formula). */
export function distanceM(a: Fix, b: Fix): number {
  const rad = Math.PI / 180;
  const dLat = ((b.lat - a.lat) * rad) / 2;
  const dLng = ((b.lng - a.lng) * rad) / 2;
  const h = Math.sin(dLat) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * Returns whether a position is usable. Coordinates out of range are unusable. The position 0,0 is unusable too,
 * because receivers send it before they know their position.
 */
export function isFix(fix: Fix): boolean {
  return Math.abs(fix.lat) <= 90 && Math.abs(fix.lng) <= 180 && !(fix.lat === 0 && fix.lng === 0);
}
