import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { loadLocale } from "@shotkeeper/locales";
import { serious } from "./axe.ts";
import { countClicks, reportClicks } from "./clicks.ts";
import { expect, fillLogin, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, okOf } from "./journey.ts";
import { newTenant } from "./operator.ts";
import { Person } from "./person.ts";
import { type RealServer, startRealServer } from "./server.ts";

const { firstUse: t, enums, fields, importing, login, shell, errors } = await loadLocale("zh_CN");

/** Returns the button that confirms the open confirmation dialog. */
const confirmOf = (page: Page) => page.locator(".ant-modal-confirm-btns .ant-btn-primary");

const molds = Array.from({ length: 30 }, (_, i) => `M-${String(i + 1).padStart(3, "0")}`);
const sheet = [
  [
    fields.moldNo,
    fields.moldName,
    fields.oemId,
    fields.plantId,
    fields.makerId,
    fields.standardCycle,
    fields.dailyMaintenanceHours,
    fields.majorMaintenanceHours,
    fields.plannedT0,
    fields.handoverDate,
  ],
  ...molds.map((no) => [
    no,
    `面板 ${no}`,
    "OEM01",
    "P01",
    "K01",
    "40",
    "200",
    "2000",
    "2026-01-05",
    "2026-03-01",
  ]),
]
  .map((row) => row.join(","))
  .join("\n");

