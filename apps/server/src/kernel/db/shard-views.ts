import { createHash } from "node:crypto";
import type { CallLimits } from "./call-limits.ts";
import type { Lease } from "./fair-pool.ts";
import { type DbRow, sql } from "./sql.ts";
import { plain, type Statement } from "./statements.ts";
import { functionsOfCitus, tablePlacement } from "./table-placement.ts";
import { type Owner, onWorkers } from "./workers-of-cluster.ts";

/*
 * On the node that holds a tenant's rows, reads of requests, and transactions of one round trip that write, use views
 * of the tenant's shards instead of the distributed tables. Jobs that only read, and `Db.tx`, go through Citus, because
 * a long transaction with the views would delay a move of the shards. With the views, PostgreSQL can reuse its plans.
 * Citus would plan a statement with joins twice at each call: on a busy computer, a read of a mold by its key took 8.8
 * ms through Citus, and 0.77 ms through the views. Citus would also split an update with its log entry into five
 * statements.
 *
 * All views of one group of shards are in one schema, `shard_N`. N is the number of the group's shard of the table
 * `mold`. A transaction sets its search_path to this schema, so its texts are the same on every database. If the schema
 * or a view is missing, the names mean the distributed tables as before: the result is correct, but slower.
 *
 * Citus does not notice writes through the views. Rows that are written while it copies a shard would be lost. So a
 * write first takes the lock that Citus itself takes for each write (`holdShard`). A move or a split of shards waits
 * until such writes have ended, and such writes wait until it has ended.
 */

/**
 * Returns a statement that runs on one node. For each group of shards it creates the views again if the comment of the
 * schema names another version, or if the numbers of columns differ. Migrations drop the views, so this finds all
 * changes. A view needs the rights of its caller (security_invoker), so row-level security holds as before. Its columns
 * have the default values of the distributed table, because a shard does not number its rows itself.
 *
 * Reference tables are in each schema too: for Citus, a statement that names a view and such a table would join a local
 * with a distributed table. Nobody may write through their views, because the other nodes would not get the rows.
 */
const createViewsOf = (version: string) => `do $views$
declare
  shards record;
  source record;
  schema_name text;
  defaults text;
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
      select c.oid, c.relname, shard_name(c.oid, s.shardid) as shard, d.partmethod = 'h' as is_writable
      from pg_dist_partition d
      join pg_class c on c.oid = d.logicalrelid and not c.relispartition
      join pg_dist_shard s on s.logicalrelid = c.oid
      where d.partmethod = 'h' and s.shardminvalue = shards.shardminvalue
        or d.partmethod = 'n' and d.repmodel = 't';
    if coalesce(obj_description(to_regnamespace(schema_name), 'pg_namespace'), '') <> '${version}' or (
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
        execute format(
          'grant select%s on %I.%I to shotkeeper_app',
          case when source.is_writable then ', insert, update, delete' end, schema_name, source.relname
        );
        select string_agg(format(
          'alter %I set default %s', a.attname,
          coalesce(
            pg_get_expr(d.adbin, d.adrelid),
            format('nextval(%L)', pg_get_serial_sequence(format('public.%I', source.relname), a.attname))
          )
        ), ', ') into defaults
        from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = source.oid
          and a.attgenerated = ''
          and (a.attidentity <> '' or d.oid is not null);
        if source.is_writable and defaults is not null then
          execute format('alter view %I.%I %s', schema_name, source.relname, defaults);
        end if;
      end loop;
      execute format('grant usage on schema %I to shotkeeper_app', schema_name);
      execute format('comment on schema %I is %L', schema_name, '${version}');
    end if;
    drop table shard_source;
  end loop;
end $views$`;

/** Statement that creates the views. Its hash is the comment of each schema, so a new version creates them again. */
const createViews = createViewsOf(createHash("sha256").update(createViewsOf("")).digest("hex"));

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

/** Statement that keeps moves of the tenant's shards waiting until the end of the transaction (distribute.ts). */
const holdShard = (shard: number): Statement => sql`select app_hold_shard(${shard}::bigint)`.compile();

/**
 * Adds to the opening of a transaction (`Db.opening`) that it sets the search_path to the views of the group of shards.
 * It does so only if this node holds the group and has its views.
 * After a move, the old shards stay on their old node for a while, with old rows.
 *
 * With the views, it sets the tenant without a function in PL/pgSQL. PostgreSQL plans the statements of such a function
 * again after each change of the search_path.
 *
 * @param shard number of the group's shard of the table `mold`
 */
