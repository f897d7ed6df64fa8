import { noticeStyle, sendState } from "@shotkeeper/contract/notice";
import { knownParameters } from "@shotkeeper/contract/system";
import { pick } from "../pick.ts";
import type { Known } from "../world.ts";
import { freshKey, type Guides, type Moment, oneOf, rowWith, whole } from "./guide.ts";

const isNew = (field: string) => (row: Known) => /^n/.test(String(row[field]));

/** Returns a value within the bounds of the parameter. */
function valueFor(m: Moment, id: unknown): string {
  const p = knownParameters.find((x) => x.id === id);
  return p ? String(whole(m, Math.ceil(p.min), Math.min(p.max, Math.ceil(p.min) + 50))) : "x";
}

/**
 * Parameters of which any value within the bounds is valid. Thresholds of warnings (`WARN_…`) are left out, because the
 * server refuses a threshold that contradicts another one, such as "urgent" above "low".
 */
const freeParameters = knownParameters.filter((p) => !p.id.startsWith("WARN_"));

const { failed, sent } = sendState.values;

/** Menu ids of pages whose place and name a tenant may change, and menu ids of the menu's sections. */
const pages = ["BS107", "BS108", "PO103", "KP106", "TR101"];
const sections = ["BS", "PO"];

/**
 * How simulated users perform operations on users, roles, parameters, menus, notices and scripts, so that most of them
 * succeed.
 */
