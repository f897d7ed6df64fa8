import { once } from "node:events";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Jobs } from "./jobs.ts";
import { told } from "./messages.ts";
import { Pairing } from "./pairing.ts";
import { cups } from "./printers/cups.ts";
import { folderPrinter } from "./printers/folder.ts";
import { networkPrinters } from "./printers/network.ts";
import { NetworkList } from "./printers/network-list.ts";
import { allPrinters, findPrinter, type Spooler } from "./printers/printer.ts";
import { windows } from "./printers/windows.ts";
import { buildService } from "./service.ts";

/** Entry point of `npm run print-agent`: the print service for web pages on this computer. */
const { PRINT_AGENT_PORT = "8001", PRINT_AGENT_DIR, PRINT_FOLDER } = process.env;

if (process.argv.includes("--help")) {
  console.log(`npm run print-agent: prints for web pages on this computer, through its own printers.

PRINT_AGENT_PORT  8001; pages look for it there
PRINT_AGENT_DIR   ~/.shotkeeper-print: pairings, and jobs until they are printed
PRINT_FOLDER      adds a printer named "folder" that lays files into this folder

--page            prints the address of the service's own page, with its key, and ends`);
  process.exit(0);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const port = Number(PRINT_AGENT_PORT);
if (!Number.isInteger(port) || port < 1 || port > 65535)
  fail(`PRINT_AGENT_PORT is no port: ${PRINT_AGENT_PORT}`);
const dir = resolve(PRINT_AGENT_DIR ?? join(homedir(), ".shotkeeper-print"));

const spoolers: Spooler[] = [process.platform === "win32" ? windows : cups];
if (PRINT_FOLDER) spoolers.push(folderPrinter("folder", resolve(PRINT_FOLDER)));

/**
 * Runs a step that reads or creates files in the service's folder. Ends the program with a message if the step fails.
 */
function inFolder<T>(step: () => T): T {
  try {
    return step();
  } catch (cause) {
    fail(`The folder ${dir} cannot be used: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function failToListen(cause: unknown): never {
  const { code, message } = cause as NodeJS.ErrnoException;
  fail(
    code === "EADDRINUSE"
      ? [
          `Port ${port} is in use: perhaps the print service runs already, or another program has the port.`,
          "Stop it, or choose another port with PRINT_AGENT_PORT.",
        ].join(" ")
      : `The print service cannot listen on port ${port}: ${message}`,
  );
}

const pageAddress = (pairing: Pairing) => `http://127.0.0.1:${port}/#${pairing.pageKey}`;

if (process.argv.includes("--page")) {
  console.log(pageAddress(inFolder(() => new Pairing(dir))));
  process.exit(0);
}

// Claims the port before the jobs are loaded. Loading deletes unfinished files, so a second start of the service must
// end before it deletes files of the first one.
const claim = createServer().listen(port, "127.0.0.1");
await once(claim, "listening").catch(failToListen);
await new Promise((done) => claim.close(done));

const pairing = inFolder(() => new Pairing(dir));
const network = inFolder(() => new NetworkList(dir));
spoolers.push(networkPrinters(network));
const jobs = inFolder(() => new Jobs(dir, (name) => findPrinter(spoolers, name)));
const http = await buildService({ spoolers, pairing, jobs, network });
await http.listen({ host: "127.0.0.1", port }).catch(failToListen);
jobs.start();

console.log(`Print service at http://127.0.0.1:${port}`);
// Prints the page's address only to a terminal, because the address contains the page's key, which must not get into a
// log.
console.log(
  process.stdout.isTTY
    ? `Page of this service: ${pageAddress(pairing)} (approves sites, lists jobs)`
    : "Page of this service: start with --page to see its address",
);
for (const p of await allPrinters(spoolers))
  console.log(
    `  ${p.name}: ${p.state}${p.message ? ` (${told("en", p.message)})` : ""}${p.isDefault ? ", default" : ""}`,
  );

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await http.close();
    await jobs.stop();
    process.exit(0);
  });
