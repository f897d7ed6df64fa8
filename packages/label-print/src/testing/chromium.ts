import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page as Tab } from "playwright-core";
import { rolldown } from "rolldown";
import type * as sdk from "../index.ts";

export type { Pixels } from "../file/bitmap.ts";
export { readCode } from "./read-code.ts";

declare global {
  var LabelPrint: typeof sdk;
}

const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

/**
 * Returns the path of a Chromium for tests: the browser that the variable CHROMIUM names, or one in PATH. Returns
 * undefined if there is none.
 */
export function findChromium(): string | undefined {
  const { CHROMIUM: chosen, PATH: path = "" } = process.env;
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  return path
    .split(delimiter)
    .flatMap((dir) => names.map((n) => join(dir, n)))
    .find((f) => existsSync(f));
}

/** Bundles the label SDK (this package) as the script that web pages include. */
export async function sdkScript(minify = false): Promise<string> {
  // Takes the repository's root from SHOTKEEPER_ROOT if it is set. Scripts that bundle this file set it, because the
  // sources are not beside the bundled file.
  const { SHOTKEEPER_ROOT: root } = process.env;
  const input = root
    ? join(root, "packages/label-print/src/index.ts")
    : fileURLToPath(new URL("../index.ts", import.meta.url));
  const build = await rolldown({ input, platform: "browser", logLevel: "warn" });
  const { output } = await build.generate({ format: "iife", name: "LabelPrint", minify });
  await build.close();
  return output[0].code;
}

export interface LabelTab {
  readonly browser: Browser;
  readonly tab: Tab;
  /** Origin of the page, as the browser sends it in the header Origin. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Flags that let Chromium run as root and draw texts in the same way on each computer. */
export const chromiumFlags = ["--no-sandbox", "--font-render-hinting=none"];

/** Serves an empty page with this package as the global `LabelPrint` on a free port of this computer. */
export async function serveLabelPage(): Promise<{ readonly origin: string; close(): void }> {
  const script = await sdkScript();
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html; charset=utf-8");
    const safe = script.replaceAll("</script", "<\\/script");
    answer.end(`<!doctype html><title>Labels</title><body style="margin:0"><script>${safe}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Opens a page with this package as the global `LabelPrint`, at twice the resolution of a screen. */
export async function openLabelTab(executablePath: string): Promise<LabelTab> {
  const served = await serveLabelPage();
  const { origin } = served;
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const tab = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 1280, height: 900 } });
  await tab.goto(origin);
  return {
    browser,
    tab,
    origin,
    async close() {
      await browser.close();
      served.close();
    },
  };
}
