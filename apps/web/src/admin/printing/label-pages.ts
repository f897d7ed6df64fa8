/** Label layout. sheet: 24 labels on an A4 sheet. single: one label per page, for a printer with a roll. */
export type LabelLayout = "sheet" | "single";

/** Number of labels on an A4 sheet: 3 columns × 8 rows of 63.5 × 33.9 mm, a common office format. */
export const sheetPlaces = 24;

/**
 * Distributes labels over pages. `used` is the number of labels that are already peeled off the first sheet; their
 * places stay empty.
 */
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
