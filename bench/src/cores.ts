import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { RealServer } from "../../apps/server/src/testing/kill/real-server.ts";
import { makeMolds } from "./api-molds.ts";
import { type Tenants, type Work, worksOf } from "./cores-work.ts";
import { makeCounters } from "./counters.ts";
import { Load } from "./load.ts";
import { median } from "./measure.ts";
import { type MeasuredServer, measuredServer, processesOf, processorTimes } from "./node-cpu.ts";
import { record } from "./record.ts";
import { makeShop } from "./shop-data.ts";

/** Number of connections for each worker. */
const clients = 16;
/** Goals: growth of the processor time per request with two workers, and of the throughput without the database. */
const goals = { processor: 1.1, throughput: 1.7 };
/** Longest time after which the statistics of PostgreSQL contain the last transaction of a connection, ms. */
const statisticsMs = 11_000;

/** A running server of the product, and the group of connections to it. */
interface Side {
  readonly workers: number;
  readonly server: RealServer;
  readonly processes: MeasuredServer;
  readonly to: number;
  readonly dataDir: string;
}

/** Figures of one round. Processor times are µs per request. */
interface Round {
  readonly perSecond: number;
  readonly node: number;
  readonly database: number;
  readonly generator: number;
}

/** Makes the tenants whose rows the requests read and write. */
async function makeTenants(url: string, molds: number): Promise<Tenants> {
  const db = await openDb({ url });
  try {
    const { sessions } = makeApp(readConfig({ LOG_LEVEL: "warn", MQTT_PORT: "off" }), db, Date.now);
    const tokenOf = (id: number) => sessions.open(id, "admin", "PC", false, Date.now());
    return {
      molds,
      token: await tokenOf(await makeMolds(db, molds)),
      shopToken: await tokenOf(await makeShop(db, 20, 1000)),
      chips: (await makeCounters(db, 2 * clients)).chips,
    };
  } finally {
    await db.close();
  }
}

async function start(main: string, url: string, workers: number, load: Load): Promise<Side> {
  const dataDir = mkdtempSync(join(tmpdir(), "shotkeeper-bench-"));
  const settings = { WORKERS: String(workers), TENANT_REQUESTS_PER_SECOND: "0" };
  const server = await RealServer.start(main, dataDir, url, settings);
  // The first worker already serves. The connections must be divided among all workers.
  await sleep(5000);
  const hello = Array.from({ length: clients * workers }, () => new Uint8Array());
  const to = await load.connect("http", Number(new URL(server.url).port), hello);
  const processes = { name: `${workers} workers`, postmaster: server.child.pid ?? 0 };
  return { workers, server, processes, to, dataDir };
}

// Not availableParallelism(), which counts only the processors to which this process is pinned.
const allCores = cpus().length;

/** Lets this process and all threads of the servers run on the first `cores` processors only (Linux). */
function pin(cores: number, servers: readonly MeasuredServer[]): void {
  for (const pid of [process.pid, ...servers.flatMap(processesOf)]) {
    const { status, stderr } = spawnSync("taskset", ["-a", "-c", "-p", `0-${cores - 1}`, String(pid)]);
    // A process may have ended meanwhile.
    if (status !== 0 && existsSync(`/proc/${pid}`)) throw new Error(`taskset failed: ${stderr}`);
  }
}

/** Sends `size` requests to a server. Returns the throughput, and the processor time of everybody who took part. */
async function runRound(
  load: Load,
  side: Side,
  database: MeasuredServer,
  w: Work,
  from: number,
): Promise<Round> {
  const { size, each = 1 } = w;
  const requests = Array.from({ length: size / each }, (_, i) => w.request(from + i));
  const measured = [side.processes, database];
  pin(side.workers, measured);
  const before = processorTimes(measured);
  const own = process.cpuUsage();
  const perSecond = await load.sendGroups(side.to, requests, each);
  const { user, system } = process.cpuUsage(own);
  const after = processorTimes(measured);
  const used = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / size;
  return {
    perSecond,
    node: used(side.processes.name),
    database: used(database.name),
    generator: (user + system) / size,
  };
}

const middle = (rounds: readonly Round[]): Round => ({
  perSecond: Math.round(median(rounds.map((r) => r.perSecond))),
  node: Math.round(median(rounds.map((r) => r.node))),
  database: Math.round(median(rounds.map((r) => r.database))),
  generator: Math.round(median(rounds.map((r) => r.generator))),
});

