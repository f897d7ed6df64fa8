import { loadLocale } from "@shotkeeper/locales";
import { expect, logIn, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, okOf, rowOf, searchFor } from "./journey.ts";
import { Person } from "./person.ts";

const { shop: t, enums, fields } = await loadLocale("zh_CN");

const pdf = { name: "发票.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };
const png = {
  name: "凭证.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};
/** Returns a different picture as proof of payment for each order, because one picture proves only one payment. */
const receiptOf = (no: string) => ({ ...png, buffer: Buffer.concat([png.buffer, Buffer.from(no)]) });

// spec: shop A1.1-A1.4, A2.4-A2.6, A2.17, A2.22, A2.23, A2.27, A2.32, A2.34, A2.36, A2.38, A2.43, A2.46, A2.53
// spec: shop A4.9, A4.16, A4.18-A4.20, A4.23, A4.26, A4.29, A5.1-A5.3, A5.27, A8.11, A9.5
test("buys from two host factories, from browsing as a visitor to the invoice", async ({
  page,
  browser,
  session,
}) => {
  // Empties the cart. If this test is repeated after a failure, the failed attempt may have left goods in it.
  const doors = await Person.of("cust");
  const cart = { MENU_ID: "BS114", TableName: "SHOPPING_CART" };
  const { list } = await doors.must({ Type: "QueryByID", ...cart, QueryID: "Q20", Page: 1, Limit: 100 });
  const left = (list as readonly { ID: number }[]).map(({ ID }) => ({ ID }));
  if (left.length > 0) await doors.must({ Type: "delete", ...cart, Data: left });

  await page.goto("/#/Shop/index");
  await expect(page.getByText(t.index.guest)).toBeVisible();
  await page.locator(".shop-goods", { hasText: "模具计数器 4G 版" }).click();
  await expect(page.locator(".shop-price-box")).toContainText("468.00");
  await page.getByRole("button", { name: t.product.add }).click();
  await expect(dialogOf(page)).toContainText(t.product.notLoggedIn);
  await dialogOf(page).locator(".ant-btn-primary").click();
  await expect(page).toHaveURL(/#\/login/);
  // Logs in as a customer on monthly terms, because other customers get no monthly statement.
  await logIn(page, { user: "cust", remember: true });

  await test.step("what of a counter may be chosen together", async () => {
    const quantity = page.getByLabel(t.product.qty, { exact: true });
    await page.goto("/#/Shop/product?id=DC001");
    await expect(quantity).toHaveValue("5");
    await page.goto("/#/Shop/product?id=JS001");
    await expect(quantity).toHaveValue("1");
    const kind = (name: "hardware" | "plastic") => page.getByText(enums.moldKind[name], { exact: true });
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const magnet = page.getByRole("group", { name: t.product.magnet });
    await kind("hardware").click();
    await expect(magnet.locator("input")).toHaveCount(2);
    await expect(magnet.locator("input:checked")).toHaveCount(0);
    await expect(button(t.product.block)).toHaveCount(0);
    await button(t.product.shell).click();
    await expect(button(t.product.shell)).toHaveAttribute("aria-pressed", "true");
    await kind("plastic").click();
    await expect(button(t.product.shell)).toHaveCount(0);
    await expect(magnet.locator("input")).toHaveCount(1);
    await expect(magnet.locator("input:checked")).toHaveCount(1);
    await button(t.product.block).click();
    await expect(magnet).toHaveCount(0);
    await kind("hardware").click();
    await expect(magnet.locator("input:checked")).toHaveCount(0);
    await expect(button(t.product.shell)).toHaveAttribute("aria-pressed", "false");
    await kind("plastic").click();
  });

  // The following steps try to add a counter without a host factory, and a counter for hardware molds without a magnet
  // type. The shop refuses both. A counter for plastic molds needs no magnet type.
  const oem = async (n: number) => {
    await page.locator(".shop-oem").click();
    await page.locator(".ant-select-dropdown:visible .ant-select-item-option").nth(n).click();
  };
  await page.getByRole("button", { name: t.product.add }).click();
  await expectMessage(page, t.product.chooseOem);
  await oem(0);
  await page.getByText(enums.moldKind.hardware, { exact: true }).click();
  await page.getByRole("button", { name: t.product.shell }).click();
  await page.getByRole("button", { name: t.product.add }).click();
  await expectMessage(page, t.product.chooseMagnet);
  await page.getByText(t.product.round, { exact: true }).click();
  await page.getByRole("button", { name: t.product.add }).click();
  await expectMessage(page, t.product.added);
  await page.getByText(enums.moldKind.plastic, { exact: true }).click();
  await expect(page.getByText(t.product.round, { exact: true })).toHaveCount(0);
  await oem(1);
  await page.getByRole("button", { name: t.product.add }).click();
  await expect(page.locator(".shop-cart b")).toHaveText("3");

  await page.goto("/#/Shop/cart");
  await expect(page.locator(".shop-group")).toHaveCount(2);
  await page.getByRole("button", { name: t.cart.checkout }).click();
  await expect(page.getByText(t.buy.splits(2))).toBeVisible();
  await page.getByRole("button", { name: t.buy.submit }).click();
  await expectMessage(page, t.buy.done);
  await expect(page).toHaveURL(/#\/Shop\/home/);
  const cards = page.locator(".shop-order-card");
  await expect(cards.first()).toBeVisible();
  const numbers = await cards.locator("header strong").allInnerTexts();
  const [second = "", first = ""] = numbers;
  const card = (no: string) => cards.filter({ hasText: no });
  await expect(page.locator(".shop-cart b")).toHaveCount(0);

  for (const no of [first, second]) {
    await card(no).getByRole("button", { name: t.home.voucher }).click();
    await okOf(page).click();
    await expectMessage(page, t.voucher.none);
    await dialogOf(page).locator("input[type=file]").setInputFiles(receiptOf(no));
    await finishDialog(page);
  }

  /** Returns a waybill number of SF for an order: "SF" and the digits of the order's number. */
  const waybillOf = (no: string) => `SF${no.replace(/\D/g, "").padStart(10, "0").slice(-15)}`;
  // Staff of finance and warehouse work in a second browser.
  const staff = await (
    await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } })
  ).newPage();
  const step = async (no: string, name: string) => {
    await openScreen(staff, "/sales/order");
    await searchFor(staff, no);
    await rowOf(staff, no).getByRole("button", { name, exact: true }).click();
  };
  const admin = await Person.of("admin");
  for (const no of [first, second]) {
    await step(no, t.staff.confirm);
    await finishDialog(staff);
    // The order has one counter, whose serial number is recorded and packed.
    const SERIALS = [`SN-${no}`];
    await admin.run("rf_RecordSerials", { GOODS_ID: "JS001", SERIALS });
    await admin.run("rf_PackSerials", { ORDER_NO: no, SERIALS });
    await step(no, t.staff.ship);
    await dialogOf(staff).getByLabel(fields.expressNo, { exact: true }).fill(waybillOf(no));
    await dialogOf(staff)
      .getByRole("button", { name: t.staff.shipParcels(1) })
      .click();
    await expect(dialogOf(staff)).toHaveCount(0);
  }

  await page.goto("/#/Shop/home?status=3");
  await card(first)
    .getByRole("button", { name: `${t.home.more}: ${first}` })
    .click();
  await page.getByRole("menuitem", { name: t.home.logistics }).click();
  await expect(dialogOf(page)).toContainText(waybillOf(first));
  await page.keyboard.press("Escape");
  await card(first).getByRole("button", { name: t.home.receive }).click();
  await dialogOf(page).locator(".ant-btn-primary").click();
  await expectMessage(page, t.home.received);

  // Both orders in the month's statement are already paid. So the page must say that nothing is left to pay.
  await page.goto("/#/Shop/home");
  await page.getByRole("button", { name: t.home.statement }).click();
  for (const no of [first, second]) {
    const line = dialogOf(page).locator("tr", { hasText: no });
    await expect(line).toContainText(t.statement.paid);
    await expect(line.locator("input[type=checkbox]")).toBeDisabled();
  }
  await dialogOf(page).getByRole("button", { name: t.statement.pay }).click();
  await expectMessage(page, t.invoice.needOrder);
  const paper = page.waitForEvent("download");
  await dialogOf(page).getByRole("button", { name: t.statement.pdf }).click();
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);
  await page.keyboard.press("Escape");

  await page.goto("/#/Shop/invoice");
  await page.getByRole("button", { name: t.invoice.add }).click();
  await dialogOf(page).getByRole("button", { name: t.invoice.next }).click();
  await expectMessage(page, t.invoice.needOrder);
  await dialogOf(page).locator("tr", { hasText: first }).locator("input[type=checkbox]").check();
  await dialogOf(page).getByRole("button", { name: t.invoice.next }).click();
  await dialogOf(page).getByLabel(t.invoice.remark).fill(first);
  await dialogOf(page).getByRole("button", { name: t.invoice.submit }).click();
  await expectMessage(page, t.invoice.done);

  await openScreen(staff, `/sales/invoice?filter=remark~EQ~s${first}`);
  const chooser = staff.waitForEvent("filechooser");
  const waiting = staff.locator("[role=row]:has([role=gridcell])").filter({ visible: true });
  await waiting.getByRole("button", { name: t.staff.issue }).click();
  await (await chooser).setFiles(pdf);
  await expectMessage(staff, t.staff.issued);
  await staff.context().close();

  await page.reload();
  const download = page.waitForEvent("download");
  await page.locator("tr", { hasText: first }).getByRole("button", { name: t.invoice.download }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});
