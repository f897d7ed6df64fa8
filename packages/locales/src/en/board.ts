import type { Texts } from "../types.ts";
import type { board as model } from "../zh-CN/board.ts";

export const board: Texts<typeof model> = {
  running: "Running",
  today: "Shots today",
  perHour: "Shots per hour",
  compliance: "Cycle compliance",
  maintenance: "Maintenance due",
  warnings: "Warnings",
  molds: (n) => `${n} molds`,
  mold: "Mold",
  state: "State",
  cycle: "Cycle / expected",
  shots: "Shots today",
  lastReport: "Report",
  noWarnings: "No warnings",
  noMolds: "This plant has no molds yet",
  noPlants: "No plants yet",
  noPlantsHint: "Add injection plants under organizations, and the board shows them.",
  lost: (since) => `No connection · figures of ${since}`,
  waiting: "Connecting",
  page: (n, of) => `${n} / ${of}`,
  pause: "Pause rotation",
  play: "Resume rotation",
  next: "Next plant",
  leave: "Leave the board",
  fullscreen: "Full screen",
};
