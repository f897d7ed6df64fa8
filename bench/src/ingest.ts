import { parseArgs } from "node:util";
import {
  batchSize,
  compareWithFloor,
  firstBatches,
  makeBatches,
  makeFleet,
  makeGather,
  openWithFloor,
} from "./fleet.ts";
import { record } from "./record.ts";

/**
 * Measures the readings per second that the ledger stores. The baseline inserts the same rows into a plain table with
 * the same key. Rounds of the ledger and of the baseline alternate.
 */
export async function benchIngest(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      // Number of rows per round. With this number a round takes some seconds. A shorter round would be spent mostly on
      // its start and end.
      rows: { type: "string", default: "400000" },
      senders: { type: "string", default: "16" },
      record: { type: "boolean", default: false },
    },
  });
  const figures: Record<string, object> = {};
  const senders = Number(values.senders);
  const db = await openWithFloor();
  console.log(`engine ${db.engine}, batches of ${batchSize}, ${senders} senders`);
  for (const [size, each] of [
    [1000, 1],
    [1000, 10],
    [100, 10],
  ] as const) {
    const fleet = await makeFleet(db, size);
    const gather = makeGather(db);
    for (const b of firstBatches(fleet)) await gather.add(b.tenantId, b.readings);
    const figure = await compareWithFloor(db, gather, makeBatches(fleet, Number(values.rows), each), senders);
    const name = `${size} counters, ${each} readings in a row`;
    figures[name] = figure;
    console.log(`${name}: floor ${figure.floor}/s, ours ${figure.ours}/s, ratio ${figure.ratio.toFixed(2)}`);
  }
  if (values.record)
    record("ingest", db.engine, { rows: Number(values.rows), senders, batch: batchSize, figures });
  await db.close();
}
