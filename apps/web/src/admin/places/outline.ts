import { mercator, type Sheet } from "./mercator.ts";
import type source from "./outline.json";

type Point = readonly [lng: number, lat: number];

export interface Outline {
  /** Coasts, as closed rings. */
  readonly land: readonly (readonly Point[])[];
  /** Borders of countries and provinces. The data do not distinguish the two, because some borders are disputed. */
  readonly borders: readonly (readonly Point[])[];
}

/**
 * Number of coordinate steps per degree in outline.json. `scripts/map-outline.mjs`, which writes this file, must use
 * the same number.
 */
const perDegree = 100;

/**
 * Decodes the points of a coast or border from outline.json. The function `encoded` in scripts/map-outline.mjs explains
 * the encoding.
 */
function decoded(text: string): Point[] {
  const points: Point[] = [];
  let at = 0;
  const next = () => {
    let [bits, shift] = [0, 0];
    for (;;) {
      const digit = text.charCodeAt(at++) - 35;
      bits |= (digit & 31) << shift;
      shift += 5;
      if (digit < 32) return bits & 1 ? ~(bits >> 1) : bits >> 1;
    }
  };
  let [x, y] = [0, 0];
  while (at < text.length) {
    x += next();
    y += next();
    points.push([x / perDegree, y / perDegree]);
  }
  return points;
}

export const outlineOf = (file: typeof source): Outline => ({
  land: file.land.map(decoded),
  borders: file.borders.map(decoded),
});

/**
 * Returns the path data (attribute d of SVG) of the lines that may be visible on the map `sheet`. A line whose bounding
 * box does not touch the map is left out.
 */
export function pathOf(lines: readonly (readonly Point[])[], sheet: Sheet, isClosed: boolean): string {
  const y0 = mercator(sheet.lat);
  const parts: string[] = [];
  for (const line of lines) {
    const xs = line.map(([lng]) => sheet.x + (lng - sheet.lng) * sheet.perDegree);
    const ys = line.map(([, lat]) => sheet.y - (mercator(lat) - y0) * sheet.perDegree);
    if (Math.max(...xs) < 0 || Math.min(...xs) > sheet.width) continue;
    if (Math.max(...ys) < 0 || Math.min(...ys) > sheet.height) continue;
    parts.push(
      `M${xs.map((x, i) => `${x.toFixed(1)} ${ys[i]?.toFixed(1)}`).join("L")}${isClosed ? "Z" : ""}`,
    );
  }
  return parts.join("");
}
