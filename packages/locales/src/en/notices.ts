import type { Texts } from "../types.ts";
import type { notices as model } from "../zh-CN/notices.ts";

export const notices: Texts<typeof model> = {
  warningOpened: (kind, subject) => `${kind}: ${subject}`,
  warningReopened: (kind, subject) => `${kind} again: ${subject}`,
  warningEscalated: (kind, subject, level) => `${kind} is now ${level.toLowerCase()}: ${subject}`,
  warningAssigned: (kind, subject) => `Assigned to you: ${kind.toLowerCase()}, ${subject}`,
  warningCleared: (kind, subject) => `${kind} is over: ${subject}`,
  maintenanceDue: (mold) => `Mold ${mold} is due for maintenance`,
  maintenanceOverdue: (mold) => `Maintenance of mold ${mold} is overdue`,
  licenceExpiring: (days) =>
    days === 1 ? "The system licence expires tomorrow" : `The system licence expires in ${days} days`,
  majorDue: (mold) => `Mold ${mold} is due for major maintenance`,
  taskAssigned: (mold) => `You are in charge of the maintenance of mold ${mold}`,
  appointAssigned: (mold) => `An inspection issue of mold ${mold} was assigned to you`,
  appointSolved: (mold) => `The issue you found at mold ${mold} is solved: please close it`,
  appointSentBack: (mold) => `An inspection issue of mold ${mold} was sent back to you`,
  line: (label, value) => `${label}: ${value}`,
  item: (title) => `· ${title}`,
  digest: (count) => (count === 1 ? "One message" : `Digest of ${count} messages`),
  facts: {
    type: "Type",
    level: "Level",
    subject: "About",
    time: "Time",
    link: "Link",
    mold: "Mold",
    moldName: "Mold name",
    plant: "Plant",
    counter: "Counter",
    task: "Maintenance task",
    issue: "Inspection issue",
    order: "Production order",
    toPlant: "Moved to",
    document: "Document no.",
    count: "Count",
  },
};
