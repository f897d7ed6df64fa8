import { defineCommand, defineQuery, field } from "../kernel/index.ts";
import { noticeOutbox, noticeRule, noticeTemplate } from "./notice.entity.ts";
import { language, noticeGroup, noticeStyle } from "./notice.types.ts";

export const noticeRuleList = defineQuery({
  menu: "SYS108",
  id: "Q01",
  key: ["ruleId"],
  columns: {
    ...noticeRule.fields,
    templateName: field.text(100, { virtual: true }),
    /** Its webhooks are signed. */
    hasSecret: field.flag({ virtual: true }),
    /** Of the last seven days. */
    sentCount: field.int({ virtual: true }),
    failedCount: field.int({ virtual: true }),
  },
});

export const noticeTemplateList = defineQuery({
  menu: "SYS108",
  id: "Q02",
  key: ["templateId"],
  columns: { ...noticeTemplate.fields, ruleCount: field.int({ virtual: true }) },
});

/** What went where, when, and what did not arrive. */
export const noticeOutboxList = defineQuery({
  menu: "SYS108",
  id: "Q03",
  key: ["outboxId"],
  columns: {
    ...noticeOutbox.fields,
    ruleName: field.text(100, { virtual: true }),
    receiverName: field.text(100, { virtual: true }),
  },
});

/** Roles, users and organisations to choose receivers from. */
export const noticeReceivers = defineQuery({
  menu: "SYS108",
  id: "Q04",
  key: ["receiverKind", "receiver"],
  columns: {
    receiverKind: field.text(10, { virtual: true }),
    receiver: field.text(50, { virtual: true }),
    receiverName: field.text(100, { virtual: true }),
  },
});

interface NoticeChannels {
  /** From whom mails come; null: mail is not set up. */
  readonly MAIL_FROM: string | null;
  /** The address that links begin with; null: links in mails are paths only. */
  readonly PUBLIC_URL: string | null;
  /** Webhooks may reach addresses of the own network. */
  readonly PRIVATE: boolean;
}

export const noticeChannels = defineCommand<NoticeChannels>()({
  type: "rf_NoticeChannels",
  right: { menu: "SYS108", action: "Q" },
  input: {},
});

/** A text as it would be sent, with facts of a mold there is. */
export const previewNotice = defineCommand<{ readonly TITLE: string; readonly BODY: string }>()({
  type: "rf_PreviewNotice",
  right: { menu: "SYS108", action: "Q" },
  input: {
    noticeGroup: field.choice(noticeGroup, { required: true }),
    language: field.choice(language, { required: true }),
    subject: field.text(150),
    body: field.text(2000),
  },
});

/** Sends a sample by one way at once: S0039, or S0040 and S0296 with what stood in the way. */
export const testNotice = defineCommand<{ readonly CODE: string; readonly TO: string }>()({
  type: "rf_TestNotice",
  right: { menu: "SYS108", action: "M" },
  input: {
    ruleId: field.text(50, { required: true }),
    style: field.choice(noticeStyle, { wire: "NOTICE_STYLE", required: true }),
    /** For mail; by default the asker's own address. */
    mail: field.text(100, { wire: "E_MAIL", pattern: /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/ }),
  },
});

/** A new key that the webhooks of a rule are signed with; shown in this answer and nowhere else. */
export const noticeSecret = defineCommand<{ readonly SECRET: string }>()({
  type: "rf_NoticeSecret",
  right: { menu: "SYS108", action: "M" },
  input: { ruleId: field.text(50, { required: true }) },
});

export const sendNoticesAgain = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_SendNoticesAgain",
  right: { menu: "SYS108", action: "M" },
  input: { outboxIds: field.json<readonly number[]>() },
});
