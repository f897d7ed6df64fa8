import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { buildHttp } from "../../apps/server/src/http/server.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import type { IncomingReading } from "../../apps/server/src/telemetry/ledger/incoming.ts";
import { makeCounters, secret, sentReading } from "./counters.ts";
import { insertPlain, openWithFloor, readingOf } from "./fleet.ts";
import { listen } from "./listen.ts";
import { Load, post } from "./load.ts";
import { type Comparison, compare } from "./measure.ts";
import { record } from "./record.ts";

/** Goal: the product stores at least this share of the baseline's readings per second. */
const goal = 0.5;
/** Numbers of clients that are measured. Each client waits for the answer before it sends its next reading. */
const sizes = [16, 256];
/** Number of requests per round. With this number a round takes some seconds. */
const requests = 10_000;

interface Waiting {
  readonly reading: IncomingReading;
  readonly response: ServerResponse;
}

/**
 * Starts the baseline: a bare HTTP server that parses the request and inserts the reading into a plain table. The
 * readings that arrive while a transaction runs share the next one (group commit).
 */
async function floorServer(db: Db): Promise<{ port: number; close: () => void }> {
  let waiting: Waiting[] = [];
  let isBusy = false;
  const store = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      const mine = waiting;
      waiting = [];
      await insertPlain(db, { tenantId: 1, readings: mine.map((w) => w.reading) });
      for (const { response } of mine) {
        response.setHeader("content-type", "application/json");
        response.end('{"accepted":1}');
      }
    }
    isBusy = false;
  };
  const take = (body: string, response: ServerResponse) => {
    const [data] = JSON.parse(body).Data;
    const counterId = Number(data.WRITER_IMIE.slice(data.WRITER_IMIE.lastIndexOf("-") + 1));
    waiting.push({ reading: readingOf(counterId, Date.parse(data.sendTime), data.COUNT_TIMES), response });
    if (!isBusy) void store();
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => take(Buffer.concat(pieces).toString(), response));
  });
  // As long as Fastify's, so that a slow round of the other side does not close the connections.
  server.keepAliveTimeout = 72_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Measures the number of readings per second that counters send one by one to POST /jsq, beside the baseline. */
export async function benchPost(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "5" },
      record: { type: "boolean", default: false },
    },
  });
  const rounds = Number(values.rounds);
  const db = await openWithFloor();
  const config = readConfig({ TENANT_REQUESTS_PER_SECOND: "0", LOG_LEVEL: "warn", MQTT_PORT: "off" });
  const app = makeApp(config, db, Date.now);
  const ours = await buildHttp(app);
  const floor = await floorServer(db);
  const port = await listen(ours);
  const load = Load.open();
  const figures: Record<string, Comparison> = {};
  for (const clients of sizes) {
    const { chips } = await makeCounters(db, clients);
    const hello = chips.map(() => new Uint8Array());
    const toOurs = await load.connect("http", port, hello);
    const toFloor = await load.connect("http", floor.port, hello);
    const sent = { ours: 0, floor: 0 };
    const next = (side: "ours" | "floor") =>
      Array.from({ length: requests }, () => {
        const n = sent[side]++;
        const chip = chips[n % clients] ?? "";
        const body = { Type: "report", Data: [sentReading(chip, Math.floor(n / clients))] };
        return post("/jsq", { [tokenHeader]: `Counter ${chip}:${secret}` }, body);
      });
    const f = await compare(
      rounds,
      () => load.send(toFloor, next("floor")),
      () => load.send(toOurs, next("ours")),
    );
    figures[`${clients} clients`] = f;
    const mark = f.ratio < goal ? `  missed ${goal}` : "";
    console.log(
      `${clients} clients: floor ${f.floor}/s, ours ${f.ours}/s, ratio ${f.ratio.toFixed(2)}${mark}`,
    );
    const { http } = app.ingest.tally.readings;
    if (http.duplicate > 0) throw new Error(`readings were sent twice: ${JSON.stringify(http)}`);
  }
  if (values.record) record("post", db.engine, { rounds, figures });
  await load.close();
  await ours.close();
  floor.close();
  await db.close();
}
