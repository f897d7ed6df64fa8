import { writeFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { startDemo } from "./grid-demo.ts";
import { bomb, hasOffice, hugeFile, officeFile } from "./grid-files.ts";
import { isItsTurn } from "./turn.ts";

// Each run of `npm test` runs one of the three end-to-end files of the grid package (turn.ts), to save time. Component
// tests check the same parts on every run.
test.skip(!isItsTurn(2), "takes turns");

let demo: Awaited<ReturnType<typeof startDemo>>;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.stop());

/** Opens the import dialog of the page `plan` in the grid package's demo. */
async function importing(page: Page, locale: "zh_CN" | "zh_TW" | "en", more: string, item: string) {
  await page.goto(`${demo.url}/?kind=plan&locale=${locale}`);
  await page.getByRole("button", { name: more, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
  const dialog = page.getByRole("dialog");
  const input = dialog.locator("input[type=file]");
  const row = (n: number) => dialog.locator(`.dg-rows > [data-row="${n}"]`);
  /** Returns the texts of the cells in row `n` of the import's preview, without the row number and the faults. */
  const cells = async (n: number): Promise<string[]> =>
    (await row(n).getByRole("gridcell").allTextContents()).slice(2);
  return { dialog, input, row, cells };
}

// spec: shop C2.2
test("imports files of other programs with the same rows", async ({ page }, info) => {
  test.skip(!hasOffice(), "LibreOffice is not installed");
  const { dialog, input, row, cells } = await importing(page, "zh_CN", "更多", "Excel 导入");
  const read = async (file: Parameters<typeof input.setInputFiles>[0], rows: string[][]): Promise<void> => {
    await input.setInputFiles(file);
    await expect(dialog.getByRole("button", { name: `导入 ${rows.length} 行` })).toBeEnabled();
    await expect(row(rows.length - 1)).toBeVisible();
    for (const [n, expected] of rows.entries()) expect(await cells(n)).toEqual(expected);
    await dialog.getByRole("button", { name: "换一个文件" }).click();
  };
  const jobs = [
    ["007", "Weld & 焊接", "2.5", "2026-03-01"],
    ["008", "Turn", "3", "2026-03-02"],
  ];
  for (const [to, from] of [
    ["xls", "1899-12-30"],
    ["xlsx", "1904-01-01"],
  ] as const)
    await test.step(`LibreOffice's .${to}, days counted from ${from}`, () =>
      read(officeFile(info.outputDir, to, from), jobs));
  // The header row of the file: 编号 and 模具 in the encoding GBK. 编号 is an alias of the column's title, not the title
  // itself.
  const number = Buffer.from([0xb1, 0xe0, 0xba, 0xc5]);
  const mold = Buffer.from([0xc4, 0xa3, 0xbe, 0xdf]);
  const of = (name: string, ...parts: (string | Buffer)[]) => ({
    name,
    mimeType: "",
    buffer: Buffer.concat(parts.map((p) => Buffer.from(p))),
  });
  await test.step("a .csv in GBK", () =>
    read(of("jobs.csv", number, ",What,Due date\r\n007,", mold, ",46083\r\n"), [
      ["007", "模具", "2026-03-02"],
    ]));
  await test.step("a table of HTML named .xls, in GBK", () =>
    read(
      of(
        "report.xls",
        "<html><head><meta charset=gbk></head><body><table><tr><th>",
        number,
        "</th><th>What</th><th>Due date</th></tr><tr><td>007</td><td>",
        mold,
        "</td><td>2026/3/2</td></tr></table></body></html>",
      ),
      [["007", "模具", "2026-03-02"]],
    ));
});

test("marks every kind of invalid cell with its reason, and imports the rows after they are corrected", async ({
  page,
}, info) => {
  const { dialog, input } = await importing(page, "zh_TW", "更多", "Excel 匯入");
  const bad = [
    [",x,1,,,", "Job: 必填"],
    [`${"K".repeat(21)},x,1,,,`, "Job: 超過 20 個字元"],
    ["J-1,x,1,,,", "J-1 is taken"],
    ["K-1,x,many,,,", "Hours: 不是數字"],
    ["K-2,x,-1,,,", "Hours: 不能小於 0"],
    ["K-3,x,1,2026-02-30,,", "Due date: 不是日期"],
    ["K-4,x,1,,Closed,", "State: 不在可選範圍內"],
    ["K-5,x,1,,,perhaps", "Urgent: 請填是或否"],
  ];
  const lines = [
    "Job,What,Hours,Due date,State,Urgent",
    ...bad.map(([line]) => line),
    "K-6,fine,2,46083,open,是",
  ];
  const file = (text: string) => ({ name: "bad.csv", mimeType: "", buffer: Buffer.from(text) });
  await input.setInputFiles(file(lines.join("\n")));
  await expect(dialog.locator("mark")).toHaveCount(bad.length);
  await expect(dialog.locator(".dg-rows .dgi-fault")).toHaveText(bad.map(([, reason]) => reason ?? ""));
  await expect(dialog.getByRole("button", { name: /匯入 9 列/ })).toBeDisabled();
  await dialog.getByRole("button", { name: "換一個檔案" }).click();
  await test.step("a column that is missing is said once, and not of every row", async () => {
    await input.setInputFiles(file("Number,What\n1,x\n2,y\n"));
    await expect(dialog.getByText("缺少必填欄：Job")).toBeVisible();
    await expect(dialog.locator(".dg-rows > [data-row]")).toHaveCount(2);
    await expect(dialog.locator(".dg-rows :is(.dgi-fine, .dgi-fault)")).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: /匯入 2 列/ })).toBeDisabled();
    await dialog.getByRole("button", { name: "換一個檔案" }).click();
  });
  await test.step("the template fits, and its example is no row", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "下載範本" }).click(),
    ]);
    await download.saveAs(info.outputPath("template.xlsx"));
    await input.setInputFiles(info.outputPath("template.xlsx"));
    await expect(dialog.getByText("已對應", { exact: true })).toHaveCount(6);
    await expect(dialog.getByText("沒有可匯入的列")).toBeVisible();
    await dialog.getByRole("button", { name: "換一個檔案" }).click();
  });
  await input.setInputFiles(file([lines[0], lines.at(-1)].join("\n")));
  await expect(dialog.locator("mark")).toHaveCount(0);
  await dialog.getByRole("button", { name: /匯入 1 列/ }).click();
  await expect(dialog).toBeHidden();
  // A closed dialog stays in the page for a moment, together with the rows of its preview. So only visible rows are
  // searched.
  const row = page.locator(".dg-rows > [data-row='0']").filter({ visible: true });
  await expect(row).toContainText("K-6fine22026-03-02Open✓");
});

