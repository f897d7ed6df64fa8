import { parseArgs } from "node:util";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { buildHttp } from "../../apps/server/src/http/server.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { makeMolds } from "./api-molds.ts";
import { listen } from "./listen.ts";
import { Load, post } from "./load.ts";
import { median } from "./measure.ts";
import { record } from "./record.ts";

/** Number of connections over which the noisy tenant floods the server. */
const noisyConnections = 16;
const goal = 2;

/** Returns the request for the list of molds, as its screen sends it. */
const list = (token: string) =>
  post(
    "/mitt",
    { [tokenHeader]: token },
    {
      Type: "QueryByID",
      MENU_ID: menus.mold,
      QueryID: "Q01",
      WhereStr: [],
      Sort: [{ Field: "MOLD_NO", Sort: "asc" }],
      Page: 1,
      Limit: 50,
    },
  );

const shown = (ms: number) => `${ms.toFixed(1)} ms`;

/**
 * Measures how long a quiet tenant waits for its list (95th percentile), alone and while another tenant floods the
 * server. Both tenants have the standard limit of requests. Ends with exit code 1 if the ratio is above the goal.
 */
export async function benchNeighbour(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string", default: "5000" },
      rounds: { type: "string", default: "5" },
      size: { type: "string", default: "200" },
      record: { type: "boolean", default: false },
    },
  });
  const [rows, rounds, size] = [Number(values.rows), Number(values.rounds), Number(values.size)];
  const db = await openDb({ url: process.env.DATABASE_URL });
  const tenants = [await makeMolds(db, rows), await makeMolds(db, rows)];
  const app = makeApp(readConfig({ LOG_LEVEL: "silent", MQTT_PORT: "off" }), db, Date.now);
  const [quiet = "", noisy = ""] = await Promise.all(
    tenants.map((id) => app.sessions.open(id, "admin", "PC", false, Date.now())),
  );
  const http = await buildHttp(app);
  const port = await listen(http);
  const [client, flooder] = [Load.open(), Load.open()];
  const toQuiet = await client.connect("http", port, [new Uint8Array()]);
  const toNoisy = await flooder.connect(
    "http",
    port,
    Array.from({ length: noisyConnections }, () => new Uint8Array()),
  );
  const requests = Array.from({ length: size }, () => list(quiet));
  console.log(`engine ${db.engine}, ${rows} molds per tenant, ${rounds} rounds of ${size} lists`);
  await client.measure(toQuiet, requests);
  const found: { alone: number; flooded: number; ratio: number }[] = [];
  for (let i = 0; i < rounds; i++) {
    const { p95: alone, perSecond } = await client.measure(toQuiet, requests);
    // The flood lasts four times as long as the quiet tenant's requests have just taken alone.
    const ms = (4000 * size) / perSecond;
    let isFlooding = true;
    const flood = flooder.flood(toNoisy, [list(noisy)], ms).finally(() => {
      isFlooding = false;
    });
    const flooded: number[] = [];
    while (isFlooding) flooded.push((await client.measure(toQuiet, requests.slice(0, 50))).p95);
    const { perSecond: answered, refused } = await flood;
    const p95 = median(flooded);
    found.push({ alone, flooded: p95, ratio: p95 / alone });
    console.log(
      `p95 alone ${shown(alone)}, flooded ${shown(p95)}, ratio ${(p95 / alone).toFixed(2)}; ` +
        `the neighbour: ${Math.round(answered)} answers/s, ${Math.round(refused)} refusals/s`,
    );
  }
  const ratio = Number(median(found.map((f) => f.ratio)).toFixed(2));
  console.log(`ratio ${ratio}, goal at most ${goal}`);
  if (values.record) record("neighbour", db.engine, { rows, rounds, size, ratio });
  if (ratio > goal) process.exitCode = 1;
  await Promise.all([client.close(), flooder.close()]);
  await http.close();
  await db.close();
}
