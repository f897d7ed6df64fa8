import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import {
  ColumnGroups,
  CustomFilter,
  Findable,
  Grouped,
  InlineDetails,
  PinnedRows,
  Sizes,
  Tree,
} from "./structure.gallery.tsx";

const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
const row = (index: number) => document.querySelector<HTMLElement>(`.dg-rows > [data-row="${index}"]`);
const lines = () =>
  Array.from({ length: document.querySelectorAll(".dg-rows > [data-row]").length }, (_, at) => {
    const title = row(at)?.querySelector(".dg-group-title");
    return (title ?? row(at)?.querySelector(".dg-left .dg-text"))?.textContent;
  });
const box = (name: string) => header(name).element().getBoundingClientRect();

it("column groups have headers over their columns", async () => {
  await render(<ColumnGroups />);
  await expect.element(header("History")).toHaveAttribute("aria-colspan", "4");
  await expect.element(header("Days")).toHaveAttribute("aria-colspan", "2");
  expect(box("Days").left).toBeCloseTo(box("Made on").left, 0);
  expect(box("Days").right).toBeCloseTo(box("Last seen").right, 0);
  expect(box("History").bottom).toBeLessThanOrEqual(box("Days").top + 1);
  // Expects that the rows begin below the headers, and that the row numbers for screen readers include the header
  // lines.
  expect(row(0)?.getBoundingClientRect().top).toBeGreaterThanOrEqual(box("Made on").bottom - 1);
  expect(row(0)?.getAttribute("aria-rowindex")).toBe("4");
  expect(page.getByRole("grid").element().getAttribute("aria-rowcount")).toBe("16");
});

describe("grouped rows", () => {
  const group = (name: string) => page.getByRole("row").filter({ hasText: name });

  it("show counts and aggregates, and open by click and by keys", async () => {
    await render(<Grouped />);
    await expect.element(group("Idle (20)")).toHaveAttribute("aria-expanded", "false");
    expect(lines()).toEqual(["Idle (20)", "In repair (20)", "Running (20)"]);
    const weights = [...Array(60).keys()].filter((n) => n % 3 === 1).map((n) => ((n * 37) % 900) + 0.5);
    const average = weights.reduce((sum, w) => sum + w, 0) / weights.length;
    expect(row(0)?.textContent).toContain(average.toFixed(1));
    await group("Idle (20)").click();
    await expect.poll(() => lines()[1]).toBe("Bumper (5)");
    expect(row(1)?.getAttribute("aria-level")).toBe("2");
    await userEvent.keyboard("{ArrowDown}");
    await page.elementLocator(row(1)?.querySelector(".dg-group-title") ?? document.body).click();
    await expect.poll(() => lines()[2]).toBe("P-00005");
    await userEvent.keyboard("{ArrowLeft}");
    await expect.poll(() => lines()[2]).toBe("Clip (5)");
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(() => lines()[2]).toBe("P-00005");
    await expect.element(page.getByText("60 rows", { exact: false })).toBeVisible();
  });

  it("are copied as they are shown", async () => {
    await render(<Grouped />);
    await expect.element(group("Idle (20)")).toBeVisible();
    await userEvent.dragAndDrop(
      page.elementLocator(row(0)?.querySelector(".dg-group-title") ?? document.body),
      page.elementLocator(row(1)?.querySelector(".dg-group-title") ?? document.body),
    );
    const data = new DataTransfer();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }),
    );
    expect(data.getData("text/plain")).toBe("Idle\nIn repair");
  });
});

it("a tree opens and closes rows by their arrows", async () => {
  await render(<Tree />);
  const arrow = () => page.elementLocator(row(0)?.querySelector("[data-toggle]") ?? document.body);
  await expect.poll(lines).toEqual(["P-00001", "P-00004", "P-00007"]);
  await expect.element(arrow()).toHaveAttribute("aria-label", "Expand");
  await arrow().click();
  await expect.poll(lines).toEqual(["P-00001", "P-00002", "P-00003", "P-00004", "P-00007"]);
  expect(page.getByRole("treegrid").elements()).toHaveLength(1);
  expect(row(1)?.getAttribute("aria-level")).toBe("2");
  await arrow().click();
  await expect.poll(() => lines().length).toBe(3);
});

