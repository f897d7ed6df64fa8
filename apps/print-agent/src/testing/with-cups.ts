import { cups } from "../printers/cups.ts";
import { startAgent } from "./agent.ts";
import { missingForCups, startCups } from "./cups.ts";

/** Program for e2e tests. Starts the print service on its default port, with a separate CUPS and a PDF printer. */
if (missingForCups.length > 0) {
  console.log(`missing: ${missingForCups.join(", ")}`);
  process.exit(0);
}
const system = await startCups();
const agent = await startAgent([cups], undefined, 8001);
console.log(`ready ${agent.address}/#${agent.pairing.pageKey} ${system.paper}`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await agent.stop();
    await system.stop();
    process.exit(0);
  });
