import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectTold, finishDialog, okOf } from "./journey.ts";

const { warning: t, enums } = await loadLocale("zh_CN");
const waiting = "[role=row]:has([role=gridcell])";

test("acknowledges a warning and closes it with a note; the counts follow", async ({ signedIn: page }) => {
  await openScreen(page, "/warning/all");
  const all = page.getByRole("group", { name: t.allKinds }).getByRole("button").first();
  const before = Number(await all.locator("strong").innerText());
  // A label that is off keeps its warning open.
  const row = page
    .locator(waiting)
    .filter({ hasText: t.waiting })
    .filter({ hasNotText: enums.warningKind.removal })
    .first();
  const mold = await row.locator("a").first().innerText();
  await row.getByRole("button", { name: t.acknowledge }).click();
  await finishDialog(page);
  await expectTold(page, t.acknowledged);

  const known = page.locator(waiting).filter({ hasText: mold }).filter({ hasNotText: t.waiting }).first();
  await known.getByRole("button", { name: t.clear }).click();
  await okOf(page).click();
  await expect(dialogOf(page).locator(".ant-form-item-explain-error"), "a note is asked for").toBeVisible();
  await dialogOf(page).getByRole("textbox").fill("换了电池");
  await finishDialog(page);
  await expectTold(page, t.cleared);
  await expect(all.locator("strong")).not.toHaveText(String(before));
});

test("acknowledges many at once", async ({ signedIn: page }) => {
  await openScreen(page, "/warning/all");
  const rows = page.locator(waiting).filter({ hasText: t.waiting });
  const count = await rows.count();
  test.skip(count < 2, "the demo has too few that wait");
  for (const i of [0, 1]) await rows.nth(i).getByRole("checkbox").click();
  await page.getByRole("button", { name: `${t.acknowledge} (2)` }).click();
  await finishDialog(page);
  await expectTold(page, t.many("2"));
  await expect(rows).toHaveCount(count - 2);
});

test("shows one kind by its address, and what is known of a row with what can be done", async ({
  signedIn: page,
}) => {
  await openScreen(page, "/warning/all?kind=battery");
  const row = page.locator(waiting).first();
  await row.getByRole("gridcell").nth(3).dblclick();
  await expect(dialogOf(page).getByRole("button", { name: t.acknowledge })).toBeVisible();
  await expect(dialogOf(page).getByRole("tab")).toHaveCount(2);
  await expect(dialogOf(page).locator(".ant-drawer-title"), "named in words").not.toHaveText("battery");
});
