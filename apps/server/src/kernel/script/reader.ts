import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";

/**
 * Reader: login role of one tenant for SQL tools. A reader has the same two rights as the role of scripts: to read the
 * views of the schema `script`, and to call the function that tells these views the tenant. The function finds the
 * tenant by the name of the login role, which no statement can change.
 */
export interface Reader {
  readonly role: string;
  readonly password: string;
}

/** A reader in the list of readers. */
interface KnownReader {
  readonly tenantId: number;
  readonly name: string;
  readonly role: string;
  readonly createdAt: Date;
  readonly renewedAt: Date;
  readonly sessions: number;
}

type Owner = Pick<pg.ClientBase, "query">;

/** Number of sessions that a reader may have at the same time. */
const maxSessions = 10;

/** Settings of a reader's sessions. A session may change them, but the rows that it sees do not depend on them. */
const settings = (tenantId: number) => [
  // Row-level security compares this setting with the tenant of each row, in addition to the check in the views. A
  // session that changes the setting sees no rows or its own tenant's rows, but never rows of another tenant.
  `app.tenant_id = '${tenantId}'`,
  "search_path = script",
  "timezone = 'UTC'",
  "default_transaction_read_only = on",
  "statement_timeout = '60s'",
  "lock_timeout = '1s'",
  "idle_in_transaction_session_timeout = '60s'",
  "work_mem = '32MB'",
];

export class ReaderError extends Error {}

/** Returns the prefix of the role names of this database's readers. Each database of a cluster has another prefix. */
async function prefixOf(owner: Owner): Promise<{ prefix: string; database: string }> {
  const { rows } = await owner.query<{ oid: string; name: string }>(
    "select oid::text as oid, datname as name from pg_database where datname = current_database()",
  );
  const { oid = "", name = "" } = rows[0] ?? {};
  return { prefix: `shotkeeper_reader_${oid}_`, database: pg.escapeIdentifier(name) };
}

/**
 * Returns the verifier that PostgreSQL stores for a password (RFC 5803). The password itself never reaches the
 * database, so it cannot appear in the database's log.
 */
export function scramVerifier(password: string, salt = randomBytes(16), rounds = 4096): string {
  const salted = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  const keyed = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64");
  const server = keyed("Server Key").toString("base64");
  return `SCRAM-SHA-256$${rounds}:${salt.toString("base64")}$${stored}:${server}`;
}

/** Runs `work` in a transaction. */
async function together<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  await owner.query("begin");
  try {
    const result = await work();
    await owner.query("commit");
    return result;
  } catch (cause) {
    await owner.query("rollback").catch(() => {});
    throw cause;
  }
}

/** Grants a reader its rights. Migrations create views anew, so the rights are granted again at each start. */
async function grantTo(owner: Owner, role: string, database: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await owner.query(`grant connect on database ${database} to ${name}`);
  await owner.query(`grant usage on schema script to ${name}`);
  await owner.query(`grant select on all tables in schema script to ${name}`);
  await owner.query(`grant execute on function app_script_tenant() to ${name}`);
}

/**
 * Sets password, limits and settings of a reader. A role may change its own settings, so all earlier ones are removed
 * first.
 */
async function configure(owner: Owner, role: string, tenantId: number, database: string): Promise<string> {
  const name = pg.escapeIdentifier(role);
  const password = randomBytes(24).toString("base64url");
  await owner.query(
    `alter role ${name} login noinherit connection limit ${maxSessions} password '${scramVerifier(password)}'`,
  );
  await owner.query(`alter role ${name} reset all`);
  await owner.query(`alter role ${name} in database ${database} reset all`);
  for (const setting of settings(tenantId))
    await owner.query(`alter role ${name} in database ${database} set ${setting}`);
  // Only a superuser may set the size of temporary files. If that fails, the setting of the operator applies.
  await owner.query("savepoint temp_file");
  await owner
    .query(`alter role ${name} in database ${database} set temp_file_limit = '1GB'`)
    .catch(() => owner.query("rollback to savepoint temp_file"));
  return password;
}

/**
 * Throws if a reader could change anything, or read more than the views. By default, PostgreSQL lets every role create
 * temporary tables and large objects, and take advisory locks, which the server uses itself. A superuser must revoke
 * these rights once in each database (deploy/sql-readers.sql).
 */
async function requireHarmless(owner: Owner, role: string): Promise<void> {
  const { rows } = await owner.query<{ what: string }>(
    `select 'make temporary tables' as what where has_database_privilege($1, current_database(), 'temp')
     union all
     select 'create in the schema ' || nspname from pg_namespace
     where nspname !~ '^pg_(toast_)?temp_' and has_schema_privilege($1, oid, 'create')
     union all
     select 'call ' || min(oid::regprocedure::text) from pg_proc
     where pronamespace = 'pg_catalog'::regnamespace
       and proname ~ '^(lo_|loread$|lowrite$|pg_advisory_|pg_try_advisory_|pg_logical_emit_message$)'
       and has_function_privilege($1, oid, 'execute')
     having count(*) > 0
     union all
     select 'read ' || min(oid::regclass::text) from pg_class c
     where relkind in ('r', 'p', 'v', 'm', 'f')
       and relnamespace <> all (array['pg_catalog', 'information_schema', 'script']::regnamespace[])
       and has_schema_privilege($1, relnamespace, 'usage')
       and has_table_privilege($1, oid, 'select, insert, update, delete, truncate')
       and not exists (
         select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
       )
     having count(*) > 0`,
    [role],
  );
  const [found] = rows;
  if (found)
    throw new ReaderError(
      `a reader of this database could ${found.what}. Run deploy/sql-readers.sql as a superuser in the database, once`,
    );
}

