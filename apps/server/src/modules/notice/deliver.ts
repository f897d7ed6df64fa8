import { codes, refusals } from "@shotkeeper/contract/kernel";
import type { NoticeStyle } from "@shotkeeper/contract/notice";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { sendMail } from "./mail.ts";
import { type AllTexts, digestOf, inLanguage } from "./notice-texts.ts";
import { bellSql } from "./notify.ts";
import { SendFailure } from "./send-failure.ts";
import { fullLink } from "./settings.ts";
import { postWebhook } from "./webhook.ts";

/** Row of the table notice_outbox that this server has leased, so that no other server sends it. */
export interface LeasedRow {
  readonly outbox_id: number;
  readonly rule_id: string;
  readonly notice_type: string;
  readonly level: number;
  readonly style: NoticeStyle;
  readonly receiver: string;
  readonly event_key: string;
  readonly event_at: string;
  readonly title: string;
  readonly body: string;
  readonly texts: AllTexts["texts"] | null;
  readonly link_path: string | null;
  readonly dev_type: string;
  readonly language: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly cause: unknown;
  readonly push_cycle: string;
  readonly due_at: string;
  readonly attempts: number;
}

const messageCenter = "/system/message";

interface Message {
  readonly texts: AllTexts;
  readonly link: string | null;
}

/**
 * Returns the message for a group of outbox rows. A single row gives the message of that row, several rows give a
 * digest of all.
 */
function messageOf(rows: readonly [LeasedRow, ...LeasedRow[]]): Message {
  const [first] = rows;
  const all = rows.map((r) => ({ title: r.title, body: r.body, texts: r.texts ?? {} }));
  if (rows.length === 1 && all[0]) return { texts: all[0], link: first.link_path };
  return { texts: digestOf(all), link: messageCenter };
}

/**
 * Sends a group of outbox rows as one mail. Like the functions of the other channels, it returns a result code on
 * success and throws on failure.
 */
async function mail(
  ctx: Ctx,
  rows: readonly [LeasedRow, ...LeasedRow[]],
  { texts, link }: Message,
): Promise<string> {
  const [first] = rows;
  const { title, body } = inLanguage(texts, first.language);
  const url = link === null ? "" : fullLink(link);
  await sendMail({
    to: first.receiver,
    subject: title,
    text: url === "" || body.includes(url) ? body : `${body}\n\n${url}`,
    id: `notice.${ctx.who.tenantId}.${first.outbox_id}`,
  });
  return codes.mailSent;
}

/** Returns the body of a webhook. `/asyncapi.json` describes this body. */
export const webhookBody = (
  tenantCode: string,
  id: string,
  rows: readonly LeasedRow[],
  { texts, link }: Message,
) => ({
  ID: id,
  TENANT_ID: tenantCode,
  TITLE: texts.title,
  BODY: texts.body,
  LINK: link === null ? null : fullLink(link),
  NOTICES: rows.map((r) => ({
    NOTICE_TYPE: r.notice_type,
    WARN_LEVEL: r.level,
    TITLE: r.title,
    BODY: r.body,
    EVENT_TIME: r.event_at,
    LONGITUDE: r.longitude,
    LATITUDE: r.latitude,
    DEV_TYPE: r.dev_type,
    CAUSE: r.cause,
  })),
});

async function webhook(
  ctx: Ctx,
  rows: readonly [LeasedRow, ...LeasedRow[]],
  message: Message,
): Promise<string> {
  const [first] = rows;
  const { tenantId, tenantCode } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql<{ secret: string }>`select secret
      from notice_secret
      where tenant_id = ${tenantId} and rule_id = ${first.rule_id}`,
  ]);
  const sealed = found[0]?.secret;
  if (sealed === undefined) throw new SendFailure(refusals.notConfigured("SECRET"), true);
  const secret = ctx.secrets.open(tenantId, `webhook ${first.rule_id}`, sealed);
  const id = `${tenantId}.${first.outbox_id}`;
  await postWebhook({
    url: first.receiver,
    body: JSON.stringify(webhookBody(tenantCode, id, rows, message)),
    secret,
    id,
    now: ctx.now,
  });
  return codes.done;
}

async function bell(
  ctx: Ctx,
  rows: readonly [LeasedRow, ...LeasedRow[]],
  { texts, link }: Message,
): Promise<string> {
  const [first] = rows;
  const row = {
    ...first,
    ...texts,
    link_path: link,
    level: Math.max(...rows.map((r) => r.level)),
    event_at: rows.length === 1 ? first.event_at : first.due_at,
    // Sets the event key, which makes the insert idempotent: if the same digest is sent again, no second bell message
    // is created.
    event_key:
      rows.length === 1
        ? first.event_key
        : `digest/${first.rule_id}/${Date.parse(first.due_at)}/${first.outbox_id}`,
  };
  await ctx.db.run(ctx.who.tenantId, [
    bellSql(
      ctx,
      sql`(select * from json_populate_recordset(null::notice_outbox, ${JSON.stringify([row])}::json))`,
    ),
  ]);
  ctx.events.emit(ctx.who.tenantId, { type: "notice", users: [first.receiver] });
  return codes.done;
}

const channels: Readonly<Record<NoticeStyle, typeof mail>> = { bell, mail, webhook };

/**
 * Sends outbox rows that have the same rule, receiver and channel. Returns the result code. Throws a SendFailure if
 * sending failed.
 */
export function deliver(ctx: Ctx, rows: readonly [LeasedRow, ...LeasedRow[]]): Promise<string> {
  return channels[rows[0].style](ctx, rows, messageOf(rows));
}
