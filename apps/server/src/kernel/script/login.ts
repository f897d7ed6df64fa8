import { randomBytes } from "node:crypto";
import pg from "pg";

/** Access to the database for scripts: the URL of their login role, or the reason why scripts cannot run. */
export type ScriptLogin = { readonly url: string } | { readonly reason: string };

type Owner = Pick<pg.ClientBase, "query">;

const advice = "set SCRIPT_DATABASE_URL to a login role of its own (docs/operations.md)";

/**
 * Prepares the login role for scripts. Must run as the schema's owner. Without `scriptUrl` it creates a role with a
 * random password, which the servers of an installation share. The role gets only two rights: to read the views of the
 * schema `script`, and to call the function that tells these views the tenant.
 */
export async function prepareScriptLogin(
  owner: Owner,
  url: string,
  scriptUrl: string | undefined,
): Promise<ScriptLogin> {
  const result = scriptUrl ? { url: scriptUrl } : await ownLogin(owner, url);
  if ("reason" in result) return result;
  const role = decodeURIComponent(new URL(result.url).username);
  const reason = await whyTooStrong(owner, role);
  if (reason !== undefined) return { reason };
  const name = pg.escapeIdentifier(role);
  await owner.query(`grant usage on schema script to ${name}`);
  await owner.query(`grant select on all tables in schema script to ${name}`);
  await owner.query(`grant execute on function app_script_tenant() to ${name}`);
  // Grants the right to connect explicitly, because deploy/roles.sql takes this right from all other roles.
  await owner.query(`
    do $$ begin execute format('grant connect on database %I to ${name}', current_database()); end $$
  `);
  // Sets two limits that only a superuser may set. If that fails, the settings of the operator apply. `track_activities
  // = off` hides the text of a running script from other scripts. Each session sets all other limits
  // (server-engine.ts).
  for (const setting of ["temp_file_limit = '64MB'", "track_activities = off"])
    await owner.query(`alter role ${name} set ${setting}`).catch(() => {});
  return result;
}

/**
 * Creates the login role, or reads its password if another server has created the role. Returns the URL of the role.
 */
async function ownLogin(owner: Owner, url: string): Promise<ScriptLogin> {
  const { rows } = await owner.query<{ role: string; known: boolean; password: string | null }>(
    `select r.role, exists(select from pg_roles where rolname = r.role) as known,
       (select password from script_secret.login where role_name = r.role) as password
     from (select 'shotkeeper_script_' || oid as role from pg_database where datname = current_database()) r`,
  );
  const [found] = rows;
  if (!found) return { reason: advice };
  const name = pg.escapeIdentifier(found.role);
  const password = found.password ?? randomBytes(24).toString("base64url");
  try {
    if (!found.known || found.password === null) {
      const verb = found.known ? "alter" : "create";
      await owner.query(`${verb} role ${name} login noinherit connection limit 40 password '${password}'`);
      await owner.query(
        `insert into script_secret.login (role_name, password) values ($1, $2)
         on conflict (role_name) do update set password = excluded.password`,
        [found.role, password],
      );
    }
  } catch (cause) {
    return { reason: `${cause instanceof Error ? cause.message : cause}: ${advice}` };
  }
  if (!URL.canParse(url)) return { reason: advice };
  const login = new URL(url);
  login.username = found.role;
  login.password = password;
  return { url: login.href };
}

/** Returns the reason why a role must not run scripts: the role is missing, or it could do more than read the views. */
async function whyTooStrong(owner: Owner, role: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ can: string | null }>(
    `select case
         when rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication then 'has rights of its own'
         when exists(select from pg_auth_members where member = r.oid) then 'is a member of another role'
         when exists(select from pg_class where relowner = r.oid) then 'owns tables'
         when exists(select from pg_namespace where nspowner = r.oid) then 'owns a schema'
       end as can
     from pg_roles r where rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (!found) return `SCRIPT_DATABASE_URL names the role ${role}, which does not exist`;
  return found.can === null ? undefined : `the role ${role} ${found.can}: ${advice}`;
}
