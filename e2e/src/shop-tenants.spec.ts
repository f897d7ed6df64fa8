import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadLocale } from "@shotkeeper/locales";
import { serious } from "./axe.ts";
import { become, expect, openScreen, test } from "./fixtures.ts";
import { expectMessage } from "./journey.ts";
import { newTenant } from "./operator.ts";
import { Person } from "./person.ts";
import { type RealServer, startRealServer } from "./server.ts";

const { shop: t, administration, fields, login, shell } = await loadLocale("zh_CN");
const texts = administration.tenant.shop;
const folder = mkdtempSync(join(tmpdir(), "shotkeeper-shops-"));
let server: RealServer;
const admins = new Map<string, Person>();

/** Starts one server with two tenants. Each tenant has one product. Their shops are not open yet. */
test.beforeAll(async () => {
  test.setTimeout(240_000);
  const data = join(folder, "data");
  const oneTime = new Map<string, string>();
  for (const tenant of ["acme", "bolt"]) oneTime.set(tenant, newTenant(data, tenant, `${tenant} Molds`));
  server = await startRealServer({ DATA_DIR: data, DEMO: "off" });
  for (const [tenant, first] of oneTime) {
    const at = { url: server.url, tenant };
    const password = await Person.changeFirstPassword("admin", first, at);
    const admin = await Person.of("admin", { ...at, password });
    admins.set(tenant, admin);
    const product = {
      GOODS_NAME: `${tenant} 计数器`,
      GOOD_TYPE: 0,
      UNIT: "件",
      UNIT_PRICE: 468,
      LOWER_SHELF: "N",
    };
    await admin.insert("BS102", "GOODS_INFO", { GOODS_ID: "JS001", SC_STOCK_QTY: 10, ...product });
  }
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// spec: shop A1.6, A2.2, A2.15
test("two tenants have shops on one server, each with its own visitors", async ({ page, browser }) => {
  const closed = page.getByRole("heading", { name: t.closed.title });
  const goods = page.locator(".shop-goods");
  /** Loads the whole document again, because the server chooses the shop when the browser loads the document. */
  const visit = async (address: string) => {
    await page.goto("about:blank");
    await page.goto(address.startsWith("http") ? address : server.url + address);
    // Waits until the application has replaced the page that the server has rendered.
    await expect(page.locator("#front")).toHaveCount(0);
  };

  /** Repeats the visit until `check` passes, because the server caches for three seconds which shops are open. */
  const visitUntil = (address: string, check: () => Promise<void>) =>
    expect(async () => {
      await visit(address);
      await check();
    }).toPass();

  await test.step("no shop is open: a visitor reads why and where to go", async () => {
    for (const address of [
      "/#/Shop/index",
      "/shop/acme",
      "/shop/nobody",
      "/?TENANT=nobody#/Shop/product?id=JS001",
    ]) {
      await visit(address);
      await expect(closed).toBeVisible();
      await expect(page).toHaveTitle(`${t.closed.title} – ${t.nav.brand}`);
    }
    expect(await serious(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: t.nav.logIn }).click();
    await expect(page.getByLabel(login.tenant, { exact: true })).toHaveValue("nobody");
  });

  await test.step("staff names the shop and opens it", async () => {
    const staff = await browser.newPage({ baseURL: server.url });
    await become(staff, admins.get("acme")?.token ?? "");
    await openScreen(staff, "/system/tenant");
    const panel = staff.locator(".sk-panel").filter({ hasText: texts.closedHint });
    await panel.getByRole("button", { name: shell.common.edit }).click();
    const form = staff.getByRole("dialog");
    await form.getByLabel(fields.shopName, { exact: true }).fill("艾克米商城");
    await form.getByLabel(fields.shopPhone, { exact: true }).fill("0574-8600 1122");
    await form.getByLabel(fields.shopMail, { exact: true }).fill("shop@acme.example");
    await form.getByLabel(fields.shopHost, { exact: true }).fill("acme.localhost");
    await form.getByRole("button", { name: shell.common.save }).click();
    await expect(form).toHaveCount(0);
    await staff.getByRole("button", { name: texts.openIt }).click();
    await expectMessage(staff, texts.opened);
    const address = `http://acme.localhost:${new URL(server.url).port}/#/Shop/index`;
    await expect(staff.getByRole("link", { name: address })).toBeVisible();
    await staff.close();
  });

  await test.step("the only open shop is the one without a name in the address", async () => {
    for (const address of ["/#/Shop/index", "/shop/acme"]) {
      await visitUntil(address, () => expect(goods).toHaveText(/acme 计数器/, { timeout: 1000 }));
      await expect(page).toHaveTitle("艾克米商城");
      await expect(page.getByRole("link", { name: "0574-8600 1122" })).toHaveAttribute(
        "href",
        "tel:057486001122",
      );
    }
    await goods.click();
    await expect(page).toHaveTitle(`${t.product.title} – 艾克米商城`);
    await visit("/shop/bolt");
    await expect(closed).toBeVisible();
    // A visitor does not know the code of the tenant. So the shop must pass its tenant to the log-in page.
    await visit("/#/Shop/index");
    await page.getByRole("link", { name: t.nav.logIn }).first().click();
    await expect(page.getByLabel(login.tenant, { exact: true })).toHaveValue("acme");
  });

  await test.step("two open shops have two addresses each, and share none", async () => {
    const bolt = admins.get("bolt");
    await bolt?.insert("BS109", "SYS_PRM", { PRM_ID: "SHOP_OPEN", PRM_VALUE: "1" });
    const { port } = new URL(server.url);
    await visitUntil("/shop/bolt", () => expect(goods).toHaveText(/bolt 计数器/, { timeout: 1000 }));
    await expect(page).toHaveTitle(t.nav.brand);
    for (const [address, name] of [
      [`http://acme.localhost:${port}/#/Shop/index`, "acme"],
      [`http://acme.localhost:${port}/?TENANT=bolt#/Shop/index`, "bolt"],
      ["/#/Shop/index?TENANT=acme", "acme"],
      ["/?TENANT=bolt#/Shop/product?id=JS001", "bolt"],
    ] as const) {
      await visit(address);
      await expect(page.locator("#root")).toContainText(`${name} 计数器`);
    }
    // The tenant must stay in the URL when the visitor opens another page.
    await page.getByRole("link", { name: t.nav.brand }).first().click();
    await expect(page).toHaveURL(/\?TENANT=bolt#\/Shop\/index/);
    await expect(goods).toHaveText(/bolt 计数器/);
    await page.getByRole("link", { name: t.nav.logIn }).first().click();
    await expect(page.getByLabel(login.tenant, { exact: true })).toHaveValue("bolt");
    await visitUntil("/#/Shop/index", () => expect(closed).toBeVisible({ timeout: 1000 }));
  });
});
