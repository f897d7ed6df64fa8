import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { editTexts } from "../../core/edit-texts.ts";

const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
const cell = (row: number, col: number) =>
  document.querySelector<HTMLElement>(`.dg-rows [data-row="${row}"] [data-col="${col}"]`);
const text = (row: number, col: number) => expect.poll(() => cell(row, col)?.textContent);
const output = () => expect.poll(() => document.querySelector("output")?.textContent ?? "");
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

/** Makes a cell active by a click, and waits until it has the focus. */
const select = async (row: number, col: number) => {
  await userEvent.click(cell(row, col) as HTMLElement);
  await expect.poll(() => document.activeElement === cell(row, col)).toBe(true);
};

/**
 * One test for each example, by the id of the example. The test uses the example in the way that the example's
 * description says.
 */
export const uses: Readonly<Record<string, () => Promise<void>>> = {
  "rows-in-memory": async () => {
    await text(0, 1).toBe("P-00001");
    await header("Weight (g)").click();
    await text(0, 4).toBe("0.5");
  },
  "lazy-rows": async () => {
    await text(0, 1).toBe("P-00001");
    await userEvent.click(cell(0, 2) as HTMLElement);
    await userEvent.keyboard("{Control>}{End}{/Control}");
    await text(999_999, 1).toBe("P-1000000");
  },
  "filters-in-the-address": async () => {
    await expect.element(page.getByText(/\?filters=/)).toHaveTextContent("weight");
    await page.getByRole("button", { name: /Remove filter/ }).click();
    await expect.poll(() => document.querySelector("code")?.textContent).toBe("?filters=");
  },
  "any-of-several": async () => {
    await expect.element(page.getByText("Weight ≥ 890 g or State: Idle", { exact: true })).toBeVisible();
    await expect.element(page.getByText("170 rows")).toBeVisible();
    await page.getByRole("button", { name: /Remove filter/ }).click();
    await expect.element(page.getByText("500 rows")).toBeVisible();
  },
  "right-to-left": async () => {
    await text(0, 1).toBe("P-00001");
    cell(0, 1)?.focus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.poll(() => document.activeElement?.textContent).toBe("Bumper");
  },
  selection: async () => {
    await page.getByRole("checkbox", { name: "Select row" }).nth(1).click();
    await output().toBe("Weight of the selection: 37.5 g");
  },
  editing: async () => {
    await text(0, 2).toBe("Bumper");
    cell(0, 2)?.focus();
    await userEvent.keyboard("{F2}");
    await page.getByRole("textbox", { name: "Name" }).fill("Lid");
    await userEvent.keyboard("{Enter}");
    await output().toBe("Saved: P-00001: name = Lid");
    await userEvent.keyboard("{ArrowUp}{F2}");
    await page.getByRole("textbox", { name: "Name" }).fill("refuse");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("The server refuses this name")).toBeInTheDocument();
    await text(0, 2).toBe("Lid");
  },
  columns: async () => {
    await expect.poll(() => document.querySelectorAll("meter").length).toBeGreaterThan(5);
    expect(page.getByRole("columnheader", { name: "Made on" }).elements()).toHaveLength(0);
    await expect.element(page.getByText("drawn by React")).toBeInTheDocument();
  },
  "buttons-in-cells": async () => {
    await text(1, 1).toBe("P-00002");
    cell(1, 1)?.focus();
    await userEvent.keyboard("{End}{F2}{Tab}{Enter}");
    await output().toBe("Pressed: Copy P-00002");
  },
  "row-order": async () => {
    await text(0, 2).toBe("P-00001");
    cell(0, 3)?.focus();
    await userEvent.keyboard("{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}");
    await text(1, 2).toBe("P-00001");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog")).toHaveTextContent("P-00001: Bumper, made on 2026-03-01");
    await press("Close");
    await expect.poll(() => page.getByRole("dialog").elements()).toHaveLength(0);
  },
  "csv-for-excel": async () => {
    await press("CSV");
    await output().toContain("123456789012345678,007,'=1+1");
    await press("CSV for Excel");
    await output().toContain(`"=""123456789012345678""","=""007""",'=1+1`);
  },
  "read-a-spreadsheet": async () => {
    const file = new File(["Code,Weight\n007,12\nA1,heavy\n"], "parts.csv", { type: "text/csv" });
    await userEvent.upload(page.getByLabelText("File"), file);
    await output().toContain("2 rows, 1 bad");
    await output().toContain('row 2: {"values":{"code":"007","weight":12},"faults":[]}');
  },
  "antd-and-import": async () => {
    await text(0, 1).toBe("P-00001");
    expect(document.querySelector(".anticon")).not.toBeNull();
    await press("More");
    await page.getByRole("menuitem", { name: "Import from Excel" }).click();
    await expect.element(page.getByRole("dialog")).toHaveTextContent(/parts/);
  },
  "own-controls": async () => {
    await press("Filter Name");
    await expect.poll(() => document.querySelectorAll(".own-button").length).toBe(2);
    const grid = document.querySelector(".own-colours .dg") as Element;
    expect(getComputedStyle(grid).getPropertyValue("--dg-primary")).toBe("#1b7f3b");
  },
  headless: async () => {
    await expect.element(page.getByRole("table")).toHaveTextContent("0.5");
    await page.getByRole("spinbutton", { name: "Least weight" }).fill("899");
    await expect.element(page.getByRole("table")).toHaveTextContent(/^1 parts|^2 parts/);
  },
  "edit-like-a-spreadsheet": async () => {
    await text(0, 2).toBe("Bumper");
    await select(0, 2);
    const data = new DataTransfer();
    data.setData("text/plain", "Lid\tIdle\nrefuse\tRunning\nMine\tIdle\n");
    const init = { clipboardData: data, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", init));
    await text(2, 2).toBe("Mine");
    await userEvent.keyboard("{Control>}z{/Control}");
    await text(2, 2).toBe("Door panel");
    await userEvent.keyboard("{Control>}y{/Control}");
    await text(2, 2).toBe("Mine");
    await press(editTexts.en.save);
    await output().toContain("P-00003: name, state");
    await expect.element(page.getByText("The name is refused").first()).toBeVisible();
    await press(editTexts.en.keepMine);
    await text(2, 2).toBe("Mine");
  },
  "column-groups": async () => {
    await expect.element(header("Measured")).toHaveAttribute("aria-colspan", "2");
    await expect.element(header("Names")).toHaveAttribute("aria-colspan", "1");
  },
  "row-groups": async () => {
    await page.getByRole("row").filter({ hasText: "Idle (3,334)" }).click();
    await expect.element(page.getByRole("row").filter({ hasText: "Bumper (834)" })).toBeVisible();
  },
  tree: async () => {
    await text(1, 1).toBe("P-00005");
    await select(0, 1);
    await userEvent.keyboard("{ArrowRight}");
    await text(1, 1).toBe("P-00002");
    await userEvent.keyboard("{ArrowLeft}");
    await text(1, 1).toBe("P-00005");
  },
  "pinned-rows": async () => {
    const target = page.getByRole("gridcell", { name: "Target", exact: true });
    await expect.element(target).toBeVisible();
    page.getByRole("grid").element().scrollTo({ top: 1e6 });
    await text(999, 1).toBe("P-01000");
    await expect.element(target).toBeVisible();
  },
  "find-in-cells": async () => {
    await text(0, 1).toBe("P-00001");
    cell(0, 1)?.focus();
    await userEvent.keyboard("{Control>}f{/Control}");
    await userEvent.keyboard("p-0091");
    await expect.element(page.getByText("1 of 10", { exact: true })).toBeVisible();
  },
  "details-below-rows": async () => {
    await text(0, 1).toBe("P-00001");
    await select(0, 1);
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByText("P-00001 was made on 2026-03-01")).toBeVisible();
  },
  "custom-filter-and-editor": async () => {
    await press("Filter Weight");
    await press("Only heavy parts");
    await expect.element(page.getByText("Weight ≥ 800 g")).toBeVisible();
    await expect.element(page.getByRole("gridcell", { name: "P-00001" })).not.toBeInTheDocument();
    cell(0, 3)?.focus();
    await userEvent.keyboard("{F2}");
    await press("Change");
    await output().toMatch(/Saved: P-\d+: (idle|running)/);
  },
  "sizes-and-pages": async () => {
    const height = () => expect.poll(() => cell(0, 1)?.offsetHeight);
    await expect.poll(() => document.querySelectorAll(".dg-rows > [data-row]").length).toBe(7);
    await height().toBeGreaterThan(36);
    await press("More");
    await page.getByRole("menuitem", { name: "Row height: compact" }).click();
    await height().toBeLessThan(30);
  },
};
