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
};