/** Creates a reader for a tenant. Must run as the schema's owner. */
export async function makeReader(
  owner: Owner,
  tenantId: number,
  readerName: string,
  now: Date,
): Promise<Reader> {
  const { prefix, database } = await prefixOf(owner);
  const role = prefix + randomBytes(8).toString("hex");
  return await together(owner, async () => {
    const { rowCount } = await owner.query(
      `insert into script_secret.reader (role_name, tenant_id, reader_name, created_at, renewed_at)
       values ($1, $2, $3, $4, $4) on conflict (tenant_id, reader_name) do nothing`,
      [role, tenantId, readerName, now],
    );
    if (rowCount === 0) throw new ReaderError(`there is a reader "${readerName}" already`);
    await owner.query(`create role ${pg.escapeIdentifier(role)}`);
    await grantTo(owner, role, database);
    await requireHarmless(owner, role);
    return { role, password: await configure(owner, role, tenantId, database) };
  });
}

async function roleOf(owner: Owner, tenantId: number, readerName: string): Promise<string> {
  const { rows } = await owner.query<{ role: string }>(
    "select role_name as role from script_secret.reader where tenant_id = $1 and reader_name = $2",
    [tenantId, readerName],
  );
  const [found] = rows;
  if (!found) throw new ReaderError(`there is no reader "${readerName}"`);
  return found.role;
}

/** Gives a reader a new password, sets its settings anew, and ends its sessions. */
export async function renewReader(
  owner: Owner,
  tenantId: number,
  readerName: string,
  now: Date,
): Promise<Reader> {
  const { database } = await prefixOf(owner);
  const role = await roleOf(owner, tenantId, readerName);
  const password = await together(owner, async () => {
    await requireHarmless(owner, role);
    await owner.query("update script_secret.reader set renewed_at = $2 where role_name = $1", [role, now]);
    return await configure(owner, role, tenantId, database);
  });
  await endSessions(owner, role);
  return { role, password };
}

async function endSessions(owner: Owner, role: string): Promise<void> {
  // Becomes a member of the role, because only members may end its sessions.
  await owner.query(`grant ${pg.escapeIdentifier(role)} to current_user`);
  await owner.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1", [
    role,
  ]);
}

async function dropRole(owner: Owner, role: string, database: string): Promise<void> {
  const { rows } = await owner.query("select from pg_roles where rolname = $1", [role]);
  if (rows.length > 0) {
    const name = pg.escapeIdentifier(role);
    // Forbids log-ins before the sessions are ended. Otherwise a session that begins in between would keep its rights.
    await owner.query(`alter role ${name} nologin`);
    await endSessions(owner, role);
    await owner.query(`revoke all on all tables in schema script from ${name}`);
    await owner.query(`revoke all on schema script from ${name}`);
    await owner.query(`revoke all on function app_script_tenant() from ${name}`);
    await owner.query(`revoke all on database ${database} from ${name}`);
    await owner.query(`drop role ${name}`);
  }
  // Deletes the row last: while the row exists, an interrupted removal is repeated.
  await owner.query("delete from script_secret.reader where role_name = $1", [role]);
}

/** Removes a reader and ends its sessions. */
export async function dropReader(owner: Owner, tenantId: number, readerName: string): Promise<void> {
  const { database } = await prefixOf(owner);
  await dropRole(owner, await roleOf(owner, tenantId, readerName), database);
}

/** Removes all readers of a tenant. */
export async function dropReadersOf(owner: Owner, tenantId: number): Promise<void> {
  const { prefix, database } = await prefixOf(owner);
  for (const { role, tenant_id } of await readerRows(owner, prefix))
    if (tenant_id === tenantId) await dropRole(owner, role, database);
}

async function readerRows(owner: Owner, prefix: string) {
  const { rows } = await owner.query<{ role: string; tenant_id: number }>(
    `select role_name as role, tenant_id from script_secret.reader where starts_with(role_name, $1) order by 1`,
    [prefix],
  );
  return rows;
}

/** Returns all readers of this database. */
export async function listReaders(owner: Owner): Promise<KnownReader[]> {
  const { rows } = await owner.query<KnownReader>(
    `select tenant_id as "tenantId", reader_name as name, role_name as role, created_at as "createdAt",
       renewed_at as "renewedAt",
       (select count(*)::int from pg_stat_activity where usename = role_name) as sessions
     from script_secret.reader order by tenant_id, reader_name`,
  );
  return rows;
}

/**
 * Prepares the readers at a start: grants them the right to read views that a migration has created. If this database
 * is a copy, forgets the readers of the original database. These readers are recognized in two ways: their role names
 * contain the number (oid) of the original database, or their roles do not exist in this cluster.
 */
export async function prepareReaders(owner: Owner): Promise<void> {
  const { prefix, database } = await prefixOf(owner);
  await owner.query(
    `delete from script_secret.reader r
     where not starts_with(r.role_name, $1) or not exists (select from pg_roles p where p.rolname = r.role_name)`,
    [prefix],
  );
  for (const { role } of await readerRows(owner, prefix)) await grantTo(owner, role, database);
}
