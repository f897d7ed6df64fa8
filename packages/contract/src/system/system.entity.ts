import { serialBase } from "../enumerations.ts";
import {
  archiving,
  defineEntity,
  defineEnum,
  field,
  onlyWriters,
  phonePattern,
  sampling,
  tableRights,
  tableSignedIn,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { noticeType } from "../notice/notice.types.ts";
import { warningLevel } from "../warning/warning.entity.ts";

export const orgType = defineEnum("orgType", { oem: "oem", plant: "plant", maker: "maker" });

export const organization = defineEntity({
  name: "organization",
  wire: "SYS_ORG",
  access: tableRights(menus.organization, { writers: { A: ["staff"], D: ["staff"] } }),
  key: ["orgId"],
  fields: {
    orgId: field.text(50, { wire: "ORGANIZATION_ID", required: true }),
    orgName: field.text(100, { wire: "ORGANIZATION_NAME", required: true }),
    type: field.choice(orgType, { wire: "ORGANIZATION_TYPE", required: true, atCreation: true }),
    parentId: field.text(50, { reference: "SYS_ORG" }),
    longitude: field.decimal(6, { min: -180, max: 180, unit: "deg", rounds: true }),
    latitude: field.decimal(6, { min: -90, max: 90, unit: "deg", rounds: true }),
    radius: field.int({ unit: "m", min: 50, max: 100_000 }),
    province: field.text(50),
    city: field.text(50),
    sortNumber: field.int(),
    ...archiving,
    ...sampling,
  },
});

export const sex = defineEnum("sex", { unknown: 0, male: 1, female: 2 });
/**
 * `applicant`: the user applied for an account of a company in the shop. After log-in, such a user can only read and
 * correct the company's sign-up.
 */
export const userStatus = defineEnum("userStatus", { enabled: 0, disabled: 1, applicant: 2 });

export const user = defineEntity({
  name: "user",
  wire: "SYS_USER",
  access: tableRights(menus.user, {
    writers: { A: ["staff", "oem", "plant", "maker"] },
    peopleOnly: "writes",
  }),
  key: ["userId"],
  fields: {
    userId: field.text(50, { required: true, pattern: /^[A-Za-z0-9_.@-]+$/ }),
    userName: field.text(50, { wire: "USERNAME", required: true }),
    nickname: field.text(50),
    sex: field.choice(sex),
    phone: field.text(30, { pattern: phonePattern }),
    mail: field.text(100, { wire: "E_MAIL", pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }),
    status: field.choice(userStatus, { required: true }),
    orgId: field.text(50, { wire: "ORGANIZATION_ID", reference: "SYS_ORG" }),
    roleCode: field.text(50, { reference: "SYS_ROLE" }),
  },
});

/** Scope of a role: its users see all molds and counters of the tenant, or only those of the users' organization. */
export const dataScope = defineEnum("dataScope", { tenant: "tenant", organization: "organization" });

export const role = defineEntity({
  name: "role",
  wire: "SYS_ROLE",
  access: tableRights(menus.role, { peopleOnly: "writes" }),
  key: ["roleCode"],
  fields: {
    roleCode: field.text(50, { required: true, pattern: /^[A-Za-z0-9_-]+$/ }),
    roleName: field.text(50, { required: true }),
    dataScope: field.choice(dataScope, { required: true }),
    /** True: users of the role need a second factor for a log-in by password. */
    requireSecondFactor: field.flag({ wire: "NEEDS_SECOND_FACTOR", hasDefault: true }),
    /** True: users of the role sign in by the tenant's provider only. */
    requireSso: field.flag({ wire: "NEEDS_SSO", hasDefault: true }),
    remark: field.text(200),
  },
});

export const dictionary = defineEntity({
  name: "dictionary",
  wire: "SYS_DICT",
  access: tableRights(menus.dictionary, { writers: onlyWriters("staff") }),
  key: ["dictCode"],
  fields: {
    dictCode: field.text(50, { required: true }),
    dictName: field.text(100, { required: true }),
  },
});

export const dictionaryItem = defineEntity({
  name: "dictionaryItem",
  wire: "SYS_DICT_ITEM",
  access: tableRights(menus.dictionary, { writers: onlyWriters("staff") }),
  key: ["dictCode", "itemValue"],
  fields: {
    dictCode: field.text(50, { wire: "ITEM_ID", required: true, reference: "SYS_DICT" }),
    itemValue: field.text(100, { required: true }),
    itemName: field.text(100, { wire: "DICT_DATA_NAME", required: true }),
    seq: field.int(),
  },
});

export const documentRule = defineEntity({
  name: "documentRule",
  wire: "SYS_DOC_RULE",
  access: tableRights(menus.documentRule, { writers: onlyWriters("staff") }),
  key: ["docId"],
  fields: {
    docId: field.text(50, { required: true }),
    docName: field.text(100, { required: true }),
    prefix: field.text(20),
    useDate: field.flag({ wire: "IS_USE_DATE", required: true }),
    /**
     * Format of the date in the document numbers. Required for a new rule if its numbers contain a date (`useDate`).
     */
    dateType: field.int({ hasDefault: true, min: 1, max: 13 }),
    serialBase: field.choice(serialBase, { wire: "SN_BIT", required: true }),
    serialDigits: field.int({ wire: "SN_COUNT", required: true, min: 1, max: 12 }),
    joiner: field.text(5, { wire: "SNFIX" }),
  },
});

export const parameter = defineEntity({
  name: "parameter",
  wire: "SYS_PRM",
  access: tableRights(menus.parameter, { writers: onlyWriters("staff") }),
  key: ["prmId"],
  fields: {
    prmId: field.text(50, { required: true }),
    // Spec admin §9 limits the value in bytes, which parameter.rules.ts checks. This length, in characters, only limits
    // the input field.
    prmValue: field.text(10_000, { required: true }),
    // The remark may have at most 256 bytes, which `refusePrompt` checks. This length, in characters, only limits the
    // input field.
    remark: field.text(1000),
  },
});

export const fileInfo = defineEntity({
  name: "fileInfo",
  wire: "SYS_FILE_INFO",
  access: tableSignedIn(menus.shell),
  key: ["fileId"],
  fields: {
    fileId: field.text(40, { wire: "ID", readOnly: true }),
    fileName: field.text(200, { readOnly: true }),
    filePath: field.text(300, { readOnly: true }),
    fileSize: field.int({ readOnly: true }),
    ownerTable: field.text(50, { wire: "OT_TB", readOnly: true }),
    /** Key of the record to which the file belongs. Lines of a stock-take have the longest keys. */
    ownerId: field.text(110, { wire: "OT_ID1", readOnly: true }),
    ownerPart: field.text(100, { wire: "OT_ID2", readOnly: true }),
    /** Position among all files that belong to the same record. */
    seq: field.int({ readOnly: true, max: 1_000_000 }),
    fileCode: field.text(64, { readOnly: true }),
  },
});

/** Title and body of a notice by language. */
export type NoticeTexts = Readonly<
  Partial<Record<string, { readonly title: string; readonly body: string }>>
>;

/** A notice that the bell shows to a user. */
export const notice = defineEntity({
  name: "notice",
  wire: "SYS_MESSAGE",
  access: tableSignedIn(menus.shell),
  key: ["noticeId"],
  fields: {
    noticeId: field.int({ readOnly: true }),
    noticeType: field.choice(noticeType, { readOnly: true }),
    level: field.choice(warningLevel, { wire: "WARN_LEVEL", readOnly: true }),
    title: field.text(200, { readOnly: true }),
    body: field.text(4000, { readOnly: true }),
    /** Title and body in the other languages. The fields `title` and `body` have the default language. */
    texts: field.json<NoticeTexts>({ map: { properties: { title: "text", body: "text" } } }),
    linkPath: field.text(200, { readOnly: true }),
    eventAt: field.time({ wire: "EVENT_TIME", readOnly: true }),
    /** Longitude that the counter reported, degrees. */
    longitude: field.decimal(6, { min: -180, max: 180, unit: "deg", readOnly: true }),
    /** Latitude that the counter reported, degrees. */
    latitude: field.decimal(6, { min: -90, max: 90, unit: "deg", readOnly: true }),
    cause: field.json(),
    readAt: field.time({ wire: "READ_TIME", readOnly: true }),
    isRead: field.flag({ virtual: true }),
  },
});

/** Actions that the system log records: changes of records, commands, log-ins and log-outs. */
export const logAction = defineEnum("logAction", {
  insert: "insert",
  update: "update",
  delete: "delete",
  acknowledge: "acknowledge",
  clear: "clear",
  correct: "correct",
  release: "release",
  discard: "discard",
  secret: "secret",
  rights: "rights",
  password: "password",
  bind: "bind",
  unbind: "unbind",
  mount: "mount",
  unmount: "unmount",
  transfer: "transfer",
  scrap: "scrap",
  pictures: "pictures",
  login: "login",
  loginFailed: "loginFailed",
  logout: "logout",
  forceOut: "forceOut",
  /** An administrator began to see the application as another user. */
  viewAs: "viewAs",
  /** The administrator stopped seeing the application as another user. */
  viewEnd: "viewEnd",
  licence: "licence",
  menus: "menus",
  script: "script",
  activate: "activate",
  wechat: "wechat",
  secondFactor: "secondFactor",
  sso: "sso",
  /** One person did two steps of a document that normally need two persons. */
  onePerson: "onePerson",
  /** An operation was refused for lack of rights. */
  refused: "refused",
  /** A user exported a list, or queried many rows at once. */
  export: "export",
  revoke: "revoke",
});

export const systemLog = defineEntity({
  name: "systemLog",
  wire: "SYS_LOG",
  access: tableRights(menus.systemLog),
  key: ["logId"],
  fields: {
    logId: field.int({ readOnly: true }),
    at: field.time({ wire: "LOG_TIME", readOnly: true }),
    userId: field.text(50, { readOnly: true }),
    /** Name of the API key that acted for the user. Null if the user acted without an API key. */
    apiKey: field.text(50, { readOnly: true }),
    action: field.choice(logAction, { readOnly: true }),
    target: field.text(100, { readOnly: true }),
    targetKey: field.text(200, { readOnly: true }),
    /** Network address of the caller. */
    clientAddress: field.text(50, { wire: "IP_ADDRESS", readOnly: true }),
    /** Program of the caller, such as the browser. */
    clientDevice: field.text(200, { wire: "USER_AGENT", readOnly: true }),
    before: field.json(),
    after: field.json(),
  },
});
