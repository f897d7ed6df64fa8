import type { Texts } from "../types.ts";
import type { counter as model } from "../zh-CN/counter.ts";

export const counter: Texts<typeof model> = {
  sections: { identity: "Identity", state: "State", report: "Reporting" },
  hints: {
    chipCode: "What the device reports as; cannot be changed later",
    gpsIntervalHours: "24 hours by default",
    reportIntervalHours: "Silent after two intervals without a reading",
  },
  emptyHint: "Once a counter is registered, its device may report under its chip code.",
  log: "Log",
  secret: {
    action: "Secret",
    title: (id) => `Make a secret for ${id}`,
    lead: "A new secret is made and the old one stops working at once. It is shown only this time.",
    ok: "Make secret",
    once: "Copy it now and write it to the device. It cannot be shown again.",
    copy: "Copy secret",
    close: "I have saved it",
  },
  tabs: { readings: "Readings", quarantine: "Not accepted" },
  pick: "Pick a counter to see its curves",
  flags: "Flags",
  late: "Late",
  clock: "Clock not set",
  reset: "Restarted",
  released: "Released",
  held: "Quarantined",
  release: "Release",
  releaseTitle: "Release reading",
  releaseLead: "The reading will count, and the shots are derived again.",
  releaseDone: (n) => `Released: ${n} shots moved`,
  charts: {
    count: "Count",
    battery: "Battery",
    signal: "Signal",
    none: "This counter has no readings yet",
  },
  emptyLog: "No readings yet",
  emptyLogHint: "Every reading a counter reports is listed here.",
  emptyQuarantine: "Nothing was turned away",
  emptyQuarantineHint: "Messages of unknown counters and malformed ones appear here.",
};
