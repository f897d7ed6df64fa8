import { AppError, errors } from "@shotkeeper/contract/kernel";
import { screens } from "@shotkeeper/contract/menus";
import {
  type NoticeTypeName,
  noticeChannels,
  noticeKinds,
  noticeSecret,
  noticeStyle,
  placeholdersOf,
  previewNotice,
  refuseTemplate,
  sendNoticesAgain,
  sendState,
  testNotice,
} from "@shotkeeper/contract/notice";
import { randomSecret } from "../../kernel/auth/secret.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { deliver, type LeasedRow } from "./deliver.ts";
import type { NoticeEvent } from "./notice-event.ts";
import { inLanguage, type TemplateTexts, textsOf } from "./notice-texts.ts";
import { sampleEvent, sampleTypes } from "./sample.ts";
import { readNoticeSettings } from "./settings.ts";

const maxResend = 1000;

const pathOf = (type: NoticeTypeName) =>
  screens.find((s) => s.id === noticeKinds[type].menus[0])?.path ?? "/";

type Rule = TemplateTexts & {
  readonly rule_id: string;
  readonly notice_type: NoticeTypeName;
  readonly language: string;
  readonly webhook_url: string | null;
  readonly link_path: string | null;
};

/** Reads a notice rule with its template. Throws unknownReference if the rule does not exist. */
async function ruleOf(ctx: Ctx, ruleId: string): Promise<Rule> {
  const { tenantId } = ctx.who;
  const [[rule]] = await ctx.db.run(tenantId, [
    sql<Rule>`select r.rule_id, r.notice_type, r.language, r.webhook_url, r.link_path,
        p.subject_cn, p.body_cn, p.subject_tw, p.body_tw, p.subject_en, p.body_en
      from notice_rule r
      left join notice_template p on p.tenant_id = ${tenantId} and p.template_id = r.template_id
      where r.tenant_id = ${tenantId} and r.rule_id = ${ruleId}`,
  ]);
  if (!rule) throw errors.unknownReference("noticeId");
  return rule;
}

/**
 * Returns the receiver of a test message. Bell: the caller. Mail: the address in `mail`, or else the caller's address.
 * Webhook: the URL of the rule.
 */
async function testReceiver(
  ctx: Ctx,
  style: string,
  mail: string | null,
  url: string | null,
): Promise<string> {
  const { tenantId, userId } = ctx.who;
  if (style === noticeStyle.values.bell) return userId;
  if (style === noticeStyle.values.webhook) {
    if (!url) throw errors.notConfigured("WEBHOOK_URL");
    return url;
  }
  if (mail) return mail;
  const [[user]] = await ctx.db.run(tenantId, [
    sql<{
      mail: string | null;
    }>`select mail from "user" where tenant_id = ${tenantId} and user_id = ${userId}`,
  ]);
  if (!user?.mail) throw errors.missingField("eMail");
  return user.mail;
}

/**
 * Builds an outbox row for a test message. The row is never stored, because the outbox must contain real messages only.
 */
function testRow(
  e: NoticeEvent,
  rule: Rule,
  style: LeasedRow["style"],
  receiver: string,
  zone: string,
): LeasedRow {
  const linkPath = rule.link_path ?? pathOf(e.type);
  const all = textsOf(e, rule.subject_cn ? rule : undefined, zone, linkPath);
  const isBell = style === noticeStyle.values.bell;
  return {
    outbox_id: Date.parse(e.at),
    rule_id: rule.rule_id,
    notice_type: e.type,
    level: e.level,
    style,
    receiver,
    event_key: e.eventKey,
    event_at: e.at,
    // As in the outbox, a bell message has the texts in all languages. Every other message has the text in the language
    // of its rule.
    ...(isBell ? all : { ...inLanguage(all, rule.language), texts: null }),
    link_path: linkPath,
    dev_type: "ALL",
    language: rule.language,
    longitude: e.place?.longitude ?? null,
    latitude: e.place?.latitude ?? null,
    cause: e.cause,
    push_cycle: "once",
    due_at: e.at,
    attempts: 1,
  };
}

