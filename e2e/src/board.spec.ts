import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CDPSession, type Page, test as plain } from "@playwright/test";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { loadLocale } from "@shotkeeper/locales";
import { expect, logIn } from "./fixtures.ts";
import { newTenant } from "./operator.ts";
import { Person } from "./person.ts";
import { captcha, type RealServer, startRealServer } from "./server.ts";

/**
 * Tests boards while their server is stopped and started again. BOARD_MINUTES is the duration of the test; for a
 * fifth of that time the server is stopped.
 * In the long form (10 minutes), BOARD_DATA names a copy of the demo's data.
 */
const minutes = Number(process.env.BOARD_MINUTES ?? 0.5);
const givenData = process.env.BOARD_DATA;
const walls = ["/board/plant", "/board/maker", "/board/project", "/board/key-project"];
const { board: t } = await loadLocale("zh_CN");
const lostWords = t.lost("").trim();

/**
 * Maximum ratio of the page's memory at the end of the test to its memory at the start. The ratio is higher in the
 * short form, because the page has not yet loaded everything at the start.
 */
const mostGrowth = minutes >= 1 ? 1.15 : 1.5;

interface Wall {
  readonly path: string;
  readonly page: Page;
  readonly cdp: CDPSession;
}

interface Figures {
  readonly heap: number;
  readonly nodes: number;
}

/** Creates the least data with which a board shows something: one organization of each type, and three molds. */
async function fill(url: string, password: string): Promise<void> {
  const post = async (path: string, body: object, token = "") => {
    const headers = { "Content-Type": "application/json", [tokenHeader]: token };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const { Code, Msg, ReturnData } = await answer.json();
    expect(Code, JSON.stringify([body, Msg])).toBe(0);
    return ReturnData;
  };
  const who = { TENANT_ID: "demo", USER_ID: "admin", PASSWORD: password, REMEMBER: "N", DEV_TYPE: "PC" };
  const { token } = await post("/login", { ...who, CAPTCHA_ID: "x", CAPTCHA: captcha });
  const insert = (MENU_ID: string, TableName: string, Data: readonly object[]) =>
    post("/mitt", { Type: "insert", MENU_ID, TableName, Data }, token);
  const named = (ORGANIZATION_ID: string, ORGANIZATION_TYPE: string) => ({
    ORGANIZATION_ID,
    ORGANIZATION_NAME: ORGANIZATION_ID,
    ORGANIZATION_TYPE,
  });
  await insert("SYS105", "SYS_ORG", [named("OEM", "oem"), named("PLANT", "plant"), named("MAKER", "maker")]);
  const mold = { MOLD_N_O: 0, MOLD_STAT: 0, ENGINE_ID: "OEM", SAVE_ADDRESS: "PLANT", MOLD_MAKE_ID: "MAKER" };
  const rest = {
    PRODUCT_CYCLE: 40,
    DAY_MAINTAIN_TIME: 100,
    BIG_MAINTAIN_TIME: 1000,
    MD_T0_TIME: "2026-01-05",
    MD_OVER_TIME: "2026-03-01",
    PROJECT_NO: "P1",
    PROJECT_NAME: "P1",
  };
  await insert(
    "BS101",
    "BS_MOLD",
    ["A", "B", "C"].map((MOLD_NO) => ({ ...mold, ...rest, MOLD_NO })),
  );
}

async function figuresOf({ cdp }: Wall): Promise<Figures> {
  for (let i = 0; i < 2; i++) await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  const { nodes } = await cdp.send("Memory.getDOMCounters");
  return { heap: usedSize / 1048576, nodes };
}

async function measure(open: readonly Wall[], when: string): Promise<readonly Figures[]> {
  const all: Figures[] = [];
  for (const wall of open) {
    const f = await figuresOf(wall);
    console.log(`${when} ${wall.path}: ${f.heap.toFixed(2)} MB, ${f.nodes} nodes`);
    all.push(f);
  }
  return all;
}

plain(
  "four walls outlive a server that is gone for a while, say so meanwhile, and do not grow",
  async ({ browser }) => {
    plain.setTimeout(240_000 + minutes * 60_000);
    const dataDir = givenData ?? mkdtempSync(join(tmpdir(), "shotkeeper-walls-"));
    let password = givenData ? "demo1234" : newTenant(dataDir, "demo", "Walls");
    const settings = { DATA_DIR: dataDir, ...(givenData ? {} : { DEMO: "off" }) };
    let server: RealServer = await startRealServer(settings);
    const { port } = new URL(server.url);
    const context = await browser.newContext({ baseURL: server.url });
    try {
      if (!givenData) {
        password = await Person.changeFirstPassword("admin", password, { url: server.url });
        await fill(server.url, password);
      }
      const first = await context.newPage();
      await logIn(first, { password, remember: true });
      const open: Wall[] = [];
      for (const path of walls) {
        const page = open.length === 0 ? first : await context.newPage();
        await page.goto(`/#${path}`);
        await expect(page.locator(".sk-board-figures")).toBeVisible();
        open.push({ path, page, cdp: await context.newCDPSession(page) });
      }
      const began = Date.now();
      // Waits until a share (0 to 1) of the test's duration has passed. The short form of the test does not wait: it
      // continues as soon as the page shows the expected state.
      const waitUntil = async (share: number) => {
        const left = began + share * minutes * 60_000 - Date.now();
        if (minutes >= 1 && left > 0) await new Promise((r) => setTimeout(r, left));
      };
      await waitUntil(0.15);
      const start = await measure(open, "start");

      await waitUntil(0.4);
      await server.stop();
      for (const { page } of open) {
        await expect(page.getByRole("alert")).toContainText(lostWords);
        await expect(page.locator(".sk-board-figures")).toBeVisible();
      }
      await waitUntil(0.6);
      const middle = await measure(open, "without a server");
      for (const { page } of open) await expect(page.getByRole("alert")).toContainText(lostWords);

      server = await startRealServer({ ...settings, PORT: port });
      const there = Date.now();
      await Promise.all(
        open.map(async ({ path, page }) => {
          await expect(page.getByRole("alert")).toHaveCount(0, { timeout: 90_000 });
          console.log(
            `${path}: well ${((Date.now() - there) / 1000).toFixed(1)} s after the server was there`,
          );
          await expect(page.locator(".sk-board-figures")).toBeVisible();
        }),
      );
      await waitUntil(1);
      const end = await measure(open, "end");
      for (const [i, { path }] of open.entries()) {
        expect(end[i]?.heap, `${path}: memory`).toBeLessThan((start[i]?.heap ?? 0) * mostGrowth);
        expect(end[i]?.nodes, `${path}: nodes`).toBeLessThan((middle[i]?.nodes ?? 0) * 1.5);
      }
    } finally {
      await context.close();
      await server.stop();
      if (!givenData) rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
