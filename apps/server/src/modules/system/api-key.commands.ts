import { errors } from "@shotkeeper/contract/kernel";
import {
  apiKey,
  apiKeyList,
  apiKeyState,
  dataScope,
  keyDays,
  keyScopes,
  makeApiKey,
  revokeApiKey,
  rotateApiKey,
  userStatus,
} from "@shotkeeper/contract/system";
import { newApiKey } from "../../kernel/auth/api-keys.ts";
import { networksOf } from "../../kernel/auth/networks.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle, implement, table } from "../../kernel/registry.ts";
import { notifySessions } from "./granting.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Maximum number of API keys of a tenant that are not revoked. */
const maxKeys = 200;

/** SQL condition: only callers with tenant scope see the API keys of the tenant. */
const keyScope = ({ who }: Ctx): Sql => sql.raw(String(who.scope.kind === "tenant"));

const { active, blocked, expired, revoked } = apiKeyState.values;

/**
 * SQL expression: state of the API key with alias `t`. Must agree with `ApiKeys.find`, which refuses keys that are not
 * active.
 */
const stateSql = (ctx: Ctx): Sql => sql`
  case
    when t.revoked_at is not null then ${revoked}::text
    when t.expires_at <= ${new Date(ctx.now)} then ${expired}
    when u.status <> ${userStatus.values.enabled}
      or u.cust_id is not null
      or r.data_scope is distinct from ${dataScope.values.tenant}
        and (u.org_id is null or u.org_id <> coalesce(t.org_id, u.org_id))
      then ${blocked}
    else ${active}
  end
`;

export const apiKeyListImpl = implement(apiKeyList, {
  from: (ctx) => sql`
    api_key t
    join "user" u on u.tenant_id = ${ctx.who.tenantId} and u.user_id = t.user_id
    left join role r on r.tenant_id = ${ctx.who.tenantId} and r.role_code = u.role_code
    left join organization o on o.tenant_id = ${ctx.who.tenantId} and o.org_id = t.org_id
  `,
  where: keyScope,
  columns: { keyState: stateSql, userName: "u.user_name", orgName: "o.org_name" },
  order: [{ field: "keyId", direction: "desc" }],
});

export const apiKeyTable = table(apiKey, { from: "api_key", where: keyScope, writes: [] });

/** Returns the scopes of a new key. Throws scopeNotHeld for a right that the caller does not have. */
function checkedScopes({ who }: Ctx, scopes: unknown): string[] {
  if (!Array.isArray(scopes) || scopes.length === 0) throw errors.missingField("scopes");
  const possible = new Set(keyScopes());
  for (const right of scopes) {
    if (typeof right !== "string" || !possible.has(right)) throw errors.invalidField("scopes");
    if (!who.rights.has(right)) throw errors.scopeNotHeld(right);
  }
  return [...new Set<string>(scopes)].sort();
}

function checkedExpiry(ctx: Ctx, expiresAt: string): Date {
  const at = Date.parse(expiresAt);
  if (at <= ctx.now || at > ctx.now + keyDays.max * dayMs) throw errors.invalidField("expiresAt");
  return new Date(at);
}

function checkedNetworks(networks: string | null): string | null {
  if (networks === null) return null;
  const list = networksOf(networks);
  if (!list) throw errors.invalidField("networks");
  return list.join(", ") || null;
}

