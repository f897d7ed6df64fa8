import { parseArgs } from "node:util";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import { buildHttp } from "../../apps/server/src/http/server.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { copyToFloor, floorServer, prepareFloor } from "./api-floor.ts";
import { makeMolds } from "./api-molds.ts";
import { insert, type Pair, page, readByKey, update, updatedDateOf } from "./api-requests.ts";
import { listen } from "./listen.ts";
import { Load, post } from "./load.ts";
import { type Comparison, compare } from "./measure.ts";
import { record } from "./record.ts";

const clients = 8;

interface Operation {
  readonly name: string;
  /** Number of requests per round, for Shotkeeper and for the baseline. A round takes about one second. */
  readonly size: number;
  /** Returns request number `n` of the run: one form for Shotkeeper, and an equivalent one for the baseline. */
  readonly pair: (n: number) => Pair;
}

/** Throws unless Shotkeeper and the baseline return equal rows and equal totals. */
async function sameAnswer(pair: Pair, ours: FastifyInstance, token: string, floor: FastifyInstance) {
  const a = await ours.inject({
    method: "POST",
    url: "/mitt",
    headers: { [tokenHeader]: token },
    payload: pair.ours,
  });
  const b = await floor.inject({ method: "POST", url: pair.floor.path, payload: pair.floor.body as object });
  const data = a.json().ReturnData;
  const other = b.json();
  const wanted = JSON.stringify("list" in other ? other : { list: [other], count: 1 });
  if (JSON.stringify(data) !== wanted)
    throw new Error(`the sides differ:\n${JSON.stringify(data).slice(0, 3000)}\n${wanted.slice(0, 3000)}`);
}

/** Measures the requests per second of Shotkeeper's API. The baseline handlers run only the same SQL statements. */
export async function benchApi(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string", default: "50000" },
      rounds: { type: "string", default: "9" },
      only: { type: "string", default: "" },
      record: { type: "boolean", default: false },
    },
  });
  const rows = Number(values.rows);
  const db = await openDb({ url: process.env.DATABASE_URL, prepare: prepareFloor });
  const tenantId = await makeMolds(db, rows);
  await copyToFloor(db, tenantId);
  const app = makeApp(
    readConfig({ TENANT_REQUESTS_PER_SECOND: "0", LOG_LEVEL: "warn", MQTT_PORT: "off" }),
    db,
    Date.now,
  );
  const token = await app.sessions.open(tenantId, "admin", "PC", false, Date.now());
  const ours = await buildHttp(app);
  const floor = floorServer(db);
  const load = Load.open();
  const hello = Array.from({ length: clients }, () => new Uint8Array());
  const toOurs = await load.connect("http", await listen(ours), hello);
  const toFloor = await load.connect("http", await listen(floor), hello);
  const operations: readonly Operation[] = [
    { name: "page in the key's order", size: 400, pair: page("byKeyOrder", "MOLD_NO") },
    { name: "page sorted by name", size: 200, pair: page("byName", "MOLD_NAME") },
    { name: "read by key", size: 2000, pair: readByKey(rows) },
    { name: "insert", size: 1500, pair: insert },
    { name: "update", size: 1500, pair: update(rows, await updatedDateOf(db, tenantId)) },
  ].filter((o) => o.name.includes(values.only));
  console.log(`engine ${db.engine}, ${rows} molds, ${clients} clients, ${values.rounds} rounds`);
  const figures: Record<string, Comparison> = {};
  for (const o of operations) {
    if (!/insert|update/.test(o.name))
      for (let n = 0; n < 3; n++) await sameAnswer(o.pair(n * 17), ours, token, floor);
    const made = { ours: 0, floor: 0 };
    const next = (side: "ours" | "floor") =>
      Array.from({ length: o.size }, () => {
        const pair = o.pair(made[side]++);
        return side === "ours"
          ? post("/mitt", { [tokenHeader]: token }, pair.ours)
          : post(pair.floor.path, {}, pair.floor.body);
      });
    const f = await compare(
      Number(values.rounds),
      () => load.send(toFloor, next("floor")),
      () => load.send(toOurs, next("ours")),
    );
    figures[o.name] = f;
    console.log(`${o.name}: floor ${f.floor}/s, ours ${f.ours}/s, ratio ${f.ratio.toFixed(2)}`);
  }
  if (values.record) record("api", db.engine, { rows, clients, rounds: Number(values.rounds), figures });
  await load.close();
  await Promise.all([ours.close(), floor.close()]);
  await db.close();
}
