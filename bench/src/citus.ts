import { parseArgs } from "node:util";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { buildHttp } from "../../apps/server/src/http/server.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { makeMolds } from "./api-molds.ts";
import { page, readByKey, update, updatedDateOf } from "./api-requests.ts";
import { type Batch, firstBatches, makeBatches, makeFleet, makeGather, rate } from "./fleet.ts";
import { listen } from "./listen.ts";
import { Load, post } from "./load.ts";
import { type Comparison, compare } from "./measure.ts";
import { type MeasuredServer, measuredServer, processorTimes } from "./node-cpu.ts";
import { record } from "./record.ts";

const clients = 16;
const senders = 8;
/** Number of tenants on each worker node. The plain server has as many tenants as all nodes together. */
const tenantsOfNode = 2;
/** Largest share of the coordinator in the processor time of the cluster's servers. */
const coordinatorGoal = 0.05;

/** The product on one database: plain PostgreSQL, or a cluster. */
interface Side {
  readonly db: Db;
  readonly url: string;
  /** PostgreSQL servers of the database. The first one accepts the connections (in a cluster: the coordinator). */
  readonly servers: readonly MeasuredServer[];
  /** Nodes that store rows (host:port). Empty: the database is not a cluster. */
  readonly nodes: readonly string[];
}

/** One kind of work on both sides. A round does `size` operations and returns the operations per second. */
interface Work {
  readonly name: string;
  readonly goal: number;
  readonly size: number;
  readonly plain: () => Promise<number>;
  readonly cluster: () => Promise<number>;
}

const nodesSql = sql<{ node: string }>`
  select nodename || ':' || nodeport as node
  from pg_dist_node
  where noderole = 'primary' and shouldhaveshards
  order by 1
`;

async function open(url: string, isCluster: boolean): Promise<Side> {
  const db = await openDb({ url });
  const nodes = isCluster ? (await db.platform(nodesSql))[0].map((r) => r.node) : [];
  const at = (host: string) => Object.assign(new URL(url), { host }).href;
  const servers = await Promise.all([url, ...nodes.map(at)].map(measuredServer));
  return { db, url, servers, nodes };
}

async function nodeOf(db: Db, tenantId: number): Promise<string> {
  const [rows] = await db.platform(sql<{ node: string }>`
    select n.nodename || ':' || n.nodeport as node
    from pg_dist_placement p
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where p.shardid = get_shard_id_for_distribution_column('mold', ${tenantId}::int)
  `);
  return rows[0]?.node ?? "";
}

/**
 * Makes `count` tenants. In a cluster, each node then has equally many of them: the hash of the id decides about the
 * node, so the benchmark ignores tenants on a node that has enough of them.
 */
async function makeEven<T>(side: Side, count: number, make: () => Promise<T>, idOf: (made: T) => number) {
  const { db, nodes } = side;
  const even: T[] = [];
  const perNode = new Map<string, number>();
  while (even.length < count) {
    const made = await make();
    const node = nodes.length > 0 ? await nodeOf(db, idOf(made)) : "";
    const there = perNode.get(node) ?? 0;
    if (nodes.length > 0 && there >= count / nodes.length) continue;
    perNode.set(node, there + 1);
    even.push(made);
  }
  return even;
}

