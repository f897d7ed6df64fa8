import { parseArgs } from "node:util";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import type { Gather } from "../../apps/server/src/telemetry/index.ts";
import {
  type Batch,
  batchSize,
  compareWithFloor,
  type Fleet,
  firstBatches,
  intervalMs,
  makeBatches,
  makeFleet,
  makeGather,
  openWithFloor,
  rate,
  readingOf,
  start,
} from "./fleet.ts";
import { record } from "./record.ts";

interface Shape {
  /** Smallest allowed ratio of the readings per second that the ledger stores to those of the baseline. */
  readonly goal: number;
  readonly tenants?: number;
  /** Number of counters of each tenant. */
  readonly counters: number;
  readonly rows: number;
  /** Changes the order of the readings, or adds some. */
  readonly mix?: (batches: Batch[]) => Batch[];
}

/** Returns every tenth reading, from the one with the index `from`. */
const tenth = (b: Batch, from: number) => b.readings.filter((_, i) => i % 10 === from);

/** Moves every tenth reading of a batch two batches back. It then arrives after a newer reading of its counter. */
const sendLate = (batches: Batch[]): Batch[] =>
  batches.map((b, i) => {
    const earlier = batches[i - 2];
    const isLast = i + 2 >= batches.length;
    const onTime = isLast ? b.readings : b.readings.filter((_, at) => at % 10 !== 0);
    return { tenantId: b.tenantId, readings: [...onTime, ...(earlier ? tenth(earlier, 0) : [])] };
  });

/** Adds to each batch a tenth of the readings of the fifth batch before it, as a sender does that repeats itself. */
const repeat = (batches: Batch[]): Batch[] =>
  batches.map((b, i) => {
    const old = batches[i - 5];
    return old ? { tenantId: b.tenantId, readings: [...b.readings, ...tenth(old, i % 10)] } : b;
  });

/** Kinds of input that are harder to store than the input of `npm run bench -- ingest`, with their goals. */
const shapes: Readonly<Record<string, Shape>> = {
  "1,000 counters": { goal: 0.7, counters: 1000, rows: 400_000 },
  "50 tenants": { goal: 0.4, tenants: 50, counters: 1000, rows: 500_000 },
  "late 10 %": { goal: 0.35, counters: 1000, rows: 200_000, mix: sendLate },
  "old duplicates 10 %": { goal: 0.45, counters: 1000, rows: 200_000, mix: repeat },
  "100,000 counters": { goal: 0.4, counters: 100_000, rows: 500_000 },
  "300,000 counters in rotation": { goal: 0.3, counters: 300_000, rows: 900_000 },
};

/** Takes one batch of each list in turn. */
const inTurn = (lists: readonly Batch[][]): Batch[] =>
  Array.from({ length: Math.max(...lists.map((l) => l.length)) }, (_, i) =>
    lists.flatMap((l) => l[i] ?? []),
  ).flat();

async function makeFleets(db: Db, { tenants = 1, counters }: Shape): Promise<Fleet[]> {
  const fleets: Fleet[] = [];
  for (let i = 0; i < tenants; i++) fleets.push(await makeFleet(db, counters));
  return fleets;
}

/** Stores the first reading of each counter. Returns the time, s. */
async function storeFirst(gather: Gather, fleets: readonly Fleet[], senders: number): Promise<number> {
  const began = performance.now();
  await rate(senders, inTurn(fleets.map(firstBatches)), (b) => gather.add(b.tenantId, b.readings));
  return (performance.now() - began) / 1000;
}

/**
 * Measures readings that are two weeks older than stored ones, in no order, a tenth of them with a lower count than an
 * earlier reading. Returns the rows per second.
 */
async function measureDisorder(db: Db, senders: number): Promise<number> {
  const fleet = await makeFleet(db, 1000);
  const gather = makeGather(db);
  await storeFirst(gather, [fleet], senders);
  const hours = 14 * 24;
  const stored: Batch[] = [];
  for (let h = 1; h <= hours; h++)
    stored.push({
      tenantId: fleet.tenantId,
      readings: fleet.counters.map((id) => readingOf(id, start + h * 3_600_000, 100 + h * 60)),
    });
  await rate(senders, stored, (b) => gather.add(b.tenantId, b.readings));
  const old = fleet.counters.flatMap((id) =>
    Array.from({ length: 20 }, (_, i) => {
      const count = 100 + i * 60 + 30 - (i % 10 === 9 ? 100 : 0);
      return readingOf(id, start + i * 3_600_000 + intervalMs * 5, count);
    }),
  );
  // Sorts by a hash of counter and time, so that each run has the same order.
  const rank = (r: { counterId: number; sentAt: number | null }) =>
    ((r.counterId * 2_654_435_761 + ((r.sentAt ?? 0) / intervalMs) * 40_503) >>> 0) % 1_000_003;
  old.sort((a, b) => rank(a) - rank(b));
  const batches: Batch[] = [];
  for (let i = 0; i < old.length; i += batchSize)
    batches.push({ tenantId: fleet.tenantId, readings: old.slice(i, i + batchSize) });
  return rate(senders, batches, (b) => gather.add(b.tenantId, b.readings));
}

/** Measures the ledger with many counters, many tenants, late and repeated readings, beside the baseline. */
export async function benchLedger(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", default: "" },
      senders: { type: "string", default: "16" },
      record: { type: "boolean", default: false },
    },
  });
  const figures: Record<string, object | number> = {};
  const senders = Number(values.senders);
  const db = await openWithFloor();
  console.log(`engine ${db.engine}, batches of ${batchSize}, ${senders} senders`);
  for (const [name, shape] of Object.entries(shapes)) {
    if (!name.includes(values.only)) continue;
    const fleets = await makeFleets(db, shape);
    const gather = makeGather(db);
    const firstSeconds = await storeFirst(gather, fleets, senders);
    const plain = inTurn(fleets.map((f) => makeBatches(f, shape.rows / fleets.length, 1)));
    const figure = await compareWithFloor(db, gather, shape.mix?.(plain) ?? plain, senders);
    figures[name] = { ...figure, firstSeconds: Number(firstSeconds.toFixed(1)) };
    const mark = figure.ratio < shape.goal ? `  missed ${shape.goal}` : "";
    console.log(
      `${name}: floor ${figure.floor}/s, ours ${figure.ours}/s, ratio ${figure.ratio.toFixed(2)},`,
      `first readings ${firstSeconds.toFixed(1)} s${mark}`,
    );
  }
  if ("disorder".includes(values.only)) {
    const perSecond = Math.round(await measureDisorder(db, senders));
    figures.disorder = perSecond;
    console.log(`disorder of two weeks ago: ${perSecond}/s${perSecond < 5000 ? "  missed 5000" : ""}`);
  }
  if (values.record) record("ledger", db.engine, { senders, batch: batchSize, figures });
  await db.close();
}
