import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { UsageError, wholeOption } from "./connection.ts";
import { startEm63 } from "./simulators/em63.ts";
import { SimMachine } from "./simulators/machine.ts";
import { startModbus } from "./simulators/modbus.ts";
import { type PlatformName, platformMessage, platformNames, platforms } from "./simulators/platforms.ts";
import { startTcpLines } from "./simulators/tcp-lines.ts";

/** Simulates a Sparkplug node with devices. `address` is the address of the MQTT broker. */
async function sparkplug(address: string, secret: string, o: Options): Promise<void> {
  const { SparkplugSim } = await import("./simulators/sparkplug.ts");
  const devices = Array.from({ length: o.counters }, (_, i) => `IMM_${i + 1}`);
  console.log("Field of the count: /values/Counters~1Shots");
  const node = new SparkplugSim(address, secret, "edge-node", devices, 1000, Date.now());
  await node.connect();
  await eachCycle(o, async (n) => {
    for (const d of devices) await node.data(d, 1001 + n, Date.now());
    console.log(`${devices.length} devices at ${1001 + n}, births asked for: ${node.rebirths}`);
  });
  node.kill();
}

const machineKinds = ["opcua", "modbus", "em63", "tcp"] as const;

const kindHelp = `npm run simulate -- --kind KIND [options]

Simulates another system.

  chirpstack, tts, ctwing, onenet   devices of a platform, which sends their messages to a connector
    --connector ADDRESS  address of the connector with its secret; prints the field map to enter
    --duplicates --disorder   sends messages twice, and in another order
  sparkplug                         a node with devices
    --mqtt URL           broker (mqtt://127.0.0.1:1883)
    --secret TEXT        secret of the connector
  opcua, modbus, em63, tcp          machines that an edge gateway can read; prints the source to enter
    --port N             first port (4840, 1502, -, 4001)
    --folder DIR         folder of em63 (./em63)

  --counters N           how many devices or machines (3)
  --cycle S              seconds of a shot (5)
  --seconds N            how long (60); 0: until Ctrl+C`;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Options {
  readonly counters: number;
  readonly cycle: number;
  readonly end: number;
}

/** Calls `step` at intervals of `cycle` (the cycle time, s) until the time `end` (epoch ms), or until Ctrl+C. */
async function eachCycle({ cycle, end }: Options, step: (n: number) => unknown): Promise<void> {
  let isStopped = false;
  process.once("SIGINT", () => {
    isStopped = true;
  });
  for (let n = 0; !isStopped && Date.now() < end; n++) {
    await step(n);
    await sleep(cycle * 1000);
  }
}

async function platform(
  name: PlatformName,
  address: string,
  o: Options,
  disturb: Disturbance,
): Promise<void> {
  const { map, turn } = platforms[name];
  console.log(`Field map of the connector: ${JSON.stringify(map)}`);
  if (name === "onenet") console.log('Platform token: "token", without an encryption key');
  // Starts shortly below `turn`, the count at which the platform begins at 0 again, so that this soon happens.
  const machines = Array.from(
    { length: o.counters },
    (_, i) =>
      new SimMachine(`a84041ffff00${String(i + 1).padStart(4, "0")}`, { count: (turn ?? 1000) - 10 - i }),
  );
  let sent = 0;
  let failed = 0;
  const send = async ({ query, body }: ReturnType<typeof platformMessage>) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(address + query, { method: "POST", headers, body });
    sent++;
    if (answer.status !== 200) failed++;
    if (answer.status === 401) throw new UsageError("the connector refuses the secret");
  };
  await eachCycle(o, async (frame) => {
    const messages = machines.map((m) => {
      m.shoot(1, turn);
      return platformMessage(name, { device: m.id, count: m.count, at: Date.now(), frame });
    });
    if (disturb.duplicates) messages.push(...messages.filter(() => Math.random() < 0.3));
    if (disturb.disorder) messages.sort(() => Math.random() - 0.5);
    for (const m of messages) await send(m);
    console.log(
      `${sent} messages, ${failed} not accepted; ${machines.map((m) => `${m.id}: ${m.count}`).join(", ")}`,
    );
  });
  for (const m of machines) console.log(`${m.id}: ${m.shots} shots, the first message is the beginning`);
}

