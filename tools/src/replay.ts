import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { counterSecret } from "@shotkeeper/contract/counter";
import { type Explanation, explainCount } from "@shotkeeper/contract/mold";
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
import { connectBroker, type Item, Sender } from "./sender.ts";
import { setUp } from "./setup.ts";
import { readShots, shuffled } from "./shots.ts";

const help = `npm run replay -- FILE.csv [options]

Replays real shots (columns shot_at, mold_no, machine, cycle_s) as the cumulative readings of one counter on one
mold. The mold, the counter and the binding are made where they are missing. The first shot is the baseline.

${connectionHelp}
  --order in|shuffled|doubled   as they happened; in disorder; each twice, in disorder (in)
  --batch N          readings in one call (500)
  --mold NO          take only this mold's shots, or, if the file has one mold only, call it so`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...connectionOptions,
      order: { type: "string", default: "in" },
      batch: { type: "string", default: "500" },
      mold: { type: "string" },
    },
  });
  if (values.help) return console.log(help);
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0)
    throw new UsageError("name one file: npm run replay -- FILE.csv");
  const { order } = values;
  if (order !== "in" && order !== "shuffled" && order !== "doubled")
    throw new UsageError(`--order must be in, shuffled or doubled, not "${order}"`);
  const batch = wholeOption("batch", values.batch, 1, 5000);
  const via = viaOf(values.via);
  const { moldNo, shots } = readShots(readText(file), values.mold);

  const person = await logIn(values);
  if (!person)
    throw new UsageError(
      "a replay makes the mold and explains its count: it needs --user, --password and --captcha",
    );
  const name = moldNo.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 40);
  const pair = {
    moldNo,
    writerId: `RP-${name}`,
    chipCode: `RP-${values.tenant.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 6)}-${name}`.slice(0, 50),
    standardCycle: median(shots.map((s) => s.cycle)) || 60,
  };
  const first = shots[0]?.at ?? 0;
  await setUp(person, [pair], { boundAt: first - 60_000, fromZero: false });
  const before = await person.run(explainCount, { moldNo });

  const readings: Item[] = shots.map((s, i) => ({
    WRITER_IMIE: pair.chipCode,
    COUNT_TIMES: 1000 + i,
    sendTime: new Date(s.at).toISOString(),
    percentage: 90,
    Electricity_Mark: 0,
    rssi: -80,
    Remove_Sign: 0,
    ...(s.cycle > 0 ? { cycles: [s.cycle] } : {}),
  }));
  const list =
    order === "in" ? readings : shuffled(order === "doubled" ? [...readings, ...readings] : readings);
  const broker =
    via === "http"
      ? undefined
      : values.gateway !== undefined
        ? await connectBroker(values.mqtt, "gateway", values.gateway)
        : await connectBroker(
            values.mqtt,
            pair.chipCode,
            (await person.run(counterSecret, { writerId: pair.writerId })).secret,
          );
  const sender = new Sender(reportClient(values, person), via, broker);
  const began = performance.now();
  for (let i = 0; i < list.length; i += batch) sender.send(list.slice(i, i + batch));
  await sender.drained();
  const seconds = (performance.now() - began) / 1000;
  await sender.close();

  const rate = `${Math.round(sender.sent / seconds)}/s`;
  console.log(
    `Sent ${sender.sent} readings of ${shots.length} shots in ${seconds.toFixed(1)} s (${rate}): ${sender.outcome}.`,
  );
  for (const [reason, n] of sender.reasons) console.log(`  ${n} × ${reason}`);
  const explain = () => person.run(explainCount, { moldNo });
  let after = await explain();
  // Waits until the total no longer changes. With MQTT, the ledger may store a reading some time after its
  // acknowledgement.
  for (let earlier = via === "http" ? after.total : -1; after.total !== earlier; after = await explain()) {
    earlier = after.total;
    await sleep(1000);
  }
  report(after, before.total);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function report(e: Explanation, before: number): void {
  console.log(`\n${e.moldNo}: ${e.total} shots (${e.total - before} more than before the replay)`);
  console.log(`  opening ${e.opening}`);
  for (const b of e.bindings)
    console.log(
      `  counter ${b.writerId} from ${b.bindTime} to ${b.unbindTime ?? "now"}: ${b.shots} shots,`,
      `${b.readings} readings, count ${b.firstCount ?? "–"} to ${b.lastCount ?? "–"}`,
    );
  for (const c of e.corrections) console.log(`  correction ${c.qty} by ${c.createdBy}: ${c.reason}`);
  const sum =
    e.opening + e.bindings.reduce((s, b) => s + b.shots, 0) + e.corrections.reduce((s, c) => s + c.qty, 0);
  if (sum !== e.total) {
    console.error(`The parts add up to ${sum}, not to ${e.total}.`);
    process.exitCode = 1;
  }
}

function median(list: readonly number[]): number {
  const sorted = list.filter((n) => n > 0).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

await runTool(main);
