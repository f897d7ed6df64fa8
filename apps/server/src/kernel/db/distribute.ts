import pg from "pg";
import { continueIds } from "./node-sequences.ts";
import { createShardViews } from "./shard-views.ts";
import { tablePlacement } from "./table-placement.ts";
import { onWorkers } from "./workers-of-cluster.ts";

type Owner = Pick<pg.ClientBase, "query">;

/** Returns whether the database has the extension Citus. If it has, the tables are distributed over the nodes. */
export async function hasCitus(owner: Owner): Promise<boolean> {
  const { rows } = await owner.query("select from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

/**
 * Distributes the tables that are not distributed yet, and prepares the roles and functions of all nodes. Runs at each
 * start after the migrations. Each table is one transaction, so an interrupted run is continued by the next one.
 *
 * @param user user of DATABASE_URL, who may switch to the role shotkeeper_app on every node
 */
export async function distribute(owner: Owner, user: string): Promise<void> {
  // Citus demands this setting for tables with triggers. The setting is safe here: each trigger changes only rows of
  // the same tenant, which are on the same node.
  await owner.query("set citus.enable_unsafe_triggers = on");
  await prepareRoles(owner, user);
  const names = await missing(owner);
  for (const name of names) await place(owner, name);
  if (names.length > 0) await continueIds(owner);
  await prepareFunctions(owner);
  // Each node takes the ids of new rows from a sequence of its own, under the role of the server. So this role needs
  // the right to use the sequences on all nodes.
  const numbers = "grant usage on all sequences in schema public to shotkeeper_app";
  await owner.query(numbers);
  await onWorkers(owner, numbers);
  await createShardViews(owner);
}

/**
 * Creates the roles on the worker nodes of the Citus cluster. Lets the role shotkeeper_app log in, because a node opens
 * its connections to the other nodes under the current role of the session (SET ROLE).
 */
async function prepareRoles(owner: Owner, user: string): Promise<void> {
  const member = pg.escapeIdentifier(user);
  // Turns propagation off, so that each node changes only its own roles. Otherwise the nodes would wait for each other.
  const prepare = `do $$ begin
    set local citus.enable_ddl_propagation = off;
    if not exists (select from pg_roles where rolname = 'shotkeeper_app') then
      create role shotkeeper_app nobypassrls nosuperuser;
    end if;
    if not exists (select from pg_roles where rolname = 'shotkeeper_script') then
      create role shotkeeper_script nologin nobypassrls nosuperuser;
    end if;
    if not exists (select from pg_roles where rolname = 'shotkeeper_app' and rolcanlogin) then
      alter role shotkeeper_app login;
    end if;
    grant shotkeeper_app to ${member};
    grant shotkeeper_script to ${member};
  end $$`;
  await owner.query(prepare);
  await onWorkers(owner, prepare);
}

/**
 * Returns the tables that Citus does not manage yet. Referenced tables come first, because Citus must know the target
 * of a foreign key before the table that refers to it.
 */
async function missing(owner: Owner): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; needs: string[] }>(
    `select c.relname::text as name,
       coalesce(array_agg(distinct f.relname::text) filter (where f.oid <> c.oid), '{}') as needs
     from pg_class c
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
     left join pg_class f on f.oid = k.confrelid
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
       and c.relname <> all ($1)
     group by c.oid
     order by c.relname`,
    [tablePlacement.local],
  );
  const needs = new Map(rows.map((r) => [r.name, r.needs]));
  const sorted = new Set<string>();
  const visit = (name: string, path: readonly string[]) => {
    if (sorted.has(name) || path.includes(name)) return;
    for (const target of needs.get(name) ?? []) if (needs.has(target)) visit(target, [...path, name]);
    sorted.add(name);
  };
  for (const name of needs.keys()) visit(name, []);
  return [...sorted];
}

async function place(owner: Owner, name: string): Promise<void> {
  const table = pg.escapeIdentifier(name);
  if (tablePlacement.reference.includes(name)) {
    await owner.query("select create_reference_table($1::regclass)", [table]);
  } else if (tablePlacement.managed.includes(name)) {
    await owner.query("select citus_add_local_table_to_metadata($1::regclass)", [table]);
  } else if (tablePlacement.byTenant.includes(name)) {
    await owner.query("select create_distributed_table($1::regclass, 'tenant_id')", [table]);
  } else {
    throw new Error(`the table ${name} has no placement (table-placement.ts)`);
  }
}

/** Creates the functions of the schema on all nodes. Migrations that later replace a function then reach all nodes. */
async function prepareFunctions(owner: Owner): Promise<void> {
  // Uses SET LOCAL, because a node passes it on to the other nodes. set_config() is not passed on (migration 0001).
  await owner.query(
    `create or replace function app_pass_tenant(tenant int) returns void language plpgsql as $body$
     begin
       execute format('set local app.tenant_id = %L', tenant);
     end $body$`,
  );
  await owner.query(
    `create or replace function app_refuse_removed(tenant int) returns void language plpgsql as $body$
     begin
       raise exception 'tenant % was removed', tenant using errcode = 'SK010';
     end $body$`,
  );
  await owner.query(
    `create or replace function app_set_tenant(tenant int) returns void language plpgsql as $body$
     begin
       if exists (select from public.removed_tenant r where r.id = tenant) then
         perform app_refuse_removed(tenant);
       end if;
       perform app_pass_tenant(tenant);
     end $body$`,
  );
  // Takes the lock that Citus takes for each write of a shard (5: SHARE). Only the owner of the tables may call Citus's
  // function, because it could also block writes. One lock holds for the shards of all tables (`mold` and the others).
  await owner.query(
    `create or replace function app_hold_shard(shard bigint) returns void
     language plpgsql
     security definer
     set search_path = pg_catalog, pg_temp
     as $body$
     begin
       perform lock_shard_metadata(5, array[shard]);
     end $body$;
     revoke execute on function app_hold_shard(bigint) from public;
     grant execute on function app_hold_shard(bigint) to shotkeeper_app`,
  );
  const { rows } = await owner.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and p.prokind = 'f'
       and p.prorettype <> 'trigger'::regtype
       and not exists (
         select from pg_depend d
         where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
       )
       and not exists (
         select from pg_catalog.pg_dist_object o
         where o.classid = 'pg_proc'::regclass and o.objid = p.oid
       )
     order by 1`,
  );
  for (const { signature } of rows)
    await owner.query("select create_distributed_function($1::regprocedure)", [signature]);
}
