import { parseArgs } from "node:util";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { FastifyInstance } from "fastify";
import { buildHttp } from "../../apps/server/src/http/server.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { copyToFloor, floorServer, inserted, prepareFloor } from "./api-floor.ts";
import { makeMolds, plants } from "./api-molds.ts";
import { listen } from "./listen.ts";
import { Load, post } from "./load.ts";
import { type Comparison, compare } from "./measure.ts";
import { record } from "./record.ts";

const clients = 8;
const pageSize = 50;

/** A request to Shotkeeper, and the equivalent request to the baseline. */
interface Pair {
  readonly ours: Readonly<Record<string, unknown>>;
  readonly floor: { readonly path: string; readonly body: unknown };
}

interface Operation {
  readonly name: string;
  /** Number of requests per round, for Shotkeeper and for the baseline. A round takes about one second. */
  readonly size: number;
  /** Returns request number `n` of the run: one form for Shotkeeper, and an equivalent one for the baseline. */
  readonly pair: (n: number) => Pair;
}

const moldNo = (i: number) => `M${String(i).padStart(6, "0")}`;

function page(order: "byKeyOrder" | "byName", sortField: string): (n: number) => Pair {
  return (n) => {
    const plant = `P${(n % plants) + 1}`;
    const index = Math.floor(n / plants) % 20;
    return {
      ours: {
        Type: "QueryByID",
        MENU_ID: menus.mold,
        QueryID: "Q01",
        WhereStr: [{ Field: "SAVE_ADDRESS", ConditionalCode: "EQ", Value: plant, FieldType: "string" }],
        Sort: [{ Field: sortField, Sort: "asc" }],
        Page: index + 1,
        Limit: pageSize,
      },
      floor: { path: "/list", body: { plant, limit: pageSize, offset: index * pageSize, order } },
    };
  };
}

function readByKey(rows: number): (n: number) => Pair {
  return (n) => {
    const no = moldNo(((n * 7919) % rows) + 1);
    return {
      ours: {
        Type: "QueryByID",
        MENU_ID: menus.mold,
        QueryID: "Q01",
        WhereStr: [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: no, FieldType: "string" }],
        Sort: [],
        Page: 1,
        Limit: 1,
      },
      floor: { path: "/read", body: { no } },
    };
  };
}

/** Returns the request that inserts a new mold, as the screen sends it. */
function insert(n: number): Pair {
  const values = {
    MOLD_NO: `N${n}`,
    MOLD_NAME: `Bumper, rear, upper ${n}`,
    ENGINE_ID: "O1",
    SAVE_ADDRESS: "P1",
    MOLD_MAKE_ID: "M1",
    PROJECT_NO: "PR1",
    PROJECT_NAME: "Project 1",
    MOLD_STAT: 0,
    MOLD_LIFE: 80,
    MOLD_CAVE_NUM: 2,
    PRODUCT_NO: `PN${n}`,
    PRODUCT_CYCLE: 45,
    CYCLE_TOLERANCE: 5,
    ROW_STOCK: "PP+EPDM-T20",
    DEV_TON: 1200,
    DAY_MAINTAIN_TIME: 200,
    BIG_MAINTAIN_TIME: 2000,
    MD_T0_TIME: "2024-03-01",
    MD_OVER_TIME: "2024-06-01",
    RUNWAY: 1,
    REMARK: `Kept in bay ${n}`,
  };
  return {
    ours: { Type: "insert", MENU_ID: menus.mold, TableName: "BS_MOLD", Data: [values] },
    floor: {
      path: "/insert",
      body: Object.fromEntries(inserted.map((column, i) => [column, Object.values(values)[i]])),
    },
  };
}

/** Returns the request that updates three fields with the optimistic lock, as the screen sends it. */
function update(rows: number, updatedDate: string): (n: number) => Pair {
  return (n) => {
    if (n >= rows) throw new Error("each mold is updated once: more --rows, or fewer --rounds");
    const change = { no: moldNo(n + 1), name: `Bumper ${n}`, manager: `Manager ${n}`, remark: `Moved ${n}` };
    const row = {
      MOLD_NO: change.no,
      MOLD_NAME: change.name,
      PROJECT_MANAGER: change.manager,
      REMARK: change.remark,
      UPDATED_DATE: updatedDate,
    };
    return {
      ours: { Type: "update", MENU_ID: menus.mold, TableName: "BS_MOLD", Data: [row] },
      floor: { path: "/update", body: change },
    };
  };
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

async function updatedDateOf(db: Db, tenantId: number): Promise<string> {
  const [rows] = await db.run(tenantId, [
    sql`select updated_date from mold where tenant_id = ${tenantId} limit 1`,
  ]);
  return String(rows?.[0]?.updated_date);
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
