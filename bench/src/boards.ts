import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { buildHttp } from "../../apps/server/src/http/server.ts";
import { systemCtx } from "../../apps/server/src/jobs/runner.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { keepFigures } from "../../apps/server/src/modules/board/index.ts";
import { makeMolds } from "./api-molds.ts";
import { makeBoards } from "./boards-data.ts";
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

type Looked = Readonly<Record<string, { readonly first: number; readonly usual: number }>>;

/** In a process of its own, as after a restart: nothing is at hand in its memory. */
async function look(tenantId: number): Promise<Looked> {
  const db = await openDb({ url: process.env.DATABASE_URL });
  const app = makeApp(readConfig({ LOG_LEVEL: "warn", MQTT_PORT: "off" }), db, Date.now);
  const http = await buildHttp(app);
  const ours = await app.sessions.open(tenantId, "admin", "PC", false, Date.now());
  const small = await app.sessions.open(await makeMolds(db, 10), "admin", "PC", false, Date.now());
  const ask = async (type: string, token = ours, input = looks[type]) => {
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
  // Another tenant has looked before: what is measured is the tenant's data, not the compiler and the connections.
  for (let i = 0; i < 20; i++) for (const type of Object.keys(looks)) await ask(type, small, {});
  const found: Record<string, { first: number; usual: number }> = {};
  for (const type of Object.keys(looks)) {
    const first = await ask(type);
    const times: number[] = [];
    for (let i = 0; i < 30; i++) times.push(await ask(type));
    found[type] = { first, usual: median(times) };
  }
  await http.close();
  await db.close();
  return found;
}

function lookElsewhere(tenantId: number): Promise<Looked> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ["boards", "--tenant", String(tenantId)]);
    child.once("message", (m) => resolve(m as Looked));
    child.once("exit", (code) => code !== 0 && reject(new Error(`the look ended with ${code}`)));
  });
}

/** What a server needs to answer a board, the first time after a restart and from then on, by stored readings. */
export async function benchBoards(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tenant: { type: "string" },
      readings: { type: "string", default: sizes.join(",") },
      record: { type: "boolean", default: false },
    },
  });
  if (values.tenant) {
    process.send?.(await look(Number(values.tenant)));
    process.disconnect?.();
    return;
  }
  if (!process.env.DATABASE_URL)
    throw new Error("boards are measured on a server: two processes look at one database (DATABASE_URL)");
  const figures: Record<string, Looked> = {};
  for (const readings of values.readings.split(",").map(Number)) {
    const db = await openDb({ url: process.env.DATABASE_URL });
    const app = makeApp(readConfig({ LOG_LEVEL: "warn", MQTT_PORT: "off" }), db, Date.now);
    const began = performance.now();
    const id = await makeBoards(db, readings);
    const [rows] = await db.run(id, [sql`select count(*) as n from reading where tenant_id = ${id}`]);
    console.log(`${rows?.[0]?.n} readings made in ${Math.round((performance.now() - began) / 1000)} s`);
    // What every server's jobs do by themselves within 15 seconds.
    await keepFigures(systemCtx(app, { tenant_id: id, code: "bench", zone: "Asia/Shanghai" }, Date.now()));
    await db.close();
    figures[readings] = await lookElsewhere(id);
    for (const [type, f] of Object.entries(figures[readings] ?? {}))
      console.log(
        `${String(readings).padStart(9)} readings  ${type.padEnd(20)} first ${f.first.toFixed(1)} ms  usual ${f.usual.toFixed(1)} ms`,
      );
  }
  if (values.record) record("boards", "postgresql", { molds: 5000, figures });
}
