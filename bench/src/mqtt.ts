import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Aedes } from "aedes";
import { generate } from "mqtt-packet";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { openMqtt } from "../../apps/server/src/telemetry/mqtt/mqtt.ts";
import { makeCounters, secret, sentReading } from "./counters.ts";
import { Load } from "./load.ts";
import { compare } from "./measure.ts";
import { record } from "./record.ts";

/** Starts the baseline: an unmodified aedes broker with one subscriber, which ignores the messages. */
async function floorBroker(): Promise<{ port: number; close: () => Promise<void> }> {
  const broker = await Aedes.createBroker();
  await new Promise<void>((resolve) =>
    broker.subscribe(
      "counters/#",
      (_packet, done) => done(),
      () => resolve(),
    ),
  );
  const server = createServer({ noDelay: true }, broker.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      await new Promise<void>((resolve) => broker.close(resolve));
      server.close();
    },
  };
}

const connectPacket = (chip: string) =>
  generate({
    cmd: "connect",
    protocolId: "MQTT",
    protocolVersion: 4,
    clean: true,
    keepalive: 0,
    clientId: chip,
    username: chip,
    password: Buffer.from(secret),
  });

/** Builds a PUBLISH packet with reading number `n` of a counter. */
function publishPacket(chip: string, n: number): Uint8Array {
  return generate({
    cmd: "publish",
    topic: `counters/${chip}/report`,
    payload: JSON.stringify(sentReading(chip, n)),
    qos: 1,
    messageId: (n % 65_535) + 1,
    dup: false,
    retain: false,
  });
}

/**
 * Measures the number of single readings per second at QoS 1. Each client waits for PUBACK before it sends the next
 * reading. The baseline is a broker that ignores the readings.
 */
export async function benchMqtt(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      clients: { type: "string", default: "50" },
      rounds: { type: "string", default: "9" },
      record: { type: "boolean", default: false },
    },
  });
  const clients = Number(values.clients);
  const db = await openDb({ url: process.env.DATABASE_URL });
  const { chips } = await makeCounters(db, clients);
  const dataDir = mkdtempSync(join(tmpdir(), "shotkeeper-bench-"));
  const config = {
    ...readConfig({ TENANT_REQUESTS_PER_SECOND: "0", LOG_LEVEL: "warn" }),
    mqttPort: 0,
    dataDir,
  };
  const app = makeApp(config, db, Date.now);
  const log = { debug: () => {}, info: () => {}, error: console.error };
  await openMqtt(app.ingest, app.receiver, config, Date.now, log);
  const floor = await floorBroker();
  const load = Load.open();
  const hello = chips.map(connectPacket);
  const toOurs = await load.connect("mqtt", app.ingest.mqtt?.port ?? 0, hello);
  const toFloor = await load.connect("mqtt", floor.port, hello);
  const sent = { ours: 0, floor: 0 };
  const next = (side: "ours" | "floor") => {
    // Number of messages per client. With this number a round takes some seconds. In a shorter round, the time until
    // the last readings are stored would outweigh the rest.
    const each = Math.ceil(80_000 / clients);
    const from = sent[side];
    sent[side] += each;
    return Array.from({ length: each * clients }, (_, i) =>
      publishPacket(chips[i % clients] ?? "", from + Math.floor(i / clients)),
    );
  };
  const f = await compare(
    Number(values.rounds),
    () => load.send(toFloor, next("floor")),
    // Ends a round when the ledger has stored all readings. Acknowledged readings may still be waiting in the journal.
    async () => {
      const messages = next("ours");
      const began = performance.now();
      await load.send(toOurs, messages);
      await app.ingest.intake.journal?.drained();
      return messages.length / ((performance.now() - began) / 1000);
    },
  );
  const { readings } = app.ingest.tally;
  if (readings.mqtt.accepted !== sent.ours * clients)
    throw new Error(`not all readings were counted: ${JSON.stringify(readings.mqtt)}`);
  console.log(`engine ${db.engine}, ${clients} clients, one message under way each (window 1), QoS 1`);
  console.log(`single readings: floor ${f.floor}/s, ours ${f.ours}/s, ratio ${f.ratio.toFixed(2)}`);
  if (values.record)
    record("mqtt", db.engine, { clients, window: 1, rounds: Number(values.rounds), figures: f });
  await load.close();
  await app.ingest.mqtt?.close();
  await floor.close();
  await app.ingest.intake.journal?.close();
  await app.ingest.gather.drained();
  rmSync(dataDir, { recursive: true });
  await db.close();
}
