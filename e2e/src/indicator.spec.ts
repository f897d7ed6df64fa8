import { readFileSync } from "node:fs";
import { type LocaleCode, loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, settled, speak, test } from "./fixtures.ts";
import { isItsTurn } from "./turn.ts";

/**
 * Rows of the exported table. Each row is a function that takes the title of a column and returns the value of the
 * cell.
 */
type Sheet = readonly ((column: string) => number)[];

/** Splits a line of a CSV file into its fields. A field may be quoted. */
const split = (line: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((v) => v.replaceAll('"', ""));

function sheetOf(text: string): Sheet {
  const [head = "", ...lines] = text.replace("\uFEFF", "").trim().split(/\r?\n/);
  const columns = split(head);
  return lines.map((line) => {
    const values = split(line);
    return (name) => Number(values[columns.findIndex((c) => c.startsWith(name))]?.replace(/[,%]/g, ""));
  });
}

const sum = (sheet: Sheet, of: (row: (column: string) => number) => number) =>
  sheet.reduce((n, row) => n + (of(row) || 0), 0);

type Fields = Awaited<ReturnType<typeof loadLocale>>["fields"];

interface Screen {
  readonly name: "setCount" | "cycle" | "returns" | "utilization" | "idle" | "moves";
  readonly path: string;
  readonly code: LocaleCode;
  /**
   * Place where the page shows the total that the table must also give: the main figure, or a fact beside the main
   * figure.
   */
  readonly shown: "figure" | "fact";
  readonly ofTable: (sheet: Sheet, f: Fields) => number;
}

const pooled =
  (above: keyof Fields, below: keyof Fields, by = 100) =>
  (sheet: Sheet, f: Fields) =>
    (sum(sheet, (r) => r(String(f[above]))) / sum(sheet, (r) => r(String(f[below])))) * by;

const screens: readonly Screen[] = [
  {
    name: "setCount",
    path: "set-count",
    code: "zh_CN",
    shown: "figure",
    ofTable: pooled("countedShots", "plannedShots"),
  },
  {
    name: "cycle",
    path: "cycle",
    code: "zh_TW",
    shown: "figure",
    ofTable: (sheet, f) =>
      sum(sheet, (r) => r(f.complianceRate) * r(f.knownShots)) / sum(sheet, (r) => r(f.knownShots)),
  },
  { name: "returns", path: "returns", code: "en", shown: "fact", ofTable: (sheet) => sheet.length },
  {
    name: "utilization",
    path: "utilization",
    code: "zh_CN",
    shown: "figure",
    ofTable: pooled("workedHours", "availableHours"),
  },
  {
    name: "idle",
    path: "idle",
    code: "zh_TW",
    shown: "figure",
    ofTable: pooled("idleDaysCount", "reportedDays"),
  },
  { name: "moves", path: "moves", code: "en", shown: "fact", ofTable: (sheet) => sheet.length },
];
const exportWords = {
  zh_CN: ["更多", "导出 CSV"],
  zh_TW: ["更多", "匯出 CSV"],
  en: ["More", "Export CSV"],
} as const;
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

// Each run of `npm test` tests a third of the indicators (turn.ts), to save time: all indicators use the same page.
// Tests of the server compare their figures with a recalculation (apps/server/src/demo/history/figures.test.ts).
for (const { name, path, code, shown, ofTable } of screens.filter((_, i) => isItsTurn(i)))
  test(`indicator ${name}: changes the period, opens a mold and its days, and exports the same figure`, async ({
    signedIn: page,
  }) => {
    const { indicator: t, fields, enums } = await loadLocale(code);
    await speak(page, code);
    await openScreen(page, `/indicator/${path}`);
    const screen = page.locator(".sk-indicator");
    const value = screen.locator(".sk-indicator-value");
    await expect(screen.locator(".sk-indicator-figure")).toContainText(enums.indicator[name]);
    await expect(screen.locator(".sk-indicator-target")).not.toBeEmpty();
    await expect(screen.locator(".sk-indicator-trend")).not.toBeEmpty();
    await expect(screen.locator(".sk-indicator-formula code")).toHaveText(t.words[name].formula);

    // The URL must contain the period that the user has chosen.
    await screen.locator(".ant-picker-range").click();
    await page.locator(".ant-picker-presets").getByText(t.last90, { exact: true }).click();
    await expect.poll(() => page.url()).toContain(`to=`);
    await settled(page);

    // Opens the molds of a group, then the days from which the figure of a mold is computed.
    await openScreen(page, `/indicator/${path}?by=mold&from=${day(40)}&to=${day(2)}`);
    await screen.locator(".sk-ranking button").first().click();
    const drawer = page.getByRole("dialog").last();
    await expect(drawer.getByRole("link", { name: t.drill.mold })).toBeVisible();
    await page.keyboard.press("Escape");

    // Page and export must show the same total. The live data of the demo may change between the two, so the
    // comparison is repeated.
    const [more, csv] = exportWords[code];
    await expect(async () => {
      await page.reload();
      await settled(page);
      const at = shown === "figure" ? value : screen.locator(".sk-indicator-facts .sk-kpi-value").first();
      const figure = Number((await at.innerText()).replace(/[^0-9.]/g, ""));
      await screen.locator(".dg-bar").getByRole("button", { name: more, exact: true }).last().click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: csv, exact: true }).click(),
      ]);
      const sheet = sheetOf(readFileSync(await download.path(), "utf8"));
      expect(sheet.length).toBeGreaterThan(0);
      expect(Math.abs(ofTable(sheet, fields) - figure)).toBeLessThan(0.1);
    }).toPass({ timeout: 60_000 });
  });

