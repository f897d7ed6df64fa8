// npm run screenshots [-- FOLDER]: takes a screenshot of every screen in several themes.
// npm run screenshots -- --readme: takes the screenshots of README.md.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { screens } from "@shotkeeper/contract/menus";
import type { LocaleCode } from "@shotkeeper/locales";
import { browserOptions } from "./browser.ts";
import { fillLogin, logIn, openScreen } from "./fixtures.ts";
import { takeReadmePictures } from "./readme-pictures.ts";
import { startRealServer } from "./server.ts";

interface Look {
  readonly name: string;
  readonly locale: LocaleCode;
  readonly dark: boolean;
  readonly width: number;
  readonly height: number;
}

const looks: readonly Look[] = [
  { name: "wide-zh-light", locale: "zh_CN", dark: false, width: 1440, height: 900 },
  { name: "wide-en-dark", locale: "en", dark: true, width: 1440, height: 900 },
  { name: "wide-tw-light", locale: "zh_TW", dark: false, width: 1440, height: 900 },
  { name: "phone-tw-dark", locale: "zh_TW", dark: true, width: 390, height: 844 },
  { name: "phone-zh-light", locale: "zh_CN", dark: false, width: 390, height: 844 },
];

const root = process.env.SHOTKEEPER_ROOT ?? ".";

async function takeAll(browser: Browser, baseURL: string, folder: string): Promise<void> {
  for (const look of looks) {
    const dir = join(folder, look.name);
    mkdirSync(dir, { recursive: true });
    const context = await browser.newContext({
      baseURL,
      viewport: { width: look.width, height: look.height },
      timezoneId: "Asia/Shanghai",
    });
    // Stores the dark mode in the format in which the theme drawer stores it.
    await context.addInitScript(
      (dark) => localStorage.setItem("theme", JSON.stringify({ state: { dark }, version: 0 })),
      look.dark,
    );
    const page = await context.newPage();
    await fillLogin(page, { locale: look.locale });
    await page.screenshot({ path: join(dir, "00-login.png") });
    await logIn(page, { locale: look.locale });
    for (const { id, path } of screens) {
      if (path === undefined) continue;
      await openScreen(page, path);
      await page.waitForTimeout(800); // Waits until the animations of the charts have ended.
      await page.screenshot({ path: join(dir, `${id}${path.replaceAll("/", "-")}.png`) });
    }
    await context.close();
    console.log(`${look.name}: ${dir}`);
  }
}

const [argument] = process.argv.slice(2);
const isReadme = argument === "--readme";
const { E2E_URL: running } = process.env;
const server = running && !isReadme ? undefined : await startRealServer();
const browser = await chromium.launch(browserOptions());
try {
  if (isReadme && server) await takeReadmePictures(browser, server, join(root, "docs", "pictures"));
  else await takeAll(browser, running ?? server?.url ?? "", resolve(argument ?? join(root, "screenshots")));
} finally {
  await browser.close();
  await server?.stop();
}
