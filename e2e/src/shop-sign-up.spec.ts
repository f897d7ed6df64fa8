import { isTaxpayerId } from "@shotkeeper/contract/customer";
import { loadLocale } from "@shotkeeper/locales";
import { serious } from "./axe.ts";
import { countClicks, reportClicks } from "./clicks.ts";
import { expect, fillLogin, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, rowOf, searchFor } from "./journey.ts";
import { Person, stamp } from "./person.ts";
import { captcha } from "./server.ts";

const { shop: t, signUp: s, fields, enums, login, shell } = await loadLocale("zh_CN");

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const licence = (key: string) => ({
  name: "营业执照.png",
  mimeType: "image/png",
  buffer: Buffer.concat([png, Buffer.from(key)]),
});
/** Returns a new valid taxpayer id. */
function taxpayerId(): string {
  const body = `91330200${String(Date.now()).slice(-9)}`;
  return body + [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].find((c) => isTaxpayerId(body + c));
}

test("a new company buys: it signs up, is refused, corrects, is approved, orders, pays and receives the goods", async ({
  page,
  browser,
  session,
}) => {
  const key = stamp();
  const name = `新客户${key}模塑有限公司`;
  const mail = `buyer${key}@example.com`.toLowerCase();
  const password = `Pass-phrase-${key}`;
  const buyerClicks = await countClicks(page);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const staff = await (
    await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } })
  ).newPage();
  const staffClicks = await countClicks(staff);
  const judge = async (action: string) => {
    await openScreen(staff, "/sales/application");
    await searchFor(staff, name);
    await rowOf(staff, name).getByRole("button", { name: action, exact: true }).click();
  };
  const enter = async () => {
    await page.goto("/#/login");
    await page.reload();
    await fillLogin(page, { user: mail, password });
    await page.getByRole("button", { name: login.submit, exact: true }).click();
  };

  await test.step("a visitor signs up; each missing value is named at its field", async () => {
    await page.goto("/?TENANT=demo#/Shop/index");
    await page.getByRole("link", { name: s.link, exact: true }).click();
    await expect(page.getByRole("heading", { name: s.title })).toBeVisible();
    await expect(page.getByRole("img", { name: s.captchaImage })).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await page.getByRole("button", { name: s.submit, exact: true }).click();
    await expect(page.getByText(s.required(s.companyName), { exact: true })).toBeVisible();
    await expect(page.getByText(s.needLicence, { exact: true })).toBeVisible();
    await field(s.companyName).fill(name);
    await field(fields.taxpayerId).fill(taxpayerId());
    await field(fields.contact).fill("周敏");
    await field(fields.phone).fill("13900001234");
    await field(fields.mail).fill(mail);
    await page.locator("input[type=file]").setInputFiles(licence(key));
    await field(s.password).fill("short");
    await field(s.passwordAgain).fill("short");
    await field(s.captcha).fill(captcha);
    await page.getByRole("button", { name: s.submit, exact: true }).click();
    await expect(page.locator(".ant-form-item-has-error", { has: field(s.password) })).toBeVisible();
    await field(s.password).fill(password);
    await field(s.passwordAgain).fill(password);
    await field(s.captcha).fill(captcha);
    await page.getByRole("button", { name: s.submit, exact: true }).click();
    await expect(page.getByText(s.sentTitle)).toBeVisible();
  });

  await test.step("the applicant waits, reads why the company was refused, and corrects it", async () => {
    await enter();
    await expect(page.getByText(s.states.waiting)).toBeVisible();
    await judge(s.staff.refuse);
    await dialogOf(staff).getByLabel(fields.judgeReason, { exact: true }).fill("执照不清晰");
    await finishDialog(staff);
    await enter();
    await expect(page.getByText(s.states.refused)).toBeVisible();
    await expect(page.getByText("执照不清晰")).toBeVisible();
    await page.locator("input[type=file]").setInputFiles(licence(`${key}-2`));
    await page.getByRole("button", { name: s.correct, exact: true }).click();
    await expectMessage(page, s.corrected);
    await expect(page.getByText(s.states.waiting)).toBeVisible();
  });

  await test.step("staff approve with host factory, prices and terms in one dialog", async () => {
    await judge(s.staff.approve);
    const dialog = dialogOf(staff);
    await expect(dialog.getByLabel(fields.custId, { exact: true })).toHaveValue(/^N\d{4}/);
    await dialog.getByLabel(fields.oemNames, { exact: true }).click();
    await staff.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
    await staff.keyboard.press("Escape");
    await expect(dialog.locator(".ant-table-row").first()).toBeVisible();
    await finishDialog(staff);
    await expect(rowOf(staff, name)).toContainText(enums.applicationStat.approved);
  });

  const clicksToOrder = buyerClicks();
  await test.step("the buyer orders at the prices of the host factory, which is chosen already", async () => {
    await enter();
    await expect(page.getByRole("button", { name: t.nav.menu })).toBeVisible();
    await page.goto("/#/Shop/product?id=JS001");
    await expect(page.locator(".shop-price-box")).toContainText(".");
    await expect(page.locator(".shop-oem .ant-select-content-has-value")).toBeVisible();
    await page.getByRole("button", { name: t.product.buy }).click();
    await page.getByRole("button", { name: t.buy.submit }).click();
    // A new company has no bank account and no address yet. The checkout page opens the form for these data. After
    // saving, the form returns to the checkout page.
    await expect(dialogOf(page)).toContainText(t.buy.incomplete);
    await dialogOf(page).getByRole("button", { name: t.buy.maintain }).click();
    await field(fields.bankName).fill("中国银行宁波分行");
    await field(fields.bankAccount).fill("6222000011112222");
    await field(fields.consignee).fill("周敏");
    await field(fields.consigneePhone).fill("13900001234");
    await field(t.profile.region).fill("北仑");
    await page.locator(".ant-cascader-menu-item").filter({ hasText: "北仑" }).first().click();
    await field(fields.address).fill("纬五路18号");
    await page.getByRole("button", { name: shell.common.save, exact: true }).click();
    await page.getByRole("button", { name: t.buy.submit }).click();
    await expectMessage(page, t.buy.done);
    await expect(page).toHaveURL(/#\/Shop\/home/);
  });
  const card = page.locator(".shop-order-card").first();
  await expect(card).toBeVisible();
  const no = await card.locator("header strong").innerText();

  await test.step("the card says where to pay, and the receipt is uploaded", async () => {
    await card.getByRole("button", { name: t.home.voucher }).click();
    await expect(dialogOf(page)).toContainText(fields.bankAccount);
    await expect(dialogOf(page)).toContainText(no);
    await dialogOf(page)
      .locator("input[type=file]")
      .setInputFiles({ ...licence(no), name: "回单.png" });
    await finishDialog(page);
  });

  await test.step("staff confirm the receipt, and ship the scanned counter", async () => {
    await openScreen(staff, "/sales/voucher");
    await searchFor(staff, no);
    await rowOf(staff, no).getByRole("button", { name: t.staff.confirm, exact: true }).click();
    await finishDialog(staff);
    const admin = await Person.of("admin");
    const SERIALS = [`SN${key}`];
    await admin.run("rf_RecordSerials", { GOODS_ID: "JS001", SERIALS });
    await admin.run("rf_PackSerials", { ORDER_NO: no, SERIALS });
    await openScreen(staff, "/sales/order");
    await searchFor(staff, no);
    await rowOf(staff, no).getByRole("button", { name: t.staff.ship, exact: true }).click();
    await dialogOf(staff)
      .getByLabel(fields.expressNo, { exact: true })
      .fill(`SF${String(Date.now()).slice(-12)}`);
    await dialogOf(staff)
      .getByRole("button", { name: t.staff.shipParcels(1) })
      .click();
    await expect(dialogOf(staff)).toHaveCount(0);
  });

  await test.step("the buyer confirms that the goods have arrived", async () => {
    await page.reload();
    await card.getByRole("button", { name: t.home.receive }).click();
    await dialogOf(page).locator(".ant-btn-primary").click();
    await expectMessage(page, t.home.received);
  });
  reportClicks("buyer: sign-up with one correction", clicksToOrder);
  reportClicks("buyer: order, receipt, goods received", buyerClicks() - clicksToOrder);
  reportClicks("staff: one refusal, approval, payment, shipment", staffClicks());
  expect(buyerClicks()).toBeLessThanOrEqual(30);
  expect(staffClicks()).toBeLessThanOrEqual(12);
});
