import { startRealServer } from "./server.ts";

const longestMs = 600_000;

/** E2E_URL names a server that runs already (with the same captcha code); otherwise one is started. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const server = await startRealServer();
  // Two years of the demo are made behind the open doors: journeys beside that would tell of a busy machine only.
  const until = Date.now() + longestMs;
  while (!server.output().includes("history is complete") && Date.now() < until)
    await new Promise((done) => setTimeout(done, 500));
  process.env.E2E_URL = server.url;
  return () => server.stop();
}
