import type { CurrentUser } from "@shotkeeper/client";
import { liveState } from "@shotkeeper/contract/enumerations";
import {
  defineCommand,
  defineEntity,
  defineImport,
  defineQuery,
  field,
  type QueryRow,
  right,
  tableRights,
} from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { moldAge } from "@shotkeeper/contract/mold";
import type { SoftInfo } from "@shotkeeper/contract/system";
import { warningLevel } from "@shotkeeper/contract/warning";
import type { Answers } from "./memory-client.ts";

/**
 * An entity with a field of each type, for stories. Its fields have names of fields of the contract, because labels are
 * found by these names.
 */
export const sampleEntity = defineEntity({
  name: "sample",
  wire: "MB_SAMPLE",
  access: tableRights(menus.mold),
  key: ["moldNo"],
  fields: {
    moldNo: field.text(30, { required: true }),
    moldName: field.text(50, { required: true }),
    moldAge: field.choice(moldAge, { required: true, wire: "MOLD_N_O" }),
    plantId: field.text(30, { reference: "SYS_ORG" }),
    cavities: field.int({ min: 1, max: 64 }),
    standardCycle: field.decimal(2, { min: 1, unit: "s" }),
    isValid: field.flag(),
    handoverDate: field.date(),
    startTime: field.time(),
    remark: field.text(500),
  },
});

export const sampleQuery = defineQuery({
  menu: menus.mold,
  id: "Q01",
  access: right(menus.mold, "Q"),
  key: ["moldNo"],
  columns: {
    ...sampleEntity.fields,
    plantName: field.text(100, { virtual: true }),
    liveState: field.choice(liveState, { virtual: true }),
    lifeUsed: field.decimal(1, { virtual: true, unit: "%" }),
    battery: field.int({ virtual: true, unit: "%" }),
    lastReportAt: field.time({ virtual: true }),
  },
});
export type SampleRow = QueryRow<typeof sampleQuery>;

export const plantQuery = defineQuery({
  menu: menus.organization,
  id: "Q01",
  access: right(menus.organization, "Q"),
  key: ["orgId"],
  columns: { orgId: field.text(30), orgName: field.text(100), enabled: field.flag() },
});

export const sampleCommand = defineCommand({
  type: "rf_Sample",
  access: right(menus.mold, "M"),
  input: {
    moldNo: field.text(30, { required: true }),
    level: field.choice(warningLevel, { required: true }),
    planDate: field.date(),
    reason: field.text(200, { required: true }),
  },
  output: { count: field.int({ required: true }) },
});

export const previewedCommand = defineCommand({
  type: "rf_Previewed",
  access: right(menus.mold, "M"),
  input: { cavities: field.int({ required: true }), reason: field.text(200, { required: true }) },
  output: { count: field.int({ required: true }) },
  preview: { before: field.int({ required: true }), after: field.int({ required: true }) },
});

export const sampleImport = defineImport("rf_ImportSample", { access: tableRights(menus.mold) });

const names = ["Front bumper", "Grille", "Door panel", "Lamp housing", "Clip", "Instrument panel carrier"];
const states = Object.values(liveState.values);
const stamp = (day: number) => `2026-03-${String((day % 28) + 1).padStart(2, "0")}T08:30:00.000+00:00`;

/** Returns row `n` of the sample entity, counted from 0. The same `n` always gives the same values. */
export function sampleRow(n: number): SampleRow {
  return {
    moldNo: `M-${String(n + 1).padStart(4, "0")}`,
    moldName: `${names[n % names.length]} ${n + 1}`,
    moldAge: n % 3 === 0 ? moldAge.values.newMold : moldAge.values.oldMold,
    plantId: `P${(n % 3) + 1}`,
    plantName: plants[n % 3]?.orgName ?? "",
    cavities: (n % 4) + 1,
    standardCycle: 24.5 + (n % 7) * 3.25,
    isValid: n % 5 !== 4,
    handoverDate: stamp(n).slice(0, 10),
    startTime: stamp(n),
    remark: n % 4 === 1 ? "Check the slider before the next run" : null,
    liveState: states[n % states.length] ?? null,
    lifeUsed: (n * 13) % 108,
    battery: 100 - ((n * 17) % 100),
    lastReportAt: n % 6 === 5 ? null : stamp(n + 3),
    createdBy: "setup",
    createdDate: stamp(1),
    updatedBy: "mei.lin",
    updatedDate: stamp(n + 2),
  };
}