/**
 * Returns the duration of the longest task of the page's main thread, ms of CPU time. Other load on the machine does
 * not affect CPU time.
 */
function longestTask(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as {
    traceEvents: { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }[];
  };
  const pages = traceEvents.filter((e) => e.name === "thread_name" && e.args?.name === "CrRendererMain");
  const threads = new Set(pages.map((e) => `${e.pid} ${e.tid}`));
  const tasks = traceEvents.filter((e) => e.name.endsWith("RunTask") && threads.has(`${e.pid} ${e.tid}`));
  return tasks.reduce((most, e) => Math.max(most, e.tdur ?? 0), 0) / 1000;
}

test("refuses files that are too large, and reads a hundred thousand rows while the page stays responsive", async ({
  page,
  browser,
}, info) => {
  await page.goto(`${demo.url}/?kind=plan&locale=en`);
  await browser.startTracing(page, { categories: ["toplevel"] });
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Import from Excel" }).click();
  const dialog = page.getByRole("dialog");
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles(hugeFile(info.outputDir));
  await expect(dialog.getByRole("alert")).toContainText("larger than 100 MB");
  const small = (name: string, buffer: Buffer) => input.setInputFiles({ name, mimeType: "", buffer });
  await small("bomb.xlsx", bomb(420 * 2 ** 20));
  await expect(dialog.getByRole("alert")).toContainText("unfolds to more", { timeout: 60_000 });
  await small("empty.csv", Buffer.alloc(0));
  await expect(dialog.getByRole("alert")).toContainText("nothing in this file");
  await small("photo.xls", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]));
  await expect(dialog.getByRole("alert")).toContainText("not a spreadsheet");
  const rows = Array.from({ length: 100_000 }, (_, n) => `K-${n},Weld ${n},${n % 9},2026-03-01`);
  // The file is passed by its path. A buffer would be passed to the page as text, which would cause a long task in
  // the page.
  const large = info.outputPath("jobs.csv");
  writeFileSync(large, `Job,What,Hours,Due date\n${rows.join("\n")}\n`);
  await input.setInputFiles(large);
  await expect(dialog.getByRole("button", { name: "Import 100000 rows" })).toBeEnabled();
  const ms = longestTask((await browser.stopTracing()).toString());
  info.annotations.push({ type: "longest task, ms", description: String(Math.round(ms)) });
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThan(300);
});
