/** The pure heart of the count ledger: no database, no clock, no input or output. */
export * from "./append.ts";
export { type Boundary, boundariesOf } from "./boundary.ts";
export * from "./chain.ts";
export * from "./derive.ts";
export * from "./hour-figures.ts";
export { type Piece, spreadPiece } from "./interval.ts";
export * from "./live-state.ts";
export * from "./mold-version.ts";
export * from "./place.ts";
export * from "./reading-facts.ts";
export * from "./standard.ts";
export * from "./timeline.ts";
export { foldDay, startDay, type Watched, type WatchReading, watch } from "./watch.ts";
export * from "./watch-clock.ts";
export * from "./watch-rules.ts";
export {
  NEW_WATCH,
  sameState,
  type WarningValues,
  type WatchEvent,
  type WatchState,
  warningKey,
} from "./watch-state.ts";
export { readWatch, writeWatch } from "./watch-text.ts";
export * from "./window.ts";