it("pinned rows stay while the others scroll", async () => {
  await render(<PinnedRows />);
  const target = page.getByRole("gridcell", { name: "Target", exact: true });
  await expect.element(target).toBeVisible();
  const before = target.element().getBoundingClientRect().top;
  page.getByRole("grid").element().scrollTo({ top: 1e6 });
  await expect.element(page.getByRole("gridcell", { name: "P-00200", exact: true })).toBeVisible();
  expect(target.element().getBoundingClientRect().top).toBe(before);
  const best = page.getByRole("gridcell", { name: "Best", exact: true }).element().getBoundingClientRect();
  const last = page.getByRole("gridcell", { name: "P-00200", exact: true }).element().getBoundingClientRect();
  expect(last.bottom).toBeLessThanOrEqual(best.top + 1);
});

it("shows a column's own filter", async () => {
  await render(<CustomFilter />);
  await page.getByRole("button", { name: "Filter Weight", exact: true }).click();
  await page.getByRole("button", { name: "Only heavy parts" }).click();
  await expect.element(page.getByText("Weight ≥ 300 g")).toBeVisible();
  await expect.poll(() => document.querySelectorAll(".dg-rows > [data-row]").length).toBe(3);
  await page.getByRole("button", { name: "Filter Weight", exact: true }).click();
  await page.getByRole("button", { name: "All parts" }).click();
  await expect.poll(() => document.querySelectorAll(".dg-rows > [data-row]").length).toBe(12);
});

it("opens details below a row, also of rows that are loaded lazily", async () => {
  await render(<InlineDetails />);
  const arrow = (index: number) =>
    page.elementLocator(row(index)?.querySelector("[data-toggle]") ?? document.body);
  await expect.element(page.getByRole("gridcell", { name: "P-00001", exact: false }).first()).toBeVisible();
  await arrow(1).click();
  await expect.element(page.getByText("History of P-00002", { exact: false })).toBeVisible();
  const panel = document.querySelector(".dg-detail-row")?.getBoundingClientRect();
  expect(panel?.height).toBe(96);
  expect(panel?.top).toBeCloseTo(row(1)?.getBoundingClientRect().bottom ?? 0, 0);
  expect(row(5)?.getBoundingClientRect().top).toBeCloseTo(panel?.bottom ?? 0, 0);
  await expect.element(page.getByText("300 rows", { exact: false })).toBeVisible();
  await arrow(1).click();
  await expect.poll(() => document.querySelector(".dg-detail-row")).toBeNull();
});

it("finds cells on all pages by Ctrl+F", async () => {
  await render(<Findable />);
  await page.getByRole("gridcell", { name: "P-00001", exact: true }).click();
  await userEvent.keyboard("{Control>}f{/Control}");
  await userEvent.keyboard("p-0004");
  const active = () => document.querySelector(".dg-cell[data-active]")?.textContent;
  await expect.element(page.getByText("1 of 10", { exact: true })).toBeVisible();
  await expect.poll(active).toBe("P-00040");
  await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
  await expect.element(page.getByText("10 of 10", { exact: true })).toBeVisible();
  await expect.poll(active).toBe("P-00049");
  await userEvent.keyboard("x");
  await expect.element(page.getByText("Not found", { exact: true })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector(".dg-find")).toBeNull();
});

it("lets the user choose the size of the rows, and keeps it", async () => {
  const screen = await render(<ColumnGroups />);
  const height = () => row(0)?.offsetHeight;
  await expect.poll(height).toBe(32);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Row height: compact" }).click();
  await expect.poll(height).toBe(28);
  await screen.unmount();
  await render(<ColumnGroups />);
  await expect.poll(height).toBe(28);
  localStorage.removeItem("grid:story-structure");
});

// spec: shop C9.1
it("has three sizes of rows, and page sizes of the caller", async () => {
  await render(<Sizes />);
  const height = () => row(0)?.offsetHeight;
  await expect.poll(height).toBe(40);
  await page.getByRole("button", { name: "mini" }).click();
  await expect.poll(height).toBe(28);
  await page.getByRole("button", { name: "small" }).click();
  await expect.poll(height).toBe(32);
  const sizes = page.getByRole("combobox", { name: "Rows per page" });
  expect([...(sizes.element() as HTMLSelectElement).options].map((o) => o.value)).toEqual([
    "5",
    "7",
    "999999",
  ]);
  await sizes.selectOptions("7");
  await expect.poll(() => document.querySelectorAll(".dg-rows > [data-row]").length).toBe(7);
});
