import {
  type ConnectorKind,
  connector,
  connectorKind,
  counterType,
  emptyFieldMap,
  type FieldMap,
  initialFieldMap,
  makeConnector,
  refuseActivation,
  refuseFieldMap,
  rotateConnector,
  setConnector,
  setConnectorKeys,
} from "@shotkeeper/contract/counter";
import { AppError, errors, snake } from "@shotkeeper/contract/kernel";
import { hashSecret, tenantSecret } from "../../../kernel/auth/secret.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { Tx } from "../../../kernel/db/db.ts";
import { type Sql, sql } from "../../../kernel/db/sql.ts";
import { logInto } from "../../../kernel/log.ts";
import { handle } from "../../../kernel/registry.ts";
import { aesPurpose, mapColumns, mapOf, tokenPurpose } from "../../../telemetry/connector/connectors.ts";
import { connectorScope } from "./connector.queries.ts";

/** Maximum number of connectors of a tenant. */
const maxConnectors = 200;

const { wire } = connector;
const mapNames = Object.keys(emptyFieldMap) as readonly (keyof FieldMap)[];

/** Tells the ingest of every server that a connector or its devices have changed. */
export const notifyReceivers = (ctx: Ctx): void => ctx.events.emit(ctx.who.tenantId, { type: "connector" });

/**
 * Makes the secret of a connector. `prefix` is the part of the secret that the screen shows, so that users recognize
 * it: the tenant and four random characters.
 */
function newSecret(tenantId: number) {
  const secret = tenantSecret(tenantId);
  return { secret, hash: hashSecret(secret), prefix: secret.slice(0, secret.indexOf(".") + 5) };
}

const setsOf = (map: FieldMap): Sql =>
  sql.join(
    mapNames.map((name) => sql`${sql.id(snake(name))} = ${map[name]}`),
    ", ",
  );

const make = handle(makeConnector, async (ctx, { connectorName, connectorKind: kind }) => {
  const { tenantId, userId } = ctx.who;
  const { secret, hash, prefix } = newSecret(tenantId);
  const at = new Date(ctx.now);
  const isLora = kind === connectorKind.values.chirpstack || kind === connectorKind.values.tts;
  const { lora, nb, lte } = counterType.values;
  const type = isLora ? lora : kind === connectorKind.values.ctwing ? nb : lte;
  const map = initialFieldMap(kind);
  return ctx.db.tx(tenantId, async (tx) => {
    const [count] = await tx.query(
      sql<{ n: number }>`select count(*)::int as n from connector where tenant_id = ${tenantId}`,
    );
    if ((count?.n ?? 0) >= maxConnectors) throw errors.tooManyRows(maxConnectors);
    const [row] = await tx.query(
      sql<{ connector_id: number }>`
        insert into connector (
          tenant_id, connector_name, connector_kind, is_active, secret_hash, prefix, type, report_interval_hours,
          created_by, created_date, updated_by, updated_date, ${sql.raw(mapColumns.join(", "))}
        )
        values (
          ${tenantId}, ${connectorName}, ${kind}, false, ${hash}, ${prefix}, ${type}, 24, ${userId}, ${at},
          ${userId}, ${at}, ${sql.join(
            mapNames.map((name) => sql`${map[name]}`),
            ", ",
          )}
        )
        returning connector_id
      `,
    );
    const connectorId = Number(row?.connector_id);
    const logged = JSON.stringify({ connector_name: connectorName, connector_kind: kind });
    await tx.all([
      sql`${logInto(ctx, "insert", wire, "after")} ${String(connectorId)}, ${logged}::jsonb returning 1`,
    ]);
    return { connectorId, connectorName, secret };
  });
});

/** Locks a connector and returns its row. Throws if it is unknown. */
export async function lockConnector(ctx: Ctx, tx: Tx, connectorId: number) {
  const [row] = await tx.query(
    sql`
      select t.*
      from connector t
      where t.tenant_id = ${ctx.who.tenantId} and t.connector_id = ${connectorId} and ${connectorScope(ctx)}
      for update
    `,
  );
  if (!row) throw errors.unknownReference("connectorId");
  return row;
}

