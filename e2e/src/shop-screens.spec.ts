import { loadLocale } from "@shotkeeper/locales";
import { expect, logIn, openScreen, settled, test } from "./fixtures.ts";
import { dialogOf, expectMessage } from "./journey.ts";
import { Person } from "./person.ts";

const { shop: t, errors, shell } = await loadLocale("zh_CN");

// spec: shop A2.2, A2.3, A2.16-A2.19
test("the shop's index shows banners, a greeting, counters and products to a visitor", async ({ page }) => {
  await page.goto("/#/Shop");
  await expect(page).toHaveURL(/#\/Shop\/index/);
  await expect(page.locator(".shop-dots button")).toHaveCount(3);
  const greeting = page.locator(".shop-greeting");
  await expect(greeting).toContainText(t.index.guest);
  await expect(greeting.getByRole("link", { name: t.nav.logIn, exact: true })).toHaveAttribute(
    "href",
    /#\/login/,
  );
  await expect(page.locator(".shop-counters span")).toHaveText([
    t.nav.cart,
    t.index.waitPay,
    t.index.waitSend,
    t.index.sent,
    t.index.finished,
  ]);
  await expect(page.getByRole("heading", { name: t.index.related })).toBeVisible();
  const card = page.locator(".shop-goods", { hasText: "模具计数器 4G 版" });
  await expect(card.locator("img, svg").first()).toBeVisible();
  await expect(card.locator(".shop-goods-remark")).not.toBeEmpty();
  await expect(card.locator(".shop-goods-foot")).toContainText("468.00");
  await card.click();
  await expect(page).toHaveURL(/#\/Shop\/product\?id=/);
});

// spec: shop A2.20
test("an entry code in the address logs in", async ({ page }) => {
  const { token } = await Person.of("cust4");
  await page.goto(`/#/Shop/index?code=${encodeURIComponent(token)}`);
  await expect(page.locator(".shop-greeting h1")).toBeVisible();
  await expect(page.locator(".shop-greeting")).not.toContainText(t.index.guest);
  await expect(page).toHaveURL(/#\/Shop\/index$/);
  expect(await page.evaluate(() => sessionStorage.getItem("access_token"))).toBe(token);
});

// spec: shop A2.21-A2.26
test("a product shows its pictures, facts and choices, and its installation if it is a counter", async ({
  page,
}) => {
  await logIn(page, { user: "cust4" });
  await openScreen(page, "/Shop/product?id=JS001");
  const product = page.locator(".shop-product");
  await expect(product.locator("img, svg").first()).toBeVisible();
  await expect(product.locator(".shop-price-box")).toBeVisible();
  await expect(product.locator(".shop-facts")).not.toBeEmpty();
  for (const name of [t.product.moldType, t.product.accessory, t.product.magnet])
    await expect(product.getByRole("group", { name, exact: true })).toBeVisible();
  await expect(product.locator(".shop-oem")).toBeVisible();
  await expect(product.getByRole("textbox", { name: t.product.qty, exact: true })).toBeVisible();
  for (const name of [t.product.buy, t.product.add])
    await expect(product.getByRole("button", { name, exact: true })).toBeVisible();
  await expect(product.locator(".shop-promo")).toContainText(t.product.promo);
  await expect(page.getByRole("tab", { name: t.product.info })).toBeVisible();
  await page.getByRole("tab", { name: t.product.install }).click();
  await expect(page.locator(".shop-steps > li")).toHaveCount(9);

  await openScreen(page, "/Shop/product?id=DC001");
  await expect(page.getByRole("tab", { name: t.product.info })).toBeVisible();
  await expect(page.getByRole("tab", { name: t.product.install })).toHaveCount(0);
});

// spec: shop A2.7, A2.30-A2.33, A2.44
test("the checkout shows five steps, the lines that it received, and the address book", async ({ page }) => {
  await logIn(page, { user: "cust4" });
  await openScreen(page, "/Shop/product?id=JS001");
  await page.locator(".shop-oem").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
  await page.getByRole("button", { name: t.product.buy, exact: true }).click();
  await settled(page);
  const state = await page.evaluate(() => history.state?.usr);
  expect(state.isCart).toBe(false);
  expect(JSON.parse(state.buyProduct)).toMatchObject([{ goodsId: "JS001", qty: 1 }]);
  const steps = page.locator(".ant-steps-item");
  await expect(steps).toHaveText(
    [t.buy.steps0, t.buy.steps1, t.buy.steps2, t.buy.steps3, t.buy.steps4].map((s) => new RegExp(s)),
  );
  await expect(steps.first()).toHaveClass(/ant-steps-item-(process|active)/);
  await expect(page.locator(".shop-group .shop-line")).toHaveCount(1);
  await expect(page.locator(".shop-group").getByPlaceholder(new RegExp(t.buy.note))).toBeVisible();
  await expect(page.locator(".shop-sums")).toContainText(t.buy.total);
  await expect(page.getByRole("button", { name: t.buy.submit })).toBeVisible();
  await page.getByRole("button", { name: t.buy.change, exact: true }).click();
  await expect(dialogOf(page).getByRole("button", { name: t.address.add })).toBeVisible();
  await dialogOf(page).getByRole("button", { name: t.address.add }).click();
  await expect(dialogOf(page).last().getByLabel(t.address.tel, { exact: true })).toBeVisible();
});

// spec: shop A2.35-A2.37, A2.39, A2.40, A3.10, A4.7, A6.8, A7.41
test("the personal centre shows tabs, cards with their steps, and a log-out with the server's message", async ({
  page,
}) => {
  await logIn(page, { user: "cust4" });
  await openScreen(page, "/Shop/home");
  // Only customers with monthly terms have a monthly statement.
  await expect(page.getByRole("button", { name: t.home.statement, exact: true })).toHaveCount(0);
  const card = page.locator(".shop-order-card").first();
  await expect(card.locator(".ant-steps-item")).toHaveCount(5);
  await expect(page.locator(".shop-pay")).toContainText(t.home.payCard);
  await expect(page.locator(".shop-tabs").getByRole("tab")).toHaveCount(5);
  for (const name of [t.home.quotation, t.home.invoice, t.home.delivery, t.home.logistics])
    await expect(card.getByRole("button", { name, exact: true })).toBeVisible();
  const download = page.waitForEvent("download");
  await card.getByRole("button", { name: t.home.quotation, exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  for (const name of [t.home.info, t.nav.password])
    await expect(page.locator(".shop-page-head").getByRole("button", { name, exact: true })).toBeVisible();
  await page.locator(".shop-page-head").getByRole("button", { name: t.nav.logOut, exact: true }).click();
  await expectMessage(page, errors.loggedOut);
  await expect(page).toHaveURL(/#\/login/);
});

// spec: shop A2.47, A2.50-A2.52
test("the screen of invoices shows three amounts, the invoice data and the requests", async ({ page }) => {
  await logIn(page, { user: "cust4" });
  await openScreen(page, "/Shop/invoice");
  const amounts = await page.locator(".shop-figures .shop-card").allInnerTexts();
  const [total = 0, can = 0, over = 0] = amounts.map((a) => Number(a.replace(/[^\d.]/g, "")));
  expect(amounts).toHaveLength(3);
  expect(Math.round((total - over) * 100)).toBe(Math.round(can * 100));
  await expect(page.getByRole("link", { name: t.invoice.modify })).toHaveAttribute(
    "href",
    /#\/Shop\/profile/,
  );
  await expect(page.getByRole("columnheader")).toHaveText([
    t.invoice.time,
    t.invoice.type,
    t.invoice.amount,
    t.invoice.remark,
    t.invoice.status,
    t.invoice.action,
  ]);
  await page.getByLabel(t.invoice.keyword, { exact: true }).first().fill("no such remark");
  await page.keyboard.press("Enter");
  await expect(page.getByText(t.invoice.noInvoices)).toBeVisible();
});

// spec: shop A2.8-A2.12
test("old addresses lead to the pages of today", async ({ signedIn: page }) => {
  for (const [from, to] of [
    ["/redirect/Shop/cart?a=1", /#\/Shop\/cart\?a=1$/],
    ["/user/profile", /#\/Shop\/profile$/],
    ["/bs/mtrl?type=2", /#\/sales\/stock/],
    ["/jsq/warninglist?type=1", /#\/warning\/unbound/],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/#${from}`);
    await expect(page).toHaveURL(to);
  }
  await openScreen(page, "/no/such/page");
  await expect(page.getByRole("heading", { name: shell.notFound.title })).toBeVisible();
});

// spec: shop A2.28, A2.29, A7.19, A9.4
test("the cart saves a quantity after half a second, and offers to delete a line that is no longer sold", async ({
  page,
}) => {
  const GOODS_ID = `E2E-${Date.now()}`;
  const [admin, cust] = await Promise.all([Person.of("admin"), Person.of("cust4")]);
  const goods = {
    GOODS_ID,
    GOODS_NAME: GOODS_ID,
    GOOD_TYPE: 2,
    UNIT_PRICE: 10,
    SC_STOCK_QTY: 50,
    LOWER_SHELF: "N",
  };
  await admin.insert("BS102", "GOODS_INFO", goods);
  const { list } = await cust.must({
    Type: "QueryByID",
    MENU_ID: "BS103",
    QueryID: "Q22",
    Page: 1,
    Limit: 1,
  });
  const [{ OEM_NAME }] = list as [{ OEM_NAME: string }];
  await cust.run("rf_AddShoppingCart", { GOODS_IDS: [GOODS_ID], OEM_NAME, QTY: 1 });
  await logIn(page, { user: "cust4" });
  await openScreen(page, "/Shop/cart");
  const line = page.locator(".shop-line", { hasText: GOODS_ID });
  await expect(line.getByRole("checkbox")).toBeChecked();
  await expect(page.getByRole("checkbox", { name: t.cart.selectAll }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: t.cart.checkout })).toBeVisible();
  const saved: number[] = [];
  page.on("request", (r) => {
    if (/"update".*SHOPPING_CART/.test(r.postData() ?? "")) saved.push(Date.now());
  });
  const more = line.getByRole("button", { name: t.product.more });
  await more.click();
  await more.click();
  const clicked = Date.now();
  await expect.poll(() => saved.length).toBe(1);
  expect((saved[0] ?? 0) - clicked).toBeGreaterThan(300);
  await expect(line.getByRole("textbox")).toHaveValue("3");

  const Data = [{ GOODS_ID, LOWER_SHELF: "Y" }];
  await admin.must({ Type: "update", MENU_ID: "BS102", TableName: "GOODS_INFO", Data });
  await page.reload();
  await line.locator(".shop-removed").click();
  await expect(dialogOf(page)).toContainText(t.cart.removedAsk);
  await dialogOf(page).locator(".ant-btn-primary").click();
  await expect(line).toHaveCount(0);
});

// spec: shop A8.6, A9.24, A9.26
test("dialogs fill a narrow window, and a browser without full screen says so", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, "fullscreenEnabled", { value: false }));
  await logIn(page, { user: "cust4" });
  await openScreen(page, "/Shop/product?id=JS001");
  expect((await page.locator(".shop-oem").boundingBox())?.width).toBe(200);
  await page.locator(".shop-user").click();
  await page.getByRole("menuitem", { name: t.nav.fullscreen }).click();
  await expectMessage(page, t.nav.noFullscreen);
  await page.setViewportSize({ width: 760, height: 800 });
  await openScreen(page, "/Shop/home");
  await page.getByRole("button", { name: t.nav.password, exact: true }).click();
  await expect(dialogOf(page)).toBeVisible();
  expect((await page.locator(".ant-modal").boundingBox())?.width).toBe(760);
});
