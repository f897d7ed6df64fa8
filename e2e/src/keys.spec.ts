import { menus } from "@shotkeeper/contract/menus";
import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";

test("makes an API key, calls the API with it, and revokes it", async ({ signedIn: page, request }) => {
  const { keys: t, fields, system, menus: labels, enums } = await loadLocale("zh_CN");
  const name = `e2e${Date.now()}`;
  const molds = async (key: string) => {
    const answer = await request.post("/mitt", {
      headers: { authorization: `Bearer ${key}` },
      data: { Type: "QueryByID", MENU_ID: menus.mold, QueryID: "Q01", Page: 1, Limit: 1 },
    });
    return (await answer.json()) as { Msg: string };
  };
  await openScreen(page, "/system/api-key");
  await page.getByRole("button", { name: t.make }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(fields.keyName).fill(name);
  const query = system.role.right(labels.mold, system.role.actions.Q);
  await dialog.getByLabel(fields.scopes).fill(query);
  await page.locator(".ant-select-tree-treenode").last().click();
  await dialog.getByRole("button", { name: t.make }).click();
  const shown = page.locator(".sk-key");
  await expect(shown).toContainText("sk_");
  const key = (await shown.innerText()).trim();
  await page.getByRole("button", { name: t.noted }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText(query);
  await expect(row).toContainText(enums.apiKeyState.active);
  expect((await molds(key)).Msg).toBe("S0018");

  await row.getByRole("button", { name: t.revoke }).click();
  await expect(page.getByText(t.revokePrompt(name))).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: t.revoke }).click();
  await expect(row).toContainText(enums.apiKeyState.revoked);
  expect((await molds(key)).Msg).toBe("S0394");
});