test("an indicator leads to the readings of an hour", async ({ signedIn: page }) => {
  const { indicator: t } = await loadLocale("zh_CN");
  await openScreen(page, `/indicator/cycle?by=mold&from=${day(40)}&to=${day(2)}`);
  await page.locator(".sk-ranking button").first().click();
  const drawer = page.getByRole("dialog").last();
  await drawer.locator(".ant-table-row").first().click();
  await drawer.getByRole("link", { name: t.drill.readings }).first().click();
  await settled(page);
  await expect(page).toHaveURL(/\/counter\/log/);
  const readings = page.locator("[role=row]:has([role=gridcell])").filter({ visible: true });
  await expect(readings.first()).toBeVisible();
});

test("shows on one screen which maker has idle molds and why, and each bar selects exactly its molds", async ({
  signedIn: page,
}) => {
  await openScreen(page, "/indicator/idle");
  await page
    .getByText((await loadLocale("zh_CN")).indicator.causes.title, { exact: true })
    .first()
    .click();
  const bars = page.locator(".sk-causes a[data-rows]");
  await expect(bars.first()).toBeVisible();
  const hrefs = await bars.evaluateAll((links) => links.map((a) => a.getAttribute("href") ?? ""));
  const paretos = hrefs.filter((h) => h.includes("cause=") && !h.includes("group="));
  expect(paretos.length).toBeGreaterThan(6);
  const ofGroups = hrefs.filter((h) => h.includes("group="));
  expect(ofGroups.length).toBeGreaterThan(4);
  for (const href of [...paretos.slice(0, 3), ...ofGroups.slice(0, 3)]) {
    await openScreen(page, "/indicator/causes");
    const bar = page.locator(`.sk-causes a[href="${href}"]`).first();
    const molds = Number(await bar.getAttribute("data-rows"));
    await bar.click();
    // Counters keep reporting. So a mold may change its state after the test has read the bar and before it reads the
    // list.
    await expect(async () => {
      await settled(page);
      const rows = Number(
        (await page.locator(".dg-count:visible").first().textContent())?.replace(/\D/g, ""),
      );
      expect(Math.abs(rows - molds)).toBeLessThanOrEqual(1);
    }).toPass({ timeout: 20_000 });
  }
});
