import { binding } from "@shotkeeper/contract/binding";
import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, okOf, pick, rowOf, searchFor } from "./journey.ts";
import { counterRow, moldRow, Person, stamp } from "./person.ts";
import { ListJourney } from "./screen-journey.ts";

const locale = await loadLocale("zh_CN");
const { mold, fields } = locale;
const t = mold.binding;

/** Creates a mold with a bound counter, and a spare counter. Only the calling test uses the mold and both counters. */
async function pair(): Promise<{ moldNo: string; counterNo: string; spare: string }> {
  const key = `E2E-BD-${stamp()}`;
  const [moldNo, counterNo, spare] = [key, `${key}-1`, `${key}-2`];
  const doors = await Person.of("admin");
  await doors.insert("BS101", "BS_MOLD", moldRow(moldNo));
  await doors.insert("CT101", "BS_WRITER", counterRow(counterNo), counterRow(spare));
  await doors.run("rf_BindCounter", { MOLD_NO: moldNo, WRITER_ID: counterNo });
  return { moldNo, counterNo, spare };
}

test("unbinds a counter from a mold, binds it again and replaces it", async ({ signedIn: page }) => {
  const { moldNo, counterNo, spare } = await pair();
  await openScreen(page, "/basic/binding");
  await searchFor(page, moldNo);
  const row = rowOf(page, counterNo);
  await row.getByRole("button", { name: t.unbind, exact: true }).click();
  await dialogOf(page).getByLabel(fields.reason).fill("检修");
  await finishDialog(page);
  await expectMessage(page, t.unbound);
  await expect(row).toBeHidden();

  await page.locator(".dg-bar .ant-btn-primary").click();
  await pick(page, fields.moldNo, moldNo);
  await pick(page, fields.writerId, counterNo);
  await finishDialog(page);
  await expectMessage(page, t.bound);
  await expect(row).toBeVisible();

  await row.getByRole("button", { name: t.replace, exact: true }).click();
  const dialog = dialogOf(page);
  await okOf(page).click();
  await expect(dialog.locator(".ant-form-item-explain-error").first()).toBeVisible();
  await pick(page, fields.newWriterId, spare);
  await dialog.getByLabel(fields.reason).fill("电池用尽");
  await finishDialog(page);
  await expectMessage(page, t.replaced);
  await expect(row).toBeHidden();
  await expect(rowOf(page, spare)).toContainText(t.active);
});

test("shows what a correction changes before it is applied", async ({ signedIn: page }) => {
  const key = `E2E-BP-${stamp()}`;
  const [moldNo, other, counterNo] = [`${key}-A`, `${key}-B`, `${key}-1`];
  const doors = await Person.of("admin");
  await doors.insert("BS101", "BS_MOLD", moldRow(moldNo), moldRow(other));
  await doors.insert("CT101", "BS_WRITER", counterRow(counterNo));
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const binding = { MOLD_NO: moldNo, WRITER_ID: counterNo, BIND_TIME: ago(6), BIND_COUNT: 100 };
  await doors.run("rf_BindCounter", binding);
  const Data = [{ WRITER_IMIE: `chip-${counterNo}`, sendTime: ago(1), COUNT_TIMES: 350 }];
  await doors.must({ Type: "report", Data }, "/jsq");
  await openScreen(page, "/basic/binding");
  await searchFor(page, moldNo);
  await rowOf(page, counterNo).getByRole("button", { name: t.change, exact: true }).click();
  const dialog = dialogOf(page);
  await pick(page, fields.moldNo, other);
  await dialog.getByLabel(fields.reason).fill("绑错模具");
  await okOf(page).click();
  await expect(dialog).toContainText("250 → 0");
  await expect(dialog).toContainText("0 → 250");
  await finishDialog(page);
  await expectMessage(page, t.moved("250"));
  expect(await doors.list("BS101", "MOLD_NO", other)).toMatchObject([{ COUNT_TIMES: 250 }]);
});

test("imports bindings from a sheet, and imports none if one row is invalid", async ({ signedIn: page }) => {
  const { moldNo, counterNo, spare } = await pair();
  const fill = { moldNo: `${moldNo}-B`, writerId: spare };
  await (await Person.of("admin")).insert("BS101", "BS_MOLD", moldRow(fill.moldNo));
  const list = {
    path: "/basic/binding",
    entity: binding,
    by: "moldNo",
    fill,
    change: ["", ""],
    sheet: [{}],
  } as const;
  const journey = new ListJourney(page, locale, list);
  await journey.bringIn();
  await expect(rowOf(page, spare)).toContainText(t.active);
  await expect(rowOf(page, counterNo)).toHaveCount(0);
});

test("says to which mold a counter is bound if it cannot be selected", async ({ signedIn: page }) => {
  const { moldNo, counterNo } = await pair();
  await openScreen(page, "/basic/binding");
  await page.locator(".dg-bar .ant-btn-primary").click();
  await dialogOf(page).getByLabel(fields.writerId).click();
  await page.keyboard.type(counterNo);
  const option = page.locator(".ant-select-dropdown:visible .ant-select-item-option-disabled");
  await expect(option.first()).toContainText(t.boundTo(moldNo));
});
