import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { startDemo } from "./grid-demo.ts";
import { isItsTurn } from "./turn.ts";

// Each run of `npm test` runs one of the three end-to-end files of the grid package (turn.ts), to save time. Component
// tests check the same parts on every run.
test.skip(!isItsTurn(1), "takes turns");

let demo: Awaited<ReturnType<typeof startDemo>>;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.stop());

const header = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const grid = (page: Page) => page.getByRole("grid").first();
const rowCount = (page: Page, rows: number) =>
  expect(grid(page)).toHaveAttribute("aria-rowcount", String(rows));

/** Returns the cell in row `row` of the visible page (counted from 0) and column `column`. */
async function cell(page: Page, row: number, column: string): Promise<Locator> {
  const at = await header(page, column).getAttribute("data-col");
  return page.locator(`.dg-rows > [data-row="${row}"] [data-col="${at}"]`);
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error("nothing to drag");
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await page.mouse.up();
}

// spec: shop A1.9
test("filters columns of every type, sorts by two, shows totals of all rows, and exports the filtered rows", async ({
  page,
}) => {
  await page.goto(`${demo.url}/?kind=server&locale=zh_CN`);
  const shots = page.locator(".dg-foot .dg-number").filter({ hasText: /\d/ });
  await expect(shots).toHaveText("492,084,190");
  const panel = page.getByRole("dialog");
  const filter = async (column: string, title: string, fill: () => Promise<void>): Promise<void> => {
    // Repeats the click until the menu opens. Scrolling draws the headers again, so a header may be replaced while the
    // pointer moves to it.
    await expect(async () => {
      await header(page, column).hover();
      await page.getByRole("button", { name: `筛选 ${title}`, exact: true }).click();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await expect(panel).toBeVisible({ timeout: 1000 });
    }).toPass();
    await fill();
    await panel.getByRole("button", { name: /^筛\s*选$/ }).click();
    await expect(panel).toBeHidden();
  };
  await filter("State", "State", async () => {
    for (const name of ["Running", "Idle"]) await panel.getByRole("checkbox", { name }).check();
  });
  // The text contains the operator `>=`, which the filter must recognize.
  await filter("Weight (g)", "Weight", () => panel.getByRole("textbox", { name: "Weight" }).fill(">=2000"));
  await filter("Made on", "Made on", () => panel.getByLabel("至").fill("2025-03-31"));
  await page.getByRole("columnheader", { name: "Approved" }).scrollIntoViewIfNeeded();
  await filter("Approved", "Approved", async () => {
    await panel.getByText("是", { exact: true }).click();
  });
  await expect(page.locator(".dg-chip-text")).toHaveText([
    /Running.*Idle/,
    /Weight.*2,?000/,
    /Made on.*2025-03-31/,
    /Approved.*是/,
  ]);
  await header(page, "State").click({ position: { x: 16, y: 16 } });
  await header(page, "Shots").click({ modifiers: ["Shift"] });
  await expect(header(page, "State")).toHaveAttribute("aria-sort", "ascending");
  await expect(header(page, "Shots")).toHaveAttribute("aria-sort", "ascending");
  await expect(async () => {
    await header(page, "Maker").click({ button: "right" });
    await page.getByRole("menuitem", { name: "隐藏此列" }).click({ timeout: 1000 });
    await expect(header(page, "Maker")).toBeHidden({ timeout: 1000 });
  }).toPass();

  await page.getByRole("button", { name: "更多", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "导出 CSV", exact: true }).click(),
  ]);
  const [titles = [], ...rows] = readFileSync(await download.path(), "utf8")
    .replace("\uFEFF", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  expect(titles).not.toContain("Maker");
  expect(titles).toHaveLength(29);
  const value = (row: string[], title: string) => row[titles.indexOf(title)] ?? "";
  // The row count includes the header and the totals.
  expect(rows.length).toBeGreaterThan(20);
  await rowCount(page, rows.length + 2);
  for (const row of rows) {
    expect(["Running", "Idle"]).toContain(value(row, "State"));
    expect(Number(value(row, "Weight (g)"))).toBeGreaterThanOrEqual(2000);
    expect(value(row, "Made on") <= "2025-03-31").toBe(true);
    expect(value(row, "Approved")).toBe("是");
  }
  const order = rows.map((row) => [value(row, "State"), Number(value(row, "Shots"))] as const);
  const sorted = [...order].sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1));
  expect(order).toEqual(sorted);
  const sum = order.reduce((all, [, n]) => all + n, 0);
  await expect(shots).toHaveText(sum.toLocaleString("en-US"));
});

