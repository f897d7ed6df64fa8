import { startRealServer } from "./server.ts";

/** E2E_URL names a server that runs already (with the same captcha code); otherwise one is started. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const server = await startRealServer();
  process.env.E2E_URL = server.url;
  return () => server.stop();
}
