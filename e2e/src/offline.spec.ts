import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, devices, type Page } from "@playwright/test";
import { limits } from "@shotkeeper/contract/enumerations";
import { type Locale, loadLocale } from "@shotkeeper/locales";
import { expect, test } from "./fixtures.ts";
import { newTenant } from "./operator.ts";
import { Person } from "./person.ts";
import { type RealServer, startRealServer } from "./server.ts";

const tenant = "acme";
const folder = mkdtempSync(join(tmpdir(), "shotkeeper-offline-"));
const passwords = new Map<string, string>();
let server: RealServer;
let address: string;
let admin: Person;
let t: Locale;

const actionsOf = {
  IV101: "QAM",
  IV102: "QM",
  MT101: "QAM",
  IN101: "QAM",
  BS101: "Q",
  BS104: "QAM",
  CT101: "Q",
  DB101: "Q",
};
const rights = Object.entries(actionsOf).flatMap(([menu, actions]) =>
  [...actions].map((a) => `${menu}:${a}`),
);

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(400_000);
  t = await loadLocale("en");
  const first = newTenant(folder, tenant, "Acme Molds");
  server = await startRealServer({ DATA_DIR: folder, DEMO: "off" });
  // Opens the server as localhost, because browsers offer service workers on localhost without TLS.
  address = server.url.replace("127.0.0.1", "localhost");
  const change = (user: string, oneTime: string) =>
    Person.changeFirstPassword(user, oneTime, { url: server.url, tenant });
  passwords.set("admin", await change("admin", first));
  admin = await signIn("admin");
  const org = (ORGANIZATION_ID: string, ORGANIZATION_TYPE: string) =>
    admin.insert("SYS105", "SYS_ORG", {
      ORGANIZATION_ID,
      ORGANIZATION_NAME: ORGANIZATION_ID,
      ORGANIZATION_TYPE,
    });
  await org("OEM01", "oem");
  await org("PLANT01", "plant");
  await org("MAKER01", "maker");
  await admin.insert("BS105", "BS_MAIN_SUP", { MAIN_ID: "OEM01", SUP_ID: "PLANT01" });
  await admin.insert("BS106", "BS_MAIN_MAKE", { MAIN_ID: "OEM01", MAKE_ID: "MAKER01" });
  await admin.insert("SYS102", "SYS_ROLE", { ROLE_CODE: "shift", ROLE_NAME: "shift", DATA_SCOPE: "tenant" });
  await admin.run("rf_AssignRights", { ROLE_CODE: "shift", RIGHTS: rights });
  for (const USER_ID of ["ann", "bob"]) {
    await admin.insert("SYS101", "SYS_USER", { USER_ID, USERNAME: USER_ID, STATUS: 0, ROLE_CODE: "shift" });
    const { PASSWORD } = await admin.run("rf_ResetPassword", { USER_ID });
    passwords.set(USER_ID, await change(USER_ID, String(PASSWORD)));
  }
  for (const no of ["M1", "M2", "M3", "M4", "M5", "M6", "M7"])
    await admin.insert("BS101", "BS_MOLD", {
      MOLD_NO: no,
      MOLD_NAME: `${no} bumper`,
      MOLD_N_O: 1,
      MOLD_STAT: 0,
      ENGINE_ID: "OEM01",
      SAVE_ADDRESS: "PLANT01",
      MOLD_MAKE_ID: "MAKER01",
      PRODUCT_CYCLE: 40,
      DAY_MAINTAIN_TIME: 100,
      BIG_MAINTAIN_TIME: 1000,
      MD_T0_TIME: "2026-01-05",
      MD_OVER_TIME: "2026-03-01",
    });
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const signIn = (user: string) =>
  Person.of(user, { url: server.url, tenant, password: passwords.get(user) ?? "" });

/**
 * Opens the application on a phone with the session of a user, and waits until the phone has stored the data for
 * offline work.
 */
async function phone(browser: Browser, user: string): Promise<{ context: BrowserContext; page: Page }> {
  const { token } = await signIn(user);
  const context = await browser.newContext({
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    baseURL: address,
  });
  await context.addInitScript(
    ([key, value, language]) => {
      if (location.origin === "null") return;
      if (localStorage.getItem("tested") === null) localStorage.setItem(key, value);
      localStorage.setItem("tested", "1");
      localStorage.setItem(language, "en");
    },
    [limits.storageKeys.token, token, limits.storageKeys.locale] as const,
  );
  const page = await context.newPage();
  await page.goto("/#/offline");
  await take(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return { context, page };
}

/** Presses the button that downloads the data for work without a connection, and waits until they are stored. */
async function take(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: t.offline.device.take });
  await button.click();
  await expect(page.getByText(/Data updated at/)).toBeVisible();
  await expect(button).not.toHaveClass(/loading/);
}

/** Switches the phone's network off or on, also for the service worker. Uses the DevTools protocol. */
const cut = (context: BrowserContext, isOff: boolean) => context.setOffline(isOff);

/** Closes the page as a killed browser does, and opens the application again. */
async function restart(context: BrowserContext, page: Page, path: string): Promise<Page> {
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto(`/#${path}`);
  return next;
}

const badge = (page: Page, n: number) => page.getByRole("link", { name: t.offline.open(n), exact: true });
const scan = async (page: Page, code: string) => {
  const input = page.getByLabel(t.inventory.scan.label);
  await input.fill(code);
  await input.press("Enter");
};
const startCount = async (name: string): Promise<string> =>
  String((await admin.run("rf_StartInventory", { IV_NAME: name, WIN_FROM: new Date().toISOString() })).IV_ID);
const lineOf = async (count: string, no: string) =>
  (await admin.list("IV102", "IV_ID", count)).find((l) => l.MOLD_NO === no);

