import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { readOnlyUser, sampleClient, sampleRow, sampleRows } from "../gallery/index.ts";
import { ManyRows, OrderedRows, ReadOnlyList } from "./list.gallery.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
const cellElement = (row: number, column: string) => {
  const at = header(column).element().getAttribute("data-col");
  return document.querySelector<HTMLElement>(`.dg-rows > [data-row="${row}"] [data-col="${at}"]`);
};
const cell = (row: number, column: string) => page.elementLocator(cellElement(row, column) ?? document.body);
const loaded = () =>
  expect.element(page.getByRole("gridcell", { name: "M-0001", exact: true })).toBeVisible();
function paste(plain: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", plain);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
}
const editTable = () => page.getByRole("button", { name: "Edit as table" });

describe("a list that is edited as a table", () => {
  it("saves all changed rows in one call, with the UPDATED_DATE that was read", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await loaded();
    await editTable().click();
    await cell(0, "Mold name").click();
    paste("One\nTwo");
    await expect.poll(() => cellElement(1, "Mold name")?.textContent).toBe("Two");
    const reads = client.requests("BS101.Q01").length;
    await button("Save").click();
    await expect
      .poll(() => client.requests("updateEach MB_SAMPLE"))
      .toEqual([
        {
          rows: [0, 1].map((n) => ({
            moldNo: sampleRow(n).moldNo,
            updatedDate: sampleRow(n).updatedDate,
            moldName: ["One", "Two"][n],
          })),
        },
      ]);
    await expect.poll(() => client.requests("BS101.Q01").length).toBeGreaterThan(reads);
    await button("Close editing").click();
    await expect.element(editTable()).toBeVisible();
  });

  it("does not open the row by a double click on a cell that cannot be edited", async () => {
    await render(<ManyRows client={sampleClient()} />);
    await loaded();
    await editTable().click();
    const key = page.getByRole("gridcell", { name: "M-0001", exact: true });
    await expect.element(key).toHaveAttribute("aria-readonly", "true");
    await expect.element(cell(0, "Mold name")).toHaveAttribute("aria-readonly", "false");
    await key.dblClick();
    await expect.poll(() => document.querySelector(".dg-toast")?.textContent).toContain("cannot be changed");
    expect(page.getByRole("dialog").elements()).toEqual([]);
  });

  it("checks cells by the rules of the form", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await loaded();
    await editTable().click();
    await cell(0, "Mold name").click();
    await userEvent.keyboard("{Delete}");
    await expect.poll(() => cellElement(0, "Mold name")?.title).toBe("Please enter: Mold name");
    await cell(0, "Cavities").click();
    paste("65");
    await expect.poll(() => cellElement(0, "Cavities")?.title).toBe("Must be at most 64");
    await button("Save").click();
    expect(client.requests("updateEach MB_SAMPLE")).toEqual([]);
    await button("Close editing").click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "OK" }).click();
    await expect.element(editTable()).toBeVisible();
  });

  it("shows a row that somebody else has changed, with both values", async () => {
    const theirs = { ...sampleRow(0), moldName: "Theirs", updatedDate: "2026-05-05T08:30:00.000+00:00" };
    let isChanged = false;
    const client = sampleClient({
      "BS101.Q01": () => (isChanged ? [theirs, ...sampleRows(60).slice(1)] : sampleRows(60)),
      "updateEach MB_SAMPLE": () => {
        isChanged = true;
        return { count: 0, faults: [{ row: 0, field: null, message: "S0017" }] };
      },
    });
    await render(<ManyRows client={client} />);
    await loaded();
    await editTable().click();
    await cell(0, "Mold name").click();
    paste("Mine");
    await button("Save").click();
    await expect.element(page.getByText("Changed by somebody else to: Theirs")).toBeVisible();
    await button("Take theirs").click();
    await expect.poll(() => cellElement(0, "Mold name")?.textContent).toBe("Theirs");
    await expect.element(page.getByText("No changes")).toBeVisible();
  });

  it("says which rows were saved, even if the present values of the others cannot be read", async () => {
    let isDown = false;
    const client = sampleClient({
      "BS101.Q01": () => {
        if (isDown) throw new Error("down");
        return sampleRows(60);
      },
      "updateEach MB_SAMPLE": () => {
        isDown = true;
        return { count: 1, faults: [{ row: 0, field: null, message: "S0017" }] };
      },
    });
    await render(<ManyRows client={client} />);
    await loaded();
    await editTable().click();
    await cell(0, "Mold name").click();
    paste("One\nTwo");
    await button("Save").click();
    await expect.element(page.getByText("Saved 1 row, 1 refused").first()).toBeVisible();
  });

  it("is not offered without the right", async () => {
    await render(<ReadOnlyList client={sampleClient({}, readOnlyUser)} />);
    await loaded();
    expect(editTable().elements()).toEqual([]);
  });
});

it("a list with an order renumbers its rows after a drag, all in one update", async () => {
  const client = sampleClient({ "BS101.Q01": sampleRows(4) });
  await render(<OrderedRows client={client} />);
  await loaded();
  // Clicks with Ctrl, because a click without Ctrl would open the row.
  await cell(0, "Mold no.").click({ modifiers: ["ControlOrMeta"] });
  await userEvent.keyboard("{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}");
  await expect
    .poll(() => client.requests("update MB_SAMPLE"))
    .toEqual([
      {
        rows: [1, 0].map((n, at) => ({
          moldNo: sampleRow(n).moldNo,
          updatedDate: sampleRow(n).updatedDate,
          cavities: at + 1,
        })),
      },
    ]);
});
