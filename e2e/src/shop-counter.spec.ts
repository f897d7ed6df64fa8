import { loadLocale } from "@shotkeeper/locales";
import { countClicks, reportClicks } from "./clicks.ts";
import { expect, logIn, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, pick, rowOf, searchFor } from "./journey.ts";
import { moldRow, Person, stamp } from "./person.ts";

const { shop: t, fields, mold } = await loadLocale("zh_CN");

test("sells a counter: bought, paid, packed by scanning, shipped, bound, and its first shots are seen", async ({
  page,
  browser,
  session,
}) => {
  const admin = await Person.of("admin");
  const key = stamp();
  const [serial, wrong, moldNo] = [`SN${key}1`, `SN${key}X`, `E2E-SC-${key}`];
  await admin.run("rf_ReceiveStock", {
    GOODS_ID: "JS001",
    RECEIVED_QTY: 1,
    SERIALS: [serial],
    REASON: "采购入库",
  });
  await admin.insert("BS101", "BS_MOLD", moldRow(moldNo));

  const clicks = await countClicks(page);
  await logIn(page, { user: "cust", remember: true });
  const before = clicks();
  await page.goto("/#/Shop/product?id=JS001");
  await expect(page.locator(".shop-price-box")).toContainText(".");
  await page.locator(".shop-oem").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
  await page.getByRole("button", { name: t.product.buy }).click();
  await page.getByRole("button", { name: t.buy.submit }).click();
  await expectMessage(page, t.buy.done);
  await expect(page).toHaveURL(/#\/Shop\/home/);
  const no = await page.locator(".shop-order-card header strong").first().innerText();
  // The order is on monthly terms. So staff approve the order without a payment, and the customer pays with the monthly
  // statement.
  await admin.run("rf_ConfirmPayment", { ORDER_NOS: [no] });

  const staff = await (
    await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } })
  ).newPage();
  const staffClicks = await countClicks(staff);
  const act = async (name: string) => {
    await openScreen(staff, "/sales/order");
    await searchFor(staff, no);
    const row = rowOf(staff, no);
    const button = row.getByRole("button", { name, exact: true });
    if (!(await button.isVisible())) await row.locator(".sk-row-actions .ant-dropdown-trigger").click();
    await staff
      .getByRole("button", { name, exact: true })
      .or(staff.getByRole("menuitem", { name }))
      .first()
      .click();
  };
  const waybill = `SF${String(Date.now()).slice(-12)}`;
  const ship = async () => {
    await act(t.staff.ship);
    await dialogOf(staff).getByLabel(fields.expressNo, { exact: true }).fill(waybill);
    await dialogOf(staff)
      .getByRole("button", { name: t.staff.shipParcels(1) })
      .click();
  };
  await test.step("an order with unscanned counters is not shipped", async () => {
    await ship();
    await expect(dialogOf(staff).locator(".sk-parcel-failure")).toContainText(`${no}/1`);
    await dialogOf(staff).locator(".ant-modal-footer .ant-btn:not(.ant-btn-primary)").click();
  });
  await test.step("the packer scans: an unknown serial number is refused, the right one packed", async () => {
    await act(t.staff.pack);
    const scan = dialogOf(staff).getByLabel(t.staff.scan, { exact: true });
    await scan.fill(wrong);
    await scan.press("Enter");
    await expect(dialogOf(staff).locator(".sk-parcel-failure")).toContainText(wrong);
    await scan.fill(serial);
    await scan.press("Enter");
    await expect(dialogOf(staff).locator(".sk-serials")).toContainText(serial);
    await staff.keyboard.press("Escape");
    await expect(dialogOf(staff)).toHaveCount(0);
  });
  await ship();
  await expect(dialogOf(staff)).toHaveCount(0);

  await page.goto("/#/Shop/home?status=3");
  await expect(page.locator(".shop-order-card").filter({ hasText: no })).toBeVisible();

  await openScreen(staff, "/basic/binding");
  await staff.locator(".dg-bar .ant-btn-primary").click();
  await pick(staff, fields.moldNo, moldNo);
  await pick(staff, fields.writerId, serial);
  await finishDialog(staff);
  await expectMessage(staff, mold.binding.bound);
  // The clicks include the shipment that was refused because the counter was not scanned.
  reportClicks("customer: one counter bought", clicks() - before);
  reportClicks("staff: packed, shipped, bound", staffClicks());
  expect(clicks() - before).toBeLessThanOrEqual(5);
  expect(staffClicks()).toBeLessThanOrEqual(20);
  // The first reading sets the count at which the binding begins. The second reading adds two shots.
  for (const [seconds, COUNT_TIMES] of [
    [1, 90_001],
    [9, 90_003],
  ] as const) {
    const sendTime = new Date(Date.now() + seconds * 1000).toISOString();
    await admin.must({ Type: "report", Data: [{ WRITER_IMIE: serial, sendTime, COUNT_TIMES }] }, "/jsq");
  }
  await expect.poll(async () => (await admin.list("BS101", "MOLD_NO", moldNo))[0]?.COUNT_TIMES).toBe(2);
  const list = await staff.context().newPage();
  await openScreen(list, "/counter/registration");
  await searchFor(list, serial);
  await expect(rowOf(list, serial)).toContainText("90,003");
  await expect(rowOf(list, serial)).toContainText(moldNo);
});
