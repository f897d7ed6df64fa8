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

/**
 * Returns the caller's tenant and the number of occupied seats. A seat is one of the simultaneous sessions that the
 * licence allows.
 */
export const tenantInfo = defineQuery({
  menu: menus.tenant,
  id: "Q01",
  access: right(menus.tenant, "Q"),
  key: ["code"],
  columns: {
    ...tenant.fields,
    pcUsed: field.int({ virtual: true }),
    pdaUsed: field.int({ virtual: true }),
    storageUsed: field.int({ virtual: true }),
  },
});

export const licenceList = defineQuery({
  menu: menus.tenant,
  id: "Q02",
  access: right(menus.tenant, "Q"),
  key: ["licenceId"],
  columns: tenantLicence.fields,
});

/** Lists the sessions that occupy a seat, that is, that count against the licence's limit of simultaneous sessions. */
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

/** Content of a licence file. The file's signature is computed over this content with wire names. */
export const licenceContent = {
  auId: field.text(50, { required: true }),
  aimTenant: field.text(30, { wire: "AimTenant", required: true }),
  custName: field.text(100, { required: true }),
  dueDate: field.date(),
  /** True if the licence ends at its due date. If false, the due date has no effect. */
  validityControl: field.flag({ wire: "V_T", required: true }),
  /** Largest number of simultaneous sessions on PCs. 0: no limit. */
  pcCount: field.int({ required: true }),
  /** Largest number of simultaneous sessions on handheld scanners (PDA). 0: no limit. */
  pdaCount: field.int({ required: true }),
  issuedAt: field.time({ required: true }),
} as const;

export type LicenceFacts = OutputOf<typeof licenceContent>;

/** Loads a licence file for the tenant. Refuses a file whose signature is not valid. */
export const loadLicence = defineCommand({
  type: "rf_LoadLicence",
  access: right(menus.tenant, "M", { only: ["staff"], peopleOnly: true }),
  input: { licenceFile: field.text(10_000, { required: true }) },
  output: licenceContent,
});

/** Returns the names of the tenant and the limits of its licence. */
export const softInfo = defineCommand({
  type: "rf_GetSoftInfo",
  access: signedIn,
  readOnly: true,
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
    /**
     * Days until the licence ends, including the due day. Null if no due date is enforced; negative if the licence
     * has expired.
     */
    daysLeft: field.int({ unit: "days" }),
  },
});

export type SoftInfo = CommandOutput<typeof softInfo>;
