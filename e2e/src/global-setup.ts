import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRealServer } from "./server.ts";

/**
 * Starts the tested server. If E2E_URL is set, the tests use the running server at that URL instead. That server must
 * accept the captcha code that the tests type (server.ts).
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const runDir = mkdtempSync(join(tmpdir(), "shotkeeper-e2e-run-"));
  process.env.E2E_RUN_DIR = runDir;
  const clear = () => rmSync(runDir, { recursive: true, force: true });
  if (process.env.E2E_URL) return async () => clear();
  const server = await startRealServer();
  process.env.E2E_URL = server.url;
  // Tests that need the history of the demo wait until this file exists (demo.setup.ts). Other tests start earlier.
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