export const noticeCommands: readonly CommandImpl[] = [
  handle(noticeChannels, () => {
    const { mail, publicUrl, allowPrivate } = readNoticeSettings();
    return Promise.resolve({
      mailFrom: mail?.from ?? null,
      publicUrl: publicUrl ?? null,
      privateAllowed: allowPrivate,
    });
  }),

  handle(previewNotice, async (ctx, { noticeGroup, language, subject, body }) => {
    const refusal = refuseTemplate({ noticeGroup, subjectCn: subject ?? "", bodyCn: body ?? "" });
    if (refusal) throw new AppError(refusal);
    const type = sampleTypes[noticeGroup];
    const e = await sampleEvent(ctx, type);
    const known = new Set<string>(placeholdersOf(noticeGroup));
    const facts = Object.fromEntries(Object.entries(e.facts).filter(([name]) => known.has(name)));
    const texts = { subject_tw: null, body_tw: null, subject_en: null, body_en: null };
    const template = { ...texts, subject_cn: subject, body_cn: body };
    const all = textsOf({ ...e, facts }, template, ctx.who.zone, pathOf(type));
    return inLanguage(all, language);
  }),

  handle(testNotice, async (ctx, { ruleId, style, mail }) => {
    const rule = await ruleOf(ctx, ruleId);
    const receiver = await testReceiver(ctx, style, mail, rule.webhook_url);
    const e = await sampleEvent(ctx, rule.notice_type);
    const code = await deliver(ctx, [testRow(e, rule, style, receiver, ctx.who.zone)]);
    return { code, receiver };
  }),

  handle(noticeSecret, async (ctx, { ruleId }) => {
    const { tenantId, userId } = ctx.who;
    await ruleOf(ctx, ruleId);
    const secret = randomSecret();
    const sealed = ctx.secrets.seal(tenantId, `webhook ${ruleId}`, secret);
    const at = new Date(ctx.now);
    await ctx.db.run(tenantId, [
      sql`insert into notice_secret (
          tenant_id, rule_id, secret, created_by, created_date, updated_by, updated_date)
        values (${tenantId}, ${ruleId}, ${sealed}, ${userId}, ${at}, ${userId}, ${at})
        on conflict (tenant_id, rule_id) do update
        set secret = excluded.secret,
          updated_by = excluded.updated_by,
          updated_date = excluded.updated_date`,
      sql`${logInto(ctx, "secret", "SYS_NOTICE", "none")} ${ruleId} returning 1`,
    ]);
    return { secret };
  }),

  handle(sendNoticesAgain, async (ctx, { outboxIds }) => {
    const { tenantId, userId } = ctx.who;
    if (!Array.isArray(outboxIds) || outboxIds.length === 0) throw errors.missingField("outboxIds");
    if (outboxIds.length > maxResend) throw errors.tooManyRows(maxResend);
    if (!outboxIds.every((n) => Number.isSafeInteger(n))) throw errors.invalidField("outboxIds");
    const { waiting, sent, failed } = sendState.values;
    const at = new Date(ctx.now);
    // Sends failed rows again, and sent rows of all channels but the bell. A waiting row will be sent anyway, and a
    // bell message must not be sent twice. The condition must agree with `refuseResend`.
    const [rows] = await ctx.db.run(tenantId, [
      sql`update notice_outbox
        set send_state = ${waiting},
          attempts = 0,
          due_at = ${at},
          lasting = null,
          send_result = null,
          updated_by = ${userId},
          updated_date = ${at}
        where tenant_id = ${tenantId}
          and outbox_id = any(${outboxIds}::bigint[])
          and (send_state = ${failed} or (send_state = ${sent} and style <> ${noticeStyle.values.bell}))
        returning 1`,
    ]);
    if (rows.length === 0) throw errors.wrongState();
    return { count: rows.length };
  }),
];
