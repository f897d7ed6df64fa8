import { parseArgs } from "node:util";
import { type Client, ClientError } from "@shotkeeper/client";
import { codes } from "@shotkeeper/contract/kernel";
import { explainCount } from "@shotkeeper/contract/mold";
import {
  connectionHelp,
  connectionOptions,
  logIn,
  reportClient,
  runTool,
  UsageError,
  viaOf,
  wholeOption,
} from "./connection.ts";
import { type FleetOptions, live, type SimCounter, simCounter, simPairs } from "./fleet.ts";
import { connectBroker, type Item, Sender } from "./sender.ts";
import { type Pair, setUp } from "./setup.ts";
import { simulateKind } from "./simulate-kind.ts";

const help = `npm run simulate -- [options]

Drives a server with simulated counters, each on a mold of its own.

${connectionHelp}
  --counters N       how many (100)
  --prefix TEXT      what their names begin with (SIM)
  --setup            register molds, counters and bindings first (needs a log-in)
  --seconds N        how long (60); 0: until Ctrl+C
  --speed X          device seconds a second (1). The devices' clocks start in the past and end at the present
  --every N          device seconds between two readings of a counter (60)
  --batch N          readings in one call, at most (500)
  --dropouts --duplicates --moves --removals --drift   let that happen
  --kind KIND        simulates another system instead, such as ChirpStack or OPC UA; explains it with --help
  --check            in the end ask rf_ExplainCount of every mold whether all shots arrived (needs a log-in)`;

/**
 * Maximum number of readings without an answer. At this number, the simulation pauses until more readings are answered.
 */
const maxBacklog = 20_000;
const tickMs = 200;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...connectionOptions,
      counters: { type: "string", default: "100" },
      prefix: { type: "string", default: "SIM" },
      setup: { type: "boolean", default: false },
      seconds: { type: "string", default: "60" },
      speed: { type: "string", default: "1" },
      every: { type: "string", default: "60" },
      batch: { type: "string", default: "500" },
      dropouts: { type: "boolean", default: false },
      duplicates: { type: "boolean", default: false },
      moves: { type: "boolean", default: false },
      removals: { type: "boolean", default: false },
      drift: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(help);
  const n = wholeOption("counters", values.counters, 1, 100_000);
  const seconds = wholeOption("seconds", values.seconds, 0, 1_000_000);
  const batch = wholeOption("batch", values.batch, 1, 5000);
  const speed = Number(values.speed);
  if (!(speed > 0 && speed <= 100_000))
    throw new UsageError(`--speed must be a number above 0, not "${values.speed}"`);
  if (seconds === 0 && speed !== 1) throw new UsageError("--speed needs an end: give --seconds");
  if (!/^[A-Za-z0-9_-]{1,20}$/.test(values.prefix))
    throw new UsageError("--prefix takes letters, digits, _ and -");
  const via = viaOf(values.via);
  if (via !== "http" && values.gateway === undefined)
    throw new UsageError("many counters over MQTT go through one gateway: give --gateway KEY");
  const options: FleetOptions = { ...values, every: wholeOption("every", values.every, 1, 86_400) };

  const person = await logIn(values);
  if ((values.setup || values.check) && !person)
    throw new UsageError("--setup and --check need --user, --password and --captcha");
  const reporter = reportClient(values, person);
  const pairs = simPairs(values.prefix, n);
  const span = seconds * speed * 1000;
  const wanted = Date.now() - span;
  if (values.setup && person) await setUp(person, pairs, { boundAt: wanted - 1000, fromZero: true });
  const { counters, startAt } = await knownCounters(reporter, pairs, wanted, options.every);
  const before = values.check && person ? await totals(person, pairs) : new Map<string, number>();

  const broker =
    via === "http" ? undefined : await connectBroker(values.mqtt, "gateway", values.gateway ?? "");
  const sender = new Sender(reporter, via, broker);
  console.log(`${n} counters at ${values.url} by ${via}, ${seconds || "∞"} s, ${speed}× speed.`);
  await drive(counters, sender, { options, seconds, batch, startAt });
  await sender.close();
  const shots = counters.reduce((s, c) => s + c.count - c.firstCount, 0);
  console.log(
    `\nSent ${sender.sent} readings of ${shots} shots: ${sender.outcome}; sent again after a pause: ${sender.retries}.`,
  );
  for (const [reason, times] of sender.reasons) console.log(`  ${times} × ${reason}`);
  if (values.check && person) await check(person, counters, before);
}

/**
 * Returns the counters with the latest counts that the server has stored. The simulation continues from these counts.
 */
