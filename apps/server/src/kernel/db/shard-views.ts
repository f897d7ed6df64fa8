import type { CallLimits } from "./call-limits.ts";
import type { Lease } from "./fair-pool.ts";
import { type DbRow, sql } from "./sql.ts";
import type { Statement } from "./statements.ts";
import { type Owner, onWorkers } from "./workers-of-cluster.ts";

/*
 * On the node that holds a tenant's rows, reads use views of the tenant's shards instead of the distributed tables. So
 * PostgreSQL can reuse their plans. Citus would plan a statement with joins twice at each call: on a busy computer, a
 * read of a mold by its key took 8.8 ms through Citus, and 0.77 ms through the views.
 *
 * All views of one group of shards are in one schema, `shard_N`. N is the number of the group's shard of the table
 * `mold`. A read sets its search_path to this schema, so its text is the same on every database. If the schema or a
 * view is missing, the names mean the distributed tables as before: the read is correct, but slower. Writes never use
 * the views: Citus would not notice them, and rows written while it copies a shard would be lost.
 */

/**
 * Creates the views of each group of shards of a node, if they do not have as many columns as its tables. Migrations
 * drop the views, so this finds all changes. A view needs the rights of its caller (security_invoker), so row-level
 * security holds as before. Reference tables are in each schema too: for Citus, a statement that names a view
 * and such a table would join a local with a distributed table.
 */
const createViews = `do $views$
declare
  shards record;
  source record;
  schema_name text;
begin
  set local citus.enable_ddl_propagation = off;
  for shards in
    select s.shardid, s.shardminvalue
    from pg_dist_shard s
    join pg_dist_placement p on p.shardid = s.shardid
    join pg_dist_local_group l on l.groupid = p.groupid
    where s.logicalrelid = 'public.mold'::regclass
  loop
    schema_name := 'shard_' || shards.shardid;
    create temporary table shard_source on commit drop as
      select c.oid, c.relname, shard_name(c.oid, s.shardid) as shard
      from pg_dist_partition d
      join pg_class c on c.oid = d.logicalrelid and not c.relispartition
      join pg_dist_shard s on s.logicalrelid = c.oid
      where d.partmethod = 'h' and s.shardminvalue = shards.shardminvalue
        or d.partmethod = 'n' and d.repmodel = 't';
    if (
      select count(*)
      from shard_source s
      join pg_attribute a on a.attrelid = s.oid and a.attnum > 0 and not a.attisdropped
    ) <> (
      select count(*)
      from pg_class v
      join pg_attribute a on a.attrelid = v.oid
      where v.relnamespace = to_regnamespace(schema_name)
    ) then
      execute format('drop schema if exists %I cascade', schema_name);
      execute format('create schema %I', schema_name);
      for source in select * from shard_source loop
        execute format(
          'create view %I.%I with (security_invoker = true) as select * from %s',
          schema_name, source.relname, source.shard
        );
      end loop;
      execute format('grant usage on schema %I to shotkeeper_app', schema_name);
      execute format('grant select on all tables in schema %I to shotkeeper_app', schema_name);
    end if;
    drop table shard_source;
  end loop;
end $views$`;

/** Drops the views of all groups of shards of a node. */
const dropViews = `do $views$
declare
  schema_name text;
begin
  set local citus.enable_ddl_propagation = off;
  for schema_name in select nspname from pg_namespace where nspname ~ '^shard_[0-9]+$' loop
    execute format('drop schema %I cascade', schema_name);
  end loop;
end $views$`;

/** Creates the missing views on all nodes. Runs at each start, and after shards were moved or split. */
export const createShardViews = (owner: Owner): Promise<void> => onWorkers(owner, createViews);

/** Drops the views on all nodes. Runs before migrations: PostgreSQL refuses to change columns that a view uses. */
export const dropShardViews = (owner: Owner): Promise<void> => onWorkers(owner, dropViews);

/**
 * Returns the statement that begins a read: it sets the search_path to the views of the group of shards, if this node
 * holds the group and has its views. After a move, the old shards stay on their old node for a while, with old rows.
 *
 * @param shard number of the group's shard of the table `mold`
 */
function enterViews(shard: number, { isKeyed }: CallLimits): Statement {
  const schema = `shard_${shard}`;
  // One generic plan for reads by key, as on one server (`Db.opening`). Citus itself cannot use generic plans.
  const plans = isKeyed ? "force_generic_plan" : "auto";
  return sql`
    select
      set_config('search_path', case when here.ok then ${`${schema}, public`} else 'public' end, true),
      set_config('plan_cache_mode', case when here.ok then ${plans} else 'auto' end, true)
    from (
      select to_regclass(${`${schema}.mold`}) is not null and exists (
        select
        from pg_dist_placement p
        join pg_dist_local_group l on l.groupid = p.groupid
        where p.shardid = ${shard}::bigint
      ) as ok
    ) here
  `.compile();
}

/**
 * Returns whether a statement only reads. A request that only reads may still write, for example figures that it has
 * computed, so the texts decide. A SELECT that contains one of these words as a constant does not use the views, which
 * is only slower.
 */
const isSelect = ({ text }: Statement): boolean =>
  /^\s*(select|with|explain)\b/i.test(text) && !/\b(insert|update|delete|share)\b/i.test(text);

/**
 * Runs a transaction on a node of a cluster, or on the coordinator. If it belongs to a call that reads, and no
 * statement writes, it uses the views of the tenant's shards.
 *
 * @param shard number of the tenant's shard of the table `mold`. 0: the statements belong to no tenant
 */
export async function runOnNode(
  lease: Lease,
  statements: readonly Statement[],
  limits: CallLimits,
  shard: number,
): Promise<DbRow[][]> {
  const plain = (text: string): Statement => ({ text, values: [] });
  // Sends an explicit `begin`. Without it, a node does not pass on the tenant to the other nodes.
  const first = [plain("begin")];
  let all = statements;
  const isReading = limits.isLookUp || limits.isRead || limits.readOnly;
  if (shard !== 0 && isReading && statements.every(isSelect)) {
    first.push(enterViews(shard, limits));
    all = statements.map((s) => ({ ...s, schema: `shard_${shard}` }));
  }
  return (await lease.run([...first, ...all, plain("commit")])).slice(first.length, -1);
}
