import { localeCodes } from "@shotkeeper/locales";
import { expect, fillLogin, logIn, logOut, test } from "./fixtures.ts";

for (const code of localeCodes) {
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

test("asks for empty fields, and sends no request", async ({ page }) => {
  const { login } = await fillLogin(page, { locale: "en" });
  await page.getByLabel(login.user, { exact: true }).fill("");
  await page.getByRole("button", { name: login.submit, exact: true }).click();
  await expect(page.getByText(login.required(login.user))).toBeVisible();
  await expect(page.getByLabel(login.user, { exact: true })).toBeFocused();
});

test("loads no code of the application before the user types", async ({ page }) => {
  const loaded: string[] = [];
  page.on("response", (r) => loaded.push(r.url()));
  await page.goto("/#/login");
  await expect(page.locator("form")).toBeVisible();
  expect(loaded.filter((u) => /\/(admin|antd|echarts)[^/]*\.js/.test(u))).toEqual([]);
});
