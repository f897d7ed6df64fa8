import type { NoticeStyle } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { sendMail } from "./mail.ts";
import { bellSql } from "./notify.ts";
import { SendFailure } from "./send-failure.ts";
import { fullLink } from "./settings.ts";
import { type AllWords, digestOf, inLanguage } from "./texts.ts";
import { postWebhook } from "./webhook.ts";

/** A row of the outbox that this server has taken. */
export interface TakenRow {
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
  readonly texts: AllWords["texts"] | null;
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

const centre = "/system/message";

interface Message {
  readonly words: AllWords;
  readonly link: string | null;
}

/** What a group says: its one message, or all of them as one. */
function messageOf(rows: readonly [TakenRow, ...TakenRow[]]): Message {
  const [first] = rows;
  const words = rows.map((r) => ({ title: r.title, body: r.body, texts: r.texts ?? {} }));
  if (rows.length === 1 && words[0]) return { words: words[0], link: first.link_path };
  return { words: digestOf(words), link: centre };
}

/** The code that says it went well. */
async function mail(
  ctx: Ctx,
  rows: readonly [TakenRow, ...TakenRow[]],
  { words, link }: Message,
): Promise<string> {
  const [first] = rows;
  const { title, body } = inLanguage(words, first.language);
  const url = link === null ? "" : fullLink(link);
  await sendMail({
    to: first.receiver,
    subject: title,
    text: url === "" || body.includes(url) ? body : `${body}\n\n${url}`,
    id: `notice.${ctx.who.tenantId}.${first.outbox_id}`,
  });
  return "S0039";
}

async function webhook(
  ctx: Ctx,
  rows: readonly [TakenRow, ...TakenRow[]],
  { words, link }: Message,
): Promise<string> {
  const [first] = rows;
  const { tenantId, tenantCode } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql`select secret from notice_secret where tenant_id = ${tenantId} and rule_id = ${first.rule_id}`,
  ]);
  const secret = found?.[0]?.secret;
  if (typeof secret !== "string") throw new SendFailure("S0214", "SECRET", true);
  const id = `${tenantId}.${first.outbox_id}`;
  const body = {
    ID: id,
    TENANT_ID: tenantCode,
    TITLE: words.title,
    BODY: words.body,
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
  };
  await postWebhook({ url: first.receiver, body: JSON.stringify(body), secret, id, now: ctx.now });
  return "S0012";
}

async function bell(
  ctx: Ctx,
  rows: readonly [TakenRow, ...TakenRow[]],
  { words, link }: Message,
): Promise<string> {
  const [first] = rows;
  const row = {
    ...first,
    ...words,
    link_path: link,
    level: Math.max(...rows.map((r) => r.level)),
    event_at: rows.length === 1 ? first.event_at : first.due_at,
    // The digest of one rule and hour is one message, however many servers bring it.
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
  return "S0012";
}

const ways: Readonly<Record<NoticeStyle, typeof mail>> = { bell, mail, webhook };

/** Sends rows of one rule, receiver and way; answers the code of its success, or throws a SendFailure. */
export function deliver(ctx: Ctx, rows: readonly [TakenRow, ...TakenRow[]]): Promise<string> {
  return ways[rows[0].style](ctx, rows, messageOf(rows));
}
