import {
  connector,
  connectorDeviceList,
  connectorDeviceState,
  connectorList,
  connectorMessageList,
} from "@shotkeeper/contract/counter";
import type { Ctx } from "../../../kernel/ctx.ts";
import { type Sql, sql } from "../../../kernel/db/sql.ts";
import { implement, table } from "../../../kernel/registry.ts";

/** Only users with tenant scope see connectors, because a connector may send readings of all counters. */
export const connectorScope = ({ who }: Ctx): Sql => sql.raw(String(who.scope.kind === "tenant"));

const { waiting, adopted, ignored } = connectorDeviceState.values;

export const connectorListImpl = implement(connectorList, {
  from: ({ who: { tenantId } }) => sql`
    connector t
    left join connector_state s on s.tenant_id = ${tenantId} and s.connector_id = t.connector_id
    left join edge_state e on e.tenant_id = ${tenantId} and e.connector_id = t.connector_id
  `,
  where: connectorScope,
  columns: {
    lastMessageAt: "s.last_at",
    bookedCount: "coalesce(s.booked, 0)",
    duplicateCount: "coalesce(s.duplicate, 0)",
    quarantinedCount: "coalesce(s.quarantined, 0)",
    unknownCount: "coalesce(s.waiting, 0)",
    noticeCount: "coalesce(s.notice, 0)",
    refusedCount: "coalesce(s.refused, 0)",
    inactiveCount: "coalesce(s.inactive, 0)",
    unlistedCount: "coalesce(s.unlisted, 0)",
    waitingDevices: ({ who: { tenantId } }) => sql`(
      select count(*)
      from connector_device d
      where d.tenant_id = ${tenantId}
        and d.connector_id = t.connector_id
        and d.counter_id is null
        and not d.is_ignored
    )`,
    hasToken: "t.platform_token is not null",
    hasAesKey: "t.aes_key is not null",
    edgeSeenAt: "e.seen_at",
    edgeVersion: "e.version",
    edgeBacklog: "e.backlog",
    edgeOldestAt: "e.oldest_at",
    edgeTrouble: "e.trouble",
  },
  order: [{ field: "connectorId", direction: "desc" }],
});

export const connectorTable = table(connector, {
  from: "connector",
  where: connectorScope,
  writes: ["D"],
  done: (ctx) => ctx.events.emit(ctx.who.tenantId, { type: "connector" }),
});

export const connectorMessageListImpl = implement(connectorMessageList, {
  from: "connector_message",
  where: connectorScope,
  columns: {
    messageOutcome: "t.outcome",
    outcomeReason: "t.reason",
    remoteId: "t.device_id",
    countTimes: "t.count",
    payload: "t.body",
  },
  order: [{ field: "messageId", direction: "desc" }],
});

/** SQL expression: the chip code that is suggested for a device. Same rule as `suggestedChip` in the contract. */
const suggestedSql = "left(regexp_replace(t.device_id, '[^A-Za-z0-9_-]', '-', 'g'), 50)";

export const connectorDeviceListImpl = implement(connectorDeviceList, {
  from: "connector_device",
  joins: ({ who: { tenantId } }) => sql`
    left join counter c on c.tenant_id = ${tenantId} and c.counter_id = t.counter_id
    left join counter_state cs on cs.tenant_id = ${tenantId} and cs.counter_id = t.counter_id
    left join counter x on x.tenant_id = ${tenantId}
      and t.counter_id is null
      and x.chip_code = ${sql.raw(suggestedSql)}
  `,
  where: connectorScope,
  columns: {
    remoteId: "t.device_id",
    connectorDeviceState: sql`
      case
        when t.counter_id is not null then ${adopted}::text
        when t.is_ignored then ${ignored}
        else ${waiting}
      end
    `,
    writerId: "c.writer_id",
    chipCode: `coalesce(c.chip_code, ${suggestedSql})`,
    matchingWriter: "x.writer_id",
    // Uses the counter's last reading too: messages of an adopted device no longer change the row of the device.
    lastMessageAt: "greatest(t.last_at, cs.last_at)",
    messageCount: "t.messages",
    countTimes: "coalesce(cs.count, t.count)",
    lastNotice: "t.notice",
    lastNoticeAt: "t.notice_at",
  },
  order: [
    { field: "connectorId", direction: "desc" },
    { field: "remoteId", direction: "asc" },
  ],
});
