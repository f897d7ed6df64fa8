import { messageOutcome } from "@shotkeeper/contract/counter";
import type { Db } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import {
  keptMessages,
  type LoggedMessage,
  type Outcome,
  ordinary,
  type Pending,
  type SeenDevice,
  strangerReason,
} from "./logged-message.ts";

/**
 * Maximum number of stored devices of a connector that are not adopted yet. Messages of further devices are only
 * counted.
 */
const maxWaiting = 500;

/** Maximum length of the body of a stored message. A longer body is cut. */
const bodyLength = 8000;
const iso = (ms: number) => new Date(ms).toISOString();
/** Returns a text that PostgreSQL can store: without NUL and lone surrogates. */
const storable = (text: string) => Buffer.from(text.replaceAll("\0", "\ufffd")).toString();
const short = (text: string | null, length: number) =>
  text === null ? null : storable(text).slice(0, length);

/** Cuts the body of a message to the stored length. Copies the cut text, so that the whole body can be freed. */
export const cut = (m: LoggedMessage): LoggedMessage =>
  m.body.length > bodyLength ? { ...m, body: storable(m.body.slice(0, bodyLength)), isCut: true } : m;

/** Returns those of the devices that the connector's list has, or that still fit into it (`maxWaiting`). */
async function listable(
  db: Db,
  tenantId: number,
  connectorId: number,
  seen: readonly SeenDevice[],
): Promise<SeenDevice[]> {
  const [known, [waiting]] = await db.run(tenantId, [
    sql<{ device_id: string }>`
      select d.device_id
      from connector_device d
      where d.tenant_id = ${tenantId}
        and d.connector_id = ${connectorId}
        and d.device_id = any(${seen.map((d) => storable(d.deviceId))})
    `,
    sql<{ n: number }>`
      select count(*) as n
      from connector_device d
      where d.tenant_id = ${tenantId} and d.connector_id = ${connectorId} and d.counter_id is null
    `,
  ]);
  const listed = new Set(known.map((d) => d.device_id));
  let places = maxWaiting - (waiting?.n ?? 0);
  return seen.filter((d) => listed.has(storable(d.deviceId)) || places-- > 0);
}

/**
 * Stores the devices of messages, with at most about `maxWaiting` devices that are not adopted. Returns the stored
 * devices, with the chip codes of the adopted ones. Reads the list in a statement of its own, because Citus cannot
 * insert rows that are chosen by an aggregate of the same table.
 */
export async function storeSeen(
  db: Db,
  tenantId: number,
  connectorId: number,
  all: readonly SeenDevice[],
): Promise<readonly { readonly device_id: string; readonly chip_code: string | null }[]> {
  const seen = await listable(db, tenantId, connectorId, all);
  if (seen.length === 0) return [];
  const [, stored] = await db.run(tenantId, [
    sql`
      insert into connector_device as d (
        tenant_id, connector_id, device_id, first_at, last_at, messages, count, reading_at, notice, notice_at
      )
      select
        ${tenantId}::int, ${connectorId}::bigint, g.device_id, g.seen_at, g.seen_at, g.messages, g.count,
        g.reading_at, g.notice, case when g.notice is not null then g.seen_at end
      from unnest(
        ${seen.map((d) => storable(d.deviceId))}::text[], ${seen.map((d) => d.messages)}::bigint[],
        ${seen.map((d) => iso(d.seenAt))}::timestamptz[],
        ${seen.map((d) => d.reading?.count ?? null)}::bigint[],
        ${seen.map((d) => (d.reading ? iso(d.reading.at) : null))}::timestamptz[],
        ${seen.map((d) => short(d.notice ?? null, 500))}::text[]
      ) as g (device_id, messages, seen_at, count, reading_at, notice)
      on conflict (tenant_id, connector_id, device_id) do update
      set
        last_at = greatest(d.last_at, excluded.last_at),
        messages = d.messages + excluded.messages,
        count = case when excluded.reading_at >= coalesce(d.reading_at, '-infinity')
          then excluded.count else d.count end,
        reading_at = greatest(d.reading_at, excluded.reading_at),
        notice = coalesce(excluded.notice, d.notice),
        notice_at = coalesce(excluded.notice_at, d.notice_at)
      returning 1
    `,
    sql<{ device_id: string; chip_code: string | null }>`
      select d.device_id, c.chip_code
      from connector_device d
      left join counter c on c.tenant_id = ${tenantId} and c.counter_id = d.counter_id
      where d.tenant_id = ${tenantId}
        and d.connector_id = ${connectorId}
        and d.device_id = any(${seen.map((d) => storable(d.deviceId))})
    `,
  ]);
  return stored;
}

const columns = Object.values(messageOutcome.values);

/**
 * Builds the statements that store messages, delete older messages that the log no longer keeps (`keptMessages`), and
 * increase the counts by outcome.
 */
export function logSql(p: Pending, messages: readonly LoggedMessage[], unlisted: number): Sql[] {
  const { tenantId, connectorId } = p;
  const of = <T>(value: (m: LoggedMessage) => T) => messages.map(value);
  const added = (outcome: Outcome) => p.parts.get(outcome) ?? 0;
  const keptAsSql = sql`
    case when outcome = any(${ordinary}) then 'ordinary' when reason = ${strangerReason} then 'stranger'
      else 'others' end
  `;
  return [
    sql`
      insert into connector_message (
        tenant_id, connector_id, received_at, outcome, reason, device_id, count, topic, body, is_cut
      )
      select
        ${tenantId}::int, ${connectorId}::bigint, received_at, outcome, reason, device_id, count, topic, body,
        is_cut
      from unnest(
        ${of((m) => iso(m.receivedAt))}::timestamptz[], ${of((m) => m.outcome)}::text[],
        ${of((m) => short(m.reason, 500))}::text[], ${of((m) => short(m.deviceId, 100))}::text[],
        ${of((m) => m.count)}::bigint[], ${of((m) => short(m.topic, 300))}::text[],
        ${of((m) => short(m.body, bodyLength))}::text[], ${of((m) => m.isCut === true)}::boolean[]
      ) with ordinality as x (received_at, outcome, reason, device_id, count, topic, body, is_cut, place)
      order by place
      returning 1
    `,
    sql`
      delete from connector_message m
      using (
        select
          k.message_id, k.kept_as, row_number() over (partition by k.kept_as order by k.message_id desc) as n
        from (
          select message_id, ${keptAsSql} as kept_as
          from connector_message
          where tenant_id = ${tenantId} and connector_id = ${connectorId}
        ) k
      ) x
      where m.tenant_id = ${tenantId}
        and m.message_id = x.message_id
        and x.n > case when x.kept_as = 'ordinary' then ${keptMessages.ordinary}::int
          when x.kept_as = 'stranger' then ${keptMessages.stranger}::int else ${keptMessages.others}::int end
    `,
    sql`
      insert into connector_state as s (
        tenant_id, connector_id, ${sql.raw(columns.join(", "))}, unlisted, last_at
      )
      values (
        ${tenantId}, ${connectorId}, ${sql.join(
          columns.map((c) => sql`${added(c)}::bigint`),
          ", ",
        )},
        ${unlisted}, ${p.lastAt === null ? null : iso(p.lastAt)}::timestamptz
      )
      on conflict (tenant_id, connector_id) do update
      set
        ${sql.raw(columns.map((c) => `${c} = s.${c} + excluded.${c}`).join(", "))},
        unlisted = s.unlisted + excluded.unlisted, last_at = greatest(s.last_at, excluded.last_at)
    `,
  ];
}
