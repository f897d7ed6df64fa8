import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRealServer } from "./server.ts";

/** E2E_URL names a server that runs already (with the same captcha code); otherwise one is started. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // Files that the workers of this run share.
  const runDir = mkdtempSync(join(tmpdir(), "shotkeeper-e2e-run-"));
  process.env.E2E_RUN_DIR = runDir;
  const clear = () => rmSync(runDir, { recursive: true, force: true });
  if (process.env.E2E_URL) return async () => clear();
  const server = await startRealServer();
  process.env.E2E_URL = server.url;
  // Journeys that need the demo wait for this file (demo.setup.ts); meanwhile others have begun.
  const made = join(server.dataDir, "demo-made");
  process.env.E2E_DEMO_MADE = made;
  const watch = setInterval(() => {
    if (!server.output().includes("history is complete")) return;
    writeFileSync(made, "");
    clearInterval(watch);
  }, 500);
  return async () => {
    clearInterval(watch);
    await server.stop();
    clear();
  };
}
