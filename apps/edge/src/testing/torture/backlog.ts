import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { SimMachine } from "@shotkeeper/tools/machine";
import { Journal } from "../../journal/journal.ts";
import type { Reading } from "../../types.ts";

/**
 * Writes the journal of a gateway that could not send for some days, and prints what its machines have counted.
 * `npm run torture -- edge` starts it.
 */
const { values } = parseArgs({
  options: {
    dir: { type: "string", default: "" },
    machines: { type: "string", default: "200" },
    days: { type: "string", default: "30" },
    every: { type: "string", default: "600" },
    end: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
  },
});
const turn = 2 ** 16;
const everyMs = Number(values.every) * 1000;
const end = Number(values.end);
const start = end - Number(values.days) * 86_400_000;
/** Maximum number of shots between two readings of a machine. */
const mostShots = Math.max(1, Math.floor(everyMs / 30_000));

let state = Number(values.seed) >>> 0;
function random(n: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}

/** Every second machine has a count of 16 bits. The others set their count to 0 at a new job. */
const machines = Array.from({ length: Number(values.machines) }, (_, i) => {
  const width = i % 2 === 0 ? 16 : null;
  const count = width === null ? random(1_000_000) : turn - 1 - random(500);
  return { machine: new SimMachine(`CHIPM${i}`, { count }), width, first: { count, at: start + i } };
});

const journal = await Journal.open(resolve(values.dir, "journal"));
let readings = 0;
for (let at = start + everyMs; at <= end; at += everyMs) {
  const batch: Reading[] = [];
  for (const [i, { machine, width }] of machines.entries()) {
    // Skips a sixth of the readings: the machine stands still, so the recorder stores nothing.
    if (random(6) === 0) continue;
    // Does not reset a count of `mostShots` or below: the next count could be as high as this one, and nobody could see
    // the reset.
    if (width === null && random(300) === 0 && machine.count > mostShots) machine.reset();
    machine.shoot(1 + random(mostShots), width === null ? undefined : turn);
    batch.push({ device: machine.id, count: machine.count, at: at + i });
  }
  readings += batch.length;
  await journal.add(batch);
}
await journal.close();
console.log(
  JSON.stringify({
    readings,
    machines: machines.map(({ machine, width, first }) => ({
      id: machine.id,
      width,
      first,
      shots: machine.shots,
    })),
  }),
);
