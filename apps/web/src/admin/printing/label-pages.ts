/** How labels come out of the printer. */
export type LabelLayout = "sheet" | "single";

/** Places of an A4 sheet: 3 across, 8 down, 63.5 × 33.9 mm each (the common office format). */
export const sheetPlaces = 24;

/** Labels page by page; `used` places of the first sheet are stuck somewhere already and stay empty. */
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
