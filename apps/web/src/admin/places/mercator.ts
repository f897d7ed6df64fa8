/**
 * Converts a latitude, degrees, to the y coordinate of the Web Mercator projection, scaled to degrees. The projection
 * is conformal: it preserves angles, so small areas keep their shapes.
 */
export const mercator = (lat: number): number =>
  (180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));

export const latitudeOf = (y: number): number =>
  (360 / Math.PI) * Math.atan(Math.exp((y * Math.PI) / 180)) - 90;

/** Rectangular map in Mercator projection. Lengths are in units of the drawing unless stated otherwise. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Longitude of the map's reference point, degrees. */
  readonly lng: number;
  /** Latitude of the map's reference point, degrees. */
  readonly lat: number;
  /** Horizontal position of the map's reference point (`lng`, `lat`), in units of the drawing. */
  readonly x: number;
  /** Vertical position of the map's reference point (`lng`, `lat`), in units of the drawing. */
  readonly y: number;
  /** Units of the drawing per degree of longitude. */
  readonly perDegree: number;
}

export const enlarged = (s: Sheet, times: number): Sheet => ({
  ...s,
  width: s.width * times,
  height: s.height * times,
  x: s.x * times,
  y: s.y * times,
  perDegree: s.perDegree * times,
});

export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** Distance from the left edge of the drawing to the map tile, in units of the drawing. */
  readonly left: number;
  /** Distance from the upper edge of the drawing to the map tile, in units of the drawing. */
  readonly top: number;
  /** Edge length of the map tile, in units of the drawing. */
  readonly size: number;
}

const deepest = 18;
const tilePixels = 256;

/** Returns the map tiles that cover a drawing. `pixelsPerUnit` is the screen resolution, which sets the zoom level. */
export function tilesOf(sheet: Sheet, pixelsPerUnit = 2): Tile[] {
  const world = 360 * sheet.perDegree;
  const z = Math.max(0, Math.min(deepest, Math.round(Math.log2((world * pixelsPerUnit) / tilePixels))));
  const count = 2 ** z;
  const size = world / count;
  const column = ((sheet.lng + 180) / 360) * count;
  const row = ((180 - mercator(sheet.lat)) / 360) * count;
  const tiles: Tile[] = [];
  const firstRow = Math.max(0, Math.floor(row - sheet.y / size));
  const lastRow = Math.min(count - 1, Math.floor(row + (sheet.height - sheet.y) / size));
  for (let y = firstRow; y <= lastRow; y++)
    for (let c = Math.floor(column - sheet.x / size); c <= column + (sheet.width - sheet.x) / size; c++)
      tiles.push({
        z,
        // Wraps the column number, because tile columns start again at 0 east of the 180th meridian.
        x: ((c % count) + count) % count,
        y,
        left: sheet.x + (c - column) * size,
        top: sheet.y + (y - row) * size,
        size,
      });
  return tiles;
}
