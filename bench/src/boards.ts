import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import pg from "pg";
import { buildHttp } from "../../apps/server/src/http/server.ts";
import { systemCtx } from "../../apps/server/src/jobs/runner.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { precomputeFigures } from "../../apps/server/src/modules/board/index.ts";
import { makeMolds } from "./api-molds.ts";
import { boardMolds, makeBoards } from "./boards-data.ts";
import { median } from "./measure.ts";
import { record } from "./record.ts";

const looks: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  rf_Workplace: {},
  rf_PlantBoard: { PLANT_ID: "P1" },
  rf_MakerBoard: { MAKER_ID: "M1" },
  rf_ProjectBoard: { PAGE: 0 },
  rf_KeyProjectBoard: {},
};
const sizes = [50_000, 5_000_000];
/**
 * Number of queries per board and tenant. In real use, a board that polls every 20 seconds and also reacts to events
 * sends this number in two hours.
 */
const times = 300;

interface Times {
  readonly first: number;
  readonly p50: number;
  readonly p95: number;
}
type Looked = Readonly<Record<string, readonly Times[]>>;

/** Measures the boards in a new process. So no data is cached, as after a restart of the server. */
async function look(tenantIds: readonly number[]): Promise<Looked> {
  const db = await openDb({ url: process.env.DATABASE_URL });
  const app = makeApp(
    readConfig({ TENANT_REQUESTS_PER_SECOND: "0", LOG_LEVEL: "warn", MQTT_PORT: "off" }),
    db,
    Date.now,
  );
  const http = await buildHttp(app);
  const tokenOf = (id: number) => app.sessions.open(id, "admin", "PC", false, Date.now());
  const tokens = await Promise.all(tenantIds.map(tokenOf));
  const small = await tokenOf(await makeMolds(db, 10));
  const ask = async (type: string, token: string, input = looks[type]) => {
    const began = performance.now();
    const answer = await http.inject({
      method: "POST",
      url: "/mitt",
      headers: { [tokenHeader]: token },
      payload: { Type: type, InParams: input },
    });
    const ms = performance.now() - began;
    const { Code, Msg } = answer.json<{ Code: number; Msg: string }>();
    if (Code !== 0) throw new Error(`${type}: ${Msg}`);
    return ms;
  };
  // Warms up with another tenant, because compilation and connecting should not be measured.
  for (let i = 0; i < 50; i++) for (const type of Object.keys(looks)) await ask(type, small, {});
  const found: Record<string, Times[]> = {};
  for (const type of Object.keys(looks)) {
    const first: number[] = [];
    for (const token of tokens) first.push(await ask(type, token));
    const all = tokens.map((): number[] => []);
    // Queries the two tenants in turn, so that both are measured under the same load of the machine.
    for (let i = 0; i < times; i++)
      for (const [n, token] of tokens.entries()) all[n]?.push(await ask(type, token));
    found[type] = all.map((list, n) => ({
      first: first[n] ?? 0,
      p50: median(list),
      p95: [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0,
    }));
  }
  await http.close();
  await db.close();
  return found;
}

function lookElsewhere(tenantIds: readonly number[]): Promise<Looked> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ["boards", "--tenants", tenantIds.join(",")]);
    child.once("message", (m) => resolve(m as Looked));
    child.once("exit", (code) => code !== 0 && reject(new Error(`the look ended with ${code}`)));
  });
}

/** Runs vacuum and other maintenance that PostgreSQL would otherwise begin during the measurement. */
async function settle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

/**
 * Creates two tenants with 5,000 molds each, one with few and one with many readings. Uses the tenants of an earlier
 * run if they exist.
 */
async function makeTenants(url: string, readings: readonly number[]): Promise<number[]> {
  const db = await openDb({ url });
  const app = makeApp(
    readConfig({ TENANT_REQUESTS_PER_SECOND: "0", LOG_LEVEL: "warn", MQTT_PORT: "off" }),
    db,
    Date.now,
  );
  const ids: number[] = [];
  for (const n of readings) {
    const began = performance.now();
    const id = await makeBoards(db, n);
    const [rows] = await db.run(id, [sql`select count(*) as n from reading where tenant_id = ${id}`]);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${rows?.[0]?.n} readings of ${boardMolds} molds made in ${seconds} s (tenant ${id})`);
    ids.push(id);
  }
  await settle(url);
  // Computes the boards' sums in advance. On a real server, a job does so within 15 seconds after the start.
  for (const id of ids)
    await precomputeFigures(
      systemCtx(app, { tenant_id: id, code: "bench", zone: "Asia/Shanghai" }, Date.now()),
    );
  await db.close();
  return ids;
}

const text = (t: Times) =>
  `p50 ${t.p50.toFixed(1)} p95 ${t.p95.toFixed(1)} first ${t.first.toFixed(1)} ms`.padEnd(40);

/**
 * Measures how the duration of each board's query depends on the number of stored readings. Measures the first query
 * of a new process, as after a restart of the server, and then repeated queries.
 */
export async function benchBoards(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tenants: { type: "string" },
      again: { type: "string" },
      readings: { type: "string", default: sizes.join(",") },
      record: { type: "boolean", default: false },
    },
  });
  if (values.tenants) {
    process.send?.(await look(values.tenants.split(",").map(Number)));
    process.disconnect?.();
    return;
  }
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Error("boards are measured on a server: two processes look at one database (DATABASE_URL)");
  const readings = values.readings.split(",").map(Number);
  const ids = values.again?.split(",").map(Number) ?? (await makeTenants(url, readings));
  const figures = await lookElsewhere(ids);
  for (const [type, list] of Object.entries(figures)) {
    const [few, many] = [list[0], list.at(-1)];
    if (!few || !many) continue;
    const ratio = (many.p50 / few.p50).toFixed(2);
    console.log(
      `${type.padEnd(20)} ${readings[0]} readings: ${text(few)} ${readings.at(-1)}: ${text(many)} ratio ${ratio}`,
    );
  }
  if (values.record) record("boards", "postgresql", { molds: boardMolds, readings, figures });
}