interface Disturbance {
  readonly duplicates: boolean;
  readonly disorder: boolean;
}

async function machines(
  kind: (typeof machineKinds)[number],
  o: Options,
  where: { port: number | undefined; folder: string },
): Promise<void> {
  const list = Array.from(
    { length: o.counters },
    (_, i) => new SimMachine(`IMM_${i + 1}`, { count: 65_530 - i }),
  );
  const shoot: (() => unknown)[] = [];
  if (kind === "opcua") {
    const { startOpcua } = await import("./simulators/opcua.ts");
    const { url } = await startOpcua(list, where.port ?? 4840);
    console.log(`Source: OPC UA, ${url}`);
  } else if (kind === "modbus") {
    const shown = list.map((machine, i) => ({ machine, register: 2 * i, width: 32 as const }));
    const { port } = await startModbus(shown, where.port ?? 1502);
    console.log(
      `Sources: Modbus TCP, 127.0.0.1:${port}, 32 bits, high word first, registers 0 to ${2 * o.counters - 2}`,
    );
  } else
    for (const [i, machine] of list.entries()) {
      if (kind === "tcp") {
        const device = await startTcpLines(machine, (where.port ?? 4001) + i);
        console.log(`Source: TCP text lines, 127.0.0.1:${device.port}, pattern N=(\\d+)`);
        shoot.push(device.tell);
        continue;
      }
      const folder = join(where.folder, machine.id);
      mkdirSync(folder, { recursive: true });
      console.log(`Source: EUROMAP 63, ${folder}`);
      shoot.push(startEm63(machine, folder).shoot);
    }
  // Makes no shots of machines with EUROMAP 63 here: their functions in `shoot`, which are called next, make the shots.
  await eachCycle(o, async () => {
    if (kind !== "em63") for (const m of list) m.shoot();
    for (const step of shoot) await step();
    console.log(list.map((m) => `${m.id}: ${m.count}`).join(", "));
  });
}

/** Runs `npm run simulate -- --kind KIND`. */
export async function simulateKind(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kind: { type: "string", default: "" },
      connector: { type: "string", default: "" },
      mqtt: { type: "string", default: "mqtt://127.0.0.1:1883" },
      secret: { type: "string", default: "" },
      port: { type: "string" },
      folder: { type: "string", default: "em63" },
      counters: { type: "string", default: "3" },
      cycle: { type: "string", default: "5" },
      seconds: { type: "string", default: "60" },
      duplicates: { type: "boolean", default: false },
      disorder: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(kindHelp);
  const seconds = wholeOption("seconds", values.seconds, 0, 1_000_000);
  const options = {
    counters: wholeOption("counters", values.counters, 1, 1000),
    cycle: wholeOption("cycle", values.cycle, 1, 3600),
    end: seconds === 0 ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1000,
  };
  const name = platformNames.find((n) => n === values.kind);
  if (name) {
    if (!/^https?:\/\/.+\/in\/\d+\/\S+$/.test(values.connector))
      throw new UsageError(
        "--connector must be the address of a connector, https://<host>/in/<connector>/<secret>",
      );
    return platform(name, values.connector, options, values);
  }
  if (values.kind === "sparkplug") {
    if (values.secret === "")
      throw new UsageError("--kind sparkplug needs --secret, the secret of the connector");
    return sparkplug(values.mqtt, values.secret, options);
  }
  const kind = machineKinds.find((k) => k === values.kind);
  if (!kind)
    throw new UsageError(`--kind is one of ${[...platformNames, "sparkplug", ...machineKinds].join(", ")}`);
  const port = values.port === undefined ? undefined : wholeOption("port", values.port, 1, 65_535);
  await machines(kind, options, { port, folder: resolve(values.folder) });
}
