import { codes } from "@shotkeeper/contract/kernel";
import { noticeKinds, sendState } from "@shotkeeper/contract/notice";
import { type MenuChange, orgType, userStatus } from "@shotkeeper/contract/system";
import { menuChanges, openRights } from "../../kernel/auth/menus.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { errField, log } from "../../kernel/server-log.ts";
import type { NoticeEvent } from "./notice-event.ts";
import { applies, menusOf, type OutboxRow, type Person, planRows, type RuleRow } from "./plan.ts";
import { standardRules } from "./standard-rules.ts";

/**
 * Maximum age of an event for which users are notified, ms. Readings that arrive a week late may open and close
 * warnings of last week, which must cause no notices.
 */
export const newestMs = 24 * 3_600_000;

const sent = sql.constant(sendState.values.sent);

const rulesSql = (tenantId: number, types: readonly string[]): Sql<RuleRow> =>
  sql<RuleRow>`select r.*, p.subject_cn, p.body_cn, p.subject_tw, p.body_tw, p.subject_en, p.body_en
    from notice_rule r
    left join notice_template p on p.tenant_id = ${tenantId} and p.template_id = r.template_id
    where r.tenant_id = ${tenantId} and r.notice_type = any(${types}::text[])
    order by r.rule_id`;

interface Candidate extends Person {
  readonly data_scope: string;
}

/**
 * Selects the users who may be notified of events. A user must have one of the rights of the event, and the event's
 * mold must be in the user's scope. For an event of a customer, only the users of this customer are selected, and the
 * mold does not matter. The scope must agree with kernel/auth/sessions.ts and `moldScope`.
 */
function peopleSql(tenantId: number, events: readonly NoticeEvent[]): Sql<Candidate> {
  const conditions = events.map((e, n) => ({
    n,
    mold_id: e.moldId,
    cust_id: e.custId ?? null,
    rights: menusOf(e).map((m) => `${m}:${noticeKinds[e.type].asks ? "M" : "Q"}`),
  }));
  const { plant, oem, maker } = orgType.values;
  return sql<Candidate>`select e.n,
      u.user_id,
      coalesce(nullif(u.mail, ''), c.mail) as mail,
      u.role_code,
      u.org_id,
      r.data_scope,
      g.rights
    from json_to_recordset(${JSON.stringify(conditions)}::json) as e (
      n int, mold_id bigint, cust_id text, rights text[])
    join role r on r.tenant_id = ${tenantId}
    cross join lateral (
      select array_agg(rr.authority) as rights
      from role_right rr
      where rr.tenant_id = ${tenantId} and rr.role_code = r.role_code and rr.authority = any(e.rights)) g
    join "user" u on u.tenant_id = ${tenantId}
      and u.role_code = r.role_code
      and u.status = ${userStatus.values.enabled}
    left join organization o on o.tenant_id = ${tenantId} and o.org_id = u.org_id
    left join customer c on c.tenant_id = ${tenantId} and c.cust_id = u.cust_id
    left join mold m on m.tenant_id = ${tenantId} and m.mold_id = e.mold_id
    where g.rights is not null
      and u.cust_id is not distinct from e.cust_id
      and (u.cust_id is not null
        or r.data_scope = 'tenant'
        or (o.type = ${plant} and m.plant_id = o.org_id)
        or (o.type = ${oem} and m.oem_id = o.org_id)
        or (o.type = ${maker} and m.maker_id = o.org_id))`;
}

/** Returns the users who may be notified of events. Rights on screens that a user cannot open do not count. */
async function peopleOf(tx: Tx, events: readonly NoticeEvent[]): Promise<Person[]> {
  const { tenantId } = tx;
  const [found, [menus]] = await tx.all([
    peopleSql(tenantId, events),
    sql<{ changes: MenuChange[] }>`select ${menuChanges(tenantId)} as changes`,
  ]);
  return found
    .map(({ data_scope, ...p }) => {
      const orgId = data_scope === "tenant" ? undefined : p.org_id;
      return { ...p, rights: [...openRights(p.rights, menus?.changes ?? [], orgId)] };
    })
    .filter((p) => p.rights.length > 0);
}

/**
 * Returns a statement that inserts bell messages. `from` selects rows with the columns of the outbox. A bell message
 * that already exists is skipped.
 */
