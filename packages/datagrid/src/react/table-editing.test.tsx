import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { editTexts } from "../core/edit-texts.ts";
import { PartServer, part } from "../gallery/parts.ts";
import { EditAsTable } from "./table-editing.gallery.tsx";

const texts = editTexts.en;
const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
const status = () => document.querySelector(".dg-toast")?.textContent;
const cellElement = (row: number, column: string) => {
  const at = header(column).element().getAttribute("data-col");
  return document.querySelector<HTMLElement>(`.dg-rows > [data-row="${row}"] [data-col="${at}"]`);
};
const cell = (row: number, column: string) => page.elementLocator(cellElement(row, column) ?? document.body);
const text = (row: number, column: string) => cellElement(row, column)?.textContent;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const ready = () =>
  expect.element(page.getByRole("gridcell", { name: "P-00001", exact: true })).toBeVisible();

/** Simulates Ctrl+V: dispatches a paste event at the active cell, as the browser does. */
function paste(plain: string, html = "", target = document.activeElement): void {
  const data = new DataTransfer();
  if (plain !== "") data.setData("text/plain", plain);
  if (html !== "") data.setData("text/html", html);
  target?.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
  );
}

describe("a cell", () => {
  it("with a list of values keeps its value when a key opens its editor", async () => {
    await render(<EditAsTable />);
    await ready();
    await cell(0, "Approved").click();
    await userEvent.keyboard("x");
    const value = () => document.querySelector<HTMLSelectElement>(".dg-edit select")?.value;
    await expect.poll(value).toBe(String(part(0).approved));
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => document.querySelector(".dg-edit")).toBeNull();
    await expect.element(page.getByText(texts.unchanged)).toBeVisible();
  });
});

describe("cells that cannot be edited", () => {
  const readOnly = (row: number, column: string) => cellElement(row, column)?.getAttribute("aria-readonly");
  const lineOf = (column: string) =>
    getComputedStyle(cellElement(0, column) ?? document.body, "::after").borderBottomStyle;

  it("look different, and tell assistive technology", async () => {
    await render(<EditAsTable />);
    await ready();
    expect([readOnly(0, "Part no."), readOnly(0, "Name")]).toEqual(["true", "false"]);
    expect([lineOf("Part no."), lineOf("Name")]).toEqual(["none", "dotted"]);
    const cursorOf = (column: string) => getComputedStyle(cellElement(0, column) ?? document.body).cursor;
    expect([cursorOf("Part no."), cursorOf("Name")]).toEqual(["default", "text"]);
  });

  it("do not open the row by a double click or Enter, but say so", async () => {
    const onRowOpen = vi.fn();
    await render(<EditAsTable onRowOpen={onRowOpen} />);
    await ready();
    await cell(0, "Part no.").dblClick();
    await expect.poll(status).toBe(texts.fixedCell("Part no."));
    await userEvent.keyboard("{Enter}");
    expect(onRowOpen).not.toHaveBeenCalled();
    await cell(0, "Name").dblClick();
    await expect.poll(() => document.querySelector(".dg-edit")).not.toBeNull();
  });
});

describe("a range", () => {
  it("is pasted from a spreadsheet, undone and redone", async () => {
    await render(<EditAsTable />);
    await ready();
    await cell(1, "Name").click();
    paste("A\tIdle\t12\r\nB\tIn repair\tx\r\n");
    await expect.poll(status).toBe(texts.pasted(6));
    expect([text(1, "Name"), text(2, "State"), text(2, "Weight (g)")]).toEqual(["A", "In repair", "x"]);
    expect(cellElement(2, "Weight (g)")?.getAttribute("aria-invalid")).toBe("true");
    await expect.element(page.getByText(texts.changed(4, 2))).toBeVisible();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => text(1, "Name")).toBe("Grille");
    await userEvent.keyboard("{Control>}y{/Control}");
    await expect.poll(() => text(1, "Name")).toBe("A");
  });

  it("takes the exact number that the HTML of a spreadsheet contains", async () => {
    await render(<EditAsTable />);
    await ready();
    await cell(0, "Weight (g)").click();
    paste("12", '<table><tr><td sdval="12.3">12</td></tr></table>');
    await expect.poll(() => text(0, "Weight (g)")).toBe("12.3");
    paste("", "<table><tr><td>7</td></tr><tr><td>8</td></tr></table>");
    await expect.poll(() => [text(0, "Weight (g)"), text(1, "Weight (g)")]).toEqual(["7.0", "8.0"]);
    // The HTML states the exact number 12.3 (`sdval`), but the cell shows 99, which is not 12.3 rounded. The shown text
    // is pasted.
    paste("99", '<table><tr><td sdval="12.3">99</td></tr></table>');
    await expect.poll(() => text(0, "Weight (g)")).toBe("99.0");
  });

  it("is refused as a whole if it does not fit or contains cells that cannot be changed", async () => {
    await render(<EditAsTable rows={3} />);
    await ready();
    await cell(1, "Name").click();
    paste("a\nb\nc");
    await expect.poll(status).toBe(texts.tooManyRows(3, 2));
    await cell(0, "Approved").click();
    paste("Yes\tx");
    await expect.poll(status).toBe(texts.tooManyColumns(2, 1));
    await cell(0, "Part no.").click();
    paste("P-9\tx");
    await expect.poll(status).toBe(texts.readOnly("Part no."));
    paste("");
    await expect.poll(status).toBe(texts.nothingToPaste);
    await expect.element(page.getByText(texts.unchanged)).toBeVisible();
  });

  it("is cleared by Delete and cut", async () => {
    await render(<EditAsTable />);
    await ready();
    await userEvent.dragAndDrop(cell(0, "Name"), cell(1, "State"));
    await userEvent.keyboard("{Delete}");
    await expect.poll(() => [text(0, "Name"), text(1, "State")]).toEqual(["", ""]);
    await userEvent.keyboard("{Control>}z{/Control}");
    const data = new DataTransfer();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("cut", { clipboardData: data, bubbles: true, cancelable: true }),
    );
    expect(data.getData("text/plain")).toBe("Bumper\tRunning\nGrille\tIdle");
    await expect.poll(() => text(1, "Name")).toBe("");
  });

  it("is continued by the fill handle, and repeated by Ctrl+D", async () => {
    await render(<EditAsTable />);
    await ready();
    await cell(0, "Name").click();
    paste("M-008");
    await expect.poll(() => text(0, "Name")).toBe("M-008");
    const handle = page.elementLocator(document.querySelector(".dg-fill-handle") ?? document.body);
    await userEvent.dragAndDrop(handle, cell(3, "Name"), { force: true });
    await expect
      .poll(() => [1, 2, 3, 4].map((row) => text(row, "Name")))
      .toEqual(["M-009", "M-010", "M-011", part(4).name]);
    await userEvent.dragAndDrop(cell(0, "Name"), cell(2, "Name"));
    await userEvent.keyboard("{Control>}d{/Control}");
    await expect.poll(() => [1, 2].map((row) => text(row, "Name"))).toEqual(["M-008", "M-008"]);
  });

  it("loads rows that are not on the page yet", async () => {
    const server = new PartServer(900);
    await render(<EditAsTable source={server} />);
    await ready();
    await cell(0, "Name").click();
    await userEvent.keyboard("{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}");
    await expect.element(page.getByRole("gridcell", { name: "P-00900", exact: true })).toBeVisible();
    paste("Same", "", page.getByRole("grid").element());
    await expect.poll(status).toBe(texts.pasted(900));
    await expect.element(page.getByText(texts.changed(900, 900))).toBeVisible();
  });
});

