import type { Page } from "@playwright/test";
import { loadLocale } from "@shotkeeper/locales";
import { countClicks, reportClicks } from "./clicks.ts";
import { expect, logIn, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, rowOf } from "./journey.ts";
import { Person, stamp } from "./person.ts";

const { shop: t, returns: r, fields, enums, shell } = await loadLocale("zh_CN");

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const picture = (name: string) => ({
  name: `${name}.png`,
  mimeType: "image/png",
  buffer: Buffer.concat([png, Buffer.from(name)]),
});
// Runs the two journeys one after the other. Both buy as the same customer, and each assumes that the newest order is
// its own.
test.describe.configure({ mode: "serial" });

const cardOf = (page: Page, no: string) => page.locator(".shop-order-card").filter({ hasText: no }).first();

/** Shows the details of an order, which are hidden in the list. */
async function openCard(page: Page, no: string): Promise<void> {
  await cardOf(page, no)
    .getByRole("button", { name: `${t.home.expand}: ${no}` })
    .click();
}

/** Reloads the list of orders and shows the details of an order. */
async function reloadCard(page: Page, no: string): Promise<void> {
  await page.reload();
  await openCard(page, no);
}

/**
 * Buys one counter and uploads a proof of payment. Staff then confirm the payment and ship the counter. Returns the
 * order number, the serial number of the counter, and a spare serial number.
 */
async function bought(page: Page) {
  const admin = await Person.of("admin");
  const key = stamp();
  const [serial, spare] = [`SR${key}1`, `SR${key}2`];
  const SERIALS = [serial, spare];
  await admin.run("rf_ReceiveStock", { GOODS_ID: "JS001", RECEIVED_QTY: 2, SERIALS, REASON: "采购入库" });
  await logIn(page, { user: "cust", remember: true });
  await page.goto("/#/Shop/product?id=JS001");
  await expect(page.locator(".shop-price-box")).toContainText(".");
  await page.locator(".shop-oem").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
  await page.getByRole("button", { name: t.product.buy }).click();
  await page.getByRole("button", { name: t.buy.submit }).click();
  await expectMessage(page, t.buy.done);
  await expect(page).toHaveURL(/#\/Shop\/home/);
  const no = await page.locator(".shop-order-card header strong").first().innerText();
  await cardOf(page, no).getByRole("button", { name: t.home.voucher }).click();
  await dialogOf(page).locator("input[type=file]").setInputFiles(picture(no));
  await finishDialog(page);
  await admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });
  await admin.run("rf_PackSerials", { ORDER_NO: no, SERIALS: [serial] });
  await admin.run("rf_ShipOrders", { ORDER_NOS: [no], EXPRESS_NO: `SF${String(Date.now()).slice(-12)}` });
  return { admin, no, serial, spare };
}

/** Asks in the shop to send back one counter of an order, with a picture. */
async function ask(page: Page, no: string, kind: "return" | "exchange", serial: string): Promise<void> {
  await page.goto("/#/Shop/home");
  await reloadCard(page, no);
  await cardOf(page, no).getByRole("button", { name: r.ask }).click();
  const dialog = dialogOf(page);
  await dialog.getByText(enums.returnKind[kind], { exact: true }).click();
  await dialog.getByRole("spinbutton").first().fill("1");
  await dialog.getByLabel(fields.returnReason, { exact: true }).click();
  await page
    .locator(".ant-select-dropdown:visible .ant-select-item-option")
    .filter({ hasText: enums.returnReason.wrongGoods })
    .click();
  await dialog.getByLabel(fields.serials, { exact: true }).fill(serial);
  await dialog.locator("input[type=file]").setInputFiles(picture(`${no}-${kind}`));
  await finishDialog(page);
  await expect(cardOf(page, no)).toContainText(r.next.judge);
}

/** Opens the staff's screen of returns and chooses an action of the order's return. */
async function act(staff: Page, no: string, name: string): Promise<void> {
  // The newest returns come first, so that the row needs no search.
  await openScreen(staff, "/sales/return");
  await rowOf(staff, no).getByRole("button", { name, exact: true }).click();
}

test("a wrong delivery is exchanged: asked with a picture, approved, received by scanning, and shipped again", async ({
  page,
  browser,
  session,
}) => {
  const clicks = await countClicks(page);
  const { admin, no, serial, spare } = await bought(page);
  const before = clicks();
  await ask(page, no, "exchange", serial);
  const staff = await (
    await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } })
  ).newPage();
  const staffClicks = await countClicks(staff);
  await act(staff, no, r.staff.approve);
  await finishDialog(staff);
  await reloadCard(page, no);
  await expect(cardOf(page, no)).toContainText(r.next.sendBack);
  await test.step("a foreign serial number is refused", async () => {
    await act(staff, no, r.staff.receive);
    const good = dialogOf(staff).getByLabel(fields.serials + shell.common.colon + r.staff.good, {
      exact: true,
    });
    await good.fill("SN-FOREIGN");
    await dialogOf(staff).getByRole("button", { name: r.staff.receive }).click();
    await expect(dialogOf(staff).getByRole("alert")).toContainText("SN-FOREIGN");
    await good.fill(serial);
    await finishDialog(staff);
  });
  await reloadCard(page, no);
  await expect(cardOf(page, no)).toContainText(r.next.replace);
  await admin.run("rf_PackSerials", { ORDER_NO: no, SERIALS: [spare] });
  await admin.run("rf_ShipOrders", { ORDER_NOS: [no], EXPRESS_NO: `SF${String(Date.now()).slice(-12)}` });
  await reloadCard(page, no);
  await expect(cardOf(page, no)).toContainText(enums.returnStat.settled);
  // Both numbers include clicks beyond the job itself: the customer opens the card of the order again after each
  // reload, and staff enter a wrong serial number, which is refused, and correct it.
  reportClicks("exchange: customer", clicks() - before);
  reportClicks("exchange: staff", staffClicks());
  expect(clicks() - before).toBeLessThanOrEqual(12);
  expect(staffClicks()).toBeLessThanOrEqual(8);
});

test("a return is refunded: the customer reads amount, date and reference", async ({
  page,
  browser,
  session,
}) => {
  const { no, serial } = await bought(page);
  await ask(page, no, "return", serial);
  const staff = await (
    await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } })
  ).newPage();
  await act(staff, no, r.staff.approve);
  await finishDialog(staff);
  await act(staff, no, r.staff.receive);
  await dialogOf(staff)
    .getByLabel(fields.serials + shell.common.colon + r.staff.damaged, { exact: true })
    .fill(serial);
  await finishDialog(staff);
  await reloadCard(page, no);
  await expect(cardOf(page, no)).toContainText(r.next.refund);
  await act(staff, no, r.staff.settle);
  await dialogOf(staff).getByLabel(fields.refundReference, { exact: true }).fill("ICBC-20260523");
  await finishDialog(staff);
  await reloadCard(page, no);
  await expect(cardOf(page, no)).toContainText("ICBC-20260523");
  await expect(cardOf(page, no)).toContainText(enums.returnStat.settled);
});
