import {
  type CommandOutput,
  defineCommand,
  defineQuery,
  field,
  type OutputOf,
  right,
  signedIn,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { user } from "./system.entity.ts";
import { tenant, tenantLicence } from "./tenant.entity.ts";

/** The caller's tenant, with the number of its occupied seats. */
export const tenantInfo = defineQuery({
  menu: menus.tenant,
  id: "Q01",
  access: right(menus.tenant, "Q"),
  key: ["code"],
  columns: {
    ...tenant.fields,
    pcUsed: field.int({ virtual: true }),
    pdaUsed: field.int({ virtual: true }),
  },
});

export const licenceList = defineQuery({
  menu: menus.tenant,
  id: "Q02",
  access: right(menus.tenant, "Q"),
  key: ["licenceId"],
  columns: tenantLicence.fields,
});

/** The sessions that occupy a seat of the licence. */
export const seatList = defineQuery({
  menu: menus.tenant,
  id: "Q03",
  access: right(menus.tenant, "Q"),
  key: ["seatId"],
  columns: {
    seatId: field.text(64, { virtual: true }),
    userId: user.fields.userId,
    userName: user.fields.userName,
    devType: field.text(10, { virtual: true }),
    loggedInAt: field.time({ wire: "LOGIN_TIME", virtual: true }),
    seenAt: field.time({ wire: "SEEN_TIME", virtual: true }),
  },
});

/** The content of a licence file. A file signs it in wire spelling. */
export const licenceContent = {
  auId: field.text(50, { required: true }),
  aimTenant: field.text(30, { wire: "AimTenant", required: true }),
  custName: field.text(100, { required: true }),
  dueDate: field.date(),
  /** True if the due date is enforced. */
  validityControl: field.flag({ wire: "V_T", required: true }),
  /** Sessions at the same time; 0: no limit. */
  pcCount: field.int({ required: true }),
  pdaCount: field.int({ required: true }),
  issuedAt: field.time({ required: true }),
} as const;

export type LicenceFacts = OutputOf<typeof licenceContent>;

/** Loads the text of a licence file. */
export const loadLicence = defineCommand({
  type: "rf_LoadLicence",
  access: right(menus.tenant, "M"),
  input: { licenceFile: field.text(10_000, { required: true }) },
  output: licenceContent,
});

/** Returns the tenant's names and the limits of its licence. */
export const softInfo = defineCommand({
  type: "rf_GetSoftInfo",
  access: signedIn,
  input: {},
  output: {
    auId: field.text(50, { required: true }),
    code: field.text(30, { wire: "TENANT_ID", required: true }),
    custName: field.text(100, { required: true }),
    fullName: field.text(100, { required: true }),
    sysName: field.text(50, { required: true }),
    dueDate: field.date(),
    validityControl: field.flag({ wire: "V_T", required: true }),
    pcCount: field.int({ required: true }),
    pdaCount: field.int({ required: true }),
    playTime: field.int({ wire: "playTime", required: true, unit: "s" }),
    aimTenant: field.text(30, { wire: "AimTenant" }),
    logo: field.text(300),
    /** Days left, the due day included; null: no due date is enforced; negative: the licence has expired. */
    daysLeft: field.int({ unit: "days" }),
  },
});

export type SoftInfo = CommandOutput<typeof softInfo>;
