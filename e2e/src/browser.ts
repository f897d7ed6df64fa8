import { existsSync } from "node:fs";

const systems = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Returns browser options that block the network, so that pages can be loaded only from the tested server. */
export function browserOptions(): { executablePath?: string; args: string[] } {
  const { CHROMIUM } = process.env;
  const chosen = (CHROMIUM ? [CHROMIUM] : systems).find((file) => existsSync(file));
  return {
    ...(chosen ? { executablePath: chosen } : {}),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-quic",
    ],
  };
}
