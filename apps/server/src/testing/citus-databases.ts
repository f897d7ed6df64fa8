import pg from "pg";

/** Node of a Citus cluster. The coordinator has the group 0. */
interface CitusNode {
  readonly group: number;
  readonly name: string;
  readonly port: number;
}

/**
 * Number of shards per table in a test database. It is small, because each shard of each table is a table of its own.
 */
const shards = 4;

/** Returns the nodes of the cluster. The list is empty if the server has no Citus. */
export async function nodesOf(coordinator: pg.Client): Promise<CitusNode[]> {
  const { rows: found } = await coordinator.query("select from pg_extension where extname = 'citus'");
  if (found.length === 0) return [];
  const { rows } = await coordinator.query<CitusNode>(
    `select groupid as "group", nodename as name, nodeport as port from pg_dist_node order by groupid`,
  );
  return rows;
}

function at(url: string, node: CitusNode, database?: string): string {
  const own = new URL(url);
  own.hostname = node.name;
  own.port = String(node.port);
  if (database !== undefined) own.pathname = `/${database}`;
  return own.href;
}

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const s of statements) await client.query(s);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database with the same name on each worker node of Citus, and connects it to the coordinator's database.
 * Citus needs this for each database that it distributes.
 */
export async function createOnNodes(url: string, nodes: readonly CitusNode[]): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  for (const node of nodes) {
    if (node.group !== 0) await run(at(url, node, "postgres"), `create database ${name}`);
    await run(at(url, node), "create extension citus");
  }
  const [coordinator, ...workers] = nodes;
  if (!coordinator) return;
  await run(
    url,
    `alter database ${name} set citus.shard_count = ${shards}`,
    `select citus_set_coordinator_host('${coordinator.name}', ${coordinator.port})`,
    ...workers.map((w) => `select citus_add_node('${w.name}', ${w.port})`),
  );
}

/** Drops a database on all worker nodes of Citus. */
export async function dropOnNodes(url: string, nodes: readonly CitusNode[], name: string): Promise<void> {
  for (const node of nodes)
    if (node.group !== 0)
      await run(at(url, node, "postgres"), `drop database if exists ${name} with (force)`);
}
