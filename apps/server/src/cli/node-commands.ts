import type pg from "pg";
import { hasCitus } from "../kernel/db/distribute.ts";
import { asOwner } from "../kernel/db/open.ts";
import { createShardViews } from "../kernel/db/shard-views.ts";
import type { Operator } from "./operator.ts";
import { take, UsageError } from "./usage.ts";

/** Group of rows (shard) that has the rows of a tenant, and the node of the Citus cluster that stores it. */
interface Place {
  readonly shard: string;
  /** Name and port of the node, by which the nodes reach each other. */
  readonly name: string;
  readonly port: number;
  /** Number of other tenants in the same shard. */
  readonly others: number;
}

/** Runs `work` as the schema's owner on the coordinator of a Citus cluster. Throws if the database is no cluster. */
async function onCluster(o: Operator, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const notOne = new UsageError("the database is no Citus cluster (docs/operations.md)");
  if (o.ownerUrl === undefined) throw notOne;
  await asOwner({ url: o.ownerUrl }, async (owner) => {
    if (!(await hasCitus(owner))) throw notOne;
    await work(owner);
  });
}

/** Returns the place of a tenant. All tables have the same placement, so any table of tenants serves (`mold`). */
async function placeOf(owner: pg.Client, tenantId: number): Promise<Place> {
  const { rows } = await owner.query<Place>(
    `select s.shard, n.nodename as name, n.nodeport as port, (
       select count(*)::int
       from tenant t
       where t.tenant_id <> $1 and get_shard_id_for_distribution_column('mold', t.tenant_id) = s.shard
     ) as others
     from (select get_shard_id_for_distribution_column('mold', $1::int) as shard) s
     join pg_dist_placement p on p.shardid = s.shard
     join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`,
    [tenantId],
  );
  const [place] = rows;
  if (!place) throw new Error(`tenant ${tenantId} has no node`);
  return place;
}

const textOf = (code: string, { name, port, shard, others }: Place) =>
  `${code} is on ${name}:${port}, shard ${shard}, ${others === 0 ? "alone" : `with ${others} other tenants`}.`;

/** Prints the node of a tenant. */
export async function where(o: Operator, args: readonly string[]): Promise<void> {
  const [code = ""] = take(args, "code");
  const { id } = await o.tenant(code);
  await onCluster(o, async (owner) => console.log(textOf(code, await placeOf(owner, id))));
}

/** Gives a tenant a shard of its own, on the same node. The servers keep running, and writes wait meanwhile. */
export async function isolate(o: Operator, args: readonly string[]): Promise<void> {
  const [code = ""] = take(args, "code");
  const { id } = await o.tenant(code);
  await onCluster(o, async (owner) => {
    if ((await placeOf(owner, id)).others === 0)
      throw new UsageError(`${code} is alone in its shard already`);
    // Writes wait meanwhile. The other modes copy by logical replication, which row-level security refuses.
    await owner.query("select isolate_tenant_to_new_shard('mold', $1::int, 'CASCADE', 'block_writes')", [id]);
    await createShardViews(owner);
    console.log(textOf(code, await placeOf(owner, id)));
  });
}

/** Moves a tenant to another node of the cluster. The servers keep running, and writes wait meanwhile. */
export async function move(o: Operator, args: readonly string[]): Promise<void> {
  const [code = "", node = ""] = take(args, "code", "node");
  const { id } = await o.tenant(code);
  await onCluster(o, async (owner) => {
    const from = await placeOf(owner, id);
    if (from.others > 0)
      throw new UsageError(
        `${code} shares its shard with ${from.others} tenants, which would move too: shotkeeper tenant isolate ${code}`,
      );
    const { rows: nodes } = await owner.query<Pick<Place, "name" | "port">>(
      `select nodename as name, nodeport as port from pg_dist_node
       where noderole = 'primary' and isactive and shouldhaveshards
       order by groupid`,
    );
    const to = nodes.find((n) => `${n.name}:${n.port}` === node);
    if (!to)
      throw new UsageError(
        `"${node}" is no node for tenants: ${nodes.map((n) => `${n.name}:${n.port}`).join(", ")}`,
      );
    if (to.name === from.name && to.port === from.port) throw new UsageError(`${code} is on ${node} already`);
    await owner.query(
      "select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, 'block_writes')",
      [from.shard, from.name, from.port, to.name, to.port],
    );
    await createShardViews(owner);
    console.log(textOf(code, await placeOf(owner, id)));
  });
}
