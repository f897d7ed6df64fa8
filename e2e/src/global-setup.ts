import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startRealServer } from "./server.ts";

/** Starts a server unless E2E_URL names a running one, which must use the same captcha code. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const server = await startRealServer();
  process.env.E2E_URL = server.url;
  // Tests that need the demo's history wait for this file (demo.setup.ts).
  const made = join(server.dataDir, "demo-made");
  process.env.E2E_DEMO_MADE = made;
  const watch = setInterval(() => {
    if (!server.output().includes("history is complete")) return;
    writeFileSync(made, "");
    clearInterval(watch);
  }, 500);
  return () => {
    clearInterval(watch);
    return server.stop();
  };
}
