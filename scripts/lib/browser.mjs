// Finds a Chromium for the e2e tests: an installed browser, or a browser that Playwright has downloaded. If there is
// neither, installs the system's package or downloads Playwright's browser.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { root } from "./root.mjs";

// Names of browsers, in the order of preference. The headless shell comes first, because it starts much faster than the
// full browser.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

const elsewhere = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: ["C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"],
};

function installed() {
  const { CHROMIUM: chosen, PATH: path = "" } = process.env;
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  const inPath = path.split(delimiter).flatMap((dir) => names.map((n) => join(dir, n)));
  return [...inPath, ...(elsewhere[process.platform] ?? [])].find((f) => existsSync(f));
}

/** Returns the path of Playwright's own browser if it has been downloaded. */
function downloaded() {
  try {
    // Resolves Playwright from the package e2e, because Playwright is a dependency of that package.
    const { chromium } = createRequire(join(root, "e2e", "package.json"))("@playwright/test");
    const file = chromium.executablePath();
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

function fromSystem() {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  console.log("Installing the system's chromium …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", "-y", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
  apt("update");
  apt("install", "--no-install-recommends", "chromium-headless-shell", "fonts-noto-cjk");
}

function fromTestTool() {
  console.log("Downloading a browser …");
  try {
    const cli = join(root, "node_modules", "playwright-core", "cli.js");
    execFileSync(process.execPath, [cli, "install", "chromium"], {
      stdio: ["ignore", "ignore", "inherit"],
      timeout: 300_000,
    });
  } catch {
    // Ignores the error: Playwright's browser could not be installed. `findBrowser` prints the reason.
  }
}

/**
 * Returns the path of a browser, and installs a browser if there is none. If that fails, prints the reason and returns
 * undefined.
 */
export function findBrowser() {
  const there = installed() ?? downloaded();
  if (there) return there;
  fromSystem();
  const system = installed();
  if (system) return system;
  fromTestTool();
  const own = downloaded();
  if (!own)
    console.error(
      "No browser: the journeys in e2e are left out. Install chromium, or set CHROMIUM to its program file.",
    );
  return own;
}