const make = handle(makeApiKey, async (ctx, input) => {
  const { tenantId, userId } = ctx.who;
  const scopes = checkedScopes(ctx, input.scopes);
  const expiresAt = checkedExpiry(ctx, input.expiresAt);
  const networks = checkedNetworks(input.networks);
  const at = new Date(ctx.now);
  return ctx.db.tx(tenantId, async (tx) => {
    const [count] = await tx.query(
      sql<{ n: number }>`
        select count(*)::int as n from api_key where tenant_id = ${tenantId} and revoked_at is null
      `,
    );
    if ((count?.n ?? 0) >= maxKeys) throw errors.tooManyRows(maxKeys);
    // Inserts the row before the API key is made, because the key contains the row's id.
    const [row] = await tx.query(
      sql<{ key_id: number }>`
        insert into api_key (
          tenant_id, key_name, prefix, secret_hash, user_id, scopes, org_id, networks, expires_at,
          created_by, created_date, updated_by, updated_date
        )
        values (
          ${tenantId}, ${input.keyName}, '', '', ${userId}, ${JSON.stringify(scopes)}::jsonb,
          ${input.orgId}, ${networks}, ${expiresAt}, ${userId}, ${at}, ${userId}, ${at}
        )
        returning key_id
      `,
    );
    const keyId = Number(row?.key_id);
    const { key, hash, prefix } = newApiKey(tenantId, keyId);
    const logged = {
      key_name: input.keyName,
      scopes,
      org_id: input.orgId,
      networks,
      expires_at: expiresAt,
    };
    await tx.all([
      sql`
        update api_key
        set prefix = ${prefix}, secret_hash = ${hash}
        where tenant_id = ${tenantId} and key_id = ${keyId}
      `,
      sql`
        ${logInto(ctx, "insert", "SYS_API_KEY", "after")} ${String(keyId)}, ${JSON.stringify(logged)}::jsonb
        returning 1
      `,
    ]);
    return { keyId, keyName: input.keyName, key };
  });
});

interface KeyFacts {
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly user_id: string;
}

/** Locks an API key until the end of the transaction. Throws if the key is unknown or revoked. */
async function lockKey(ctx: Ctx, tx: Tx, keyId: number): Promise<KeyFacts> {
  const [row] = await tx.query(
    sql<KeyFacts>`
      select t.expires_at, t.revoked_at, t.user_id
      from api_key t
      where t.tenant_id = ${ctx.who.tenantId} and t.key_id = ${keyId} and ${keyScope(ctx)}
      for update
    `,
  );
  if (!row) throw errors.unknownReference("keyId");
  if (row.revoked_at !== null) throw errors.keyRevoked();
  return row;
}

const rotate = handle(rotateApiKey, async (ctx, { keyId, overlapHours, expiresAt }) => {
  const { tenantId, userId } = ctx.who;
  const end = expiresAt === null ? null : checkedExpiry(ctx, expiresAt);
  const { key, hash, prefix } = newApiKey(tenantId, keyId);
  return ctx.db.tx(tenantId, async (tx) => {
    const row = await lockKey(ctx, tx, keyId);
    // Only the user who made the API key may rotate it (replace its secret), because the new secret acts in that user's
    // name. Other users may revoke the key and make their own.
    if (row.user_id !== userId) throw errors.forbidden();
    if (end === null && Date.parse(row.expires_at) <= ctx.now) throw errors.apiKeyExpired();
    const oldUntil = new Date(ctx.now + overlapHours * hourMs);
    const logged = { old_until: oldUntil, ...(end && { expires_at: end }) };
    await tx.all([
      sql`
        update api_key
        set
          old_hash = secret_hash,
          -- An expired secret does not come back when its key gets a later expiry.
          old_until = least(${oldUntil}::timestamptz, expires_at), secret_hash = ${hash},
          prefix = ${prefix}, expires_at = coalesce(${end}::timestamptz, expires_at),
          updated_by = ${userId}, updated_date = ${new Date(ctx.now)}
        where tenant_id = ${tenantId} and key_id = ${keyId}
      `,
      sql`
        ${logInto(ctx, "secret", "SYS_API_KEY", "after")} ${String(keyId)}, ${JSON.stringify(logged)}::jsonb
        returning 1
      `,
    ]);
    return { key, oldUntil: oldUntil.toISOString() };
  });
});

const revoke = handle(revokeApiKey, async (ctx, { keyId }) => {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const { user_id: maker } = await ctx.db.tx(tenantId, async (tx) => {
    const key = await lockKey(ctx, tx, keyId);
    await tx.all([
      sql`
        update api_key
        set revoked_at = ${at}, revoked_by = ${userId}, updated_by = ${userId}, updated_date = ${at}
        where tenant_id = ${tenantId} and key_id = ${keyId}
      `,
      sql`${logInto(ctx, "revoke", "SYS_API_KEY", "none")} ${String(keyId)} returning 1`,
    ]);
    return key;
  });
  // Ends the open event streams of the API key, also on other servers.
  notifySessions(ctx, [maker]);
  return null;
});

export const apiKeyCommands = [make, rotate, revoke];