test("a stock-take goes on without a signal, through a kill of the page, and nothing is lost or doubled", async ({
  browser,
}) => {
  const count = await startCount("offline");
  const { context, page } = await phone(browser, "ann");
  await page.goto("/#/inventory/counting");
  await expect(page.getByLabel(t.inventory.scan.label)).toBeVisible();
  await cut(context, true);
  for (const code of ["M1", "M2"]) {
    await scan(page, code);
    await expect(page.locator(".sk-scan-done li").first()).toContainText(t.offline.waitingHere);
  }
  await expect(badge(page, 2)).toBeVisible();
  const again = await restart(context, page, "/inventory/counting");
  await expect(again.getByText(t.offline.noConnection)).toBeVisible();
  await expect(badge(again, 2)).toBeVisible();
  await scan(again, "M3");
  await expect(badge(again, 3)).toBeVisible();
  expect(await lineOf(count, "M1")).toMatchObject({ OUTCOME: null });
  await cut(context, false);
  // Asks the server instead of reading the badge, because the number on the badge falls with each scan that is sent.
  for (const no of ["M1", "M2", "M3"])
    await expect
      .poll(() => lineOf(count, no), { timeout: 60_000 })
      .toMatchObject({ OUTCOME: 1, FOUND_BY: "ann", SCAN_TIMES: 1 });
  for (const n of [1, 2, 3]) await expect(badge(again, n)).toHaveCount(0);
  await context.close();
  await admin.run("rf_CancelInventory", { IV_ID: count, REASON: "e2e" });
});

test("two phones count the same mold: the second person settles the conflict", async ({ browser }) => {
  const count = await startCount("two phones");
  const { context, page } = await phone(browser, "ann");
  await page.goto("/#/inventory/counting");
  await expect(page.getByLabel(t.inventory.scan.label)).toBeVisible();
  await cut(context, true);
  await scan(page, "M4");
  await scan(page, "NO SUCH CODE");
  await expect(badge(page, 2)).toBeVisible();
  await (await signIn("bob")).run("rf_ScanMold", { IV_ID: count, SCAN_CODE: "M4" });
  await cut(context, false);
  await page.goto("/#/offline");
  await expect(page.getByText(t.offline.scanned.double("bob"))).toBeVisible();
  await expect(page.getByText(t.offline.scanned.unknown)).toBeVisible();
  const item = page.locator(".sk-outbox-action", { hasText: t.offline.what.scan("M4") });
  await item.getByRole("button", { name: t.offline.discard }).click();
  await page.getByLabel(t.offline.discardReason).fill("bob was first");
  await page.getByRole("dialog").getByRole("button", { name: t.offline.discard }).click();
  await expect(page.getByText(t.offline.reason("bob was first"))).toBeVisible();
  const unknown = page.locator(".sk-outbox-action", { hasText: "NO SUCH CODE" });
  await unknown.getByRole("button", { name: t.offline.edit }).click();
  await page.getByLabel(t.fields.scanCode).fill("M5");
  await page.getByRole("dialog").getByRole("button", { name: t.offline.again }).click();
  await expect
    .poll(() => lineOf(count, "M5"), { timeout: 60_000 })
    .toMatchObject({ OUTCOME: 1, FOUND_BY: "ann" });
  await expect(badge(page, 1)).toHaveCount(0);
  expect(await lineOf(count, "M4")).toMatchObject({ FOUND_BY: "bob" });
  await context.close();
  await admin.run("rf_CancelInventory", { IV_ID: count, REASON: "e2e" });
});

test("a maintenance task with a photo is finished without a signal, and survives an expired session", async ({
  browser,
}) => {
  const task = { MT_TYPE: 1, MOLD_NO: "M6", MT_SOURCE: 2, TASK_REASON: "weekly" };
  const TASK_ID = String((await admin.run("rf_AddTask", task)).TASK_ID);
  const { context, page } = await phone(browser, "ann");
  await page.goto("/#/maintenance/daily");
  await expect(page.getByText("M6", { exact: true }).first()).toBeVisible();
  await cut(context, true);
  // The first cell of the row has the mold's number as a link, so the test taps the second cell.
  await page.getByRole("gridcell").nth(1).click();
  // The row and the drawer both have a button to finish the task. The test waits for the drawer, to press the button
  // there.
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: t.maintenance.finish }).last().click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByLabel(t.fields.content, { exact: true }).fill("cleaned and greased");
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "p.png", mimeType: "image/png", buffer: png });
  await expect(dialog.locator(".sk-photos-one")).toHaveCount(1);
  await dialog.getByRole("button", { name: t.maintenance.finish, exact: true }).click();
  await expect(badge(page, 1)).toBeVisible();
  // The administrator ends all sessions of the user while the phone has no signal.
  await admin.run("rf_ForceOut", { USER_ID: "ann" }).catch(() => {});
  const again = await restart(context, page, "/offline");
  await cut(context, false);
  const fresh = await signIn("ann");
  await again.evaluate(([key, token]) => localStorage.setItem(key, token), [
    limits.storageKeys.token,
    fresh.token,
  ] as const);
  await again.reload();
  // Asks the server instead of reading the badge, because the badge is absent while the page loads.
  const stored = async () => (await admin.list("MT101", "TASK_ID", TASK_ID))[0];
  await expect.poll(async () => (await stored())?.DONE_BY, { timeout: 60_000 }).toBe("ann");
  await expect(badge(again, 1)).toHaveCount(0);
  const row = await stored();
  expect(row).toMatchObject({ MAINTAIN_CONTENT: "cleaned and greased" });
  expect(String(row?.IMG_URL)).toMatch(/^\/files\//);
  await context.close();
});
