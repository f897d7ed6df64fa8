import { AppError } from "@shotkeeper/contract/kernel";
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
} from "@shotkeeper/contract/system";
import { randomSecret } from "../../kernel/auth/secret.ts";
import { type Ctx, requireTenant } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { deliver, type TakenRow } from "./deliver.ts";
import type { NoticeEvent } from "./event.ts";
import { sampleEvent, typical } from "./sample.ts";
import { readNoticeSettings } from "./settings.ts";
import { inLanguage, type TemplateTexts, wordsOf } from "./texts.ts";

const mostAgain = 1000;

const pathOf = (type: NoticeTypeName) =>
  screens.find((s) => s.id === noticeKinds[type].menus[0])?.path ?? "/";

/** The rule as it stands, with its text. */
async function ruleOf(ctx: Ctx, ruleId: string) {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select r.rule_id, r.notice_type, r.language, r.webhook_url, r.link_path, r.dev_type, p.subject_cn, p.body_cn, p.subject_tw, p.body_tw, p.subject_en, p.body_en
      from notice_rule r left join notice_template p on p.tenant_id = ${tenantId} and p.template_id = r.template_id
      where r.tenant_id = ${tenantId} and r.rule_id = ${ruleId}`,
  ]);
  const rule = rows?.[0];
  if (!rule) throw new AppError("S0202", "NOTICE_ID");
  return rule as unknown as TemplateTexts & {
    readonly rule_id: string;
    readonly notice_type: NoticeTypeName;
    readonly language: string;
    readonly webhook_url: string | null;
    readonly link_path: string | null;
    readonly dev_type: string;
  };
}

/** To whom a test goes: the asker, or where the rule's webhook points. */
async function testReceiver(
  ctx: Ctx,
  style: string,
  mail: string | null,
  url: string | null,
): Promise<string> {
  const { tenantId, userId } = ctx.who;
  if (style === noticeStyle.values.bell) return userId;
  if (style === noticeStyle.values.webhook) {
    if (!url) throw new AppError("S0214", "WEBHOOK_URL");
    return url;
  }
  if (mail) return mail;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select mail from "user" where tenant_id = ${tenantId} and user_id = ${userId}`,
  ]);
  const own = rows?.[0]?.mail;
  if (typeof own !== "string" || own === "") throw new AppError("S0007", "E_MAIL");
  return own;
}

/** The sample as a row of the outbox, which it never becomes: a test is no message that anybody missed. */
function testRow(
  e: NoticeEvent,
  rule: Awaited<ReturnType<typeof ruleOf>>,
  style: TakenRow["style"],
  receiver: string,
  zone: string,
): TakenRow {
  const linkPath = rule.link_path ?? pathOf(e.type);
  const words = wordsOf(e, rule.subject_cn ? rule : undefined, zone, linkPath);
  return {
    outbox_id: Date.parse(e.at),
    rule_id: rule.rule_id,
    notice_type: e.type,
    level: e.level,
    style,
    receiver,
    event_key: e.eventKey,
    event_at: e.at,
    ...words,
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
      MAIL_FROM: mail?.from ?? null,
      PUBLIC_URL: publicUrl ?? null,
      PRIVATE: allowPrivate,
    });
  }),

  handle(previewNotice, async (ctx, { noticeGroup, language, subject, body }) => {
    requireTenant(ctx);
    const wrong = refuseTemplate({ noticeGroup, subjectCn: subject ?? "", bodyCn: body ?? "" });
    if (wrong) throw new AppError(wrong.code, wrong.arg);
    const type = typical[noticeGroup];
    const e = await sampleEvent(ctx, type);
    const known = new Set<string>(placeholdersOf(noticeGroup));
    const facts = Object.fromEntries(Object.entries(e.facts).filter(([name]) => known.has(name)));
    const texts = { subject_tw: null, body_tw: null, subject_en: null, body_en: null };
    const template = { ...texts, subject_cn: subject, body_cn: body };
    const all = wordsOf({ ...e, facts }, template, ctx.who.zone, pathOf(type));
    const { title: TITLE, body: BODY } = inLanguage(all, language);
    return { TITLE, BODY };
  }),

  handle(testNotice, async (ctx, { ruleId, style, mail }) => {
    requireTenant(ctx);
    const rule = await ruleOf(ctx, ruleId);
    const TO = await testReceiver(ctx, style, mail, rule.webhook_url);
    const e = await sampleEvent(ctx, rule.notice_type);
    const CODE = await deliver(ctx, [testRow(e, rule, style, TO, ctx.who.zone)]);
    return { CODE, TO };
  }),

  handle(noticeSecret, async (ctx, { ruleId }) => {
    requireTenant(ctx);
    const { tenantId, userId } = ctx.who;
    await ruleOf(ctx, ruleId);
    const SECRET = randomSecret();
    const at = new Date(ctx.now);
    await ctx.db.run(tenantId, [
      sql`insert into notice_secret (tenant_id, rule_id, secret, created_by, created_date, updated_by, updated_date) values (${tenantId}, ${ruleId}, ${SECRET}, ${userId}, ${at}, ${userId}, ${at})
        on conflict (tenant_id, rule_id) do update set secret = excluded.secret, updated_by = excluded.updated_by, updated_date = excluded.updated_date`,
      sql`${logInto(ctx, "secret", "SYS_NOTICE", "none")} ${ruleId}`,
    ]);
    return { SECRET };
  }),

  handle(sendNoticesAgain, async (ctx, { outboxIds }) => {
    requireTenant(ctx);
    const { tenantId, userId } = ctx.who;
    if (!Array.isArray(outboxIds) || outboxIds.length === 0) throw new AppError("S0007", "OUTBOX_IDS");
    if (outboxIds.length > mostAgain) throw new AppError("S0220", String(mostAgain));
    if (!outboxIds.every((n) => Number.isSafeInteger(n))) throw new AppError("S0200", "OUTBOX_IDS");
    const { waiting, sent, failed } = sendState.values;
    const at = new Date(ctx.now);
    // refuseResend, as SQL: what is under way or still to come goes by itself.
    const [rows] = await ctx.db.run(tenantId, [
      sql`update notice_outbox set send_state = ${waiting}, attempts = 0, due_at = ${at}, lasting = null, send_result = null, updated_by = ${userId}, updated_date = ${at}
        where tenant_id = ${tenantId} and outbox_id = any(${outboxIds}::bigint[]) and (send_state = ${failed} or (send_state = ${sent} and style <> ${noticeStyle.values.bell})) returning 1`,
    ]);
    if (!rows?.length) throw new AppError("S0212");
    return { COUNT: rows.length };
  }),
];
