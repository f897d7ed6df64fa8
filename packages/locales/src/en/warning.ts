import type { Texts } from "../types.ts";
import type { warning as model } from "../zh-CN/warning.ts";

export const warning: Texts<typeof model> = {
  open: "Open",
  all: "All",
  allKinds: "All kinds",
  acknowledge: "Acknowledge",
  acknowledgeTitle: "Acknowledge warning",
  acknowledgeLead: "Marks the warning as seen. It stays open until its cause is gone.",
  acknowledged: "Acknowledged",
  clear: "Close",
  clearTitle: "Close warning",
  clearLead: "A warning closes automatically when its cause is gone. To close it now, enter the reason.",
  cleared: "Closed",
  already: "This warning is closed",
  alreadyAcknowledged: "This warning is acknowledged",
  many: (n) => `${n} warnings`,
  stillOff: "The label is not back yet",
  andMore: (n) => `… and ${n} more`,
  assigneeHint: "Optional: who takes care of it",
  waiting: "Not acknowledged",
  empty: "No warnings",
  emptyHint: "Battery, cycle, signal and other abnormalities appear here automatically.",
  bySystem: "automatically",
  show: "Show",
  thresholds: "Thresholds",
  noReadings: "No readings in this period",
  pictures: {
    battery: "Battery, last 45 days",
    signal: "Signal, last 45 days",
    cycle: "Average cycle against standard and tolerance",
    days: "Shots a day, last 60 days",
  },
  map: {
    noFix: "No position yet",
    noFence: "The plant of this mold has no coordinates. Add them in Organizations.",
    distance: (d, r) => `${d} from the plant, allowed ${r}`,
  },
  screens: {
    WA101: {
      empty: "No low batteries",
      acts: "Changes apply from each counter's next reading. Open warnings close when the charge reaches the recovery value.",
    },
    WA102: {
      empty: "No removed labels",
      acts: "No threshold: a counter that reports its removal raises a warning at once. It can be closed when the label is back.",
    },
    WA103: {
      empty: "All cycles are within tolerance",
      acts: "Cycles are checked every 20 shots. Changes apply from the next check, also to open warnings. A mold's own tolerance takes precedence.",
    },
    WA104: {
      empty: "All molds are at their plants",
      acts: "The allowed distance is the fence radius of the plant: 2 km unless set in Organizations. Three positions in a row or one hour outside raise a warning.",
    },
    WA105: {
      empty: "All counters have a good signal",
      acts: "Changes apply within a minute to “Signal lost”, and from the next reading to “Weak signal”. Open warnings close when the counter reports again.",
    },
    WA106: {
      empty: "No idle molds",
      acts: "Changes apply from the next reading. Open warnings close when the mold makes a shot.",
    },
    WA107: {
      empty: "All counters are bound",
      acts: "Changes apply within a minute. Open warnings close when the counter is bound; ending data plans are checked again.",
    },
  },
  causes: {
    battery: (percent) => `Battery ${percent}`,
    lowMark: "The device reports a low battery",
    removal: "The label was removed",
    cycle: (actual, standard, off) => `${actual} s, expected ${standard} s (${off})`,
    position: (distance, radius) => `${distance} from the plant, allowed ${radius}`,
    silent: (since) => `No reading since ${since}`,
    signal: (dbm, bad, of) => `${dbm} dBm, too weak in ${bad} of ${of}`,
    idle: (since) => `No shot since ${since}`,
    unboundShots: (n) => `Counts while unbound (${n} shots when noticed)`,
    unbound: (since) => `Unbound since ${since}`,
    validity: (date) => `Data plan ends ${date}`,
  },
};
