import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, rowOf, searchFor } from "./journey.ts";
import { OwnPlant } from "./own-plant.ts";
import { stamp } from "./person.ts";

const { maintenance: t, fields, enums, screen } = await loadLocale("zh_CN");
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

test("finishes a task with a photo, which the task's record shows afterwards", async ({ signedIn: page }) => {
  const own = await OwnPlant.make(`MT-${stamp()}`);
  const mold = await own.mold(`${own.id}-1`);
  const task = { MT_TYPE: 1, MOLD_NO: mold, MT_SOURCE: 2, TASK_REASON: "计划外保养" };
  await own.plant.run("rf_AddTask", task);
  await openScreen(page, "/maintenance/daily");
  await searchFor(page, mold);
  await rowOf(page, mold).getByRole("button", { name: t.finish, exact: true }).click();
  await dialogOf(page).getByRole("button", { name: t.allOk }).click();
  await dialogOf(page).getByLabel(fields.content).fill("清洗并上油");
  await dialogOf(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "mold.png", mimeType: "image/png", buffer: png });
  await expect(dialogOf(page).getByRole("button", { name: screen.photos.remove(1) })).toBeVisible();
  await finishDialog(page);
  await expectMessage(page, t.finished);
  await page.getByRole("tab", { name: enums.taskTab.done }).click();
  await searchFor(page, mold);
  const done = rowOf(page, "清洗并上油");
  await expect(done.getByRole("img", { name: screen.photos.photo(1) })).toBeVisible();
});
