import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  createCountedMold,
  createKillOrganization,
  createKillTenant,
  mittAs,
  RealServer,
} from "../kill/real-server.ts";
import { CutLine } from "./cut-line.ts";
import { GatewayProcess } from "./gateway-process.ts";

/**
 * Drains the backlog of an edge gateway into a real server. Meanwhile, both are killed and their connections are cut
 * repeatedly. Then compares the shots of every mold with the shots of its machine. scripts/torture-edge.mjs starts this
 * program.
 */
const { values } = parseArgs({
  options: {
    server: { type: "string", default: "" },
    gateway: { type: "string", default: "" },
    backlog: { type: "string", default: "" },
    database: { type: "string", default: "" },
    machines: { type: "string", default: "200" },
    days: { type: "string", default: "30" },
    every: { type: "string", default: "600" },
    kills: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
  },
});

interface Machine {
  readonly id: string;
  readonly width: number | null;
  readonly first: { readonly count: number; readonly at: number };
  readonly shots: number;
}

let state = (Number(values.seed) * 7919) >>> 0;
function random(n: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (from: number) => Math.round((Date.now() - from) / 1000);

const root = mkdtempSync(join(tmpdir(), "shotkeeper-edge-"));
const [dataDir, edgeDir] = [join(root, "data"), join(root, "edge")];
const made = JSON.parse(
  execFileSync(
    process.execPath,
    [
      values.backlog,
      ...["--dir", edgeDir, "--machines", values.machines, "--days", values.days, "--every", values.every],
      ...["--end", String(Date.now()), "--seed", values.seed],
    ],
    { encoding: "utf8", maxBuffer: 2 ** 28 },
  ),
) as { readonly readings: number; readonly machines: readonly Machine[] };
console.log(
  `${made.machines.length} machines, ${values.days} days, ${made.readings} readings in the journal`,
);

const url = values.database;
await createKillTenant(url ? { url } : { dataDir });
const start = () => RealServer.start(values.server, dataDir, url);
let server = await start();
const token = await server.token();
const run = (Type: string, InParams: object) => mittAs(server, token, { Type, InParams });
await createKillOrganization(server, token);
const noOf = (m: Machine) => m.id.replace(/^CHIP/, "");
for (const m of made.machines) await createCountedMold(server, token, noOf(m));

const { CONNECTOR_ID: id, SECRET: secret } = await run("rf_MakeConnector", {
  CONNECTOR_NAME: "edge",
  CONNECTOR_KIND: "edge",
});
const map = { ITEMS_PATH: "/readings", ID_PATH: "/device", COUNT_PATH: "/count", TIME_PATH: "/at" };
const named = { CONNECTOR_ID: id, CONNECTOR_NAME: "edge", WRITER_TYPE: "LTE", INT_REPORT: 1 };
await run("rf_SetConnector", { ...named, ...map, IS_ACTIVE: "Y" });
await mittAs(server, token, {
  Type: "insert",
  MENU_ID: "CT105",
  TableName: "BS_EDGE_SOURCE",
  Data: made.machines.map((m) => ({
    CONNECTOR_ID: id,
    SOURCE_ID: m.id,
    EDGE_PROTOCOL: "tcp",
    SOURCE_ADDRESS: "127.0.0.1:1",
    IS_ENABLED: "N",
    POLL_SECONDS: 60,
    COUNT_WIDTH: m.width,
  })),
});
// Sends the first reading of each device before its backlog. The server then lists the device, and it is adopted.
const readings = made.machines.map((m) => ({ device: m.id, ...m.first }));
for (let i = 0; i < readings.length; i += 200) {
  const part = readings.slice(i, i + 200);
  await fetch(`${server.url}/in/${id}/${secret}`, {
    method: "POST",
    body: JSON.stringify({ readings: part }),
  });
  await sleep(3000);
  await run("rf_AdoptDevices", { CONNECTOR_ID: id, REMOTE_IDS: part.map((r) => r.device) });
}

const gateway = new GatewayProcess(values.gateway, edgeDir);
const line = new CutLine();
const port = await line.start();
/** Sets the proxy to the server's port, which is different after each start. */
const joinServer = () => {
  line.target = Number(new URL(server.url).port);
};
joinServer();
gateway.connect(`http://127.0.0.1:${port}/in/${id}/${secret}`);
await gateway.start();
/** Cuts the connections or loses an answer every few seconds, until everything is sent. */
let isDraining = true;
const cutting = (async () => {
  while (isDraining) {
    await sleep(1000 + random(5000));
    if (random(2) === 0) line.cut();
    else line.loseNextAnswer();
  }
})();
const began = Date.now();
const kills = Number(values.kills);
let gatewayKills = 0;
let serverKills = 0;
for (let n = 1; n <= kills; n++) {
  await sleep(1000 + random(5000));
  if (n % 5 === 0) {
    await server.end("SIGKILL");
    serverKills++;
    await gateway.kill();
    server = await start();
    joinServer();
  } else await gateway.kill();
  gatewayKills++;
  await gateway.start();
  if (n % 10 === 0)
    console.log(`${n} kills, ${(await gateway.status()).backlog} readings left, ${seconds(began)} s`);
  if ((await gateway.status()).backlog === 0) break;
}
for (;;) {
  const { backlog, trouble } = await gateway.status();
  if (backlog === 0) break;
  console.log(`${backlog} readings left, ${seconds(began)} s${trouble === null ? "" : `: ${trouble}`}`);
  await sleep(5000);
}
isDraining = false;
await cutting;
console.log(
  `Drained in ${seconds(began)} s with ${gatewayKills} kills of the gateway, ${serverKills} of the server, ` +
    `${line.cuts} cuts and ${line.lostAnswers} lost answers`,
);

let faults = 0;
for (const m of made.machines) {
  const { TOTAL } = await run("rf_ExplainCount", { MOLD_NO: noOf(m) });
  if (TOTAL === m.shots) continue;
  faults++;
  if (faults <= 20)
    console.log(`  FAULT: ${m.id} (${m.width ?? 32} bits) made ${m.shots} shots, ${TOTAL} are counted`);
}
const { CHANGED } = await run("rf_Recompute", {});
if (CHANGED !== 0) {
  faults++;
  console.log(`  FAULT: a recomputation changes ${String(CHANGED)} figures`);
}
const total = made.machines.reduce((sum, m) => sum + m.shots, 0);
console.log(
  `${made.readings} readings, ${total} shots of ${made.machines.length} machines, ${faults} faults`,
);
await gateway.kill();
line.stop();
await server.end("SIGTERM");
rmSync(root, { recursive: true, force: true });
process.exit(faults > 0 ? 1 : 0);