export const sampleRows = (count: number): SampleRow[] =>
  Array.from({ length: count }, (_, n) => sampleRow(n));

const plants = [
  { orgId: "P1", orgName: "Ningbo plant", enabled: true },
  { orgId: "P2", orgName: "Suzhou plant", enabled: true },
  { orgId: "P3", orgName: "Taizhou plant", enabled: false },
];

/** A row with very long texts, in Latin and Chinese script. */
export const longRow: SampleRow = {
  ...sampleRow(0),
  moldNo: "M-0001-PROTOTYPE-LEFT-HAND-V12",
  moldName: "Instrument panel carrier, left-hand drive, variant 12",
  plantName: "Guangzhou Automobile Interior and Exterior Trim Injection Molding Company Limited, plant 2",
  remark:
    "The slider on the moving half was replaced after shot 120,000. ".repeat(4) +
    "动模侧滑块已更换，试模合格后继续生产。".repeat(6),
};

const menu = (menuId: string, parentId: string, path: string, icon: string, sortNumber: number) => ({
  menuId,
  parentId,
  path,
  icon,
  sortNumber,
  orgId: null,
  names: {},
});

/** A user with every right on the screen of the sample entity. */
export const sampleUser: CurrentUser = {
  sysName: "",
  info: {
    userId: "mei.lin",
    userName: "Mei Lin",
    nickname: null,
    sex: null,
    phone: "13800000000",
    mail: "mei.lin@example.com",
    orgId: "P-NB",
    orgName: "Ningbo plant",
    orgType: "plant",
    custId: null,
    roleCode: "engineer",
    roleName: "Mold engineer",
    tenantCode: "demo",
    fullName: "Ningbo Precision Molds",
    zone: "Asia/Shanghai",
  },
  menus: [
    menu("DB", "", "", "dashboard", 1),
    menu(menus.workplace, "DB", "/dashboard/workplace", "home", 1),
    menu("BS", "", "", "appstore", 2),
    menu(menus.mold, "BS", "/basic/mold", "mold", 1),
    menu(menus.customer, "BS", "/basic/customer", "user", 2),
    menu("SYS", "", "", "setting", 3),
    menu(menus.organization, "SYS", "/system/organization", "apartment", 1),
  ],
  authorities: ["Q", "A", "M", "D"].map((action) => `${menus.mold}:${action}`),
  roles: [{ roleCode: "engineer", roleName: "Mold engineer" }],
  cust: null,
  viewer: null,
  callerKind: "staff",
  mayStepAlone: false,
  mustChangePassword: false,
  passwordMinLength: 10,
};

/** A user with only the right to query. */
export const readOnlyUser: CurrentUser = { ...sampleUser, authorities: [`${menus.mold}:Q`] };

export const sampleLicence: SoftInfo = {
  auId: "A1B2-C3D4",
  code: "demo",
  custName: "Ningbo Precision",
  fullName: "Ningbo Precision Molds",
  sysName: "",
  dueDate: null,
  validityControl: false,
  daysLeft: null,
  pcCount: 0,
  pdaCount: 20,
  playTime: 20,
  aimTenant: null,
  logo: null,
};

/** Default answers of the memory client for all stories. A story can replace single answers. */
export const sampleAnswers: Answers = {
  "BS101.Q01": sampleRows(60),
  "SYS105.Q01": plants,
  [sampleEntity.wire]: sampleRows(60),
  // Queries of the application shell: notices of the bell (Q01), and changes of a record (Q03).
  "SYS100.Q01": [],
  "SYS100.Q03": [],
  rf_GetSoftInfo: () => sampleLicence,
  rf_GetDemoProgress: () => ({ done: 0, total: 0 }),
  rf_WeChatState: () => ({ configured: false, bound: false }),
  rf_Search: () => [],
  rf_Sample: () => ({ count: 1 }),
};
