import { isTaxpayerId } from "@shotkeeper/contract/customer";
import { loadLocale } from "@shotkeeper/locales";
import { serious } from "./axe.ts";
import { expect, fillLogin, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, rowOf, searchFor } from "./journey.ts";
import { stamp } from "./person.ts";
import { captcha } from "./server.ts";

const { shop: t, signUp: s, fields, enums, login } = await loadLocale("zh_CN");

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

test("a new company signs up, is refused, corrects, is approved in one dialog, and puts goods in its cart", async ({
  page,
  browser,
  session,
}) => {
  const key = stamp();
  const name = `新客户${key}模塑有限公司`;
  const mail = `buyer${key}@example.com`.toLowerCase();
  const password = `Pass-phrase-${key}`;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const staff = await (
    await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } })
  ).newPage();
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

  await test.step("the buyer logs in and buys at the prices of the host factory", async () => {
    await enter();
    await expect(page.getByRole("button", { name: t.nav.menu })).toBeVisible();
    await page.goto("/#/Shop/product?id=DC001");
    await expect(page.locator(".shop-price-box")).toContainText(".");
    await page.getByRole("button", { name: t.product.add }).click();
    await page.goto("/#/Shop/cart");
    await expect(page.locator(".shop-main")).toContainText("DC001");
  });
});
