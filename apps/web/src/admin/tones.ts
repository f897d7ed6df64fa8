import type {
  connectorDeviceState,
  counterState,
  edgeSourceState,
  gatewayState,
  messageOutcome,
  quarantineState,
} from "@shotkeeper/contract/counter";
import type { exportRunState } from "@shotkeeper/contract/data-out";
import type { deviceState } from "@shotkeeper/contract/device";
import type {
  auditStat,
  counterChangeStat,
  projectResult,
  projectStat,
  trialStat,
} from "@shotkeeper/contract/enumerations";
import type { appointLevel, appointState } from "@shotkeeper/contract/inspection";
import type { countResult, countState } from "@shotkeeper/contract/inventory";
import type { EnumName } from "@shotkeeper/contract/kernel";
import type { itemResult, moveKind, taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import type { acceptResult, milestoneStat } from "@shotkeeper/contract/new-mold";
import type { sendState } from "@shotkeeper/contract/notice";
import type { lateRisk, orderState } from "@shotkeeper/contract/production";
import type { apiKeyState, logAction, userStatus } from "@shotkeeper/contract/system";
import type { warningLevel } from "@shotkeeper/contract/warning";
import type { Tone } from "@shotkeeper/ui/app";

// Tone (colour) of each value of an enumeration, for tags. A colour has the same meaning on all screens.

export const counterStateTones: Readonly<Record<EnumName<typeof counterState>, Tone>> = {
  inStock: "info",
  inUse: "good",
  retired: "neutral",
};
export const quarantineStateTones: Readonly<Record<EnumName<typeof quarantineState>, Tone>> = {
  waiting: "attention",
  released: "info",
  discarded: "neutral",
  counted: "good",
};
export const deviceStateTones: Readonly<Record<EnumName<typeof deviceState>, Tone>> = {
  inService: "good",
  inRepair: "attention",
  stopped: "neutral",
  scrapped: "neutral",
};
export const approvalTones: Readonly<Record<EnumName<typeof counterChangeStat>, Tone>> = {
  registered: "attention",
  passed: "good",
  rejected: "bad",
};
export const taskStateTones: Readonly<Record<EnumName<typeof taskState>, Tone>> = {
  comingUp: "info",
  due: "attention",
  deferred: "unsure",
  overdue: "bad",
  done: "good",
  working: "info",
  submitted: "attention",
  removed: "neutral",
};
export const taskKindTones: Readonly<Record<EnumName<typeof taskKind>, Tone>> = {
  daily: "info",
  major: "attention",
};
export const taskSourceTones: Readonly<Record<EnumName<typeof taskSource>, Tone>> = {
  hours: "neutral",
  shots: "neutral",
  manual: "info",
  breakdown: "bad",
};
export const itemResultTones: Readonly<Record<EnumName<typeof itemResult>, Tone>> = {
  ok: "good",
  notOk: "bad",
  na: "neutral",
};
export const moveKindTones: Readonly<Record<EnumName<typeof moveKind>, Tone>> = {
  opening: "neutral",
  received: "good",
  issued: "attention",
  used: "info",
  counted: "unsure",
};
export const appointStateTones: Readonly<Record<EnumName<typeof appointState>, Tone>> = {
  unsolved: "attention",
  solved: "info",
  deleted: "neutral",
  closed: "good",
};
export const appointLevelTones: Readonly<Record<EnumName<typeof appointLevel>, Tone>> = {
  minor: "neutral",
  serious: "attention",
  critical: "bad",
};
export const orderStateTones: Readonly<Record<EnumName<typeof orderState>, Tone>> = {
  draft: "neutral",
  submitted: "attention",
  audited: "info",
  closed: "unsure",
  running: "good",
  done: "neutral",
};
export const lateRiskTones: Readonly<Record<EnumName<typeof lateRisk>, Tone>> = {
  onTime: "good",
  possible: "attention",
  likely: "bad",
  late: "bad",
};
export const warningLevelTones: Readonly<Record<EnumName<typeof warningLevel>, Tone>> = {
  notice: "attention",
  urgent: "bad",
};
export const logActionTones: Readonly<Record<EnumName<typeof logAction>, Tone>> = {
  insert: "good",
  update: "info",
  delete: "bad",
  acknowledge: "info",
  clear: "good",
  correct: "attention",
  release: "info",
  discard: "neutral",
  secret: "attention",
  rights: "attention",
  password: "attention",
  bind: "good",
  unbind: "attention",
  mount: "info",
  unmount: "neutral",
  transfer: "attention",
  scrap: "bad",
  pictures: "info",
  login: "neutral",
  loginFailed: "bad",
  logout: "neutral",
  forceOut: "bad",
  viewAs: "attention",
  viewEnd: "neutral",
  licence: "info",
  menus: "info",
  script: "info",
  activate: "attention",
  wechat: "info",
  secondFactor: "attention",
  sso: "attention",
  onePerson: "attention",
  refused: "bad",
  export: "attention",
  revoke: "bad",
};
export const apiKeyTones: Readonly<Record<EnumName<typeof apiKeyState>, Tone>> = {
  active: "good",
  blocked: "attention",
  expired: "neutral",
  revoked: "bad",
};
export const gatewayTones: Readonly<Record<EnumName<typeof gatewayState>, Tone>> = {
  active: "good",
  revoked: "bad",
};
export const messageOutcomeTones: Readonly<Record<EnumName<typeof messageOutcome>, Tone>> = {
  refused: "bad",
  waiting: "attention",
  quarantined: "attention",
  inactive: "neutral",
  notice: "info",
  booked: "good",
  duplicate: "neutral",
};
export const connectorDeviceTones: Readonly<Record<EnumName<typeof connectorDeviceState>, Tone>> = {
  waiting: "attention",
  adopted: "good",
  ignored: "neutral",
};
export const edgeSourceTones: Readonly<Record<EnumName<typeof edgeSourceState>, Tone>> = {
  reading: "good",
  failing: "bad",
  off: "neutral",
  unknown: "neutral",
};
export const userStatusTones: Readonly<Record<EnumName<typeof userStatus>, Tone>> = {
  enabled: "good",
  disabled: "neutral",
  applicant: "attention",
};
export const exportRunTones: Readonly<Record<EnumName<typeof exportRunState>, Tone>> = {
  waiting: "info",
  running: "info",
  done: "good",
  failed: "bad",
};
export const sendStateTones: Readonly<Record<EnumName<typeof sendState>, Tone>> = {
  waiting: "info",
  sending: "info",
  sent: "good",
  failed: "bad",
  dropped: "neutral",
};
export const countStateTones: Readonly<Record<EnumName<typeof countState>, Tone>> = {
  counting: "good",
  checking: "attention",
  closed: "neutral",
  cancelled: "unsure",
};
export const countResultTones: Readonly<Record<EnumName<typeof countResult>, Tone>> = {
  auto: "good",
  here: "good",
  elsewhere: "info",
  missing: "bad",
  surplus: "attention",
  open: "neutral",
};
export const auditStatTones: Readonly<Record<EnumName<typeof auditStat>, Tone>> = {
  draft: "neutral",
  submitted: "attention",
  audited: "info",
  closed: "neutral",
};
export const trialStatTones: Readonly<Record<EnumName<typeof trialStat>, Tone>> = {
  passed: "good",
  failed: "bad",
};
export const milestoneStatTones: Readonly<Record<EnumName<typeof milestoneStat>, Tone>> = {
  open: "info",
  reported: "attention",
  confirmed: "good",
};
export const acceptResultTones: Readonly<Record<EnumName<typeof acceptResult>, Tone>> = {
  passed: "good",
  failed: "bad",
  conditional: "attention",
};
export const projectStatTones: Readonly<Record<EnumName<typeof projectStat>, Tone>> = {
  initialReview: "neutral",
  reReview: "attention",
  approved: "good",
};
export const projectResultTones: Readonly<Record<EnumName<typeof projectResult>, Tone>> = {
  unknown: "neutral",
  paused: "unsure",
  cancelled: "neutral",
  moldCast: "good",
};
