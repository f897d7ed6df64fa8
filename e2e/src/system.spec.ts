import type { Page } from "@playwright/test";
import { expect, logIn, openScreen, test } from "./fixtures.ts";
import { Person } from "./person.ts";

/** Types a text into a select field of the form, and chooses the matching option. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).fill(text);
  await page.locator(".ant-select-item-option:visible").filter({ hasText: text }).first().click();
}

test("adds a user with a role, who sees what the role allows and loses revoked rights immediately", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const { shell, screen, fields, menus, system, errors, enums } = await logIn(page);
  const code = `e2e${Date.now()}`;
  // The accessible name of the button begins with the name of its icon. So only the end of the name is compared.
  const add = () =>
    page.getByRole("button", { name: new RegExp(`${shell.common.add}$`) }).filter({ visible: true });
  const drawer = page.locator(".ant-drawer:visible");

  await openScreen(page, "/system/role");
  await add().click();
  await drawer.getByLabel(fields.roleName, { exact: true }).fill(code);
  await drawer.getByLabel(fields.roleCode, { exact: true }).fill(code);
  await drawer.getByLabel(fields.dataScope, { exact: true }).click();
  await page
    .locator(".ant-select-item-option:visible")
    .filter({ hasText: enums.dataScope.tenant })
    .first()
    .click();
  await drawer.getByRole("button", { name: shell.common.save }).click();
  await expect(page.getByText(errors.added)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: code }).filter({ visible: true });
  const grant = async (rights: readonly ("Q" | "M")[], on: boolean) => {
    await row.getByRole("button", { name: system.role.assign }).click();
    for (const action of rights) {
      const name = system.role.right(menus.mold, system.role.actions[action]);
      await drawer.getByRole("checkbox", { name, exact: true }).setChecked(on);
    }
    await drawer.getByRole("button", { name: shell.common.save }).click();
    await expect(drawer).toHaveCount(0);
  };
  await grant(["Q", "M"], true);

  // Creates a user with the new role. The generated password is shown only once.
  await openScreen(page, "/system/user");
  await add().click();
  await drawer.getByRole("button", { name: shell.common.save }).click();
  await expect(drawer.getByText(shell.common.enter(fields.userId))).toBeVisible();
  await drawer.getByLabel(fields.userId, { exact: true }).fill(code);
  await drawer.getByLabel(fields.userName, { exact: true }).fill("E2E");
  await choose(page, screen.form.picked.roleCode, code);
  await drawer.getByRole("button", { name: shell.common.save }).click();
  await page.getByRole("button", { name: system.user.makePassword }).click();
  const oneTime = (await page.locator(".sk-once").innerText()).trim();
  await page.getByRole("button", { name: system.user.noted }).click();

  const theirs = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
  await logIn(theirs, { user: code, password: await Person.changeFirstPassword(code, oneTime) });
  const screens = theirs.getByRole("navigation", { name: shell.mainMenu }).locator("a[href*='#/']");
  await expect(theirs).toHaveURL(/#\/basic\/mold/);
  await expect(screens).toHaveCount(1);
  await openScreen(theirs, "/system/user");
  await expect(theirs.getByRole("heading", { name: shell.notAllowed.title })).toBeVisible();
  await openScreen(theirs, "/basic/mold");
  await expect(theirs.getByRole("heading", { name: shell.notAllowed.title })).toHaveCount(0);

  // The right to modify molds is revoked while the form of a mold is open. Saving must be refused, the typed text must
  // stay, and the button "Edit" must disappear.
  const edit = theirs.getByRole("button", { name: shell.common.edit, exact: true });
  await edit.first().click();
  const form = theirs.locator(".ant-drawer:visible");
  await form.getByLabel(fields.moldName, { exact: true }).fill(code);
  await openScreen(page, "/system/role");
  await grant(["M"], false);
  await expect(edit).toHaveCount(0);
  await form.getByRole("button", { name: shell.common.save }).click();
  await expect(theirs.getByText(errors.forbidden)).toBeVisible();
  await expect(form.getByLabel(fields.moldName, { exact: true })).toHaveValue(code);

  // Then the right to open the screen is revoked too. The page must show this without being loaded again.
  await grant(["Q"], false);
  await expect(theirs.getByRole("heading", { name: shell.noMenus.title })).toBeVisible();
  await theirs.context().close();
});
