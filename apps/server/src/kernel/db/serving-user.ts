import pg from "pg";

/**
 * Makes the user of DATABASE_URL a member of the role shotkeeper_app. Runs as the schema's owner, if DATABASE_OWNER_URL
 * names the owner. Throws if the user has more rights than that role.
 */
export async function prepareServingUser(owner: Pick<pg.ClientBase, "query">, url: string): Promise<void> {
  const user = decodeURIComponent(new URL(url).username);
  const name = pg.escapeIdentifier(user);
  const { rows } = await owner.query<{ strong: boolean; member: boolean }>(
    `select
       r.rolsuper or r.rolbypassrls or r.rolcreaterole
         or exists(select from pg_auth_members m join pg_roles x on x.oid = m.roleid
                   where m.member = r.oid and x.rolname <> 'shotkeeper_app')
         or exists(select from pg_class where relowner = r.oid) as strong,
       pg_has_role(r.oid, 'shotkeeper_app', 'member') as member
     from pg_roles r where rolname = $1`,
    [user],
  );
  const [found] = rows;
  if (!found) throw new Error(`DATABASE_URL names the user ${user}, which does not exist`);
  if (found.strong)
    throw new Error(
      `the user ${user} of DATABASE_URL can do more than serve. Beside DATABASE_OWNER_URL it must own nothing, have ` +
        "no special rights, and be a member of no role but shotkeeper_app",
    );
  if (found.member) return;
  try {
    await owner.query(`grant shotkeeper_app to ${name}`);
  } catch (cause) {
    throw new Error(`run this as an administrator of the database: grant shotkeeper_app to ${name}`, {
      cause,
    });
  }
}
