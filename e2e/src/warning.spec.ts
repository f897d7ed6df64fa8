import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, rowOf, searchFor } from "./journey.ts";
import { home } from "./operation-walk.ts";
import { OwnPlant } from "./own-plant.ts";
import { stamp } from "./person.ts";

const { warning: t, enums } = await loadLocale("zh_CN");

test("shows one kind of warning by its URL, and the details and actions of a row", async ({
  signedIn: page,
}) => {
  const own = await OwnPlant.make(`WA-${stamp()}`);
  const mold = await own.mold(`${own.id}-1`);
  await own.counter(mold, mold, 2, [
    [30, { COUNT_TIMES: 100, ...home }],
    [5, { COUNT_TIMES: 101, ...home, percentage: 12 }],
  ]);
  await openScreen(page, "/warning/all?kind=battery");
  await searchFor(page, mold);
  const row = rowOf(page, mold);
  await expect(row).toContainText(enums.warningKind.battery);
  await row.getByRole("gridcell").nth(3).dblclick();
  await expect(dialogOf(page).getByRole("button", { name: t.acknowledge })).toBeVisible();
  await expect(dialogOf(page).getByRole("tab")).toHaveCount(2);
  await expect(dialogOf(page).locator(".ant-drawer-title"), "named in words").not.toHaveText("battery");
});
