import { isMainThread } from "node:worker_threads";
import { benchApi } from "./api.ts";
import { benchBoards } from "./boards.ts";
import { benchCitus } from "./citus.ts";
import { benchCores } from "./cores.ts";
import { benchGrid } from "./grid.ts";
import { benchIngest } from "./ingest.ts";
import { benchJobs } from "./jobs.ts";
import { benchLabels } from "./labels.ts";
import { benchLedger } from "./ledger.ts";
import { benchLists } from "./lists.ts";
import { serveLoad } from "./load-thread.ts";
import { benchMqtt } from "./mqtt.ts";
import { benchNeighbour } from "./neighbour.ts";
import { benchPost } from "./post.ts";
import { benchScreens } from "./screens.ts";
import { benchShop } from "./shop.ts";

/** Parts of `npm run bench -- <part> [options]`. Each part measures Shotkeeper and a baseline in the same run. */
const parts: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  api: benchApi,
  boards: benchBoards,
  citus: benchCitus,
  cores: benchCores,
  grid: benchGrid,
  ingest: benchIngest,
  jobs: benchJobs,
  labels: benchLabels,
  ledger: benchLedger,
  lists: benchLists,
  mqtt: benchMqtt,
  neighbour: benchNeighbour,
  post: benchPost,
  screens: benchScreens,
  shop: benchShop,
};

async function main(): Promise<void> {
  const [part = "", ...args] = process.argv.slice(2);
  const run = Object.hasOwn(parts, part) ? parts[part] : undefined;
  if (run) {
    await run(args);
    return;
  }
  console.log(
    `usage: npm run bench -- <${Object.keys(parts).join("|")}> [--rows N] [--rounds N] [--record]`,
    "  (DATABASE_URL: on that server)",
  );
  process.exitCode = part === "" || part === "--help" ? 0 : 2;
}

// The parts api, cores, mqtt, post and others start this file again as a worker thread, which generates the load.
if (isMainThread) await main();
else serveLoad();
