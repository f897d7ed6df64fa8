import { defineEntity, field, onlyWriters, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { warningLevel } from "../warning/warning.entity.ts";
import {
  language,
  noticeAudience,
  noticeDevice,
  noticeGroup,
  noticeStyle,
  noticeType,
  pushCycle,
  sendState,
} from "./notice.types.ts";

const line = /^[^\r\n]*$/;

/**
 * A tenant's own text for one group of notices. If the text of a language is missing, the Simplified Chinese text is
 * used.
 */
export const noticeTemplate = defineEntity({
  name: "noticeTemplate",
  wire: "SYS_NOTICE_TEMPLATE",
  access: tableRights(menus.notice, { writers: onlyWriters("staff") }),
  key: ["templateId"],
  fields: {
    templateId: field.text(50, { required: true, pattern: /^[A-Za-z0-9_-]+$/ }),
    templateName: field.text(100, { required: true }),
    noticeGroup: field.choice(noticeGroup, { required: true }),
    subjectCn: field.text(150, { wire: "SUBJECT_ZH_CN", required: true, pattern: line }),
    bodyCn: field.text(2000, { wire: "BODY_ZH_CN", required: true }),
    subjectTw: field.text(150, { wire: "SUBJECT_ZH_TW", pattern: line }),
    bodyTw: field.text(2000, { wire: "BODY_ZH_TW" }),
    subjectEn: field.text(150, { pattern: line }),
    bodyEn: field.text(2000),
  },
});

/**
 * A notice rule. The rule decides who gets one type of notice, through which channels and when. Source: spec admin §3,
 * Notice.
 */
export const noticeRule = defineEntity({
  name: "noticeRule",
  wire: "SYS_NOTICE",
  access: tableRights(menus.notice, { writers: onlyWriters("staff") }),
  key: ["ruleId"],
  fields: {
    ruleId: field.text(50, { required: true, pattern: /^[A-Za-z0-9_-]+$/ }),
    ruleName: field.text(100, { required: true }),
    noticeType: field.choice(noticeType, { required: true }),
    leastLevel: field.choice(warningLevel, { required: true }),
    isOn: field.flag({ wire: "IS_USE", required: true }),
    /** Channels of the notice, for example mail: values of `noticeStyle`. */
    noticeStyle: { ...field.json<readonly string[]>({ list: "text" }), hasDefault: true },
    templateId: field.text(50, { reference: "SYS_NOTICE_TEMPLATE" }),
    language: field.choice(language, { required: true }),
    pushCycle: field.choice(pushCycle, { required: true }),
    /** Time of day at which a daily digest is sent, in the tenant's zone: "08:00". */
    pushTime: field.text(5, { pattern: /^([01]\d|2[0-3]):[0-5]\d$/ }),
    /**
     * Minutes for which the cause of the notice must last before the notice is sent. Applies only to types of notices
     * whose cause lasts (`lasts` in notice.types.ts).
     */
    upTime: field.int({ wire: "upTime", unit: "min", min: 0, max: 10_080 }),
    audience: field.choice(noticeAudience, { required: true }),
    toRoles: field.json<readonly string[]>({ list: "text" }),
    toUsers: field.json<readonly string[]>({ list: "text" }),
    toOrgs: field.json<readonly string[]>({ list: "text" }),
    /** Mail addresses of receivers who are not users. */
    toMails: field.json<readonly string[]>({ list: "text" }),
    webhookUrl: field.text(500),
    /** Path of the page that a click on the notice opens. Empty: the default screen of the notice's type. */
    linkPath: field.text(150, { pattern: /^\/[A-Za-z0-9][\w./?=&%:-]*$/ }),
    devType: field.choice(noticeDevice, { required: true }),
  },
});

/**
 * Outbox of notices: one row per notice, receiver and channel, with the state of delivery. The server sends notices
 * from this table.
 */
export const noticeOutbox = defineEntity({
  name: "noticeOutbox",
  wire: "SYS_NOTICE_LOG",
  access: tableRights(menus.notice),
  key: ["outboxId"],
  fields: {
    outboxId: field.int({ readOnly: true }),
    ruleId: field.text(50, { readOnly: true }),
    noticeType: field.choice(noticeType, { readOnly: true }),
    level: field.choice(warningLevel, { wire: "WARN_LEVEL", readOnly: true }),
    style: field.choice(noticeStyle, { wire: "NOTICE_STYLE", readOnly: true }),
    /** User id, mail address or webhook address, depending on the channel. */
    receiver: field.text(500, { readOnly: true }),
    eventAt: field.time({ wire: "EVENT_TIME", readOnly: true }),
    title: field.text(200, { readOnly: true }),
    body: field.text(4000, { readOnly: true }),
    linkPath: field.text(200, { readOnly: true }),
    dueAt: field.time({ wire: "DUE_TIME", readOnly: true }),
    sendState: field.choice(sendState, { readOnly: true }),
    attempts: field.int({ readOnly: true, max: 100 }),
    sentAt: field.time({ wire: "SENT_TIME", readOnly: true }),
    /**
     * Message code of the delivery's outcome, with its argument, for example "S0039" (mail sent) or "S0040^connection
     * refused".
     */
    sendResult: field.text(400, { readOnly: true }),
  },
});
