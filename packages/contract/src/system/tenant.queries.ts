import { defineQuery, defineWireCommand, field, right, signedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { user } from "./system.entity.ts";
import { tenant, tenantLicence } from "./tenant.entity.ts";

/** The one row of the tenant that asks, with the seats that are taken. */
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

/** Who is logged in: the seats that the licence counts. */
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

/** What a licence file says, as it is signed. */
export interface LicenceFacts {
  readonly AU_ID: string;
  readonly AimTenant: string;
  readonly CUST_NAME: string;
  readonly DUE_DATE: string | null;
  /** Whether the due date is enforced. */
  readonly V_T: "Y" | "N";
  /** Log-ins at the same time; 0: without limit. */
  readonly PC_COUNT: number;
  readonly PDA_COUNT: number;
  readonly ISSUED_AT: string;
}

/** Takes a licence file in: its text as it is. */
export const loadLicence = defineWireCommand<LicenceFacts>()({
  type: "rf_LoadLicence",
  access: right(menus.tenant, "M"),
  input: { licenceFile: field.text(10_000, { required: true }) },
});

export interface SoftInfo {
  readonly AU_ID: string;
  readonly TENANT_ID: string;
  readonly CUST_NAME: string;
  readonly FULL_NAME: string;
  readonly SYS_NAME: string;
  readonly DUE_DATE: string | null;
  readonly V_T: "Y" | "N";
  /** Days that are left, the due day included; null where no licence ends. Below 0: it has ended. */
  readonly DAYS_LEFT: number | null;
  readonly PC_COUNT: number;
  readonly PDA_COUNT: number;
  readonly playTime: number;
  readonly AimTenant: string | null;
  readonly LOGO: string | null;
}

export const softInfo = defineWireCommand<SoftInfo>()({
  type: "rf_GetSoftInfo",
  access: signedIn,
  input: {},
});
