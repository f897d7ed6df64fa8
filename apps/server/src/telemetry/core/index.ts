/** Pure functions of the count ledger. They use no database, no clock and no input or output. */
export * from "./append.ts";
export type { Boundary } from "./boundary.ts";
export * from "./chain.ts";
export * from "./derive.ts";
export * from "./hour-figures.ts";
export type { Piece } from "./interval.ts";
export * from "./mold-version.ts";
export * from "./place.ts";
export * from "./reading-facts.ts";
export * from "./standard.ts";
export * from "./timeline.ts";
export * from "./warning-clock.ts";
export { addToReplay, type ReplayReading, replayDay, startDay, type Watched } from "./warning-machine.ts";
export * from "./warning-rules.ts";
export {
  copyReplayState,
  NEW_REPLAY_STATE,
  type ReplayState,
  sameState,
  type WarningEvent,
  type WarningValues,
  warningKey,
} from "./warning-state.ts";
export { formatReplayState, parseReplayState } from "./warning-text.ts";
export * from "./window.ts";
