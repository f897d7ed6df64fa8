import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { startDemo } from "./grid-demo.ts";
import { hugeFile } from "./grid-files.ts";
import { isItsTurn } from "./turn.ts";

// Each run of `npm test` runs one of the three end-to-end files of the grid package (turn.ts), to save time. Component
// tests check the same parts on every run.
test.skip(!isItsTurn(0), "takes turns");

let demo: Awaited<ReturnType<typeof startDemo>>;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.stop());

const w = {
  names: [
    "No.",
    "Select this page",
    "Actions",
    "Reload",
    "Columns",
    "Next page",
    "Forward 5 pages",
    "Page",
    "Rows per page",
  ],
  selectRow: "Select row",
  sequence: "No.",
  schemeSaved: "Import scheme saved",
  schemeUsed: "Your saved import scheme is in use",
  faults: [
    "There is nothing in this file.",
    "This is not a spreadsheet. Choose an .xlsx, .xls or .csv file.",
    "This file is larger than 100 MB. Split it and import the parts.",
  ],
  refused: "This column is fixed and cannot be dragged.",
  byEnter: "Press Enter to filter",
  filter: "Filter Name",
  remove: "Remove filter",
  more: "More",
  importFile: "Import from Excel",
  noField: "No matching field",
  unmapped: "Not matched",
  mapped: "Matched",
  save: "Save import scheme",
  other: "Another file",
  go: "Import 2 rows",
  good: "Import only the good row",
  duplicate: "J-1 is taken",
  bad: "Download the faulty rows",
  notNumber: "Hours: not a number",
  goesTo: (title: string) => `Field for “${title}”`,
} as const;

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error("nothing to drag");
  await page.mouse.move(a.x + 30, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height * 0.8, { steps: 6 });
  await page.mouse.up();
}

