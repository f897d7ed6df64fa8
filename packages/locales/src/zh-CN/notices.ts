/** Notices to people: the bell, mail and webhooks. `kind` and `level` are labels of their enumerations. */
export const notices = {
  warningOpened: (kind: string, subject: string) => `${kind}：${subject}`,
  warningReopened: (kind: string, subject: string) => `${kind}再次发生：${subject}`,
  warningEscalated: (kind: string, subject: string, level: string) => `${kind}升级为${level}：${subject}`,
  warningAssigned: (kind: string, subject: string) => `请您处理${kind}：${subject}`,
  warningCleared: (kind: string, subject: string) => `${kind}已解除：${subject}`,
  maintenanceDue: (mold: string) => `模具 ${mold} 需要保养`,
  maintenanceOverdue: (mold: string) => `模具 ${mold} 保养已逾期`,
  licenceExpiring: (days: number) => `系统授权将在 ${days} 天后到期`,
};
