import {
  gateway,
  gatewayList,
  gatewayState,
  makeGateway,
  revokeGateway,
  rotateGateway,
} from "@shotkeeper/contract/counter";
import { errors } from "@shotkeeper/contract/kernel";
import { hashSecret, tenantSecret } from "../../kernel/auth/secret.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle, implement, table } from "../../kernel/registry.ts";

const hourMs = 3_600_000;
/** Maximum number of gateways of a tenant that are not revoked. */
const maxGateways = 1000;

/** SQL condition: only callers with tenant scope see the gateways, because a gateway sends readings of all counters. */
const gatewayScope = ({ who }: Ctx): Sql => sql.raw(String(who.scope.kind === "tenant"));

const { active, revoked } = gatewayState.values;

export const gatewayListImpl = implement(gatewayList, {
  from: "gateway",
  where: gatewayScope,
  columns: {
    gatewayName: "t.name",
    gatewayState: sql`case when t.revoked_at is null then ${active}::text else ${revoked} end`,
  },
  order: [{ field: "gatewayId", direction: "desc" }],
});

export const gatewayTable = table(gateway, {
  from: "gateway",
  where: gatewayScope,
  columns: { gatewayName: "t.name" },
  writes: [],
});

/**
 * Makes the key of a gateway. Its first characters (`prefix`) contain the tenant and four random characters, so that
 * the owner recognizes the key.
 */
function newKey(tenantId: number) {
  const key = tenantSecret(tenantId);
  return { key, hash: hashSecret(key), prefix: key.slice(0, key.indexOf(".") + 5) };
}

const make = handle(makeGateway, async (ctx, { gatewayName }) => {
  const { tenantId, userId } = ctx.who;
  const { key, hash, prefix } = newKey(tenantId);
  const at = new Date(ctx.now);
  return ctx.db.tx(tenantId, async (tx) => {
    const [count] = await tx.query(
      sql<{ n: number }>`
        select count(*)::int as n from gateway where tenant_id = ${tenantId} and revoked_at is null
      `,
    );
    if ((count?.n ?? 0) >= maxGateways) throw errors.tooManyRows(maxGateways);
    const [row] = await tx.query(
      sql<{ gateway_id: number }>`
        insert into gateway (
          tenant_id, key_hash, name, created_at, prefix, created_by, created_date, updated_by,
          updated_date
        )
        values (
          ${tenantId}, ${hash}, ${gatewayName}, ${at}, ${prefix}, ${userId}, ${at}, ${userId}, ${at}
        )
        returning gateway_id
      `,
    );
    const gatewayId = Number(row?.gateway_id);
    const logged = JSON.stringify({ gateway_name: gatewayName });
    await tx.all([
      sql`${logInto(ctx, "insert", "BS_GATEWAY", "after")} ${String(gatewayId)}, ${logged}::jsonb returning 1`,
    ]);
    return { gatewayId, gatewayName, key };
  });
});

/** Locks a gateway. Throws if it is unknown or revoked. */
async function lockGateway(ctx: Ctx, tx: Tx, gatewayId: number): Promise<void> {
  const [row] = await tx.query(
    sql<{ revoked_at: string | null }>`
      select t.revoked_at
      from gateway t
      where t.tenant_id = ${ctx.who.tenantId} and t.gateway_id = ${gatewayId} and ${gatewayScope(ctx)}
      for update
    `,
  );
  if (!row) throw errors.unknownReference("gatewayId");
  if (row.revoked_at !== null) throw errors.keyRevoked();
}

/** Makes the ingest of every server check the open connections of the tenant's gateways. */
const notifyIngest = (ctx: Ctx): void => ctx.events.emit(ctx.who.tenantId, { type: "gateway" });

const rotate = handle(rotateGateway, async (ctx, { gatewayId, overlapHours }) => {
  const { tenantId, userId } = ctx.who;
  const { key, hash, prefix } = newKey(tenantId);
  const oldUntil = new Date(ctx.now + overlapHours * hourMs);
  await ctx.db.tx(tenantId, async (tx) => {
    await lockGateway(ctx, tx, gatewayId);
    await tx.all([
      sql`
        update gateway
        set
          mark = coalesce(mark, left(key_hash, 12)), old_hash = key_hash, old_until = ${oldUntil},
          key_hash = ${hash}, prefix = ${prefix}, updated_by = ${userId},
          updated_date = ${new Date(ctx.now)}
        where tenant_id = ${tenantId} and gateway_id = ${gatewayId}
      `,
      sql`
        ${logInto(ctx, "secret", "BS_GATEWAY", "after")} ${String(gatewayId)},
        ${JSON.stringify({ old_until: oldUntil })}::jsonb returning 1
      `,
    ]);
  });
  notifyIngest(ctx);
  return { key, oldUntil: oldUntil.toISOString() };
});

const revoke = handle(revokeGateway, async (ctx, { gatewayId }) => {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  await ctx.db.tx(tenantId, async (tx) => {
    await lockGateway(ctx, tx, gatewayId);
    await tx.all([
      sql`
        update gateway
        set revoked_at = ${at}, revoked_by = ${userId}, updated_by = ${userId}, updated_date = ${at}
        where tenant_id = ${tenantId} and gateway_id = ${gatewayId}
      `,
      sql`${logInto(ctx, "revoke", "BS_GATEWAY", "none")} ${String(gatewayId)} returning 1`,
    ]);
  });
  notifyIngest(ctx);
  return null;
});

export const gatewayCommands = [make, rotate, revoke];