export function bellSql(ctx: Ctx, from: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`insert into notice (
      tenant_id, user_id, notice_type, level, title, body, texts, link_path, event_at, cause,
      event_key, dev_type, longitude, latitude, created_by, created_date, updated_by, updated_date)
    select ${tenantId}, x.receiver, x.notice_type, x.level, x.title, x.body, x.texts, x.link_path, x.event_at, x.cause,
      x.event_key, x.dev_type, x.longitude, x.latitude, ${userId}, ${at}, ${userId}, ${at}
    from ${from} x
    on conflict (tenant_id, user_id, event_key) do nothing
    returning 1`;
}

/**
 * Returns a statement that inserts outbox rows (made by `planRows`), and the bell messages that are due immediately.
 * Rows that already exist are skipped.
 */
function insertSql(ctx: Ctx, rows: readonly OutboxRow[]): Sql<{ bells: number }> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql<{ bells: number }>`with done as (
      insert into notice_outbox (
        tenant_id, rule_id, event_key, notice_type, level, style, receiver, event_at, title, body, texts, link_path,
        dev_type, language, longitude, latitude, cause, lasting, push_cycle, due_at, send_state,
        sent_at, send_result,
        created_by, created_date, updated_by, updated_date)
      select ${tenantId}, i.rule_id, i.event_key, i.notice_type, i.level, i.style, i.receiver, i.event_at,
        i.title, i.body, i.texts, i.link_path,
        i.dev_type, i.language, i.longitude, i.latitude, i.cause, i.lasting, i.push_cycle, i.due_at, i.send_state,
        case when i.send_state = ${sent} then ${at}::timestamptz end,
        case when i.send_state = ${sent} then ${codes.done}::text end,
        ${userId}, ${at}, ${userId}, ${at}
      from json_populate_recordset(null::notice_outbox, ${JSON.stringify(rows)}::json) i
      on conflict (tenant_id, event_key, style, receiver) do nothing
      returning *),
    rung as (${bellSql(ctx, sql`(select * from done where send_state = ${sent})`)})
    select count(*)::int as bells from rung`;
}

/**
 * Stores the notices of events in the outbox, according to the tenant's notice rules. Runs within the transaction of
 * the caller. Idempotent: the notices of an event are stored once, even if several servers report the event. Returns
 * the number of new bell messages.
 */
export async function notifyWithin(tx: Tx, ctx: Ctx, events: readonly NoticeEvent[]): Promise<number> {
  const { tenantId, zone } = ctx.who;
  const fresh = events.filter((e) => Date.parse(e.at) > ctx.now - newestMs);
  if (fresh.length === 0) return 0;
  const types = [...new Set(fresh.map((e) => e.type))];
  let [rules, known] = await tx.all([
    rulesSql(tenantId, types),
    sql<{ event_key: string }>`select distinct event_key
      from notice_outbox
      where tenant_id = ${tenantId} and event_key = any(${fresh.map((e) => e.eventKey)}::text[])`,
  ]);
  if (types.some((type) => !rules.some((r) => r.notice_type === type)))
    [, rules] = await tx.all([standardRules(tenantId, ctx.now), rulesSql(tenantId, types)]);
  const planned = new Set(known.map((k) => k.event_key));
  const pending = fresh.filter((e) => !planned.has(e.eventKey) && rules.some((r) => applies(r, e)));
  if (pending.length === 0) return 0;
  const people = await peopleOf(tx, pending);
  const rows = planRows(pending, rules, people, { zone, now: ctx.now });
  if (rows.length === 0) return 0;
  const [done] = await tx.query(insertSql(ctx, rows));
  return done?.bells ?? 0;
}

/**
 * Runs a notification in the background, after the transaction of the command is committed. A failure is only logged,
 * so the command that caused the event succeeds anyway.
 */
export function soon(ctx: Ctx, notification: (ctx: Ctx) => Promise<unknown>): void {
  const { afterCommit, ...rest } = ctx;
  const run = (own: Pick<Ctx, "db" | "events">) => {
    notification({ ...rest, ...own }).catch((cause) => log.error(errField(cause), "notices were not sent"));
  };
  if (afterCommit) afterCommit(run);
  else run(ctx);
}

/** Stores the notices of events in a separate transaction (`notifyWithin`). Returns the number of new bell messages. */
export async function notify(ctx: Ctx, events: readonly NoticeEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { tenantId } = ctx.who;
  const bells = await ctx.db.tx(tenantId, (tx) => notifyWithin(tx, ctx, events));
  if (bells > 0) ctx.events.emit(tenantId, { type: "notice" });
  return bells;
}
