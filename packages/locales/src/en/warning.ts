import type { Texts } from "../types.ts";
import type { warning as model } from "../zh-CN/warning.ts";

export const warning: Texts<typeof model> = {
  open: "Open",
  all: "All",
  allKinds: "All kinds",
  acknowledge: "Acknowledge",
  acknowledgeTitle: "Acknowledge warning",
  acknowledgeLead: "Somebody knows and looks after it; the warning stays open.",
  acknowledged: "Acknowledged",
  clear: "Close",
  clearTitle: "Close warning",
  clearLead: "A warning closes by itself when its cause is gone; or close it here and say why.",
  cleared: "Closed",
  already: "This warning is closed",
  alreadyAcknowledged: "This warning is acknowledged",
  many: (n) => `${n} warnings`,
  stillOff: "The label is still off",
  andMore: (n) => `… and ${n} more`,
  assigneeHint: "Who is to look after it, if somebody is named",
  waiting: "Not acknowledged",
  empty: "No warnings",
  emptyHint: "All is well. Battery, cycle, signal and other abnormalities appear here by themselves.",
  bySystem: "by itself",
  show: "Show",
  thresholds: "Thresholds",
  noReadings: "No reports in this time",
  pictures: {
    battery: "Battery, last 45 days",
    signal: "Signal, last 45 days",
    cycle: "Average cycle against standard and tolerance",
    days: "Shots a day, last 60 days",
  },
  map: {
    noFix: "No position yet",
    noFence: "The plant of this mold has no coordinates; add them in organizations",
    distance: (d, r) => `${d} from the plant, allowed ${r}`,
  },
  rooms: {
    WA101: {
      empty: "Every counter has charge enough.",
      acts: "A change holds from each counter's next report. Open warnings close when the charge is back at the recovery value.",
    },
    WA102: {
      empty: "No label was taken off.",
      acts: "No threshold: a counter that reports its removal warns at once. Closed once the label is back and somebody confirms it.",
    },
    WA103: {
      empty: "Every cycle is within tolerance.",
      acts: "Judged every 20 shots; a change holds from the next judgement, for open warnings too. A mold's own tolerance goes first.",
    },
    WA104: {
      empty: "Every mold is where it belongs.",
      acts: "Allowed is the fence radius of the plant (set in organizations; 2 km where none is). Three fixes in a row or one hour outside make a warning.",
    },
    WA105: {
      empty: "Every counter is heard well.",
      acts: "Silence and offline change within a minute, weak signal from the next report. Open warnings close when the counter is heard again.",
    },
    WA106: {
      empty: "No mold is idle.",
      acts: "A change holds from the next report. Open warnings close when the mold makes a shot.",
    },
    WA107: {
      empty: "Every counter is bound.",
      acts: "A change holds within a minute. Open ones close when the counter is bound; the end of a data plan is judged anew.",
    },
  },
  causes: {
    battery: (percent) => `Battery ${percent}`,
    lowMark: "The device reports a low battery",
    removal: "The counter was taken off",
    cycle: (actual, standard, off) => `${actual} s, expected ${standard} s (${off})`,
    position: (distance, radius) => `${distance} from the plant, allowed ${radius}`,
    silent: (since) => `No report since ${since}`,
    signal: (dbm, bad, of) => `${dbm} dBm, too weak in ${bad} of ${of}`,
    idle: (since) => `No shot since ${since}`,
    unboundShots: (n) => `counts while unbound (shots when noticed: ${n})`,
    unbound: (since) => `Unbound since ${since}`,
    validity: (date) => `Data plan ends ${date}`,
  },
};
