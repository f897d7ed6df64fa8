import { type Sql, sql } from "../db/sql.ts";
import { DbError } from "../db/tx.ts";

/**
 * Returns the log-in name in lower case. Attempts to log in are counted by this text, so another spelling gives no
 * further attempts.
 */
export const plainName = (name: string): string => name.toLowerCase();

/**
 * Selects the id of the user with a typed log-in name. Capital letters do not matter, because many people write a mail
 * address with capitals. No two ids differ only in capitals (unique index `user_user_id`).
 */
export const userIdOf = (tenantId: number, name: string): Sql => sql`
  select n.user_id
  from "user" n
  where n.tenant_id = ${tenantId} and lower(n.user_id) = ${plainName(name)}
`;

/** SQL condition: a user of the tenant has one of these ids, ignoring upper and lower case. */
export const hasSimilarId = (tenantId: number, ids: readonly string[]): Sql => sql`exists (
  select
  from "user" u
  where u.tenant_id = ${tenantId} and lower(u.user_id) = any(${ids.map(plainName)}::text[])
)`;

/**
 * Constraints that a new user breaks if another user has the same id: exactly (`user_pkey`), or apart from upper and
 * lower case (`user_user_id`).
 */
const idConstraints: ReadonlySet<string> = new Set(["user_pkey", "user_user_id"]);

/** Returns whether the database refused a new user because another user has the id. */
export const isTakenId = (cause: unknown): boolean =>
  cause instanceof DbError && idConstraints.has(cause.constraint);
