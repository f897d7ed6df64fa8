import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { loadLocale } from "@shotkeeper/locales";
import { expect, fillLogin, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, okOf, rowOf } from "./journey.ts";
import { newTenant, operate } from "./operator.ts";
import { counterRow, moldRow, Person } from "./person.ts";
import { type RealServer, startRealServer } from "./server.ts";

/**
 * Tests settings that affect a whole tenant. The tests use a new tenant on their own server, so that other tests keep
 * their settings.
 */
test.describe("a new tenant", () => {
  test.describe.configure({ mode: "serial" });
  const tenant = "acme";
  const people = ["ann", "bob", "cai"] as const;
  const folder = mkdtempSync(join(tmpdir(), "shotkeeper-tenant-"));
  const passwords = new Map<string, string>();
  let server: RealServer;
  let admin: Person;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    const data = join(folder, "data");
    const first = newTenant(data, tenant, "Acme Molds");
    operate(data, "tenant", "licence", "keygen", folder);
    const key = ["--key", join(folder, "licence-private.pem")];
    const issue = (name: string, ...args: readonly string[]) =>
      operate(data, "tenant", "licence", "issue", tenant, ...key, "--out", join(folder, name), ...args);
    issue("old.lic", "--due", "2020-01-01");
    issue("new.lic", "--due", `${new Date().getFullYear() + 2}-01-01`, "--pc", "4", "--pda", "1");
    server = await startRealServer({
      DATA_DIR: data,
      DEMO: "off",
      LICENCE_PUBLIC_KEY: join(folder, "licence-public.pem"),
    });
    const change = (user: string, oneTime: string) =>
      Person.changeFirstPassword(user, oneTime, { url: server.url, tenant });
    passwords.set("admin", await change("admin", first));
    admin = await Person.of("admin", { url: server.url, tenant, password: passwords.get("admin") ?? "" });
    for (const USER_ID of people) {
      await admin.insert("SYS101", "SYS_USER", { USER_ID, USERNAME: USER_ID, STATUS: 0, ROLE_CODE: "admin" });
      const { PASSWORD } = await admin.run("rf_ResetPassword", { USER_ID });
      passwords.set(USER_ID, await change(USER_ID, String(PASSWORD)));
    }
  });
  test.afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens the log-in page in a new browser context, and fills in the form for a user without submitting it. */
  async function atTheDoor(browser: Browser, user: string, start = "/"): Promise<Page> {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await page.goto(`${start}#/login`);
    // The application reads the device type (DEV_TYPE) from the URL when the application starts. So the test waits
    // until the form is shown.
    await expect(page.locator("form")).toBeVisible();
    const { login } = await fillLogin(page, { user, password: passwords.get(user) ?? "" });
    await page.getByLabel(login.tenant, { exact: true }).fill(tenant);
    return page;
  }
  async function enter(browser: Browser, user: string): Promise<Page> {
    const page = await atTheDoor(browser, user);
    const { login, shell } = await loadLocale("zh_CN");
    await page.getByRole("button", { name: login.submit, exact: true }).click();
    await expect(page.getByRole("button", { name: shell.user.menu })).toBeVisible({ timeout: 60_000 });
    return page;
  }

  test("a second user approves the registration of a counter and its binding to a mold", async ({
    browser,
  }) => {
    const { counter: t, errors, fields, shell, mold } = await loadLocale("zh_CN");
    await admin.insert(
      "SYS105",
      "SYS_ORG",
      { ORGANIZATION_ID: "OEM01", ORGANIZATION_NAME: "华辰", ORGANIZATION_TYPE: "oem" },
      { ORGANIZATION_ID: "PLANT01", ORGANIZATION_NAME: "众力", ORGANIZATION_TYPE: "plant" },
    );
    await admin.insert("BS101", "BS_MOLD", moldRow("M1"));
    await admin.insert("CT101", "BS_WRITER", counterRow("C1"));
    await admin.run("rf_BindCounter", { MOLD_NO: "M1", WRITER_ID: "C1" });
    await admin.insert("BS109", "SYS_PRM", { PRM_ID: "COUNTER_AUDIT", PRM_VALUE: "1" });
    const [ann, bob] = await Promise.all([enter(browser, "ann"), enter(browser, "bob")]);
    const act = (page: Page, row: string, name: string) =>
      rowOf(page, row).getByRole("button", { name, exact: true });

    // The role of the first user contains the right to register counters, but not the right to approve them.
    await openScreen(ann, "/counter/registration");
    for (const id of ["C2", "C3"]) {
      await ann
        .getByRole("button", { name: new RegExp(`${shell.common.add}$`) })
        .first()
        .click();
      const form = ann.locator(".ant-drawer:visible");
      await form.getByLabel(fields.writerId, { exact: true }).fill(id);
      await form.getByLabel(fields.chipCode, { exact: true }).fill(`chip-${id}`);
      await form.getByRole("button", { name: shell.common.save }).click();
      await expect(rowOf(ann, id)).toContainText("已登记");
      await expect(form).toHaveCount(0);
    }
    await expect(act(ann, "C2", t.judge.pass)).toHaveAttribute("aria-disabled", "true");
    await act(ann, "C2", t.judge.pass).hover();
    await expect(ann.getByRole("tooltip").filter({ hasText: errors.ownRequest })).toBeVisible();

    // The second user approves one registration, and rejects the other registration with a reason.
    await openScreen(bob, "/counter/registration");
    await act(bob, "C2", t.judge.pass).click();
    await finishDialog(bob);
    await expect(rowOf(bob, "C2")).toContainText("已通过");
    await act(bob, "C3", t.judge.reject).click();
    await okOf(bob).click();
    await expect(dialogOf(bob).locator(".ant-form-item-explain-error")).toBeVisible();
    await dialogOf(bob).getByLabel(fields.auditNote).fill("不是我们的设备");
    await finishDialog(bob);
    await expect(rowOf(bob, "C3")).toContainText("已驳回");

    // The rejected counter cannot be selected. The approved counter may replace the old one after the second user has
    // approved the replacement.
    await openScreen(ann, "/basic/binding");
    await act(ann, "M1", mold.binding.replace).click();
    await dialogOf(ann).getByLabel(fields.newWriterId, { exact: true }).click();
    await ann.keyboard.type("C3");
    await expect(ann.locator(".ant-select-dropdown:visible .ant-select-item-option")).toHaveCount(0);
    for (const _ of "C3") await ann.keyboard.press("Backspace");
    await ann.keyboard.type("C2");
    await ann.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
    await dialogOf(ann).getByLabel(fields.reason).fill("电池用尽");
    await Promise.all([expectMessage(ann, t.replacements.requested), finishDialog(ann)]);
    await expect(rowOf(ann, "M1")).toContainText("C1");
    await openScreen(bob, "/basic/binding");
    await bob.getByText(t.replacements.waiting(1)).click();
    await act(bob, "M1", t.judge.pass).click();
    await Promise.all([expectMessage(bob, t.judge.passed), finishDialog(bob)]);
    await bob.getByText(mold.binding.active, { exact: true }).first().click();
    await expect(rowOf(bob, "M1")).toContainText("C2");
    for (const p of [ann, bob]) await p.context().close();
  });

  test("admits as many sessions as the licence allows, on desktops and on handhelds", async ({ browser }) => {
    const { administration: t, errors, fields, shell, login } = await loadLocale("zh_CN");
    for (const USER_ID of people) await admin.run("rf_ForceOut", { USER_ID });
    const page = await enter(browser, "admin");
    await openScreen(page, "/system/tenant");
    const file = page.locator(".sk-page:visible input[type=file]");
    await file.setInputFiles(join(folder, "old.lic"));
    await expectMessage(page, errors.licenceExpired);
    await file.setInputFiles(join(folder, "new.lic"));
    await expectMessage(page, t.tenant.loaded);

    // The form of the tenant must refuse to be saved without the tenant's names (spec admin §5).
    await page.getByRole("button", { name: shell.common.edit, exact: true }).first().click();
    const form = page.locator(".ant-drawer:visible");
    for (const name of ["custName", "sysName", "fullName"] as const)
      await form.getByLabel(fields[name], { exact: true }).fill("");
    await form.getByRole("button", { name: shell.common.save }).click();
    for (const sentence of ["请输入客户名称", "请输入系统名称", "请输入公司全称"])
      await expect(form.getByText(sentence, { exact: true })).toBeVisible();
    await form.getByLabel(fields.custName, { exact: true }).fill("Acme");
    await form.getByLabel(fields.sysName, { exact: true }).fill("Acme counters");
    await form.getByLabel(fields.fullName, { exact: true }).fill("Acme Molds Ltd");
    await form.getByRole("button", { name: shell.common.save }).click();
    await expectMessage(page, errors.updated);
    await page.reload();
    await expect(page).toHaveTitle(/Acme counters$/);

    // The administrator already uses two of the four licensed sessions. Of three more users who log in at the same
    // time, only two may get in.
    const come = async (start: string, who: readonly string[]) => {
      const pages = await Promise.all(who.map((user) => atTheDoor(browser, user, start)));
      await Promise.all(pages.map((p) => p.getByRole("button", { name: login.submit, exact: true }).click()));
      const seen = await Promise.all(
        pages.map(async (p) => {
          const inside = p.getByRole("button", { name: shell.user.menu });
          const refused = p.getByRole("alert").filter({ hasText: errors.forbidden });
          await expect(inside.or(refused)).toBeVisible({ timeout: 60_000 });
          return (await inside.count()) > 0;
        }),
      );
      for (const p of pages) await p.context().close();
      return seen.filter(Boolean).length;
    };
    expect(await come("/", people), "two of three").toBe(2);
    expect(await come("/?DEV_TYPE=PDA", ["ann", "bob"]), "one scanner of two").toBe(1);
    await openScreen(page, "/dashboard/workplace");
    await openScreen(page, "/system/tenant");
    await expect(page.getByText("4 / 4", { exact: true })).toBeVisible();
    await expect(page.getByText("1 / 1", { exact: true })).toBeVisible();
    await page.context().close();
  });
});