test("selects ranges by mouse and keys, and copies them in the format of spreadsheets", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${demo.url}/?kind=million&locale=zh_TW`);
  await rowCount(page, 1_000_001);
  const copied = async (rows: string): Promise<string> => {
    await page.keyboard.press("Control+c");
    await expect(page.getByRole("status")).toHaveText(rows);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await drag(page, await cell(page, 0, "Name"), await cell(page, 1, "State"));
  expect(await copied("已複製 2 列")).toBe("Bumper 0\tRunning\nGrille 1\tRemoved");
  // A drag that begins on a link must select cells. Only a click follows the link.
  await drag(page, (await cell(page, 0, "Maker")).getByRole("link"), await cell(page, 1, "Maker"));
  expect(await copied("已複製 2 列")).toBe("Ningbo Precision\n华峰模具");
  expect(page.url()).not.toContain("#");
  await expect(await cell(page, 0, "Maker")).toBeFocused();
  await (await cell(page, 0, "Maker")).getByRole("link").click();
  expect(page.url()).toContain("#Ningbo");
  await (await cell(page, 1, "Weight (g)")).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  // Copied numbers have no thousands separators, so that a spreadsheet reads them as numbers.
  expect(await copied("已複製 3 列")).toBe("8295.2\t8716.9\n515\t72.18\n5024\t5082.23");
  // Selects rows down to the end of the list, which the grid has not loaded yet. Copying must fetch these rows first.
  await (await cell(page, 2, "Part no.")).click();
  await page.keyboard.press("Control+ArrowDown");
  const last = page.locator("[data-active]");
  await expect(last).toHaveText("P-1000000");
  for (let i = 0; i < 20; i++) await page.keyboard.press("Shift+PageUp");
  const height = Number(await page.locator(".dg-range").evaluate((e) => e.clientHeight));
  expect(height).toBeGreaterThan(0);
  await page.keyboard.press("Control+c");
  await expect(page.getByRole("status")).toHaveText(/已複製 \d+ 列/);
  const ids = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  expect(ids.length).toBeGreaterThan(250);
  expect(ids).toEqual(ids.map((_, at) => `P-${String(1_000_000 - ids.length + at + 1).padStart(7, "0")}`));
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  await expect(page.getByRole("status")).toHaveText("一次最多複製 20,000 列");
});

test("shows the progress of a large export, which can be cancelled", async ({ page }) => {
  await page.goto(`${demo.url}/?kind=array&locale=en`);
  await rowCount(page, 100_002);
  let downloads = 0;
  page.on("download", () => downloads++);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Export to Excel" }).click();
  const status = page.getByRole("status");
  await expect(status).toContainText(/[1-9]\d?%/);
  await status.getByRole("button", { name: "Cancel" }).click();
  await expect(status).toBeEmpty();
  // After the cancellation, the worker must have ended, and the page must respond to a click.
  await expect.poll(() => page.workers().length).toBe(0);
  await header(page, "Name").click({ position: { x: 16, y: 16 } });
  await expect(header(page, "Name")).toHaveAttribute("aria-sort", "ascending");
  expect(downloads).toBe(0);
});

test("offers all functions on a phone, within its width", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await page.goto(`${demo.url}/?kind=plan&locale=zh_TW`);
  await expect(page.locator("[data-row='0']")).toBeVisible();
  const inside = async (one: Locator): Promise<void> => {
    const box = await one.boundingBox();
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  };
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect((await page.locator("[data-row='0']").boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await page.getByRole("button", { name: "篩選 What" }).tap();
  const panel = page.getByRole("dialog", { name: "篩選 What" });
  await panel.getByPlaceholder("按 Enter 進行篩選").fill("cavity 3");
  await inside(panel);
  await page.keyboard.press("Enter");
  await expect(page.locator(".dg-rows > [data-row]")).toHaveCount(1);
  await page.getByRole("button", { name: "更多", exact: true }).tap();
  await inside(page.getByRole("menu"));
  await page.getByRole("menuitem", { name: "Excel 匯入" }).tap();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).tap();
  await expect(page.getByRole("dialog")).toBeHidden();
  // A double tap must open a dialog with all values of the row.
  await (await cell(page, 0, "Job")).dblclick();
  await expect(page.getByRole("dialog")).toContainText("Polish cavity 3");
  await context.close();
});
