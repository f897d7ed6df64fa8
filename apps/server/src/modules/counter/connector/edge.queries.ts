import {
  connectorKind,
  type EdgeSource,
  edgeSource,
  edgeSourceList,
  edgeSourceState,
  maxEdgeSources,
  refuseEdgeSource,
} from "@shotkeeper/contract/counter";
import { AppError, errors, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../../kernel/ctx.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { implement, table } from "../../../kernel/registry.ts";
import { connectorScope } from "./connector.queries.ts";

const { off, unknown } = edgeSourceState.values;

export const edgeSourceListImpl = implement(edgeSourceList, {
  from: "edge_source",
  joins: ({ who: { tenantId } }) => sql`
    left join edge_source_state s on s.tenant_id = ${tenantId}
      and s.connector_id = t.connector_id
      and s.source_id = t.source_id
  `,
  where: connectorScope,
  columns: {
    edgeSourceState: sql`case when t.is_enabled then coalesce(s.state, ${unknown}::text) else ${off}::text end`,
    sourceError: "s.error",
    lastReadAt: "s.read_at",
    lastRead: "s.count",
    counterCount: "s.counters",
  },
});

type Rows = readonly Record<string, unknown>[];

/** Throws if a connector is no edge gateway of the tenant, or has too many sources. */
async function requireGateways(ctx: Ctx, rows: Rows): Promise<void> {
  const { tenantId } = ctx.who;
  const ids = [...new Set(rows.map((r) => Number(r.connectorId)))];
  const [found] = await ctx.db.run(tenantId, [
    sql<{ connector_id: number; connector_kind: string; sources: number }>`
      select t.connector_id, t.connector_kind, (
        select count(*)::int
        from edge_source e
        where e.tenant_id = ${tenantId} and e.connector_id = t.connector_id
      ) as sources
      from connector t
      where t.tenant_id = ${tenantId} and t.connector_id = any(${ids}::bigint[]) and ${connectorScope(ctx)}
    `,
  ]);
  for (const id of ids) {
    const gateway = found.find((g) => Number(g.connector_id) === id);
    if (gateway?.connector_kind !== connectorKind.values.edge) throw errors.unknownReference("connectorId");
    const added = rows.filter((r) => Number(r.connectorId) === id).length;
    if (gateway.sources + added > maxEdgeSources) throw errors.tooManyRows(maxEdgeSources);
  }
}

/** Fields of a source that say which count the gateway reads, and how. */
const countFields = [
  "countWidth",
  "opcNode",
  "modbusUnit",
  "modbusTable",
  "modbusRegister",
  "wordOrder",
  "linePattern",
] as const satisfies readonly (keyof EdgeSource)[];

/**
 * Throws if a source would read another count although its devices are adopted. The server would compare the new
 * count with the last reading of the old one, and count the difference as shots. For the same reason, a new source may
 * not take over the devices of a deleted one.
 */
async function requireSameCounts(ctx: Ctx, isNew: boolean, rows: Rows): Promise<void> {
  const { tenantId } = ctx.who;
  const [adopted] = await ctx.db.run(tenantId, [
    sql`
      select x.connector_id as device_connector, x.source_id as device_source, e.*
      from unnest(
        ${rows.map((r) => Number(r.connectorId))}::bigint[], ${rows.map((r) => String(r.sourceId))}::text[]
      ) as x (connector_id, source_id)
      left join edge_source e on e.tenant_id = ${tenantId}
        and e.connector_id = x.connector_id
        and e.source_id = x.source_id
      where exists (
        select
        from connector_device d
        where d.tenant_id = ${tenantId}
          and d.connector_id = x.connector_id
          and split_part(d.device_id, '/', 1) = x.source_id
          and d.counter_id is not null
      )
    `,
  ]);
  for (const old of adopted) {
    if (isNew) throw errors.fixedByDevices("sourceId");
    const row = rows.find(
      (r) => Number(r.connectorId) === Number(old.device_connector) && r.sourceId === old.device_source,
    );
    const changed = countFields.find((f) => row?.[f] !== undefined && row[f] !== (old[snake(f)] ?? null));
    if (changed) throw errors.fixedByDevices(changed);
  }
}

/**
 * Returns the rows as they will be after the write. An update names only the fields that change. Leaves out an update
 * of a source that does not exist.
 */
async function merged(ctx: Ctx, isUpdate: boolean, rows: Rows): Promise<EdgeSource[]> {
  const { tenantId } = ctx.who;
  const [stored] = await ctx.db.run(tenantId, [
    sql`
      select t.*
      from edge_source t
      join unnest(
        ${rows.map((r) => Number(r.connectorId))}::bigint[], ${rows.map((r) => String(r.sourceId))}::text[]
      ) as x (connector_id, source_id) on x.connector_id = t.connector_id and x.source_id = t.source_id
      where t.tenant_id = ${tenantId}
    `,
  ]);
  const names = Object.keys(edgeSource.fields);
  return rows.flatMap((row) => {
    const old = stored.find(
      (s) => Number(s.connector_id) === Number(row.connectorId) && s.source_id === row.sourceId,
    );
    if (isUpdate && !old) return [];
    const value = (name: string) => (row[name] === undefined ? old?.[snake(name)] : row[name]) ?? null;
    return Object.fromEntries(names.map((name) => [name, value(name)])) as EdgeSource;
  });
}

export const edgeSourceTable = table(edgeSource, {
  from: "edge_source",
  where: connectorScope,
  writes: ["A", "M", "D"],
  check: async (ctx, action, rows) => {
    if (action === "D") return;
    if (action === "A") await requireGateways(ctx, rows);
    await requireSameCounts(ctx, action === "A", rows);
    for (const source of await merged(ctx, action === "M", rows)) {
      const refusal = refuseEdgeSource(source);
      if (refusal) throw new AppError(refusal);
    }
  },
  done: (ctx) => ctx.events.emit(ctx.who.tenantId, { type: "connector" }),
});