test.describe("the first use of a new tenant", () => {
  const tenant = "fresh";
  const folder = mkdtempSync(join(tmpdir(), "shotkeeper-first-use-"));
  let server: RealServer;
  let password = "";
  let admin: Person;

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    const data = join(folder, "data");
    const oneTime = newTenant(data, tenant, "Fresh Molds");
    server = await startRealServer({ DATA_DIR: data, DEMO: "off" });
    password = await Person.changeFirstPassword("admin", oneTime, { url: server.url, tenant });
    admin = await Person.of("admin", { url: server.url, tenant, password });
  });
  test.afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const step = (page: Page, name: string) =>
    page.locator(".sk-first-use li").filter({ has: page.getByText(name, { exact: true }) });
  const button = (page: Page, name: string | RegExp) =>
    page.locator(".sk-first-use").getByRole("button", { name });
  const expectDone = (page: Page, name: string) =>
    expect(step(page, name)).toContainText(t.states.done, { timeout: 20_000 });

  test("leads from the company to the first reading, and sample data come and go", async ({ browser }) => {
    test.setTimeout(300_000);
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    const clicks = await countClicks(page);
    await page.goto("/#/login");
    await fillLogin(page, { user: "admin", password });
    await page.getByLabel(login.tenant, { exact: true }).fill(tenant);
    await page.getByRole("button", { name: login.submit, exact: true }).click();
    await expect(page.getByRole("button", { name: shell.user.menu })).toBeVisible({ timeout: 60_000 });

    await test.step("sample data fill the product and are removed again", async () => {
      await page.getByRole("button", { name: t.continue, exact: true }).click();
      expect(await serious(page)).toEqual([]);
      await button(page, t.samples.add).click();
      await expectMessage(page, t.samples.added);
      await expect(page.getByText(t.samples.present("6"))).toBeVisible();
      await expect(step(page, t.company.title)).toContainText(t.states.open);
      await button(page, t.samples.remove).click();
      await confirmOf(page).click();
      await expectMessage(page, t.samples.removed);
      await expect(button(page, t.samples.add)).toBeVisible();
    });
    const before = clicks();

    await test.step("company and partners", async () => {
      await expect(step(page, t.molds.title).getByRole("button").first()).toBeDisabled();
      await page.getByLabel(t.code, { exact: true }).fill("OEM01");
      await page.getByLabel(t.name, { exact: true }).fill("华辰电器");
      await button(page, t.company.add).click();
      await expectDone(page, t.company.title);
      await page.getByLabel(t.partners.plants, { exact: true }).fill("P01 宁波一厂\nP02");
      await page.getByLabel(t.partners.makers, { exact: true }).fill("K01 余姚模具厂");
      await button(page, t.partners.add).click();
      await expect(page.getByText(t.partners.badLine("P02"))).toBeVisible();
      await page.getByLabel(t.partners.plants, { exact: true }).fill("P01 宁波一厂\nP02 合肥二厂");
      // Waits until the fault message is gone, because the button then moves up.
      await expect(page.getByText(t.partners.badLine("P02"))).toBeHidden();
      await button(page, t.partners.add).click();
      await expectDone(page, t.partners.title);
    });

    await test.step("the steps are found again from the workplace", async () => {
      await openScreen(page, "/dashboard/workplace");
      await expect(page.getByText(t.banner("2", "6"))).toBeVisible();
      await page.getByRole("button", { name: t.continue, exact: true }).click();
      await expect(step(page, t.people.title).getByRole("button", { name: t.people.add })).toBeVisible();
    });

    await test.step("30 molds from a sheet", async () => {
      await step(page, t.molds.title).getByRole("button").first().click();
      await step(page, t.molds.title)
        .getByRole("button", { name: new RegExp(`${importing.action}$`) })
        .click();
      const file = { name: "molds.csv", mimeType: "text/csv", buffer: Buffer.from(`\ufeff${sheet}`) };
      await dialogOf(page).locator("input[type=file]").setInputFiles(file);
      await expect(okOf(page)).toBeEnabled();
      await okOf(page).click();
      await expectMessage(page, importing.done(molds.length));
      await expectDone(page, t.molds.title);
    });

    await test.step("two counters by a scanner, without a click in between", async () => {
      await step(page, t.counters.title).getByRole("button").first().click();
      await page.getByLabel(t.counters.counter, { exact: true }).click();
      for (const [code, no] of [
        ["CHIP-1", "M-001"],
        ["CHIP-2", "M-002"],
      ] as const) {
        await page.keyboard.type(code);
        await page.keyboard.press("Enter");
        await page.keyboard.type(no);
        await page.keyboard.press("Enter");
        await expect(page.getByText(t.counters.registered(code, enums.counterType.lte, no))).toBeVisible({
          timeout: 20_000,
        });
        await expect(page.getByLabel(t.counters.counter, { exact: true })).toBeFocused();
      }
      await expectDone(page, t.counters.title);
    });

    await test.step("the first reading completes the last step by itself", async () => {
      await step(page, t.reading.title).getByRole("button").first().click();
      await expect(page.getByText(t.reading.waiting)).toBeVisible();
      const at = new Date().toISOString();
      await admin.must(
        { Type: "report", Data: [{ WRITER_IMIE: "CHIP-1", sendTime: at, COUNT_TIMES: 120 }] },
        "/jsq",
      );
      await expectDone(page, t.reading.title);
    });
    reportClicks("company, 2 plants, maker, 30 molds, 2 counters, first reading", clicks() - before);
    expect(clicks() - before).toBeLessThanOrEqual(14);

    await test.step("sample data that real data refer to stay, and the refusal says by what", async () => {
      await button(page, t.samples.add).click();
      await expectMessage(page, t.samples.added);
      const user = { USER_ID: "ann", USERNAME: "Ann", STATUS: 0, ROLE_CODE: "admin" };
      await admin.insert("SYS101", "SYS_USER", { ...user, ORGANIZATION_ID: "SAMPLE-PLANT-1" });
      await button(page, t.samples.remove).click();
      await confirmOf(page).click();
      await expect(page.locator(".ant-message")).toContainText(errors.usedBy.split("%s")[0] ?? "");
      await admin.must({
        Type: "delete",
        MENU_ID: "SYS101",
        TableName: "SYS_USER",
        Data: [{ USER_ID: "ann" }],
      });
      await button(page, t.samples.remove).click();
      await confirmOf(page).click();
      await expectMessage(page, t.samples.removed);
    });
    await page.context().close();
  });
});
