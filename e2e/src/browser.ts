import { existsSync } from "node:fs";

/** A browser that leaves the network alone: pages load from the tested server and nowhere else. */
export function browserOptions(): { executablePath?: string; args: string[] } {
  const chosen = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return {
    ...(existsSync(chosen) ? { executablePath: chosen } : {}),
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
