import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectTold, finishDialog, rowOf, searchFor } from "./journey.ts";

const { maintenance: t, fields, enums, screen } = await loadLocale("zh_CN");
/** One grey pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

test("finishes a task with a photo, which its record keeps", async ({ signedIn: page }) => {
  await openScreen(page, "/maintenance/daily");
  const row = page.locator("[role=row]:has([role=gridcell])").first();
  const mold = await row.locator("a").first().innerText();
  await row.getByRole("button", { name: t.finish, exact: true }).click();
  await dialogOf(page).getByRole("button", { name: t.allOk }).click();
  await dialogOf(page).getByLabel(fields.content).fill("清洗并上油");
  await dialogOf(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "mold.png", mimeType: "image/png", buffer: png });
  await expect(dialogOf(page).getByRole("button", { name: screen.photos.remove(1) })).toBeVisible();
  await finishDialog(page);
  await expectTold(page, t.finished);
  await page.getByRole("tab", { name: enums.taskTab.done }).click();
  await searchFor(page, mold);
  const done = rowOf(page, "清洗并上油");
  await expect(done.getByRole("img", { name: screen.photos.photo(1) })).toBeVisible();
});

test("defers a task until a day, with a reason", async ({ signedIn: page }) => {
  await openScreen(page, "/maintenance/daily");
  const row = page.locator("[role=row]:has([role=gridcell])").last();
  const mold = await row.locator("a").first().innerText();
  await row.getByRole("button", { name: t.defer, exact: true }).click();
  const until = dialogOf(page).getByLabel(fields.until);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await until.fill(`${day} 08:00:00`);
  await until.press("Enter");
  await dialogOf(page).getByLabel(fields.reason).fill("等待备件");
  await finishDialog(page);
  await expectTold(page, t.deferred);
  await page.getByRole("tab", { name: enums.taskTab.deferred }).click();
  await expect(rowOf(page, mold)).toContainText("等待备件");
});
