import type { ErrorCode, Row } from "../kernel/index.ts";
import type { noticeRule, noticeTemplate } from "./notice.entity.ts";
import { strangePlaceholders } from "./notice.template.ts";
import { noticeAudience, noticeKinds, noticeStyle, pushCycle, sendState } from "./notice.types.ts";
import type { NoticeTexts } from "./system.entity.ts";

interface Refusal {
  readonly code: ErrorCode;
  readonly arg?: string;
}
type Rule = Partial<Row<typeof noticeRule>>;
type Template = Partial<Row<typeof noticeTemplate>>;

const mostReceivers = 200;
const mailPattern = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/;

/** A list of texts as a caller sends it; undefined where it is none. */
function texts(value: unknown): readonly string[] | undefined {
  if (value === null || value === undefined) return [];
  const isList = Array.isArray(value) && value.length <= mostReceivers;
  return isList && value.every((v) => typeof v === "string" && v.length > 0 && v.length <= 200)
    ? (value as readonly string[])
    : undefined;
}

/** An address that can be posted to: credentials in it would be shown to whoever reads the rule. */
const webhookPattern = /^https?:\/\/[^\s/@?#\\]+([/?#]\S*)?$/i;

/** What is wrong with a rule as a whole. Form and server ask the same function. */
export function refuseRule(r: Rule): Refusal | undefined {
  const styles = texts(r.noticeStyle);
  if (!styles?.every((s) => Object.hasOwn(noticeStyle.values, s)) || new Set(styles).size !== styles.length)
    return { code: "S0200", arg: "NOTICE_STYLE" };
  if (styles.length === 0) return { code: "S0007", arg: "NOTICE_STYLE" };
  const lists = { TO_ROLES: r.toRoles, TO_USERS: r.toUsers, TO_ORGS: r.toOrgs, TO_MAILS: r.toMails };
  for (const [arg, list] of Object.entries(lists)) if (!texts(list)) return { code: "S0200", arg };
  const mails = texts(r.toMails) ?? [];
  if (!mails.every((m) => mailPattern.test(m))) return { code: "S0200", arg: "TO_MAILS" };
  const people = [r.toRoles, r.toUsers, r.toOrgs].flatMap((l) => texts(l) ?? []);
  if (r.audience === noticeAudience.values.chosen && people.length === 0) {
    if (styles.includes("bell")) return { code: "S0007", arg: "TO_USERS" };
    if (styles.includes("mail") && mails.length === 0) return { code: "S0007", arg: "TO_MAILS" };
  }
  if (styles.includes("webhook")) {
    if (!r.webhookUrl) return { code: "S0007", arg: "WEBHOOK_URL" };
    if (!webhookPattern.test(r.webhookUrl)) return { code: "S0200", arg: "WEBHOOK_URL" };
  }
  if (r.pushCycle === pushCycle.values.daily && !r.pushTime) return { code: "S0007", arg: "PUSH_TIME" };
  if (r.upTime && r.noticeType && !noticeKinds[r.noticeType].lasts) return { code: "S0200", arg: "upTime" };
  return undefined;
}

/** A placeholder that nothing is put in for would reach people as it is. */
export function refuseTemplate(t: Template): Refusal | undefined {
  if (!t.noticeGroup) return undefined;
  for (const text of [t.subjectCn, t.bodyCn, t.subjectTw, t.bodyTw, t.subjectEn, t.bodyEn]) {
    const [strange] = strangePlaceholders(text ?? "", t.noticeGroup);
    if (strange !== undefined) return { code: "S0295", arg: `{${strange}}` };
  }
  return undefined;
}

interface OutboxFacts {
  readonly sendState: (typeof sendState.values)[keyof typeof sendState.values] | null;
  readonly style: (typeof noticeStyle.values)[keyof typeof noticeStyle.values] | null;
}

/** Why a message may not be sent again now. What rang the bell is there until its reader deletes it. */
export function refuseResend(m: OutboxFacts): Refusal | undefined {
  const { failed, sent } = sendState.values;
  if (m.sendState === failed) return undefined;
  return m.sendState === sent && m.style !== noticeStyle.values.bell ? undefined : { code: "S0212" };
}

interface Told {
  readonly title: string | null;
  readonly body: string | null;
  readonly texts: NoticeTexts | null;
}

/** A message in the language of who looks. */
export function noticeWords(n: Told, code: string): { readonly title: string; readonly body: string } {
  return n.texts?.[code] ?? { title: n.title ?? "", body: n.body ?? "" };
}
