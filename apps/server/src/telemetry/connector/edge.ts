import type { Db } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Connector } from "./connectors.ts";
import type { EdgeReport } from "./edge-report.ts";

/** Source of an edge gateway (row of the table `edge_source`), as it is sent to the gateway. */
interface SourceRow {
  readonly sourceId: string;
  readonly protocol: string;
  readonly address: string;
  readonly pollSeconds: number;
  readonly opcNode: string | null;
  readonly modbusUnit: number | null;
  readonly modbusTable: string | null;
  readonly modbusRegister: number | null;
  readonly wordOrder: string | null;
  readonly linePattern: string | null;
  readonly countWidth: number | null;
}

/** Configuration of an edge gateway. */
interface EdgeConfig {
  /** False: the connector is not active, so the gateway must keep its readings. */
  readonly isActive: boolean;
  readonly sources: readonly SourceRow[];
}

/** Stores the report of a gateway about itself and its sources. Returns the configuration of the gateway. */
export async function exchangeWithEdge(
  db: Db,
  { tenantId, connectorId, isActive }: Connector,
  report: EdgeReport,
  now: number,
): Promise<EdgeConfig> {
  const { sources } = report;
  const time = (ms: number | null) => (ms === null ? null : new Date(ms));
  const [, , rows] = await db.run(tenantId, [
    sql`
      insert into edge_state (tenant_id, connector_id, seen_at, version, backlog, oldest_at, trouble)
      values (
        ${tenantId}, ${connectorId}, ${new Date(now)}, ${report.version}, ${report.backlog},
        ${time(report.oldestAt)}, ${report.trouble}
      )
      on conflict (tenant_id, connector_id) do update
      set
        seen_at = excluded.seen_at, version = excluded.version, backlog = excluded.backlog,
        oldest_at = excluded.oldest_at, trouble = excluded.trouble
    `,
    // The join leaves out sources that were deleted before the gateway's report arrived.
    sql`
      insert into edge_source_state (tenant_id, connector_id, source_id, state, error, read_at, count, counters)
      select ${tenantId}::int, ${connectorId}::bigint, x.source_id, x.state, x.error, x.read_at, x.count, x.counters
      from unnest(
        ${sources.map((s) => s.sourceId)}::text[], ${sources.map((s) => s.state)}::text[],
        ${sources.map((s) => s.error)}::text[], ${sources.map((s) => time(s.readAt))}::timestamptz[],
        ${sources.map((s) => s.count)}::bigint[], ${sources.map((s) => s.counters)}::int[]
      ) as x (source_id, state, error, read_at, count, counters)
      join edge_source e on e.tenant_id = ${tenantId}
        and e.connector_id = ${connectorId}
        and e.source_id = x.source_id
      on conflict (tenant_id, connector_id, source_id) do update
      set
        state = excluded.state, error = excluded.error, read_at = excluded.read_at, count = excluded.count,
        counters = excluded.counters
    `,
    sql<SourceRow>`
      select
        source_id as "sourceId", edge_protocol as "protocol", source_address as "address",
        poll_seconds as "pollSeconds", opc_node as "opcNode", modbus_unit as "modbusUnit",
        modbus_table as "modbusTable", modbus_register as "modbusRegister", word_order as "wordOrder",
        line_pattern as "linePattern", count_width as "countWidth"
      from edge_source
      where tenant_id = ${tenantId} and connector_id = ${connectorId} and is_enabled
      order by source_id
    `,
  ]);
  return { isActive, sources: rows };
}
