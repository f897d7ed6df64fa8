import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startRealServer } from "./server.ts";

/** E2E_URL names a server that runs already (with the same captcha code); otherwise one is started. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const server = await startRealServer();
  process.env.E2E_URL = server.url;
  // Who needs the demo waits for this file (demo.setup.ts); meanwhile others have begun.
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
