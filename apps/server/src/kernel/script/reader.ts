import { randomBytes } from "node:crypto";
import pg from "pg";

/**
 * Readers: login roles for tools that speak SQL, one for each tenant. A reader has the same two rights as the role of
 * scripts: to read the views of the schema `script`, and to call the function that tells these views the tenant. The
 * function finds the tenant by the name of the login role, which no statement can change.
 */
export interface Reader {
  readonly role: string;
  readonly password: string;
}

type Owner = Pick<pg.ClientBase, "query">;

/** Settings of a reader's sessions. A session may change them, except that it can never write. */
const settings = (tenantId: number) => [
  // Row-level security compares it too, in addition to the views. A session that changes it sees no rows, or its own.
  `app.tenant_id = '${tenantId}'`,
  "search_path = script",
  "timezone = 'UTC'",
  "default_transaction_read_only = on",
  "statement_timeout = '60s'",
  "idle_in_transaction_session_timeout = '60s'",
  "work_mem = '32MB'",
];

async function roleOf(
  owner: Owner,
  tenantId: number,
): Promise<{ role: string; isThere: boolean; database: string }> {
  const { rows } = await owner.query<{ role: string; there: boolean; database: string }>(
    `select r.role, exists(select from pg_roles where rolname = r.role) as there, current_database() as database
     from (select 'shotkeeper_reader_' || oid || '_' || $1::int as role
       from pg_database where datname = current_database()) r`,
    [tenantId],
  );
  const { role = "", there: isThere = false, database = "" } = rows[0] ?? {};
  return { role, isThere, database };
}

/** Gives a reader its rights. Migrations make views anew, so the rights are given at each start too. */
async function grantTo(owner: Owner, role: string, database: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await owner.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${name}`);
  await owner.query(`grant usage on schema script to ${name}`);
  await owner.query(`grant select on all tables in schema script to ${name}`);
  await owner.query(`grant execute on function app_script_tenant() to ${name}`);
}

/** Makes the reader of a tenant, or gives it a new password. Must run as the schema's owner. */
export async function makeReader(owner: Owner, tenantId: number): Promise<Reader> {
  const { role, isThere, database } = await roleOf(owner, tenantId);
  const name = pg.escapeIdentifier(role);
  const password = randomBytes(24).toString("base64url");
  await owner.query("begin");
  try {
    const rights = "login noinherit nosuperuser nocreatedb nocreaterole connection limit 10";
    await owner.query(`${isThere ? "alter" : "create"} role ${name} ${rights} password '${password}'`);
    await owner.query(
      "insert into script_secret.reader (role_name, tenant_id) values ($1, $2) on conflict do nothing",
      [role, tenantId],
    );
    await grantTo(owner, role, database);
    for (const setting of settings(tenantId))
      await owner.query(`alter role ${name} in database ${pg.escapeIdentifier(database)} set ${setting}`);
    await owner.query("commit");
  } catch (cause) {
    await owner.query("rollback");
    throw cause;
  }
  // Only a superuser may set these: the size of temporary files, and hiding the texts of statements from other roles.
  for (const setting of ["temp_file_limit = '1GB'", "track_activities = off"])
    await owner.query(`alter role ${name} set ${setting}`).catch(() => {});
  return { role, password };
}

/** Removes the reader of a tenant and ends its sessions. Returns whether there was one. */
export async function dropReader(owner: Owner, tenantId: number): Promise<boolean> {
  const { role, isThere, database } = await roleOf(owner, tenantId);
  await owner.query("delete from script_secret.reader where role_name = $1", [role]);
  if (!isThere) return false;
  const name = pg.escapeIdentifier(role);
  await owner.query(`alter role ${name} nologin`);
  const sessions = "select pg_terminate_backend(pid) from pg_stat_activity where usename = $1";
  await owner.query(sessions, [role]).catch(() => {});
  await owner.query(`revoke all on all tables in schema script from ${name}`);
  await owner.query(`revoke all on schema script from ${name}`);
  await owner.query(`revoke all on function app_script_tenant() from ${name}`);
  await owner.query(`revoke all on database ${pg.escapeIdentifier(database)} from ${name}`);
  await owner.query(`drop role ${name}`);
  return true;
}

/** Gives all readers of this database the right to read views that a migration has made. */
export async function grantReaders(owner: Owner): Promise<void> {
  const { rows } = await owner.query<{ role_name: string; database: string }>(
    `select r.role_name, current_database() as database
     from script_secret.reader r join pg_roles p on p.rolname = r.role_name`,
  );
  for (const { role_name: role, database } of rows) await grantTo(owner, role, database);
}