describe("a save", () => {
  it("stores all rows in one call, keeps refused rows and shows their errors", async () => {
    const save = vi.fn(async (rows: readonly { key: string; values: Record<string, unknown> }[]) =>
      rows.map(({ key, values }) =>
        values.name === "Refuse"
          ? { key, saved: false as const, errors: [{ field: "name", text: "The name is already used" }] }
          : { key, saved: true as const },
      ),
    );
    await render(<EditAsTable save={save} />);
    await ready();
    await cell(0, "Name").click();
    paste("One\nRefuse\nThree");
    await button(texts.save).click();
    await expect.poll(status).toBe(texts.partlySaved(2, 1));
    expect(save).toHaveBeenCalledTimes(1);
    expect(save.mock.calls[0]?.[0].map((r) => [r.key, r.values])).toEqual([
      ["P-00001", { name: "One" }],
      ["P-00002", { name: "Refuse" }],
      ["P-00003", { name: "Three" }],
    ]);
    expect([text(0, "Name"), text(2, "Name")]).toEqual(["One", "Three"]);
    await expect.element(page.getByText("The name is already used")).toBeVisible();
    await button("P-00002 · Name").click();
    await expect.poll(() => document.activeElement === cellElement(1, "Name")).toBe(true);
  });

  it("does not begin while a cell is faulty", async () => {
    const save = vi.fn();
    await render(<EditAsTable save={save} />);
    await ready();
    await cell(0, "Weight (g)").click();
    paste("-1\nabc");
    await button(texts.save).click();
    await expect.poll(status).toBe(texts.fixFirst);
    await expect.element(page.getByText("A weight is not negative")).toBeVisible();
    await expect.element(page.getByText(texts.number, { exact: true })).toBeVisible();
    expect(save).not.toHaveBeenCalled();
  });

  it("shows what somebody else has changed and lets the user decide", async () => {
    await render(<EditAsTable />);
    await ready();
    await cell(3, "Name").click();
    paste("Mine");
    await button(texts.save).click();
    await expect.element(page.getByText(texts.conflict("Theirs"))).toBeVisible();
    await button(texts.save).click();
    await expect.poll(status).toBe(texts.fixFirst);
    await button(texts.keepMine).click();
    await button(texts.save).click();
    await expect.poll(status).toBe(texts.saved(1));
    expect(text(3, "Name")).toBe("Mine");
  });

  it("that fails keeps all changes", async () => {
    await render(<EditAsTable save={() => Promise.reject(new Error("no connection"))} />);
    await ready();
    await cell(0, "Name").click();
    paste("X");
    await button(texts.save).click();
    await expect.poll(status).toBe(texts.saveFailed("no connection"));
    expect(text(0, "Name")).toBe("X");
    await button(texts.discard).click();
    await expect.poll(() => text(0, "Name")).toBe(part(0).name);
  });
});

it("types into a cell as a paste does, and offers a custom editor", async () => {
  await render(<EditAsTable />);
  await ready();
  await cell(0, "Weight (g)").click();
  await userEvent.keyboard("1,5{Enter}");
  await expect.poll(() => cellElement(0, "Weight (g)")?.title).toBe(texts.numberStyle);
  expect(text(0, "Weight (g)")).toBe("1,5");
  await cell(1, "State").dblClick();
  await button("repair").click();
  await expect.poll(() => text(1, "State")).toBe("In repair");
});
