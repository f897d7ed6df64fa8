import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import {
  ChooseAFile,
  ConvertedRows,
  GoodRows,
  RowsWithFaults,
  UnknownColumns,
  UnreadableFile,
} from "./import-dialog.gallery.tsx";
import { importTexts } from "./texts.ts";

const dialog = () => page.getByRole("dialog");
const input = () => page.elementLocator(document.querySelector(".dgi input[type=file]") ?? document.body);
const item = (title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("combobox", { name: `Field for “${title}”` }) });
const csv = (text: string, name = "jobs.csv") => new File([text], name, { type: "text/csv" });
afterEach(() => vi.restoreAllMocks());

it("refuses unreadable files with a message in each language", async () => {
  const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])], "photo.xls");
  for (const locale of ["zh_CN", "zh_TW", "en"] as const) {
    const t = importTexts[locale].fileFaults;
    const screen = await render(<ChooseAFile locale={locale} />);
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await userEvent.upload(input(), [csv("")]);
    await expect.element(page.getByRole("alert")).toHaveTextContent(t.empty);
    await userEvent.upload(input(), [png]);
    await expect.element(page.getByRole("alert")).toHaveTextContent(t.notSheet);
    await screen.unmount();
  }
});

it("checks rows and imports them all", async () => {
  const onClose = vi.fn();
  await render(<GoodRows onClose={onClose} />);
  await expect.element(page.getByText("All 2 rows are fine and can be imported")).toBeVisible();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

it("marks every faulty cell with its reason, and imports only the good rows", async () => {
  await render(<RowsWithFaults />);
  await expect.element(page.getByText("2 of 3 rows have faults", { exact: false })).toBeVisible();
  const reasons = () => [...document.querySelectorAll(".dg-rows .dgi-fault")].map((e) => e.textContent);
  await expect
    .poll(reasons)
    .toEqual([
      "Hours: less than 0; Due date: not a date; State: not one of the choices; J-2 already exists",
      "Job: required",
    ]);
  expect(document.querySelectorAll(".dgi mark").length).toBe(5);
  await expect.element(page.getByRole("button", { name: "Import 3 rows" })).toBeDisabled();
  await page.getByText("Faulty 2").click();
  await expect.poll(() => document.querySelectorAll(".dgi .dg-rows > [data-row]").length).toBe(2);
  await page.getByRole("button", { name: "Import only the good row" }).click();
  await expect.poll(() => dialog().elements()).toHaveLength(0);
});

it("returns the faulty rows as a file", async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    files.push(blob as Blob);
    return "#file";
  });
  await render(<RowsWithFaults />);
  await page.getByRole("button", { name: "Download the faulty rows" }).click();
  await expect.poll(() => files).toHaveLength(1);
  expect(await files[0]?.slice(0, 2).text()).toBe("PK");
  await page.getByRole("button", { name: /Template/ }).click();
  await expect.poll(() => files).toHaveLength(2);
});

// spec: shop C2.6-C2.8, C3.6, C4.1
it("assigns columns by hand, stores the mapping and uses it again", async () => {
  const first = await render(<UnknownColumns />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Required columns are missing: Job");
  await expect.element(item("Identity")).toHaveTextContent("Not matched");
  const blocked = page.getByText("No row can be imported before the required columns are assigned");
  await expect.element(blocked).toBeVisible();
  expect(document.querySelectorAll(".dgi-fine")).toHaveLength(0);
  await page.getByRole("combobox", { name: "Field for “Identity”" }).click();
  await page.getByTitle("Job *", { exact: true }).click();
  await expect.element(item("Identity")).toHaveTextContent("Matched");
  await expect.element(page.getByRole("button", { name: "Import 1 row" })).toBeEnabled();
  await expect.element(blocked).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Save import scheme" }).click();
  await expect.element(page.getByText("Import scheme saved")).toBeVisible();
  await first.unmount();
  await render(<UnknownColumns />);
  await expect.element(page.getByText("Your saved import scheme is in use")).toBeVisible();
  await expect.element(item("Identity")).toHaveTextContent("Matched");
  await page.getByRole("button", { name: "Forget it" }).click();
  await expect.element(item("Identity")).toHaveTextContent("Not matched");
  expect(localStorage.getItem("grid-import:story")).toBeNull();
});

it("states conversions, asks for the order of dates, and takes corrections in the preview", async () => {
  await render(<ConvertedRows />);
  await expect.element(page.getByText("The file has dates such as", { exact: false })).toBeVisible();
  await expect.element(item("Due dat")).toHaveTextContent("Check");
  await expect.element(item("Column E (no title)")).toHaveTextContent("Not matched");
  await expect.element(page.getByRole("button", { name: "Import 3 rows" })).toBeDisabled();
  await expect.element(page.getByText("No row can be imported before you choose above")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Import only/ })).not.toBeInTheDocument();
  await page.getByRole("combobox", { name: "Dates" }).click();
  await page.getByTitle("day first, 31/12/2026").click();
  const reasons = () => [...document.querySelectorAll(".dg-rows .dgi-fault")].map((e) => e.textContent);
  await expect
    .poll(reasons)
    .toEqual(["Hours: not a number; State: not one of the choices; exists already (same as row 2)"]);
  const converted = () =>
    [...document.querySelectorAll(".dgi-converted")].map((e) => e.getAttribute("title"));
  expect(converted()).toContain("“1,5” in the file: comma read as the decimal sign");
  const correct = async (before: string, after: string) => {
    await page.getByText(before, { exact: true }).dblClick();
    await userEvent.keyboard(`${after}{Enter}`);
  };
  await correct("many", "2,5");
  await expect.poll(reasons).toEqual(["State: not one of the choices; exists already (same as row 2)"]);
  await correct("Lost", "Done");
  await expect.poll(reasons).toEqual(["exists already (same as row 2)"]);
});

it("goes back to another file", async () => {
  await render(<GoodRows />);
  await page.getByRole("button", { name: "Another file" }).click();
  await expect.element(page.getByText("Choose a file, or drop it here")).toBeVisible();
  await userEvent.upload(input(), [csv("Job,Hours\nJ-7,1\n")]);
  await expect.element(page.getByRole("button", { name: "Import 1 row" })).toBeEnabled();
});

it("reports an empty file with a message", async () => {
  await render(<UnreadableFile />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("There is nothing in this file.");
});
