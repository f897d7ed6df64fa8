import type { Texts } from "../types.ts";
import type { order as model } from "../zh-CN/order.ts";

export const order: Texts<typeof model> = {
  all: "All",
  late: "At risk",
  sections: { what: "What is made", plan: "Plan" },
  emptyHint:
    "Add a production order: pick the mold, give shots and end time. Its counter reports the progress.",
  hints: {
    orderId: "Made by the coding rule; may be changed",
    cavities: "Empty: those of the mold",
    plannedEnd: "The order should be done by then",
  },
  counted: (shots, cavities, parts) =>
    `The counter saw ${shots} shots within the order's time × ${cavities} cavities = ${parts} parts. An hour counts for the order in whose time it begins.`,
  estimated: (shots) => `${shots} of the shots are estimated (spread evenly between two reports).`,
  of: (made, planned) => `${made} / ${planned} parts`,
  range: (from, to) => `${from} – ${to}`,
  open: "open",
  rate: "At the pace of the past 28 days. Four of five such orders end within the range.",
  standing: "Nothing was made in the past 28 days, so there is no forecast",
  submit: "Submit",
  submitLead: "It cannot be changed afterwards, unless it is withdrawn.",
  submitted: "Submitted",
  audit: "Audit",
  auditLead: "Once audited, production may begin.",
  audited: "Audited",
  withdraw: "Withdraw",
  withdrawLead: "The order becomes a draft again; who submitted and audited it is cleared.",
  withdrawn: "Withdrawn",
  start: "Start",
  startLead:
    "From the start time on the mold's shots count for this order; it is done by itself when the order count is reached.",
  startHint: "Empty: from the beginning of this hour, and not before the mold's last order ended",
  startedNow: "Production began",
  close: "Close",
  closeLead: (made, planned) =>
    `${made} of ${planned} shots are made. A closed order counts no more and cannot be opened again.`,
  closed: "Closed",
  split: "Split",
  splitLead: (most) => `The shots become a new draft order. At most ${most} can be split off.`,
  splitHint: "Empty: that of this order",
  splitDone: (id) => `Split off as order ${id}`,
  title: (step, id) => `${step} · ${id}`,
  print: "Print",
  printTitle: "Production order",
  signed: "Operator's signature",
};
