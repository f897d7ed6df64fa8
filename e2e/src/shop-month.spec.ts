import type { Page } from "@playwright/test";
import { amountText, sumAmounts } from "@shotkeeper/contract/shop";
import { loadLocale } from "@shotkeeper/locales";
import { countClicks, reportClicks } from "./clicks.ts";
import { expect, logIn, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, okOf, rowOf, searchFor } from "./journey.ts";
import { newCustomer, placeOrder } from "./new-customer.ts";
import { Person, stamp } from "./person.ts";

const { shop: t } = await loadLocale("zh_CN");

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const pdf = { name: "发票.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };

/** Start of an OFD file: a zip archive whose first entry is OFD.xml, stored without compression. */
function ofd(): typeof pdf {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE("OFD.xml".length, 26);
  const buffer = Buffer.concat([header, Buffer.from("OFD.xml<ofd:OFD/>")]);
  return { name: "发票.ofd", mimeType: "application/ofd", buffer };
}

/** Returns the amount of a figure of the invoice page, as it is shown. */
const figure = (page: Page, label: string) =>
  page.locator(".shop-figures section").filter({ hasText: label }).locator(".shop-amount-strong");

// spec: shop A2.41, A2.42, A2.46, A2.47, A2.50, A2.52, A2.53
test("month's end: one payment of the month's orders is confirmed, invoiced, cancelled and invoiced again", async ({
  page,
  browser,
  session,
}) => {
  const { custId, name, user, password, buyer } = await newCustomer(stamp(), 30);
  const admin = await Person.of("admin");
  const orders: string[] = [];
  await admin.run("rf_ReceiveStock", { GOODS_ID: "DC002", RECEIVED_QTY: 18, REASON: "采购入库" });
  // Orders batteries, because batteries have no serial numbers. Five or more batteries are sent without postage.
  for (const QTY of [5, 6, 7]) orders.push((await placeOrder(buyer, "DC002", [{ QTY }])).no);
  await buyer.run("rf_LogOut", {});
  await admin.run("rf_ConfirmPayment", { ORDER_NOS: orders });
  const EXPRESS_NO = `SF${String(Date.now()).slice(-12)}`;
  await admin.run("rf_ShipOrders", { ORDER_NOS: orders, EXPRESS_NO });
  const rows = await Promise.all(orders.map((no) => admin.list("OR100", "ORDER_NO", no)));
  const total = sumAmounts(rows.map(([row]) => Number(row?.ALL_JE)));
  const shown = amountText(total);
  const month = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Shanghai" })
    .format(Date.now())
    .slice(0, 7);
  const clicks = await countClicks(page);
  await logIn(page, { user, password });
  const staff = await (
    await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } })
  ).newPage();
  const staffClicks = await countClicks(staff);
  /** Numbers of clicks, of the customer and of staff, before the current part of the journey. */
  let [before, staffBefore] = [clicks(), 0];
  const part = (title: string, most: number) => {
    const [buyer, clerk] = [clicks() - before, staffClicks() - staffBefore];
    [before, staffBefore] = [clicks(), staffClicks()];
    reportClicks(`${title} (customer ${buyer}, staff ${clerk})`, buyer + clerk);
    expect(buyer + clerk).toBeLessThanOrEqual(most);
  };
  const download = async (at: Page, click: () => Promise<void>) => {
    const file = at.waitForEvent("download");
    await click();
    return (await file).suggestedFilename();
  };

  await test.step("the customer reads the statement, keeps it as PDF and pays all orders at once", async () => {
    await page.goto("/#/Shop/home");
    await page.getByRole("button", { name: t.home.statement }).click();
    const dialog = dialogOf(page);
    const sums = dialog.locator(".shop-statement-sums span");
    await expect(sums.filter({ hasText: t.statement.ordered }).first()).toContainText(shown);
    await expect(sums.filter({ hasText: t.statement.open }).first()).toContainText(shown);
    const file = await download(page, () => dialog.getByRole("button", { name: t.statement.pdf }).click());
    expect(file).toMatch(new RegExp(`^月结对账单-.*${month}\\.pdf$`));
    await dialog.locator("thead input[type=checkbox]").check();
    await dialog.getByRole("button", { name: t.statement.pay }).click();
    // The dialog must show the sum before the customer confirms the payment.
    await expect(dialogOf(page)).toContainText(t.voucher.orders(orders.length));
    await expect(dialogOf(page)).toContainText(shown);
    const receipt = {
      name: "电子回单.png",
      mimeType: "image/png",
      buffer: Buffer.concat([png, Buffer.from(custId)]),
    };
    await dialogOf(page).locator("input[type=file]").setInputFiles(receipt);
    await okOf(page).click();
    await expectMessage(page, t.voucher.done);
    await expect(dialog.locator("tbody").getByText(t.statement.waiting)).toHaveCount(orders.length);
    await page.keyboard.press("Escape");
    part("statement, PDF and payment", 6);
  });

  await test.step("staff see the month's sum and receipt before they confirm", async () => {
    await openScreen(staff, "/sales/statement");
    await searchFor(staff, name);
    const row = rowOf(staff, name);
    await expect(row).toContainText(shown);
    const file = await download(staff, () => row.getByRole("button", { name: t.statement.pdf }).click());
    expect(file).toMatch(new RegExp(`^月结对账单-.*${month}\\.pdf$`));
    await row.getByRole("button", { name: t.staff.confirmMonth }).click();
    await expect(dialogOf(staff)).toContainText(`${t.staff.paymentsSum(1)} ¥ ${shown}`);
    await expect(dialogOf(staff).locator("img").first()).toBeVisible();
    await finishDialog(staff);
    await expect(rowOf(staff, name)).toContainText("0.00");
    part("confirmation of the month", 4);
  });
  for (const no of orders)
    expect((await admin.list("OR100", "ORDER_NO", no))[0]).toMatchObject({ IS_PAY: "Y", OPEN_JE: 0 });

  const request = async () => {
    await page.getByRole("button", { name: t.invoice.add }).click();
    await dialogOf(page).getByLabel(t.statement.month, { exact: true }).fill(month);
    await page.keyboard.press("Enter");
    await expect(dialogOf(page).locator("tbody tr[data-row-key]")).toHaveCount(orders.length);
    await dialogOf(page).locator("thead input[type=checkbox]").check();
    await expect(dialogOf(page).locator(".shop-wizard-sum")).toContainText(shown);
    await dialogOf(page).getByRole("button", { name: t.invoice.next }).click();
    await expect(dialogOf(page).locator(".shop-wizard-sum")).toContainText(shown);
    await dialogOf(page).getByRole("button", { name: t.invoice.submit }).click();
    await expectMessage(page, t.invoice.done);
  };
  /** Opens the invoices of one state, and searches for the invoices of the customer. */
  const openInvoices = async (stat: "asked" | "issued" | "cancelled") => {
    await openScreen(staff, "/sales/invoice");
    await staff
      .getByRole("group", { name: t.home.all })
      .getByRole("button", { name: t.staff.invoiceStats[stat] })
      .click();
    await searchFor(staff, name);
  };
  const issue = async (file: typeof pdf) => {
    await openInvoices("asked");
    const chooser = staff.waitForEvent("filechooser");
    await rowOf(staff, name).getByRole("button", { name: t.staff.issue }).click();
    await (await chooser).setFiles(file);
    await expectMessage(staff, t.staff.issued);
  };
  const reload = async () => {
    await page.goto("/#/Shop/invoice");
    await page.reload();
  };

  await test.step("an invoice for the month is requested, and counts as requested, not as issued", async () => {
    await reload();
    await expect(figure(page, t.invoice.can)).toContainText(shown);
    await request();
    await reload();
    const can = page.locator(".shop-figures section").filter({ hasText: t.invoice.can });
    await expect(can.locator("small.sk-faint")).toContainText(shown);
    await expect(figure(page, t.invoice.can)).toContainText("0.00");
    await expect(figure(page, t.invoice.over)).toContainText("0.00");
    part("request of an invoice", 5);
  });

  await test.step("staff issue it as OFD, and it counts as issued", async () => {
    await issue(ofd());
    await reload();
    await expect(figure(page, t.invoice.over)).toContainText(shown);
    await expect(figure(page, t.invoice.can)).toContainText("0.00");
    const file = await download(page, () => page.getByRole("button", { name: t.invoice.download }).click());
    expect(file).toMatch(/^发票-.*\.ofd$/);
    part("issue as OFD and download", 4);
  });

  await test.step("staff cancel it with a reason, and the customer may request another one", async () => {
    await openInvoices("issued");
    await rowOf(staff, name).getByRole("button", { name: t.staff.cancelInvoice }).click();
    await dialogOf(staff).getByRole("textbox").fill("抬头有误");
    await finishDialog(staff);
    await openInvoices("cancelled");
    await expect(rowOf(staff, name)).toBeVisible();
    await reload();
    await expect(page.getByText(t.invoice.cancelled("抬头有误"))).toBeVisible();
    await expect(figure(page, t.invoice.over)).toContainText("0.00");
    await expect(figure(page, t.invoice.can)).toContainText(shown);
    part("cancellation", 4);
  });

  await test.step("the second invoice is issued as PDF", async () => {
    await request();
    await issue(pdf);
    await reload();
    await expect(figure(page, t.invoice.over)).toContainText(shown);
    part("second request and issue", 8);
  });
  reportClicks("customer", clicks());
  reportClicks("staff", staffClicks());
  await staff.context().close();
});