interface Served {
  /** Sends `size` requests, from request number `from` on. Returns the requests per second. */
  readonly send: (
    size: number,
    bodyOf: (tenant: number, n: number) => unknown,
    from: number,
  ) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Serves `/mitt` on a side. Returns functions that send requests of all tenants in turn, and close the server. */
async function serve(side: Side, load: Load, tenants: readonly number[]): Promise<Served> {
  const { db } = side;
  const settings = { TENANT_REQUESTS_PER_SECOND: "0", LOG_LEVEL: "warn", MQTT_PORT: "off" };
  const app = makeApp(readConfig(settings), db, Date.now);
  const tokens = await Promise.all(
    tenants.map((id) => app.sessions.open(id, "admin", "PC", false, Date.now())),
  );
  const http = await buildHttp(app);
  const hello = Array.from({ length: clients }, () => new Uint8Array());
  const to = await load.connect("http", await listen(http), hello);
  const send: Served["send"] = (size, bodyOf, from) =>
    load.send(
      to,
      Array.from({ length: size }, (_, i) => {
        const n = from + i;
        const tenant = n % tokens.length;
        const body = bodyOf(tenant, Math.floor(n / tokens.length));
        return post("/mitt", { [tokenHeader]: tokens[tenant] ?? "" }, body);
      }),
    );
  return { send, close: () => http.close() };
}

/** Prepares batches of readings. Returns a function that stores the batches of the next round. */
async function ingest(side: Side, tenants: number, counters: number, rows: number, rounds: number) {
  const fleets = await makeEven(
    side,
    tenants,
    () => makeFleet(side.db, counters),
    (f) => f.tenantId,
  );
  const gather = makeGather(side.db);
  for (const f of fleets) for (const b of firstBatches(f)) await gather.add(b.tenantId, b.readings);
  const lists = fleets.map((f) => makeBatches(f, Math.ceil((rows * (rounds + 1)) / fleets.length), 1));
  const batches: Batch[] = [];
  for (let i = 0; i < (lists[0]?.length ?? 0); i++) for (const l of lists) batches.push(...l.slice(i, i + 1));
  const part = Math.ceil(batches.length / (rounds + 1));
  let at = 0;
  return () => {
    const some = batches.slice(at, at + part);
    at += part;
    return rate(senders, some, (b) => gather.add(b.tenantId, b.readings));
  };
}

/** Runs `work` and adds the processor time that the servers used meanwhile. */
async function metered<T>(
  servers: readonly MeasuredServer[],
  sums: Map<string, number>,
  work: () => Promise<T>,
) {
  const before = processorTimes(servers);
  const result = await work();
  for (const [name, ms] of processorTimes(servers))
    sums.set(name, (sums.get(name) ?? 0) + ms - (before.get(name) ?? 0));
  return result;
}

const total = (times: ReadonlyMap<string, number>) => [...times.values()].reduce((sum, ms) => sum + ms, 0);

/**
 * Compares the product on a Citus cluster (CITUS_URL) with the product on plain PostgreSQL (DATABASE_URL). All servers
 * run on this machine. Measures the processor time of each server too.
 */
export async function benchCitus(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string", default: "5000" },
      rounds: { type: "string", default: "5" },
      only: { type: "string", default: "" },
      record: { type: "boolean", default: false },
    },
  });
  const { CITUS_URL: clusterUrl, DATABASE_URL: plainUrl } = process.env;
  if (!clusterUrl || !plainUrl)
    throw new Error("CITUS_URL and DATABASE_URL name the two databases to compare");
  const [rows, rounds] = [Number(values.rows), Number(values.rounds)];
  const plain = await open(plainUrl, false);
  const cluster = await open(clusterUrl, true);
  if (cluster.nodes.length === 0) throw new Error("CITUS_URL is not the coordinator of a cluster");
  const tenants = tenantsOfNode * cluster.nodes.length;
  const load = Load.open();
  const isChosen = (name: string) => name.includes(values.only);
  const works: Work[] = [];
  const ingesting: Work[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  if (isChosen("ingest")) {
    const size = 100_000;
    const [ofPlain, ofCluster] = [
      await ingest(plain, tenants, 1000, size, rounds),
      await ingest(cluster, tenants, 1000, size, rounds),
    ];
    ingesting.push({ name: "ingest", goal: 0.6, size, plain: ofPlain, cluster: ofCluster });
  }
  if (["read by key", "page", "update"].some(isChosen)) {
    const ids = await Promise.all(
      [plain, cluster].map((side) =>
        makeEven(
          side,
          tenants,
          () => makeMolds(side.db, rows),
          (id) => id,
        ),
      ),
    );
    // Starts to serve after all rows exist, and measures requests before readings, because the HTTP server closes idle
    // connections.
    const sides: (Served & { readonly dates: readonly string[] })[] = [];
    for (const [i, side] of [plain, cluster].entries()) {
      const dates = await Promise.all((ids[i] ?? []).map((id) => updatedDateOf(side.db, id)));
      sides.push({ ...(await serve(side, load, ids[i] ?? [])), dates });
    }
    closing.push(...sides.map((served) => served.close));
    const add = (
      name: string,
      goal: number,
      size: number,
      bodyOf: (tenant: number, n: number, dates: readonly string[]) => unknown,
    ) => {
      const [ofPlain, ofCluster] = sides.map(({ send, dates }) => {
        let from = 0;
        return () => {
          const first = from;
          from += size;
          return send(size, (tenant, n) => bodyOf(tenant, n, dates), first);
        };
      });
      if (ofPlain && ofCluster) works.push({ name, goal, size, plain: ofPlain, cluster: ofCluster });
    };
    const key = readByKey(rows);
    const list = page("byKeyOrder", "MOLD_NO");
    add("read by key", 0.85, 4000, (_, n) => key(n).ours);
    add("page", 0.6, 1000, (_, n) => list(n).ours);
    add("update", 0.8, 2000, (tenant, n, dates) => update(rows, dates[tenant] ?? "")(n).ours);
  }
  console.log(`${tenants} tenants with ${rows} molds on ${cluster.nodes.length} nodes, ${clients} clients`);
  const figures: Record<string, Comparison & { readonly coordinator: number }> = {};
  for (const w of [...works.filter((x) => isChosen(x.name)), ...ingesting]) {
    const sums = { plain: new Map<string, number>(), cluster: new Map<string, number>() };
    const f = await compare(
      rounds,
      () => metered(plain.servers, sums.plain, w.plain),
      () => metered(cluster.servers, sums.cluster, w.cluster),
    );
    const coordinator = (sums.cluster.get(cluster.servers[0]?.name ?? "") ?? 0) / total(sums.cluster);
    figures[w.name] = { ...f, coordinator: Number(coordinator.toFixed(3)) };
    const perOperation = (ms: number) => `${((ms * 1000) / (w.size * (rounds + 1))).toFixed(0)} µs`;
    console.log(
      `${w.name}: plain ${f.floor}/s, cluster ${f.ours}/s, ratio ${f.ratio.toFixed(2)};`,
      `database per operation: plain ${perOperation(total(sums.plain))},`,
      `cluster ${perOperation(total(sums.cluster))}, coordinator's share ${(coordinator * 100).toFixed(1)} %`,
      `${f.ratio < w.goal ? ` missed ${w.goal}` : ""}${coordinator > coordinatorGoal ? " missed 5 %" : ""}`,
    );
  }
  if (values.record) record("citus", cluster.db.engine, { rows, clients, rounds, figures });
  await load.close();
  for (const close of closing) await close();
  await plain.db.close();
  await cluster.db.close();
}
