import type { CallerDb } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { hashSecret, randomSecret } from "./secret.ts";
import { userIdOf } from "./typed-name.ts";

const dayMs = 86_400_000;
/** A browser that was not used for this time is forgotten, ms. */
export const deviceLifeMs = 180 * dayMs;
/** Maximum number of known browsers of one user. Beyond it, the least recently used one is forgotten. */
const maxDevices = 20;

/** Returns the query for a known browser of a user, by the token of an earlier log-in. `name`: typed log-in name. */
export const knownDevice = (tenantId: number, name: string, token: string | undefined, now: number) =>
  sql<{ device_hash: string }>`
    select device_hash
    from login_device
    where tenant_id = ${tenantId}
      and user_id = (${userIdOf(tenantId, name)})
      and device_hash = ${token ? hashSecret(token) : ""}
      and used_at > ${new Date(now - deviceLifeMs)}
  `;

/**
 * Remembers the browser with which a user has logged in. Returns a new token for the browser to keep. Returns undefined
 * if the browser already has a token, whose hash is `known`.
 */
export async function rememberDevice(
  db: CallerDb,
  tenantId: number,
  userId: string,
  known: string | undefined,
  now: number,
): Promise<string | undefined> {
  const at = new Date(now);
  if (known !== undefined) {
    await db.run(tenantId, [
      sql`
        update login_device
        set used_at = ${at}
        where tenant_id = ${tenantId} and device_hash = ${known}
      `,
    ]);
    return undefined;
  }
  const token = randomSecret();
  await db.run(tenantId, [
    sql`
      insert into login_device (tenant_id, device_hash, user_id, created_at, used_at)
      values (${tenantId}, ${hashSecret(token)}, ${userId}, ${at}, ${at})
    `,
    sql`
      delete
      from login_device
      where tenant_id = ${tenantId}
        and user_id = ${userId}
        and device_hash not in (
          select device_hash
          from login_device
          where tenant_id = ${tenantId} and user_id = ${userId}
          order by used_at desc
          limit ${maxDevices}
        )
    `,
  ]);
  return token;
}

/** Forgets the browsers of a user, except the one whose token is `exceptToken`. */
export const forgetDevices = (tenantId: number, userId: string, exceptToken?: string): Sql => sql`
  delete
  from login_device
  where tenant_id = ${tenantId}
    and user_id = ${userId}
    and device_hash <> ${exceptToken ? hashSecret(exceptToken) : ""}
`;
