import { defineCommand, defineQuery, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { noticeOutbox, noticeRule, noticeTemplate } from "./notice.entity.ts";
import { language, noticeGroup, noticeStyle } from "./notice.types.ts";

export const noticeRuleList = defineQuery({
  menu: menus.notice,
  id: "Q01",
  access: right(menus.notice, "Q"),
  key: ["ruleId"],
  columns: {
    ...noticeRule.fields,
    templateName: field.text(100, { virtual: true }),
    /** True if the rule has a secret key with which the server signs its webhooks. */
    hasSecret: field.flag({ virtual: true }),
    /** Number of notices that the rule has sent in the last seven days. */
    sentCount: field.int({ virtual: true }),
    failedCount: field.int({ virtual: true }),
  },
});

export const noticeTemplateList = defineQuery({
  menu: menus.notice,
  id: "Q02",
  access: right(menus.notice, "Q"),
  key: ["templateId"],
  columns: { ...noticeTemplate.fields, ruleCount: field.int({ virtual: true }) },
});

/** Lists all notices of the outbox with their state of delivery. */
export const noticeOutboxList = defineQuery({
  menu: menus.notice,
  id: "Q03",
  access: right(menus.notice, "Q"),
  key: ["outboxId"],
  columns: {
    ...noticeOutbox.fields,
    ruleName: field.text(100, { virtual: true }),
    receiverName: field.text(100, { virtual: true }),
  },
});

/** Lists the roles, users and organizations that a rule can name as receivers. */
export const noticeReceivers = defineQuery({
  menu: menus.notice,
  id: "Q04",
  access: right(menus.notice, "Q"),
  key: ["receiverKind", "receiver"],
  columns: {
    receiverKind: field.text(10, { virtual: true }),
    receiver: field.text(50, { virtual: true }),
    receiverName: field.text(100, { virtual: true }),
  },
});

/** Returns the server's settings for mail and webhooks, so that the screen can show which channels work. */
export const noticeChannels = defineCommand({
  type: "rf_NoticeChannels",
  access: right(menus.notice, "Q"),
  input: {},
  output: {
    /** Sender address of mails; null if mail is not configured. */
    mailFrom: field.text(200),
    /** Public address of Shotkeeper, with which links begin. If the address is null, links contain only the path. */
    publicUrl: field.text(500),
    /** True if webhooks may call addresses in private networks. */
    privateAllowed: output.bool({ wire: "PRIVATE" }),
  },
});

/** Renders a template's text with the data of an existing mold, for the preview. */
export const previewNotice = defineCommand({
  type: "rf_PreviewNotice",
  access: right(menus.notice, "Q", { only: ["staff"] }),
  input: {
    noticeGroup: field.choice(noticeGroup, { required: true }),
    language: field.choice(language, { required: true }),
    subject: field.text(150),
    body: field.text(2000),
  },
  output: { title: field.text(200, { required: true }), body: field.text(4000, { required: true }) },
});

/**
 * Sends a sample notice through one channel at once. If the sending fails, the error is S0040 or S0296 and contains the
 * reason.
 */
export const testNotice = defineCommand({
  type: "rf_TestNotice",
  access: right(menus.notice, "M", { only: ["staff"] }),
  repeatable: true,
  input: {
    ruleId: field.text(50, { required: true }),
    style: field.choice(noticeStyle, { wire: "NOTICE_STYLE", required: true }),
    /** Address to which the sample notice is sent by mail. Default: the caller's own mail address. */
    mail: field.text(100, { wire: "E_MAIL", pattern: /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/ }),
  },
  output: {
    /** Code of the success message: S0039 for a mail, S0012 for a bell message or webhook. */
    code: field.text(20, { required: true }),
    receiver: field.text(500, { wire: "TO", required: true }),
  },
});

/** Creates a new signing key for a rule's webhooks. Only the answer to this call contains the key. */
export const noticeSecret = defineCommand({
  type: "rf_NoticeSecret",
  access: right(menus.notice, "M", { only: ["staff"] }),
  input: { ruleId: field.text(50, { required: true }) },
  output: { secret: field.text(100, { required: true }) },
});

export const sendNoticesAgain = defineCommand({
  type: "rf_SendNoticesAgain",
  access: right(menus.notice, "M", { only: ["staff"] }),
  input: { outboxIds: field.json<readonly number[]>({ list: "number" }) },
  output: { count: field.int({ required: true }) },
});
