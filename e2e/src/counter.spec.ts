import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, rowOf } from "./journey.ts";
import { counterRow, Person, stamp } from "./person.ts";

const { counter: t, fields } = await loadLocale("zh_CN");

/**
 * Creates a counter that no other test uses. Also returns `doors`, which sends requests to the API as the
 * administrator.
 */
async function own(): Promise<{ readonly writerId: string; readonly doors: Person }> {
  const writerId = `E2E-CT-${stamp()}`;
  const doors = await Person.of("admin");
  await doors.insert("CT101", "BS_WRITER", counterRow(writerId));
  return { writerId, doors };
}

test("releases a reading from quarantine, with a reason", async ({ signedIn: page }) => {
  const { writerId, doors } = await own();
  const report = (ago: number, COUNT_TIMES: number) => ({
    WRITER_IMIE: `chip-${writerId}`,
    sendTime: new Date(Date.now() - ago * 60_000).toISOString(),
    COUNT_TIMES,
  });
  // A million shots within ten minutes are implausible, so the reading is quarantined.
  await doors.must({ Type: "report", Data: [report(20, 100), report(10, 1_000_000)] }, "/jsq");
  await openScreen(page, `/counter/log?filter=writerId~EQ~s${writerId}`);
  const held = page
    .locator("[role=row]:has([role=gridcell])")
    .filter({ has: page.getByRole("button", { name: t.release, exact: true }) });
  await held.getByRole("button", { name: t.release, exact: true }).click();
  await dialogOf(page).getByLabel(fields.reason).fill("现场核对无误");
  await finishDialog(page);
  await expectMessage(page, t.releaseDone("").slice(0, 3));
  await expect(rowOf(page, t.released)).toBeVisible();
});

test("retires a counter that is bound to no mold, and shows its code for scanning", async ({
  signedIn: page,
}) => {
  const { writerId } = await own();
  await openScreen(page, `/counter/registration?filter=writerId~EQ~s${writerId}`);
  const row = rowOf(page, writerId);
  await row.getByRole("gridcell").nth(2).dblclick();
  await dialogOf(page).getByRole("button", { name: t.qr.action }).click();
  await expect(page.getByRole("dialog", { name: t.qr.title(writerId) })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await row.getByRole("gridcell").nth(2).dblclick();
  await dialogOf(page).getByRole("button", { name: t.retire.action }).click();
  await dialogOf(page).getByLabel(fields.reason).fill("外壳破损");
  await finishDialog(page);
  await expectMessage(page, t.retire.done(1));
  await openScreen(
    page,
    `/counter/registration?filter=${encodeURIComponent(`writerId~EQ~s${writerId};state~IN~n2`)}`,
  );
  await expect(rowOf(page, writerId)).toBeVisible();
});

test("releases and discards readings in bulk on the quarantine screen, and shows the effect before", async ({
  signedIn: page,
}) => {
  const { writerId, doors } = await own();
  const report = (ago: number, COUNT_TIMES: number) => ({
    WRITER_IMIE: `chip-${writerId}`,
    sendTime: new Date(Date.now() - ago * 60_000).toISOString(),
    COUNT_TIMES,
  });
  const answer = await doors.must(
    { Type: "report", Data: [report(30, 100), report(20, 900_000), report(10, 900_020)] },
    "/jsq",
  );
  expect(answer).toMatchObject({ accepted: 1, quarantined: [{ reason: "rate" }, { reason: "rate" }] });
  const q = t.quarantine;
  await openScreen(page, `/counter/quarantine?filter=writerId~EQ~s${writerId}`);
  await expect(page.getByRole("img", { name: q.curve })).toBeVisible();
  for (const count of ["900,000", "900,020"]) await rowOf(page, count).getByRole("checkbox").check();
  await page.getByRole("button", { name: `${q.discard} (2)` }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `${q.release} (2)` }).click();
  await expect(dialogOf(page).getByText(q.effect.shots("899,920"))).toBeVisible();
  await dialogOf(page).getByLabel(fields.reason).fill("换了新计数器");
  await finishDialog(page);
  await expectMessage(page, q.released(2, "899,920"));
  await expect(page.getByText("没有符合筛选条件的数据")).toBeVisible();
});
