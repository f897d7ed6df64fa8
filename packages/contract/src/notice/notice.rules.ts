import { codes, onWire, type Refusal, type Row, refusals } from "../kernel/index.ts";
import type { NoticeTexts } from "../system/system.entity.ts";
import type { noticeRule, noticeTemplate } from "./notice.entity.ts";
import { unknownPlaceholders } from "./notice.template.ts";
import { noticeAudience, noticeKinds, noticeStyle, pushCycle, sendState } from "./notice.types.ts";

type Rule = Partial<Row<typeof noticeRule>>;
type Template = Partial<Row<typeof noticeTemplate>>;

const maxReceivers = 200;
const mailPattern = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/;

/** Parses a list of texts. Returns undefined if the value is not such a list or has too many entries. */
function texts(value: unknown): readonly string[] | undefined {
  if (value === null || value === undefined) return [];
  const isList = Array.isArray(value) && value.length <= maxReceivers;
  return isList && value.every((v) => typeof v === "string" && v.length > 0 && v.length <= 200)
    ? (value as readonly string[])
    : undefined;
}

/**
 * Matches a URL without user name and password. A password in the URL would be visible to every reader of the rule.
 */
const webhookPattern = /^https?:\/\/[^\s/@?#\\]+([/?#]\S*)?$/i;

/**
 * Returns why a notice rule is invalid. Returns undefined if the rule is valid. The form and the server share this
 * check.
 */
export function refuseRule(r: Rule): Refusal | undefined {
  const styles = texts(r.noticeStyle);
  if (!styles?.every((s) => Object.hasOwn(noticeStyle.values, s)) || new Set(styles).size !== styles.length)
    return refusals.invalidField("noticeStyle");
  if (styles.length === 0) return refusals.missingField("noticeStyle");
  const lists = { TO_ROLES: r.toRoles, TO_USERS: r.toUsers, TO_ORGS: r.toOrgs, TO_MAILS: r.toMails };
  for (const [arg, list] of Object.entries(lists)) if (!texts(list)) return { code: codes.invalidField, arg };
  const mails = texts(r.toMails) ?? [];
  if (!mails.every((m) => mailPattern.test(m))) return refusals.invalidField("toMails");
  const people = [r.toRoles, r.toUsers, r.toOrgs].flatMap((l) => texts(l) ?? []);
  if (r.audience === noticeAudience.values.chosen && people.length === 0) {
    if (styles.includes("bell")) return refusals.missingField("toUsers");
    if (styles.includes("mail") && mails.length === 0) return refusals.missingField("toMails");
  }
  if (styles.includes("webhook")) {
    if (!r.webhookUrl) return refusals.missingField("webhookUrl");
    if (!webhookPattern.test(r.webhookUrl)) return refusals.invalidField("webhookUrl");
  }
  if (r.pushCycle === pushCycle.values.daily && !r.pushTime) return refusals.missingField("pushTime");
  if (r.upTime && r.noticeType && !noticeKinds[r.noticeType].lasts)
    return refusals.invalidField(onWire("upTime"));
  return undefined;
}

/** Refuses a template with unknown placeholders, because receivers would see them unreplaced. */
export function refuseTemplate(t: Template): Refusal | undefined {
  if (!t.noticeGroup) return undefined;
  for (const text of [t.subjectCn, t.bodyCn, t.subjectTw, t.bodyTw, t.subjectEn, t.bodyEn]) {
    const [unknown] = unknownPlaceholders(text ?? "", t.noticeGroup);
    if (unknown !== undefined) return { code: codes.unknownPlaceholder, arg: `{${unknown}}` };
  }
  return undefined;
}

interface OutboxFacts {
  readonly sendState: (typeof sendState.values)[keyof typeof sendState.values] | null;
  readonly style: (typeof noticeStyle.values)[keyof typeof noticeStyle.values] | null;
}

/**
 * Returns why a notice may not be sent again. A notice in the bell may never be sent again, because it stays in the
 * bell until the user deletes it.
 */
export function refuseResend(m: OutboxFacts): Refusal | undefined {
  const { failed, sent } = sendState.values;
  if (m.sendState === failed) return undefined;
  return m.sendState === sent && m.style !== noticeStyle.values.bell ? undefined : refusals.wrongState();
}

interface StoredNotice {
  readonly title: string | null;
  readonly body: string | null;
  readonly texts: NoticeTexts | null;
}

/** Returns the title and body of a stored notice in the reader's language `code`. */
export function noticeWords(
  n: StoredNotice,
  code: string,
): { readonly title: string; readonly body: string } {
  return n.texts?.[code] ?? { title: n.title ?? "", body: n.body ?? "" };
}
