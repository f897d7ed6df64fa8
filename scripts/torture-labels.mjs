// npm run torture -- labels: kills the print service and the printing page at random moments of 60-label jobs on three
// printers: a folder, a PDF printer of CUPS (needs root and printer-driver-cups-pdf), and a ZPL printer in the network.
// Reads the bar codes of the printed labels. After the simulated user has decided about unsure labels, each label must
// be on paper exactly once.
// The page runs in two forms: as a process of Node with the code of the page, and as a tab of Chromium. Tabs are closed
// or crash, or the whole browser is killed.
// Options: --kills 1000 --labels 60 --printers folder,cups,network --pages node,browser --seed 1
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

ensureInstalled();
const { bundle } = await import("./bundle.mjs");
// Writes the bundles beside their package, so that Node finds the package's dependencies.
const dist = join(root, "apps", "print-agent", "dist");
const files = {
  agent: "main.ts",
  client: "testing/torture/client.ts",
  torture: "testing/torture/torture.ts",
};
for (const [name, entry] of Object.entries(files))
  await bundle(join("apps/print-agent/src", entry), join(dist, `torture-${name}.mjs`));
const programs = ["--agent", join(dist, "torture-agent.mjs"), "--client", join(dist, "torture-client.mjs")];
const child = spawn(
  process.execPath,
  ["--enable-source-maps", join(dist, "torture-torture.mjs"), ...programs, ...process.argv.slice(3)],
  { stdio: "inherit", env: { ...process.env, SHOTKEEPER_ROOT: root } },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => child.kill(signal));
process.exitCode = await new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
