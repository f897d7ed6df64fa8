import type { Texts } from "../types.ts";
import type { maintenance as model } from "../zh-CN/maintenance.ts";

export const maintenance: Texts<typeof model> = {
  progress: "Run / interval",
  deferrals: "Deferrals",
  finish: "Done",
  finishTitle: (mold) => `Finish maintenance · ${mold}`,
  finishLead: (hours) => `It has run ${hours} h since the last maintenance. The interval starts again.`,
  finished: "Maintenance done",
  defer: "Defer",
  deferTitle: (mold) => `Defer maintenance · ${mold}`,
  deferLead: (done, limit) =>
    `Deferred ${done} of at most ${limit} times. After that the task is overdue and reported.`,
  deferred: "Deferred",
  imageHint: "Up to 9; they are kept with the record",
  delayed: "Deferred before",
  empty: {
    today: "No maintenance to do today",
    deferred: "No deferred maintenance",
    done: "No maintenance done yet",
  },
  emptyHint: {
    today: "A task appears by itself when a mold's run hours reach the interval.",
    deferred: "Deferred tasks stay here until they are due.",
    done: "Finished maintenance is kept here.",
  },
};
