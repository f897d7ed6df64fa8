/** Label layout: several on an A4 sheet, or one per page of a roll. */
export type LabelLayout = "sheet" | "single";

/** Labels per A4 sheet: 3 columns, 8 rows, 63.5 × 33.9 mm each (a common office format). */
export const sheetPlaces = 24;

/** Distributes labels over pages. The first `used` places of the first sheet are already used up and stay empty. */
export function labelPages<T>(
  labels: readonly T[],
  layout: LabelLayout,
  used: number,
): readonly (readonly (T | undefined)[])[] {
  if (layout === "single") return labels.map((l) => [l]);
  const places = [...Array<undefined>(Math.min(used, sheetPlaces - 1)).fill(undefined), ...labels];
  if (labels.length === 0) return [];
  return Array.from({ length: Math.ceil(places.length / sheetPlaces) }, (_, page) =>
    places.slice(page * sheetPlaces, (page + 1) * sheetPlaces),
  );
}