const rotate = handle(rotateConnector, async (ctx, { connectorId }) => {
  const { tenantId, userId } = ctx.who;
  const { secret, hash, prefix } = newSecret(tenantId);
  await ctx.db.tx(tenantId, async (tx) => {
    await lockConnector(ctx, tx, connectorId);
    await tx.all([
      sql`
        update connector
        set secret_hash = ${hash}, prefix = ${prefix}, updated_by = ${userId}, updated_date = ${new Date(ctx.now)}
        where tenant_id = ${tenantId} and connector_id = ${connectorId}
      `,
      sql`${logInto(ctx, "secret", wire, "none")} ${String(connectorId)} returning 1`,
    ]);
  });
  notifyReceivers(ctx);
  return { secret };
});

/**
 * Throws if the width or unit of counts changes although devices are adopted. Their readings were stored with the old
 * width and unit.
 */
async function requireSameWidth(ctx: Ctx, tx: Tx, connectorId: number, before: FieldMap, after: FieldMap) {
  const fields = ["countWidth", "shotsPerCount", "countsPerShot"] as const;
  const changed = fields.find((name) => (before[name] ?? 1) !== (after[name] ?? 1));
  if (changed === undefined) return;
  const [used] = await tx.query(
    sql<{ n: number }>`
      select count(*)::int as n
      from connector_device
      where tenant_id = ${ctx.who.tenantId} and connector_id = ${connectorId} and counter_id is not null
    `,
  );
  if (used && used.n > 0) throw errors.fixedByDevices(changed);
}

const set = handle(setConnector, async (ctx, input) => {
  const { tenantId, userId } = ctx.who;
  const { connectorId, connectorName, isActive, type, reportIntervalHours, ...map } = input;
  await ctx.db.tx(tenantId, async (tx) => {
    const row = await lockConnector(ctx, tx, connectorId);
    const kind = row.connector_kind as ConnectorKind;
    const refusal = isActive ? refuseActivation(kind, map) : refuseFieldMap(kind, map);
    if (refusal) throw new AppError(refusal);
    const before = mapOf(row);
    await requireSameWidth(ctx, tx, connectorId, before, map);
    const changes = Object.fromEntries(
      mapNames.filter((name) => before[name] !== map[name]).map((name) => [snake(name), map[name]]),
    );
    await tx.all([
      sql`
        update connector
        set
          connector_name = ${connectorName}, is_active = ${isActive}, type = ${type},
          report_interval_hours = ${reportIntervalHours}, ${setsOf(map)}, updated_by = ${userId},
          updated_date = ${new Date(ctx.now)}
        where tenant_id = ${tenantId} and connector_id = ${connectorId}
      `,
      // Clears the last readings of waiting devices, because they were decoded with the old field map.
      sql`
        update connector_device
        set count = null, reading_at = null
        where ${Object.keys(changes).length > 0}::boolean
          and tenant_id = ${tenantId}
          and connector_id = ${connectorId}
          and counter_id is null
      `,
      sql`
        ${logInto(ctx, "update", wire, "after")} ${String(connectorId)},
        ${JSON.stringify({ ...changes, is_active: isActive })}::jsonb
        returning 1
      `,
    ]);
  });
  notifyReceivers(ctx);
  return null;
});

const setKeys = handle(setConnectorKeys, async (ctx, { connectorId, platformToken, aesKey }) => {
  const { tenantId, userId } = ctx.who;
  // Accepts the keys that Node.js can use for AES-128 and AES-256: a text of 16 characters, as the platform generates
  // it, or the base64 text of 32 bytes, as in older keys.
  if (aesKey && aesKey.length !== 16 && Buffer.from(aesKey, "base64").length !== 32)
    throw errors.invalidField("aesKey");
  const seal = (purpose: string, plain: string | null) =>
    plain ? ctx.secrets.seal(tenantId, purpose, plain) : null;
  await ctx.db.tx(tenantId, async (tx) => {
    await lockConnector(ctx, tx, connectorId);
    await tx.all([
      sql`
        update connector
        set
          platform_token = ${seal(tokenPurpose(connectorId), platformToken)},
          aes_key = ${seal(aesPurpose(connectorId), aesKey)}, updated_by = ${userId},
          updated_date = ${new Date(ctx.now)}
        where tenant_id = ${tenantId} and connector_id = ${connectorId}
      `,
      sql`${logInto(ctx, "secret", wire, "none")} ${String(connectorId)} returning 1`,
    ]);
  });
  notifyReceivers(ctx);
  return null;
});

export const connectorCommands = [make, rotate, set, setKeys];
