/**
 * Greatest height of the scrollable element, px. Above 2^24 px, browsers no longer position elements exactly to the
 * pixel. So a longer list is scaled down to this height. A "physical" position is the element's scrollTop. A "virtual"
 * position is the scrollTop that an unscaled list would have. Near the start and the end of the list, one physical
 * pixel is one virtual pixel. The first and last rows can thus be reached exactly. Only the part between them is
 * scaled. A small movement (wheel, touch) changes the virtual position by the same number of pixels. A large movement
 * (scroll bar) is scaled.
 */
export const MAX_PHYSICAL = 8_000_000;

/** Length at each end of a scaled list in which one physical pixel is one virtual pixel, px (see MAX_PHYSICAL). */
const EDGE = 200_000;

export interface Scale {
  /** Height that all rows together have in an unscaled list, px. */
  virtual: number;
  /** Height of the scrollable element, px. */
  physical: number;
  /** Height of the visible part, px. */
  view: number;
}

export function makeScale(rowCount: number, rowHeight: number, view: number, max = MAX_PHYSICAL): Scale {
  const virtual = Math.max(0, rowCount) * rowHeight;
  return { virtual, physical: Math.min(virtual, max), view };
}

export const isScaled = (scale: Scale): boolean => scale.virtual > scale.physical;

export const maxVirtual = (scale: Scale): number => Math.max(0, scale.virtual - scale.view);

export const maxPhysical = (scale: Scale): number => Math.max(0, scale.physical - scale.view);

function edgeOf(scale: Scale): number {
  return Math.min(EDGE, maxPhysical(scale) / 4);
}

/**
 * Converts a physical position (see MAX_PHYSICAL) to a virtual one. The start maps to the start, the end to the end,
 * and the order of positions stays the same.
 */
export function toVirtual(scale: Scale, physical: number): number {
  const top = clamp(physical, 0, maxPhysical(scale));
  if (!isScaled(scale)) return top;
  const edge = edgeOf(scale);
  const end = maxPhysical(scale) - edge;
  if (top <= edge) return top;
  if (top >= end) return maxVirtual(scale) - (maxPhysical(scale) - top);
  return edge + ((top - edge) / (end - edge)) * (maxVirtual(scale) - 2 * edge);
}

/** Converts a virtual position to a physical one (see MAX_PHYSICAL). This is the inverse of `toVirtual`. */
export function toPhysical(scale: Scale, virtual: number): number {
  const top = clamp(virtual, 0, maxVirtual(scale));
  if (!isScaled(scale)) return top;
  const edge = edgeOf(scale);
  const end = maxVirtual(scale) - edge;
  if (top <= edge) return top;
  if (top >= end) return maxPhysical(scale) - (maxVirtual(scale) - top);
  return edge + ((top - edge) / (end - edge)) * (maxPhysical(scale) - 2 * edge);
}

/**
 * Returns the new virtual position (the scrollTop that an unscaled list would have) after the element's scrollTop, the
 * physical position, has changed from `fromPhysical` to `nowPhysical`. See MAX_PHYSICAL.
 */
export function advance(scale: Scale, virtual: number, fromPhysical: number, nowPhysical: number): number {
  const step = nowPhysical - fromPhysical;
  const small = Math.abs(step) <= Math.max(400, scale.view * 1.5);
  if (!isScaled(scale) || !small) return toVirtual(scale, nowPhysical);
  return clamp(virtual + step, 0, maxVirtual(scale));
}

export interface RowWindow {
  /** Index of the first row. */
  first: number;
  /** Index after the last row (exclusive). */
  last: number;
}

/**
 * Returns the rows that must be in the DOM at a virtual position: the visible rows and `overscan` rows above and below.
 */
export function rowWindow(
  top: number,
  view: number,
  rowHeight: number,
  count: number,
  overscan: number,
): RowWindow {
  const first = clamp(Math.floor(top / rowHeight) - overscan, 0, count);
  const last = clamp(Math.ceil((top + view) / rowHeight) + overscan, first, count);
  return { first, last };
}

/** Returns the virtual position nearest to `top` at which the whole row is visible. */
export function revealRow(top: number, view: number, rowHeight: number, row: number): number {
  const start = row * rowHeight;
  if (start < top) return start;
  if (start + rowHeight > top + view) return Math.max(0, start + rowHeight - view);
  return top;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
