import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, settled, test } from "./fixtures.ts";
import { dialogOf, okOf } from "./journey.ts";
import { OwnPlant } from "./own-plant.ts";
import { stamp } from "./person.ts";

const { calendar: t, fields } = await loadLocale("zh_CN");
const day = 86_400_000;
/** Returns the calendar day of an instant in the demo's zone, which has no daylight-saving time. */
const dayOf = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);

test("plans a task by keyboard, and defers several tasks at once", async ({ signedIn: page }) => {
  const own = await OwnPlant.make(`CA-${stamp()}`);
  const tasks: string[] = [];
  for (const n of [1, 2, 3]) {
    const MOLD_NO = await own.mold(`${own.id}-${n}`);
    const added = await own.plant.run("rf_AddTask", {
      MT_TYPE: 1,
      MOLD_NO,
      MT_SOURCE: 2,
      TASK_REASON: "清洗",
    });
    tasks.push(String(added.TASK_ID));
  }
  const [first = "", ...others] = tasks;
  await openScreen(page, `/maintenance/calendar?by=person&plant=${own.id}`);
  const tray = page.getByRole("region", { name: t.waiting });
  await expect(tray.locator("[data-grip]")).toHaveCount(3);

  // Space picks up the card and selects the first day that is not past. The arrow key selects the next day. Enter drops
  // the card there.
  const grip = page.locator(`[data-grip="${first}"]`);
  const isSunday = new Date(Date.now() + 8 * 3_600_000).getUTCDay() === 0;
  await grip.focus();
  await page.keyboard.press("Space");
  if (!isSunday) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(tray.locator("[data-grip]")).toHaveCount(2);
  await expect(grip).toBeFocused();
  const planned = dayOf(Date.now() + (isSunday ? 0 : day));
  const stored = async (id: string) => (await own.plant.list("MT101", "TASK_ID", id))[0];
  await expect.poll(async () => String((await stored(first))?.PLAN_DATE).slice(0, 10)).toBe(planned);

  await tray.getByRole("checkbox", { name: t.selectAll }).check();
  await page.getByRole("button", { name: t.planSelected }).click();
  const dialog = dialogOf(page);
  await dialog.getByText(t.dialog.defer, { exact: true }).click();
  const until = dialog.getByLabel(fields.until);
  await until.fill(`${dayOf(Date.now() + 3 * day)} 10:00`);
  await until.press("Enter");
  await dialog.getByLabel(t.dialog.reason).fill("生产任务紧急");
  await okOf(page).click();
  await expect(dialog).toBeHidden();
  await settled(page);
  for (const id of others)
    expect(await stored(id)).toMatchObject({ MT_STAT: 2, DEFER_COUNT: 1, DEFER_REASON: "生产任务紧急" });
  expect(await stored(first)).toMatchObject({ DEFER_COUNT: 0 });
});
