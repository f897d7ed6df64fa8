import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Aedes } from "aedes";
import { generate } from "mqtt-packet";
import { hashPassword } from "../../apps/server/src/kernel/auth/password.ts";
import { hashSecret } from "../../apps/server/src/kernel/auth/secret.ts";
import { readConfig } from "../../apps/server/src/kernel/config.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { openDb } from "../../apps/server/src/kernel/db/open.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeApp } from "../../apps/server/src/make-app.ts";
import { openMqtt } from "../../apps/server/src/telemetry/mqtt/mqtt.ts";
import { createTenant } from "../../apps/server/src/tenants/create-tenant.ts";
import { Load } from "./load.ts";
import { compare } from "./measure.ts";
import { record } from "./record.ts";

const secret = "bench";
const day = 86_400_000;

/**
 * Creates counters with a secret. Each counter is bound to a mold with a standard cycle. Returns the chip codes of
 * the counters.
 */
async function makeCounters(db: Db, size: number): Promise<string[]> {
  const code = `bench-${process.pid}-${Date.now()}`;
  const id = await createTenant(
    db,
    { code, fullName: code, adminHash: await hashPassword(code) },
    Date.now(),
  );
  const bound = new Date(Date.now() - 30 * day);
  const chips = Array.from({ length: size }, (_, i) => `${code}-${i + 1}`);
  await db.run(id, [
    sql`
      insert into organization (tenant_id, org_id, org_name, type, longitude, latitude, radius)
      values (${id}, 'O', 'O', 'oem', 121.5, 31.2, 2000)
    `,
    sql`
      insert into mold (
        tenant_id, mold_no, oem_id, plant_id, daily_maintenance_hours, major_maintenance_hours,
        planned_t0, handover_date, standard_cycle
      )
      select ${id}, c, 'O', 'O', 100, 1000, '2026-01-01', '2026-01-01', 60
      from unnest(${chips}::text[]) c
    `,
    sql`
      insert into mold_standard
      select ${id}, mold_id, '1970-01-01', 60000, 5
      from mold
      where tenant_id = ${id}
    `,
    sql`insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, secret_hash)
      select ${id}, c, c, 'NB', 1, true, true, ${hashSecret(secret)} from unnest(${chips}::text[]) c`,
    sql`
      insert into chip (chip_code, tenant_id, counter_id)
      select chip_code, tenant_id, counter_id
      from counter
      where tenant_id = ${id}
    `,
    sql`
      insert into counter_state (tenant_id, counter_id)
      select tenant_id, counter_id
      from counter
      where tenant_id = ${id}
    `,
    sql`
      insert into binding (tenant_id, mold_id, counter_id, bound_at)
      select ${id}, m.mold_id, c.counter_id, ${bound}
      from mold m
      join counter c on c.tenant_id = ${id} and c.writer_id = m.mold_no
      where m.tenant_id = ${id}
    `,
  ]);
  await db.platform(sql`select app_analyze()`);
  return chips;
}

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

/**
 * Builds a PUBLISH packet with one reading. The readings are one minute apart and have one shot each. They end some
 * days ago, so no reading lies in the future.
 */
function publishPacket(chip: string, n: number): Uint8Array {
  const payload = {
    WRITER_IMIE: chip,
    COUNT_TIMES: 100 + n,
    sendTime: new Date(Math.floor(Date.now() / day) * day - 29 * day + n * 60_000).toISOString(),
    percentage: 88,
    Electricity_Mark: 0,
    rssi: -85,
    coordinate: "121.5,31.2",
    Remove_Sign: 0,
    Reader_Id: "",
  };
  return generate({
    cmd: "publish",
    topic: `counters/${chip}/report`,
    payload: JSON.stringify(payload),
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
  const chips = await makeCounters(db, clients);
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
