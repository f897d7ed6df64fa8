import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Device } from "./devices.ts";
import {
  createCountedMold,
  createKillOrganization,
  createKillTenant,
  mittAs,
  RealServer,
} from "./real-server.ts";

/**
 * Kills a real server repeatedly while simulated counters report. Then compares the shots of every mold with the counts
 * that its counter sent. With `--database`, it stops PostgreSQL instead of the server, and the server must survive.
 * scripts/torture-kill.mjs starts this program.
 */
const { values } = parseArgs({
  options: {
    program: { type: "string", default: "" },
    kills: { type: "string", default: "500" },
    counters: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    database: { type: "string", default: "" },
  },
});
/** Longest time between a start and the next kill, ms. */
const longestLife = 3000;
/** Longest time for which the database is stopped, ms. */
const longestStop = 3000;

let state = Number(values.seed) >>> 0;
function random(n: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks the parent process to stop or start the database, and waits until it has done so. */
function database(order: "stop" | "start"): Promise<void> {
  return new Promise((resolve) => {
    process.once("message", () => resolve());
    process.send?.(order);
  });
}

const dataDir = mkdtempSync(join(tmpdir(), "shotkeeper-kills-"));
const url = values.database;
const start = () => RealServer.start(values.program, dataDir, url);
let faults = 0;
const fault = (text: string) => {
  faults++;
  console.log(`  FAULT: ${text}`);
};

await createKillTenant(url ? { url } : { dataDir });
let server = await start();
const token = await server.token();
await createKillOrganization(server, token);
const devices: Device[] = [];
for (let i = 0; i < Number(values.counters); i++) {
  const no = `K${i}`;
  devices.push(new Device(no, await createCountedMold(server, token, no), i % 2 === 1, random));
}

let isEnding = false;
const running = devices.map((device) =>
  device.run(
    () => server,
    () => isEnding,
  ),
);
const kills = Number(values.kills);
const started = Date.now();
for (let n = 1; n <= kills; n++) {
  await sleep(random(longestLife));
  if (url) {
    await database("stop");
    await sleep(random(longestStop));
    const hasSurvived = server.isRunning;
    await database("start");
    if (!hasSurvived) {
      fault(`the server ended when the database stopped (${n})`);
      server = await start();
    }
  } else {
    await server.end("SIGKILL");
    server = await start();
  }
  if (n % 25 === 0 || n === kills) {
    const sent = devices.reduce((sum, d) => sum + d.acknowledged.size, 0);
    console.log(
      `${n} of ${kills}, ${sent} acknowledged reports, ${Math.round((Date.now() - started) / 1000)} s`,
    );
  }
}
isEnding = true;
await Promise.all(running);

let acknowledged = 0;
for (const { no, reports, acknowledged: counts } of devices) {
  acknowledged += counts.size;
  const expected = (reports.at(-1)?.count ?? 0) - (reports[0]?.count ?? 0);
  // Repeats the query, because the ledger stores the last MQTT readings shortly after their acknowledgement.
  let found: unknown;
  for (let tries = 0; tries < 100; tries++) {
    found = (await mittAs(server, token, { Type: "rf_ExplainCount", InParams: { MOLD_NO: no } })).TOTAL;
    if (found === expected) break;
    await sleep(100);
  }
  if (found !== expected) fault(`mold ${no} has ${String(found)} shots, its counter made ${expected}`);
  const stored: number[] = [];
  for (let page = 1; ; page++) {
    const { list = [] } = (await mittAs(server, token, {
      Type: "QueryByID",
      MENU_ID: "CT102",
      QueryID: "Q01",
      WhereStr: [{ Field: "WRITER_ID", ConditionalCode: "EQ", Value: no }],
      Page: page,
      Limit: 1000,
    })) as { list?: { COUNT_TIMES: number }[] };
    stored.push(...list.map((row) => row.COUNT_TIMES));
    if (list.length < 1000) break;
  }
  const unique = new Set(stored);
  if (unique.size < stored.length) fault(`counter ${no} has ${stored.length - unique.size} readings twice`);
  const lost = [...counts].filter((count) => !unique.has(count));
  if (lost.length > 0) fault(`counter ${no} lost ${lost.length} acknowledged readings, such as ${lost[0]}`);
}
const { CHANGED } = await mittAs(server, token, { Type: "rf_Recompute", InParams: {} });
if (CHANGED !== 0) fault(`a recomputation changes ${String(CHANGED)} figures`);
console.log(
  `${kills} ${url ? "stops of the database" : "kills of the server"}, ${acknowledged} acknowledged reports of ` +
    `${devices.length} counters, ${faults} faults`,
);
await server.end("SIGTERM");
rmSync(dataDir, { recursive: true, force: true });
process.exit(faults > 0 ? 1 : 0);
