import { loadLocale, localeCodes } from "@shotkeeper/locales";
import { serious } from "./axe.ts";
import { expect, fillLogin, logIn, logOut, speak, test } from "./fixtures.ts";
import { Person } from "./person.ts";
import { isItsTurn } from "./turn.ts";

for (const code of localeCodes.filter((_, i) => isItsTurn(i))) {
  // spec: admin 1.2, 2.1-2.3, 2.6, 2.68, shop A2.1, A2.14
  test(`logs in and out in ${code}`, async ({ page }) => {
    const locale = await logIn(page, { locale: code });
    await logOut(page, locale);
    await page.goto("/#/dashboard/workplace");
    await expect(page, "without a session every page leads to the log-in page").toHaveURL(/#\/login/);
  });

  test(`says in ${code} that a password is wrong, and lets the user try again`, async ({ page }) => {
    const { login, errors } = await fillLogin(page, { locale: code, password: "wrong" });
    await page.getByRole("button", { name: login.submit, exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: errors.wrongPassword })).toBeVisible();
    await expect(page.getByLabel(login.password, { exact: true })).toBeFocused();
    await logIn(page, { locale: code });
  });
}

test("fills in the tenant of the link, says so, and waits for the user", async ({ page }) => {
  const { login } = await loadLocale("en");
  await speak(page, "en");
  await page.goto("/#/login?tenant=demo");
  await expect(page.getByText(login.tenantFromLink("demo"))).toBeVisible();
  await expect(page.getByLabel(login.tenant, { exact: true })).toHaveValue("demo");
  await expect(page.getByLabel(login.user, { exact: true })).toBeFocused();
  expect(await serious(page)).toEqual([]);
});

test("asks for empty fields, and sends no request", async ({ page }) => {
  const { login } = await fillLogin(page, { locale: "en" });
  await page.getByLabel(login.user, { exact: true }).fill("");
  await page.getByRole("button", { name: login.submit, exact: true }).click();
  await expect(page.getByText(login.required(login.user))).toBeVisible();
  await expect(page.getByLabel(login.user, { exact: true })).toBeFocused();
});

test("says who resets a forgotten password if the server sends no mails", async ({ page }) => {
  const { login } = await fillLogin(page, { locale: "en" });
  await page.getByRole("button", { name: login.forgot }).click();
  await expect(page.getByText(login.forgotByAdmin)).toBeVisible();
  await page.getByRole("button", { name: login.backToLogin }).click();
  await expect(page.getByRole("button", { name: login.submit, exact: true })).toBeVisible();
});

test("refuses a used link, and compares the two new passwords", async ({ page }) => {
  const { login, errors } = await fillLogin(page, { locale: "en" });
  await page.goto(`/#/login?reset=1.${"a".repeat(32)}`);
  await page.getByLabel(login.newPassword, { exact: true }).fill("a-phrase-of-my-own");
  await page.getByLabel(login.newPasswordAgain, { exact: true }).fill("another phrase");
  await page.getByRole("button", { name: login.save, exact: true }).click();
  await expect(page.getByText(login.passwordsDiffer)).toBeVisible();
  await page.getByLabel(login.newPasswordAgain, { exact: true }).fill("a-phrase-of-my-own");
  await page.getByRole("button", { name: login.save, exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: errors.resetLinkInvalid })).toBeVisible();
  await page.getByRole("button", { name: login.backToLogin }).click();
  await expect(page.getByRole("button", { name: login.submit, exact: true })).toBeVisible();
});

test("makes a user replace a one-time password", async ({ page }) => {
  const user = `first${Date.now()}`;
  const own = "a-phrase-of-my-own";
  const admin = await Person.of("admin");
  await admin.insert("SYS101", "SYS_USER", { USER_ID: user, USERNAME: user, STATUS: 0, ROLE_CODE: "dev" });
  const { PASSWORD } = await admin.run("rf_ResetPassword", { USER_ID: user });
  const texts = await fillLogin(page, { locale: "en", user, password: String(PASSWORD) });
  const { login, errors, shell } = texts;
  await page.getByRole("button", { name: login.submit, exact: true }).click();
  await expect(page.getByText(login.changeLead)).toBeVisible();
  // The page was loaded again, so the application shows the form for a new password again. Now the form also asks for
  // the one-time password.
  await page.goto("/?#/dashboard/workplace");
  await page.getByLabel(login.currentPassword, { exact: true }).fill(String(PASSWORD));
  const type = async (text: string) => {
    await page.getByLabel(login.newPassword, { exact: true }).fill(text);
    await page.getByLabel(login.newPasswordAgain, { exact: true }).fill(text);
    await page.getByRole("button", { name: login.save, exact: true }).click();
  };
  await type("manchester");
  await expect(page.getByRole("alert").filter({ hasText: errors.passwordTooCommon })).toBeVisible();
  await type(own);
  await expect(page).not.toHaveURL(/#\/login/);
  await expect(page.getByRole("button", { name: shell.user.menu })).toBeVisible();
});

test("loads no code of the application before the user types", async ({ page }) => {
  const loaded: string[] = [];
  page.on("response", (r) => loaded.push(r.url()));
  await page.goto("/#/login");
  await expect(page.locator("form")).toBeVisible();
  expect(loaded.filter((u) => /\/(admin|antd|echarts)[^/]*\.js/.test(u))).toEqual([]);
});