function enterViews({ text, values }: Statement, shard: number, { isKeyed }: CallLimits): Statement {
  const schema = `shard_${shard}`;
  const n = values.length;
  const [path, plans, view, group] = [1, 2, 3, 4].map((i) => `$${n + i}`);
  const enter = `select set_config('search_path', case when here.ok then ${path} else 'public' end, true),
    set_config('plan_cache_mode', case when here.ok then ${plans} else 'auto' end, true),
    case when here.ok then set_config('app.tenant_id', $1::text, true) else app_pass_tenant($1::text::int)::text end,
    here.ok as has_views`;
  const here = ` from (select to_regclass(${view}) is not null and exists (
      select
      from pg_dist_placement p
      join pg_dist_local_group l on l.groupid = p.groupid
      where p.shardid = ${group}::bigint
    ) as ok) here`;
  return {
    text: text.replace(/^select app_(?:set|pass)_tenant\(\$1\)/, () => enter) + here,
    // One generic plan for statements by key, as on one server. Citus itself cannot use generic plans.
    values: [
      ...values,
      `${schema}, public`,
      isKeyed ? "force_generic_plan" : "auto",
      `${schema}.mold`,
      shard,
    ],
  };
}

/** Statement that refuses a removed tenant, because nothing may be written for such a tenant. */
const refuseRemoved = (tenantId: unknown): Statement => ({
  text: "select case when exists (select from removed_tenant r where r.id = $1) then app_refuse_removed($1) end",
  values: [tenantId],
});

/**
 * Returns whether a statement only reads. A SELECT that contains one of these words as a constant counts as a write,
 * which only makes a move of shards wait.
 */
const isSelect = ({ text }: Statement): boolean =>
  /^\s*explain\b/i.test(text) ||
  (/^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|share)\b/i.test(text));

const wordsOf = (names: readonly string[]) => new RegExp(`\\b(${names.join("|")})\\b`, "i");
const { reference, local, managed } = tablePlacement;
/** Matches texts with the name of a table whose rows are not only on the tenant's node. */
const namesOfOtherTables = wordsOf([...reference, ...local, ...managed.filter((name) => name !== "job")]);
/** Matches texts that use the table `job`. The word alone does not suffice, because a column has this name too. */
const jobTable = /\b(from|join|into|update|using)\s+job\b/i;
/** Matches texts that call functions with statements for Citus, which might not see rows written through the views. */
const callsOfCitusFunctions = wordsOf(functionsOfCitus);

/** Returns whether a statement of a transaction that writes changes and locks only rows of its tenant's shards. */
const writesOnlyShards = (s: Statement): boolean =>
  !callsOfCitusFunctions.test(s.text) &&
  (isSelect(s) ||
    (/^\s*(select|with|insert|update|delete)\b/i.test(s.text) &&
      !namesOfOtherTables.test(s.text) &&
      !jobTable.test(s.text)));

/** The part of a lease that runs statements. */
type Runner = Pick<Lease, "run">;

/** Sends an explicit `begin`. Without it, a node does not pass on the tenant to the other nodes. */
const inTransaction = async (lease: Runner, statements: readonly Statement[]): Promise<DbRow[][]> =>
  (await lease.run([plain("begin"), ...statements, plain("commit")])).slice(1, -1);

/**
 * Runs a transaction on a node of a cluster, or on the coordinator. Uses the views of the tenant's shards if it writes
 * only rows of these shards, or if it belongs to a call that reads.
 *
 * @param statements the first one is the opening (`Db.opening`), if they belong to a tenant
 * @param shard number of the tenant's shard of the table `mold`. 0: the statements belong to no tenant
 */
export async function runOnNode(
  lease: Runner,
  statements: readonly Statement[],
  limits: CallLimits,
  shard: number,
): Promise<DbRow[][]> {
  const [opening, ...rest] = statements;
  // A call that reads may still write, for example figures that it has computed, so the texts decide.
  const isWrite = !rest.every(isSelect);
  const canUseViews = isWrite
    ? rest.every(writesOnlyShards)
    : limits.isLookUp || limits.isRead || limits.readOnly;
  if (opening === undefined || shard === 0 || !canUseViews) return inTransaction(lease, statements);
  const entering = enterViews(opening, shard, limits);
  const checked = limits.isLookUp ? rest : [refuseRemoved(opening.values[0]), ...rest];
  const inViews = checked.map((s) => ({ ...s, schema: `shard_${shard}` }));
  const resultsOf = (all: readonly DbRow[][]): DbRow[][] => [[], ...all.slice(all.length - rest.length)];
  if (isWrite) {
    // While the tenant's shards move, the write waits. It waits no longer than the call may take.
    const [, timeout] = opening.values;
    const limited = timeout === undefined ? [] : [plain(`set local statement_timeout = '${timeout}'`)];
    return resultsOf(await inTransaction(lease, [...limited, holdShard(shard), entering, ...inViews]));
  }
  // Statements that are sent together are one transaction without `begin` too. If the node turns out not to have the
  // views, they read no rows, because the tenant does not reach the other nodes. They then run again through Citus.
  const all = await lease.run([entering, ...inViews]);
  return all[0]?.[0]?.has_views ? resultsOf(all) : inTransaction(lease, statements);
}