async function knownCounters(
  client: Client,
  pairs: readonly Pair[],
  wanted: number,
  every: number,
): Promise<{ counters: SimCounter[]; startAt: number }> {
  const found: { pair: Pair; count: number; at: number }[] = [];
  await inParallel(pairs, async (pair) => {
    try {
      const answer = await client.post("/jsq", { Type: "QueryCounter", WRITER_IMIE: pair.chipCode });
      const row = answer.ReturnData as { COUNT_TIMES: number | null; sendTime: string | null };
      found.push({ pair, count: row.COUNT_TIMES ?? 0, at: row.sendTime ? Date.parse(row.sendTime) : 0 });
    } catch (cause) {
      if (cause instanceof ClientError && cause.code === codes.unknownCounter)
        throw new UsageError(`the server does not know counter ${pair.chipCode}: run once with --setup`);
      throw cause;
    }
  });
  const last = Math.max(0, ...found.map((f) => f.at));
  const startAt = Math.max(wanted, last + 1000);
  if (last > wanted)
    console.log(
      `The counters were heard until ${new Date(last).toISOString()}: they go on from there, and slower.`,
    );
  return { counters: found.map((f) => simCounter(f.pair, f.count, startAt, every)), startAt };
}

async function drive(
  counters: readonly SimCounter[],
  sender: Sender,
  o: { options: FleetOptions; seconds: number; batch: number; startAt: number },
): Promise<void> {
  const began = Date.now();
  const end = o.seconds === 0 ? Number.POSITIVE_INFINITY : began + o.seconds * 1000;
  let isStopped = false;
  process.once("SIGINT", () => {
    isStopped = true;
  });
  let printedAt = began;
  let printed = 0;
  // Simulated clock of the counters. It runs evenly from `startAt` to the end of the simulation. Without an end, it
  // shows the real time. If the computer sleeps meanwhile, the readings of this time are made afterwards.
  const deviceNow = (now: number) =>
    Number.isFinite(end) ? o.startAt + ((now - began) / (end - began)) * (end - o.startAt) : now;
  for (;;) {
    const now = Math.min(Date.now(), end);
    const isLast = isStopped || now >= end;
    if (sender.backlog < maxBacklog || isLast)
      post(counters, sender, Math.min(deviceNow(now), Date.now()), o, isLast);
    sender.check();
    if (isLast) break;
    if (now - printedAt >= 1000) {
      const rate = Math.round(((sender.sent - printed) * 1000) / (now - printedAt));
      const seconds = String(Math.round((now - began) / 1000)).padStart(5);
      const perSecond = String(rate).padStart(6);
      console.log(`${seconds} s  ${perSecond}/s  ${sender.outcome}, waiting ${sender.backlog}`);
      printedAt = now;
      printed = sender.sent;
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  await sender.drained();
}

function post(
  counters: readonly SimCounter[],
  sender: Sender,
  at: number,
  o: { options: FleetOptions; batch: number },
  isLast: boolean,
): void {
  const lanes: Item[][] = [[], [], [], []];
  counters.forEach((c, i) => {
    lanes[i % lanes.length]?.push(...live(c, at, o.options, isLast));
  });
  lanes.forEach((items, lane) => {
    for (let i = 0; i < items.length; i += o.batch) {
      const part = items.slice(i, i + o.batch);
      sender.send(part, lane);
      // Simulates a gateway that sends a batch again because it did not receive the answer.
      if (o.options.duplicates && Math.random() < 0.02) sender.send(part, lane);
    }
  });
}

async function inParallel<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...list];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

async function totals(client: Client, pairs: readonly Pair[]): Promise<Map<string, number>> {
  const map = new Map<string, number>();
  await inParallel(pairs, async ({ moldNo }) => {
    map.set(moldNo, (await client.run(explainCount, { moldNo })).total);
  });
  return map;
}

async function check(
  client: Client,
  counters: readonly SimCounter[],
  before: ReadonlyMap<string, number>,
): Promise<void> {
  const after = await totals(
    client,
    counters.map((c) => c.pair),
  );
  let wrong = 0;
  for (const c of counters) {
    const { moldNo } = c.pair;
    const counted = (after.get(moldNo) ?? 0) - (before.get(moldNo) ?? 0);
    const made = c.count - c.firstCount;
    if (counted === made) continue;
    wrong++;
    if (wrong <= 20) console.error(`${moldNo}: ${made} shots were made, ${counted} are counted.`);
  }
  if (wrong > 0) {
    console.error(`${wrong} of ${counters.length} molds are wrong.`);
    process.exitCode = 1;
  } else console.log(`All ${counters.length} molds have exactly the shots that were made.`);
}

const args = process.argv.slice(2);
await runTool(args.some((a) => /^--kind(=|$)/.test(a)) ? () => simulateKind(args) : main);