export const systemGuides: Guides = {
  "insert SYS_PRM": {
    values(m) {
      // Sometimes sets COUNTER_AUDIT, because a second person must approve counters only if this parameter is set.
      const id = m.random() < 0.2 ? "COUNTER_AUDIT" : pick(m.random, freeParameters)?.id;
      if (rowWith(m.world, "SYS_PRM", "prmId", id)) return { prmId: freshKey(m), prmValue: "x" };
      return { prmId: id, prmValue: id === "COUNTER_AUDIT" ? "1" : valueFor(m, id) };
    },
  },
  "update SYS_PRM": {
    about: "SYS_PRM",
    fits: (p) => !String(p.prmId).startsWith("WARN_") && p.prmId !== "KEY_PROJECTS",
    values: (m) => ({ prmValue: valueFor(m, m.row.prmId) }),
  },
  "delete SYS_PRM": { about: "SYS_PRM", fits: (p) => p.prmId !== "COUNTER_AUDIT" },
  "insert SYS_USER": { values: (m) => ({ ...employer(m), roleCode: "plant", status: 0 }) },
  "update SYS_USER": {
    about: "SYS_USER",
    fits: isNew("userId"),
    values: (m) => ({ nickname: `Li ${whole(m, 1, 99)}` }),
  },
  "delete SYS_USER": { about: "SYS_USER", fits: isNew("userId") },
  rf_ResetPassword: { about: "SYS_USER" },
  rf_ForceOut: { about: "SYS_USER" },
  rf_AssignRights: {
    about: "SYS_ROLE",
    fits: isNew("roleCode"),
    values: ({ row, world }) => ({
      roleCode: row.roleCode,
      rights: world.rights.get("plant") ?? [],
      updatedDate: null,
    }),
  },
  "update SYS_ROLE": {
    about: "SYS_ROLE",
    fits: isNew("roleCode"),
    values: (m) => ({ roleName: `role ${whole(m, 1, 99)}` }),
  },
  "delete SYS_ROLE": { about: "SYS_ROLE", fits: isNew("roleCode") },
  "insert SYS_ORG": { values: (m) => ({ parentId: null, orgName: `org ${whole(m, 1, 9e6)}` }) },
  "update SYS_ORG": {
    about: "SYS_ORG",
    fits: (o) => !o.archivedDate,
    values: (m) => ({ sortNumber: whole(m, 1, 99) }),
  },
  "delete SYS_ORG": { about: "SYS_ORG", fits: isNew("orgId") },
  "archive SYS_ORG": { about: "SYS_ORG", fits: (o) => isNew("orgId")(o) && !o.archivedDate },
  "insert SYS_DICT_ITEM": {
    about: "SYS_DICT",
    values: (m) => ({ dictCode: m.row.dictCode, itemValue: freshKey(m) }),
  },
  "update SYS_DICT_ITEM": {
    about: "SYS_DICT_ITEM",
    values: (m) => ({ itemName: `item ${whole(m, 1, 99)}` }),
  },
  "update SYS_DICT": { about: "SYS_DICT", values: (m) => ({ dictName: `list ${whole(m, 1, 99)}` }) },
  "delete SYS_DICT": { about: "SYS_DICT", fits: isNew("dictCode") },
  "insert SYS_DOC_RULE": { values: () => ({ useDate: "Y", dateType: 1, serialDigits: 4, prefix: "N" }) },
  "update SYS_DOC_RULE": { about: "SYS_DOC_RULE", values: (m) => ({ docName: `rule ${whole(m, 1, 99)}` }) },
  "delete SYS_DOC_RULE": { about: "SYS_DOC_RULE", fits: isNew("docId") },
  rf_SaveMenu: {
    values: (m) => ({
      menuId: pick(m.random, pages),
      nameEn: `page ${whole(m, 1, 99)}`,
      enabled: "Y",
      icon: null,
      orgId: null,
    }),
  },
  rf_MoveMenu: {
    values: (m) => ({ menuId: pick(m.random, pages), section: pick(m.random, sections), place: 0 }),
  },
  rf_ResetMenus: { values: () => ({ menuId: null }) },
  rf_SaveScript: {
    values: (m) => ({
      scriptId: freshKey(m),
      statement: "select mold_no from mold",
      scriptParameters: [],
      updatedDate: null,
    }),
  },
  rf_RunScript: {
    about: "SYS_SCRIPT",
    values: ({ row }) => ({
      scriptId: row.scriptId,
      statement: null,
      scriptParameters: null,
      scriptValues: null,
    }),
  },
  rf_ActivatePackage: { about: "SYS_PACKAGE", fits: (p) => p.inUse === false },
  rf_RollBackPackage: {
    about: "SYS_PACKAGE",
    fits: (p) => p.inUse === false && p.activatedAt !== null,
    values: ({ row }) => ({ packageKind: row.packageKind }),
  },
  "delete SYS_PACKAGE": { about: "SYS_PACKAGE", fits: (p) => p.inUse === false },
  "insert SYS_NOTICE": {
    values: (m) => ({
      ruleId: freshKey(m),
      noticeType: pick(m.random, ["battery", "taskDue"]),
      noticeStyle: ["bell"],
      templateId: null,
      pushCycle: "once",
      pushTime: null,
      upTime: null,
      audience: "everyone",
      toRoles: null,
      toUsers: null,
      toOrgs: null,
      toMails: null,
      linkPath: null,
      webhookUrl: null,
    }),
  },
  "update SYS_NOTICE": { about: "SYS_NOTICE", values: (m) => ({ ruleName: `rule ${whole(m, 1, 99)}` }) },
  "delete SYS_NOTICE": { about: "SYS_NOTICE", fits: isNew("ruleId") },
  "insert SYS_NOTICE_TEMPLATE": {
    values: () => ({
      subjectCn: "提醒",
      bodyCn: "请查看",
      subjectTw: null,
      bodyTw: null,
      subjectEn: null,
      bodyEn: null,
    }),
  },
  "update SYS_NOTICE_TEMPLATE": {
    about: "SYS_NOTICE_TEMPLATE",
    values: (m) => ({ templateName: `text ${whole(m, 1, 99)}` }),
  },
  "delete SYS_NOTICE_TEMPLATE": { about: "SYS_NOTICE_TEMPLATE", fits: isNew("templateId") },
  rf_TestNotice: { about: "SYS_NOTICE", values: () => ({ style: "bell", mail: null }) },
  rf_NoticeSecret: { about: "SYS_NOTICE" },
  rf_SendNoticesAgain: {
    about: "SYS_NOTICE_LOG",
    fits: (n) => n.sendState === failed || (n.sendState === sent && n.style !== noticeStyle.values.bell),
    values: ({ row }) => ({ outboxIds: [row.outboxId] }),
  },
  rf_ReadNotices: {
    about: "SYS_MESSAGE",
    fits: (n) => n.readAt === null,
    values: ({ row }) => ({ noticeIds: [row.noticeId] }),
  },
  "insert SYS_VIEW": {
    values: (m) => ({ listId: "BS101.Q01", viewName: freshKey(m), viewQuery: "sort=moldName" }),
  },
  "update SYS_VIEW": { about: "SYS_VIEW", values: (m) => ({ viewName: freshKey(m) }) },
  "delete SYS_VIEW": { about: "SYS_VIEW" },
  "delete SYS_MESSAGE": { about: "SYS_MESSAGE" },
  rf_LoadLicence: { values: ({ world }) => ({ licenceFile: world.licence }) },
  rf_ChangePassword: {
    values: (m) => ({ oldPassword: "demo1234", newPassword: `A-long-Password-${whole(m, 1, 99)}` }),
  },
  rf_RefreshQry: { by: ["dev"] },
  rf_DelteFiles: { values: (m) => ({ ids: (m.world.files.get(m.userId) ?? []).slice(0, 1) }) },
  "update SYS_TENANT": { about: "SYS_TENANT", values: (m) => ({ playTime: whole(m, 5, 60) }) },
};

const employer = (m: Moment) => ({ orgId: oneOf(m, "SYS_ORG", (o) => o.type === "plant")?.orgId });