/** Returns the number of transactions that the database has committed. */
async function transactions(url: string): Promise<number> {
  await sleep(statisticsMs);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ n: string }>(
    "select xact_commit as n from pg_stat_database where datname = current_database()",
  );
  await client.end();
  return Number(rows[0]?.n);
}

const textOf = ({ perSecond, node, database, generator }: Round) =>
  `${perSecond}/s, processor time per request: server ${node} µs, database ${database} µs, load ${generator} µs`;

/** Counts the transactions of the database per read by key. Concurrent look-ups share a transaction. */
async function sharing(
  url: string,
  sides: readonly Side[],
  one: (side: Side) => Promise<Round>,
  size: number,
) {
  const found: Record<string, number> = {};
  let before = await transactions(url);
  for (const side of sides) {
    await one(side);
    const after = await transactions(url);
    const perRequest = Number(((after - before) / size).toFixed(3));
    before = after;
    found[side.processes.name] = perRequest;
    console.log(`read by key, ${side.processes.name}: ${perRequest} transactions per request`);
  }
  return found;
}

/** Sends a kind of request to both servers in turn. Returns the figures with one and with two workers. */
async function compareSides(
  w: Work,
  rounds: number,
  [one, two]: readonly [Side, Side],
  round: (side: Side, w: Work) => Promise<Round>,
) {
  const found: [Round[], Round[]] = [[], []];
  for (const side of [one, two]) await round(side, w);
  for (let i = 0; i < rounds; i++) {
    // Alternates the order, because the load of the machine by others changes slowly.
    for (const k of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      found[k].push(await round(k === 0 ? one : two, w));
  }
  const [alone, both] = [middle(found[0]), middle(found[1])];
  const processor = Number((both.node / alone.node).toFixed(2));
  const throughput = Number((both.perSecond / alone.perSecond).toFixed(2));
  const isMissed = w.onDatabase ? processor > goals.processor : throughput < goals.throughput;
  console.log(`${w.name}\n  1 worker:  ${textOf(alone)}\n  2 workers: ${textOf(both)}`);
  console.log(
    `  server's processor time x ${processor}, throughput x ${throughput}${isMissed ? "  missed" : ""}`,
  );
  return { one: alone, two: both, processor, throughput };
}

/**
 * Compares the server with one and with two workers. Both run as the real program on the same database, and get the
 * same requests in turn. Server, database and load generator together run on as many processors as there are workers.
 */
export async function benchCores(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string", default: "2000" },
      rounds: { type: "string", default: "3" },
      only: { type: "string", default: "" },
      record: { type: "boolean", default: false },
    },
  });
  const { DATABASE_URL: url, SHOTKEEPER_ROOT: root = "." } = process.env;
  if (!url) throw new Error("DATABASE_URL is missing: several workers need PostgreSQL");
  const rounds = Number(values.rounds);
  const main = join(root, "apps/server/dist/cores-bench.mjs");
  const { bundle } = await import(pathToFileURL(join(root, "scripts/bundle.mjs")).href);
  await bundle("apps/server/src/main.ts", main);
  const database = await measuredServer(url);
  const isChosen = ({ name }: Work) => values.only.split(",").some((part) => name.includes(part));
  const works = worksOf(await makeTenants(url, Number(values.rows))).filter(isChosen);
  const load = Load.open();
  const sides: Side[] = [];
  const sent = new Map<string, number>();
  const round = (side: Side, w: Work) => {
    const from = sent.get(w.name) ?? 0;
    sent.set(w.name, from + w.size);
    return runRound(load, side, database, w, from);
  };
  try {
    const one = await start(main, url, 1, load);
    sides.push(one);
    const two = await start(main, url, 2, load);
    sides.push(two);
    console.log(`${clients} clients per worker, ${rounds} rounds`);
    const figures: Record<string, object> = {};
    for (const w of works) figures[w.name] = await compareSides(w, rounds, [one, two], round);
    const read = works.find((w) => w.name === "read by key");
    if (read) figures.sharing = await sharing(url, sides, (side) => round(side, read), read.size);
    if (values.record) record("cores", "postgresql", { clients, rounds, figures });
  } finally {
    pin(allCores, [database]);
    await load.close();
    for (const { server, dataDir } of sides) {
      await server.end("SIGTERM");
      rmSync(dataDir, { recursive: true });
    }
    for (const file of [main, `${main}.map`]) rmSync(file);
  }
}
