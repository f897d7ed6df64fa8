import type { ConnectorKind } from "@shotkeeper/contract/counter";
import { messageOutcome, previewConnector } from "@shotkeeper/contract/counter";
import { errors, wireMessage } from "@shotkeeper/contract/kernel";
import { sql } from "../../../kernel/db/sql.ts";
import { handle } from "../../../kernel/registry.ts";
import { aesPurpose, tokenPurpose } from "../../../telemetry/connector/connectors.ts";
import { decode, open as openMessage } from "../../../telemetry/connector/decode.ts";
import { deviceOf, judgePart } from "../../../telemetry/connector/receiver.ts";
import { connectorScope } from "./connector.queries.ts";

/** Number of messages that a preview decodes. */
const maxMessages = 50;
const { booked } = messageOutcome.values;

/** Decodes the latest stored messages by a field map, as if the connector were active. */
export const previewConnectorImpl = handle(previewConnector, async (ctx, { connectorId, ...map }) => {
  const { tenantId } = ctx.who;
  const [[row], messages, devices] = await ctx.db.run(tenantId, [
    sql<{ connector_kind: string; platform_token: string | null; aes_key: string | null }>`
      select t.connector_kind, t.platform_token, t.aes_key
      from connector t
      where t.tenant_id = ${tenantId} and t.connector_id = ${connectorId} and ${connectorScope(ctx)}
    `,
    sql<{ message_id: number; received_ms: number; topic: string | null; body: string }>`
      select
        message_id, (extract(epoch from received_at) * 1000)::bigint as received_ms, topic, body
      from connector_message
      where tenant_id = ${tenantId} and connector_id = ${connectorId} and not is_cut and body <> ''
      order by message_id desc
      limit ${maxMessages}
    `,
    sql<{ device_id: string; chip_code: string | null; is_ignored: boolean }>`
      select d.device_id, c.chip_code, d.is_ignored
      from connector_device d
      left join counter c on c.tenant_id = ${tenantId} and c.counter_id = d.counter_id
      where d.tenant_id = ${tenantId} and d.connector_id = ${connectorId}
    `,
  ]);
  if (!row) throw errors.unknownReference("connectorId");
  const open = (sealed: string | null, purpose: string) =>
    sealed === null ? null : ctx.secrets.open(tenantId, purpose, sealed);
  const keys = {
    token: open(row.platform_token, tokenPurpose(connectorId)),
    aesKey: open(row.aes_key, aesPurpose(connectorId)),
  };
  const known = new Map(
    devices.map((d) => [d.device_id, { chipCode: d.chip_code, isIgnored: d.is_ignored }]),
  );
  const kind = row.connector_kind as ConnectorKind;
  const received = messages.map((m) => {
    const isQuery = m.topic?.startsWith("?") === true;
    return {
      messageId: m.message_id,
      body: m.body,
      query: isQuery ? Object.fromEntries(new URLSearchParams(m.topic ?? "")) : {},
      topic: isQuery ? undefined : (m.topic ?? undefined),
      receivedAt: m.received_ms,
    };
  });
  return {
    contents: received.flatMap((m) => {
      const opened = openMessage(m, { kind, keys });
      return "body" in opened ? [{ messageId: m.messageId, content: opened.body }] : [];
    }),
    parts: received.flatMap((m) =>
      decode(m, { kind, map, keys }).map((part) => {
        const deviceId = deviceOf(part);
        const judged = judgePart(part, true, known.get(deviceId ?? ""));
        const reading = "reading" in part ? part.reading : undefined;
        return {
          messageId: m.messageId,
          messageOutcome: judged?.outcome ?? booked,
          outcomeReason: judged?.refusal ? wireMessage(judged.refusal) : null,
          remoteId: deviceId ?? null,
          countTimes: reading?.count ?? null,
          at: reading ? new Date(reading.at ?? m.receivedAt).toISOString() : null,
        };
      }),
    ),
  };
});
