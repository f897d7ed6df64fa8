import { parseArgs } from "node:util";
import { limits } from "@shotkeeper/contract/enumerations";
import { screens } from "@shotkeeper/contract/menus";
import { findChromium } from "@shotkeeper/label-print/testing/chromium";
import { chromium, type Page } from "playwright-core";
import { record } from "./record.ts";

declare global {
  /** Duration of the slowest interaction since the page was opened or `slowest` was set to 0, ms. */
  var slowest: number;
}

/** Goals, ms: the slowest interaction of each screen, and the warm start of the phone view with a slow processor. */
const goal = { interaction: 200, warmStart: 1000 };
/** Times by which the processor is slowed down for the warm start. */
const slowdown = 4;

/** Logs in without the log-in page. Returns the token of the session. */
async function logIn(url: string, user: string, captcha: string): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      TENANT_ID: "demo",
      USER_ID: user,
      PASSWORD: "demo1234",
      CAPTCHA_ID: "x",
      CAPTCHA: captcha,
      REMEMBER: "N",
      DEV_TYPE: "PC",
    }),
  });
  const { ReturnData, Msg } = (await answer.json()) as { ReturnData?: { token?: string }; Msg: string };
  if (!ReturnData?.token) throw new Error(`log-in: ${Msg}`);
  return ReturnData.token;
}

/** Waits until the page shows no loading indicator, or for ten seconds. */
const settled = (page: Page) =>
  page
    .waitForFunction(() => !document.querySelector(".ant-skeleton, .ant-spin-spinning"), undefined, {
      timeout: 10_000,
    })
    .catch(() => undefined);

/** Uses a list as a user does: sorts, moves with the keyboard, opens a row and closes it, and searches. */
async function use(page: Page): Promise<number> {
  await page.evaluate(() => {
    globalThis.slowest = 0;
  });
  const first = (selector: string) => page.locator(selector).filter({ visible: true }).first();
  const pause = () => page.waitForTimeout(400);
  const click = async (selector: string) => {
    const target = first(selector);
    if ((await target.count()) === 0) return;
    await target.click({ timeout: 2_000 }).catch(() => undefined);
    await pause();
  };
  await click("[role=columnheader]:nth-child(3)");
  await click("[role=row] [role=gridcell]:nth-child(4)");
  await page.keyboard.press("Escape");
  await pause();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "PageDown"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
  }
  const search = first(".sk-search-box input");
  if ((await search.count()) > 0) {
    await search.fill("a");
    await search.press("Enter");
    await pause();
    await search.fill("");
    await search.press("Enter");
    await pause();
  }
  return page.evaluate(() => globalThis.slowest);
}

/**
 * Measures in Chromium, on a running server with the demo: the slowest interaction of each screen of the menu, and how
 * long the phone view takes to show its first data when its files are already stored. Ends with 1 if a goal is missed.
 */
export async function benchScreens(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: "string", default: "http://127.0.0.1:8080" },
      user: { type: "string", default: "admin" },
      captcha: { type: "string", default: "" },
      only: { type: "string", default: "" },
      record: { type: "boolean", default: false },
    },
  });
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium found: install it, or set CHROMIUM to its program file.");
  const token = await logIn(values.url, values.user, values.captcha);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const figures: Record<string, number> = {};
  let missed = 0;
  const open = async (viewport: { readonly width: number; readonly height: number }) => {
    const context = await browser.newContext({ viewport, locale: "zh-CN", timezoneId: "Asia/Shanghai" });
    await context.addInitScript(
      ([key, value]) => {
        localStorage.setItem(key ?? "", value ?? "");
        globalThis.slowest = 0;
        new PerformanceObserver((list) => {
          for (const e of list.getEntries())
            if ("interactionId" in e && e.interactionId)
              globalThis.slowest = Math.max(globalThis.slowest, e.duration);
        }).observe({ type: "event", buffered: true });
      },
      [limits.storageKeys.token, token] as const,
    );
    return context.newPage();
  };
  try {
    const page = await open({ width: 1440, height: 900 });
    for (const { path } of screens.filter((s) => s.path?.includes(values.only))) {
      await page.goto(`${values.url}/#${path}`);
      await settled(page);
      const ms = await use(page);
      const isMissed = ms > goal.interaction;
      missed += Number(isMissed);
      figures[path ?? ""] = ms;
      console.log(`${(path ?? "").padEnd(36)} slowest interaction ${ms} ms${isMissed ? "  missed" : ""}`);
    }
    const phone = await open({ width: 390, height: 844 });
    const start = async () => {
      await phone.goto("about:blank");
      const began = performance.now();
      await phone.goto(`${values.url}/#/dashboard/workplace`);
      await phone.locator(".sk-kpi, .sk-panel, .sk-page").first().waitFor();
      return performance.now() - began;
    };
    // The first visits store the files and start the service worker.
    await start();
    await phone.evaluate(async () => void (await navigator.serviceWorker?.ready));
    await start();
    const session = await phone.context().newCDPSession(phone);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const warmStart = await start();
    missed += Number(warmStart > goal.warmStart);
    figures.warmStart = Math.round(warmStart);
    console.log(
      `warm start of the phone view, processor ${slowdown} times slower: ${warmStart.toFixed(0)} ms`,
    );
  } finally {
    await browser.close();
  }
  console.log(`${missed} of ${Object.keys(figures).length} missed their goal`);
  if (values.record) record("screens", "chromium", { figures });
  process.exitCode = missed > 0 ? 1 : 0;
}