const header = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const csv = (text: string) => ({ name: "jobs.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

test("columns, filters and keys", async ({ page }) => {
  await page.goto(`${demo.url}/?kind=server&locale=en`);
  const grid = page.getByRole("grid", { name: "Parts" });
  await expect(grid).toHaveAttribute("aria-rowcount", "502");
  const titles = () => page.getByRole("columnheader").allTextContents();

  await test.step("fixed columns, boxes and numbers do not move; another column moves and stays", async () => {
    const boxes = page.getByRole("columnheader").filter({ has: page.getByRole("checkbox") });
    await drag(page, header(page, "Part no."), header(page, "Maker"));
    await expect(page.getByRole("status")).toHaveText(w.refused);
    for (const one of [header(page, w.sequence), boxes]) {
      await expect(page.getByRole("status")).toBeEmpty();
      await drag(page, one, header(page, "Maker"));
      await expect(page.getByRole("status")).toHaveText(w.refused);
    }
    const before = (await titles()).map((t) => t.trim());
    expect(before.indexOf("Name")).toBeLessThan(before.indexOf("Maker"));
    await drag(page, header(page, "Name"), header(page, "Maker"));
    await expect
      .poll(async () => (await titles()).indexOf("Name") > (await titles()).indexOf("Maker"))
      .toBe(true);
    await page.reload();
    await expect(grid).toHaveAttribute("aria-rowcount", "502");
    expect((await titles()).indexOf("Name")).toBeGreaterThan((await titles()).indexOf("Maker"));
  });

  await test.step("a text filter applies on Enter, and not before", async () => {
    await header(page, "Name").hover();
    await page.getByRole("button", { name: w.filter }).click();
    const field = page.getByPlaceholder(w.byEnter);
    await field.fill("Grille");
    await page.waitForTimeout(400);
    await expect(grid).toHaveAttribute("aria-rowcount", "502");
    await field.press("Enter");
    await expect(grid).not.toHaveAttribute("aria-rowcount", "502");
    await page.getByRole("button", { name: w.remove }).click();
    await expect(grid).toHaveAttribute("aria-rowcount", "502");
  });

  await test.step("everything has a name, in the language of the rest", async () => {
    const named = (name: string) =>
      page
        .getByRole("columnheader", { name, exact: true })
        .or(page.getByRole("button", { name, exact: true }))
        .or(page.getByRole("checkbox", { name, exact: true }))
        .or(page.getByRole("textbox", { name, exact: true }))
        .or(page.getByRole("combobox", { name, exact: true }));
    for (const name of w.names) await expect(named(name).first(), name).toBeVisible();
    await page.getByRole("checkbox", { name: w.selectRow }).first().click();
    await expect(page.getByRole("row", { selected: true })).toHaveCount(1);
    const nameless = await page
      .locator(".dg button, .dg input")
      .evaluateAll((all) =>
        all
          .filter((e) => !e.ariaLabel && !e.textContent && !e.getAttribute("placeholder"))
          .flatMap((e) => (e.querySelector("[aria-label]") ? [] : [e.outerHTML])),
      );
    expect(nameless).toEqual([]);
  });

  await test.step("keys move, sort and mark; names and places are told", async () => {
    await grid.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const active = page.locator("[data-active]");
    await expect(active).toBeFocused();
    await expect(active).toHaveRole("gridcell");
    await expect(active.locator("xpath=ancestor::*[@role='row']")).toHaveAttribute("aria-rowindex", "3");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowUp");
    for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(header(page, "Part no.")).toHaveAttribute("aria-sort", "ascending");
  });
});

// spec: shop C2.1, C2.2, C2.6
test("an import: mapping, saved mapping, invalid rows", async ({ page }, info) => {
  await page.goto(`${demo.url}/?kind=plan&locale=en`);
  await page.getByRole("button", { name: w.more }).click();
  await page.getByRole("menuitem", { name: w.importFile }).click();
  const dialog = page.getByRole("dialog");
  const field = (title: string) => dialog.getByRole("combobox", { name: w.goesTo(title) });
  const item = (title: string) =>
    dialog.getByRole("listitem").filter({ has: page.getByRole("combobox", { name: w.goesTo(title) }) });
  const file = csv("Job,Task,Hours,Due date\nK-1,Weld,2,2026-03-01\nK-2,Turn,3,2026/3/2\n");
  const choose = (f: ReturnType<typeof csv>) => dialog.locator("input[type=file]").setInputFiles(f);

  await test.step("what is no such file is refused in words", async () => {
    const alert = dialog.getByRole("alert");
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]);
    await choose({ ...csv(""), name: "empty.csv" });
    await expect(alert).toHaveText(w.faults[0]);
    await choose({ name: "photo.xls", mimeType: "", buffer: png });
    await expect(alert).toHaveText(w.faults[1]);
    await dialog.locator("input[type=file]").setInputFiles(hugeFile(info.outputDir));
    await expect(alert).toHaveText(w.faults[2]);
  });

  await test.step("a title that is not known is assigned, another is let go", async () => {
    await choose(file);
    await expect(item("Job")).toContainText(w.mapped);
    await expect(item("Task")).toContainText(w.unmapped);
    await expect(item("Task")).toContainText(w.noField);
    await field("Task").click();
    await page.locator(".ant-select-item-option", { hasText: "What" }).click();
    await expect(item("Task")).toContainText(w.mapped);
    await item("Hours").hover();
    await item("Hours").locator(".ant-select-clear").click();
    await expect(item("Hours")).toContainText(w.noField);
    await expect(item("Hours")).toContainText(w.unmapped);
    await expect(dialog.getByRole("gridcell", { name: "Weld" })).toBeVisible();
  });

  await test.step("the scheme is saved, and used again", async () => {
    await dialog.getByRole("button", { name: w.save }).click();
    await expect(dialog.getByText(w.schemeSaved)).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: w.more }).click();
    await page.getByRole("menuitem", { name: w.importFile }).click();
    await choose(file);
    await expect(dialog.getByText(w.schemeUsed)).toBeVisible();
    await expect(item("Task")).toContainText("What");
    await expect(item("Hours")).toContainText(w.noField);
  });

  await test.step("bad rows are marked, handed back as a file, and left out", async () => {
    await dialog.getByRole("button", { name: w.other }).click();
    await choose(csv("Job,What,Due date\nJ-1,x,2026-03-01\nK-9,y,soon\nK-8,z,2026-03-01\n"));
    await expect(dialog.locator("mark")).toHaveCount(2);
    await expect(dialog.getByText(w.duplicate).first()).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: w.bad }).click(),
    ]);
    expect(
      readFileSync(await download.path())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    await dialog.getByRole("button", { name: w.good }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("gridcell", { name: "K-8" })).toBeVisible();
    await expect(page.getByRole("gridcell", { name: "K-9" })).toHaveCount(0);
  });
});

// spec: shop C2.1
test("an export of all rows to .xlsx and .csv", async ({ page }) => {
  await page.goto(`${demo.url}/?kind=plan&locale=en`);
  for (const [name, start] of [
    ["Export to Excel", "PK"],
    ["Export CSV", "\uFEFFJob"],
  ] as const) {
    await page.getByRole("button", { name: "More" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name, exact: true }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8").startsWith(start)).toBe(true);
  }
});
