import type { Texts } from "../types.ts";
import type { notices as model } from "../zh-CN/notices.ts";

export const notices: Texts<typeof model> = {
  warningOpened: (kind, subject) => `${kind}：${subject}`,
  warningReopened: (kind, subject) => `${kind}再次發生：${subject}`,
  warningEscalated: (kind, subject, level) => `${kind}升級為${level}：${subject}`,
  warningAssigned: (kind, subject) => `請您處理${kind}：${subject}`,
  warningCleared: (kind, subject) => `${kind}已解除：${subject}`,
  maintenanceDue: (mold) => `模具 ${mold} 需要保養`,
  maintenanceOverdue: (mold) => `模具 ${mold} 保養已逾期`,
  licenceExpiring: (days) => `系統授權將於 ${days} 天後到期`,
};
