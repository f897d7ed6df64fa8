import { loadLocale } from "@shotkeeper/locales";
import { expect, fillLogin, logIn, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, okOf, rowOf, searchFor } from "./journey.ts";

const { shop: t, fields, shell, login } = await loadLocale("zh_CN");

/**
 * Refusals of spec shop §5 that the forms themselves make. Other tests check the refusals of the API (refusals.test.ts
 * in the server's module shop) and of the checkout (shop.spec.ts).
 */
// spec: shop A1.5, A1.10, A2.48, A5.4, A5.5, A5.12-A5.23, A8.2, A8.11
test("forms of the customer area refuse with the sentences of the specification", async ({ page }) => {
  await logIn(page, { user: "cust3" });

  // The quantity accepts only digits. An empty quantity and 0 become 1. The minus button stops at 1.
  await openScreen(page, "/Shop/product?id=J002");
  const qty = page.getByRole("textbox", { name: t.product.qty, exact: true });
  for (const [typed, becomes] of [
    ["0", "1"],
    ["", "1"],
    ["1a2-", "12"],
  ] as const) {
    await qty.fill(typed);
    await qty.press("Enter");
    await expect(qty).toHaveValue(becomes);
  }
  await qty.fill("1");
  await qty.press("Enter");
  await expect(page.getByRole("button", { name: `${t.product.qty}: ${t.product.less}` })).toBeDisabled();

  // The password form refuses each missing field, two different new passwords, and a wrong old password.
  await openScreen(page, "/Shop/home");
  await page.getByRole("button", { name: t.nav.password, exact: true }).click();
  const error = (text: string) =>
    expect(page.locator(".ant-form-item-explain-error", { hasText: text }).first()).toBeVisible();
  await okOf(page).click();
  for (const text of ["请输入原密码", "请输入新密码", "请再次输入新密码"]) await error(text);
  const password = (label: string) => dialogOf(page).getByLabel(label, { exact: true });
  await password(t.password.old).fill("not-mine");
  await password(t.password.fresh).fill("another-one");
  await password(t.password.again).fill("another-two");
  await error("两次输入的密码不一致");
  await password(t.password.again).fill("another-one");
  await okOf(page).click();
  await error("原密码不正确");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // The address form refuses a missing receiver and an invalid phone number.
  await page.getByRole("button", { name: t.nav.addresses, exact: true }).click();
  await dialogOf(page).getByRole("button", { name: t.address.add }).click();
  await okOf(page).click();
  for (const text of ["请输入收货人", "请输入手机号码"]) await error(text);
  await dialogOf(page).getByLabel(t.address.tel, { exact: true }).fill("12345");
  await error("手机号码格式不正确");

  // The profile form refuses a missing name, and invalid mail addresses and phone numbers.
  await page.goto("/#/Shop/profile");
  await page.reload();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field(fields.contact).fill("");
  await field(fields.mail).fill("nobody");
  await field(fields.phone).fill("12345");
  await field(fields.consigneePhone).fill("12345");
  await page.getByRole("button", { name: shell.common.save, exact: true }).click();
  for (const text of ["请输入用户名", "邮箱格式不正确", "联系电话格式不正确", "收货人联系方式格式不正确"])
    await error(text);

  await openScreen(page, "/Shop/product?id=J002");
  await page.locator(".shop-oem").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
  await page.getByRole("button", { name: t.product.add }).click();
  await expectMessage(page, "加入购物车成功");
  await openScreen(page, "/Shop/cart");
  await page.getByRole("checkbox", { name: t.cart.selectAll }).first().uncheck();
  await page.getByRole("button", { name: t.cart.checkout }).click();
  await expectMessage(page, "请选择要结算的商品");
});

// spec: shop A2.13, A6.1, A6.7
test("the operator creates a log-in for a customer's user, who sees that customer's prices and host factories", async ({
  signedIn: staff,
  browser,
  baseURL,
}) => {
  const { customer } = await loadLocale("zh_CN");
  const user = `shopper${Date.now()}`;
  const [first, own] = ["first-pass-phrase", "a-phrase-of-my-own"];
  await openScreen(staff, "/basic/customer");
  await searchFor(staff, "C003");
  await rowOf(staff, "C003").getByRole("button", { name: shell.common.more }).click();
  await staff.getByRole("menuitem", { name: customer.login.action }).click();
  await dialogOf(staff).getByLabel(fields.userId, { exact: true }).fill(user);
  await dialogOf(staff).getByLabel(fields.newPassword, { exact: true }).fill(first);
  await okOf(staff).click();
  await expectMessage(staff, customer.login.created(user));

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await fillLogin(page, { user, password: first });
  await page.getByRole("button", { name: login.submit, exact: true }).click();
  // Staff chose the first password of this user, so the user must replace it.
  await page.getByLabel(login.newPassword, { exact: true }).fill(own);
  await page.getByLabel(login.newPasswordAgain, { exact: true }).fill(own);
  await page.getByRole("button", { name: login.save, exact: true }).click();
  await expect(page.locator(".shop-goods").first()).toBeVisible();
  await openScreen(page, "/Shop/product?id=JS001");
  await page.locator(".shop-oem").click();
  await expect(page.locator(".ant-select-dropdown:visible .ant-select-item-option").first()).toBeVisible();
  await context.close();
});
