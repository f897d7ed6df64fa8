import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { readOnlyUser, refusal, sampleClient, sampleRow, sampleRows, sampleUser } from "../gallery/index.ts";
import {
  AddByAddress,
  BulkActions,
  EmptyList,
  ManyRows,
  ReadOnlyList,
  WrittenByStaff,
} from "./list.gallery.tsx";

const rowCount = () => page.getByRole("grid").element().getAttribute("aria-rowcount");
const row = (text: string) => page.getByRole("row").filter({ hasText: text });
const dialog = () => page.getByRole("dialog");
const button = (name: string) => page.getByRole("button", { name });
/** Waits until the screen has its rows. The count includes the header row. */
async function loaded(count = 61): Promise<void> {
  await expect.poll(rowCount).toBe(String(count));
  await expect.element(row("M-0001")).toBeVisible();
}

describe("a list screen for a user with all rights", () => {
  it("adds a row by the form, and the list loads again", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await loaded();
    const before = client.requests("BS101.Q01").length;
    await button("plus Add").click();
    await expect.element(dialog()).toHaveTextContent("Add · Molds");
    await dialog().getByLabelText("Mold no.", { exact: true }).fill("M-9");
    await dialog().getByLabelText("Mold name", { exact: true }).fill("Bracket");
    await button("Save").click();
    await expect.poll(() => client.requests("insert MB_SAMPLE")).toHaveLength(1);
    await expect.poll(() => dialog().elements()).toHaveLength(0);
    await expect.poll(() => client.requests("BS101.Q01").length).toBeGreaterThan(before);
  });

  it("opens the form for a new row when the address asks for it", async () => {
    await render(<AddByAddress />);
    await expect.element(dialog()).toHaveTextContent("Add · Molds");
    await button("Cancel").click();
    await expect.poll(() => dialog().elements()).toHaveLength(0);
  });

  it("edits the row of the button", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await loaded();
    await row("M-0003").getByRole("button", { name: "Edit" }).click();
    await expect.element(dialog()).toHaveTextContent("Edit M-0003");
    await expect.element(dialog().getByLabelText("Mold name", { exact: true })).toHaveValue("Door panel 3");
  });

  it("deletes a row after a confirmation, with the UPDATED_DATE that was read", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await loaded();
    await row("M-0001").getByRole("button", { name: "Delete" }).click();
    await expect.element(dialog()).toHaveTextContent("M-0001");
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => dialog().elements()).toHaveLength(0);
    expect(client.requests("remove MB_SAMPLE")).toEqual([]);
    await row("M-0001").getByRole("button", { name: "Delete" }).click();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await expect
      .poll(() => client.requests("remove MB_SAMPLE"))
      .toEqual([{ rows: [{ moldNo: "M-0001", updatedDate: sampleRow(0).updatedDate }] }]);
    await expect.element(page.getByText("Deleted", { exact: true })).toBeVisible();
  });

  it("shows why a row cannot be deleted", async () => {
    const client = sampleClient({ "remove MB_SAMPLE": refusal("S0201^MB_SAMPLE") });
    await render(<ManyRows client={client} />);
    await loaded();
    await row("M-0001").getByRole("button", { name: "Delete" }).click();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await expect.element(page.getByText(/is in use and cannot be deleted/)).toBeVisible();
  });

  it("deletes the selected rows and clears the selection", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await loaded();
    expect(page.getByText("2 selected").elements()).toHaveLength(0);
    for (const no of ["M-0002", "M-0004"]) await row(no).getByRole("checkbox").click();
    await expect.element(page.getByText("2 selected")).toBeVisible();
    await page.elementLocator(document.querySelector(".dg-bar .ant-btn-dangerous") ?? document.body).click();
    await expect.element(dialog()).toHaveTextContent("2 rows");
    await dialog().getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => client.requests("remove MB_SAMPLE")).toHaveLength(1);
    const [{ rows } = { rows: [] }] = client.requests("remove MB_SAMPLE") as [{ rows: { moldNo: string }[] }];
    expect(rows.map((r) => r.moldNo)).toEqual(["M-0002", "M-0004"]);
    await expect.poll(() => page.getByText("2 selected").elements()).toHaveLength(0);
  });

  it("opens a row in a drawer with its values, its history and its actions", async () => {
    const client = sampleClient();
    await render(<ManyRows client={client} />);
    await loaded();
    await row("M-0002").getByText("Grille 2").click();
    await expect.element(dialog()).toHaveTextContent("Check the slider before the next run");
    await page.getByRole("tab", { name: "History" }).click();
    await expect
      .poll(() => client.requests("SYS100.Q03").at(-1)?.where)
      .toContainEqual({
        field: "targetKey",
        operator: "EQ",
        value: "M-0002",
      });
    await dialog().getByRole("button", { name: "Copy" }).click();
    await expect.element(dialog().getByLabelText("Mold name", { exact: true })).toHaveValue("Grille 2");
    await expect.element(dialog().getByLabelText("Mold no.", { exact: true })).toHaveValue("");
  });

  it("calls onOpen instead of opening the drawer if the screen sets it", async () => {
    const onOpen = vi.fn();
    await render(<ManyRows onOpen={onOpen} />);
    await loaded();
    await row("M-0002").getByText("Grille 2").click();
    expect(onOpen).toHaveBeenCalledTimes(1);
    expect(onOpen.mock.calls[0]?.[0]).toMatchObject({ moldNo: "M-0002" });
    expect(dialog().elements()).toHaveLength(0);
  });

  it("offers buttons for the selected rows", async () => {
    await render(<BulkActions />);
    await loaded();
    await row("M-0002").getByRole("checkbox").click();
    await button("Print 1 labels").click();
    await expect.poll(() => page.getByText("1 selected").elements()).toHaveLength(0);
  });
});

// spec: admin 6.5
it("offers no button without the right", async () => {
  await render(<ReadOnlyList />);
  await loaded();
  for (const name of ["Add", "Import", "Edit", "Copy", "Delete"])
    expect(page.getByRole("button", { name, exact: true }).elements()).toEqual([]);
  expect(page.getByRole("checkbox").elements()).toEqual([]);
  // Expects no column of actions, because it would be empty in each row.
  expect(page.getByRole("columnheader", { name: "Actions" }).elements()).toEqual([]);
});

// spec: admin 6.5
it("shows each button only with its right", async () => {
  const client = sampleClient({}, { ...readOnlyUser, authorities: ["BS101:Q", "BS101:M"] });
  await render(<ReadOnlyList client={client} />);
  await loaded();
  await expect.element(row("M-0001").getByRole("button", { name: "Edit" })).toBeVisible();
  expect(page.getByRole("button", { name: "Delete" }).elements()).toEqual([]);
  expect(page.getByRole("button", { name: "plus Add" }).elements()).toEqual([]);
});

it("offers no button that writes to a user of another kind, whatever the rights", async () => {
  const client = sampleClient({}, { ...sampleUser, callerKind: "plant" });
  await render(<WrittenByStaff client={client} />);
  await loaded();
  for (const name of ["plus Add", "Import", "Edit", "Copy", "Delete"])
    expect(page.getByRole("button", { name, exact: true }).elements()).toEqual([]);
});

it("shows in an empty list what to do next", async () => {
  await render(<EmptyList />);
  await expect.element(page.getByText("Molds: nothing here yet")).toBeVisible();
  await expect
    .element(page.getByText("Add the first mold, or import your list from a spreadsheet."))
    .toBeVisible();
  await page.getByRole("button", { name: "plus Add" }).last().click();
  await expect.element(dialog()).toHaveTextContent("Add · Molds");
});

it("marks a total that may be an estimate", async () => {
  const many = sampleRows(100_001);
  const exact = await render(<ManyRows client={sampleClient({ "BS101.Q01": many.slice(1) })} />);
  await expect.element(page.getByText("100,000 rows", { exact: true })).toBeVisible();
  await exact.unmount();
  await render(<ManyRows client={sampleClient({ "BS101.Q01": many })} />);
  await expect.element(page.getByText("about 100,001 rows", { exact: true })).toBeVisible();
});

it("loads again after an event and keeps its rows meanwhile", async () => {
  let rows = sampleRows(3);
  const client = sampleClient({ "BS101.Q01": () => rows });
  await render(<ManyRows client={client} live={["reading"]} />);
  await loaded(4);
  rows = sampleRows(5);
  client.emit({ type: "warning" });
  client.emit({ type: "reading" });
  await expect.poll(rowCount, { timeout: 4_000 }).toBe("6");
  await userEvent.keyboard("{Escape}");
});

describe("on a phone", () => {
  it("each row is a card with title, state, three facts and its actions in reach", async () => {
    await page.viewport(390, 844);
    try {
      await render(<ManyRows />);
      await loaded();
      const card = row("M-0003");
      expect(
        card
          .getByRole("gridcell")
          .elements()
          .map((cell) => cell.className.match(/dg-(check|text|choice|number|actions)/)?.[1]),
      ).toEqual(["check", "text", "choice", "text", "choice", "text", "actions"]);
      expect([...card.element().querySelectorAll(".dg-card-label")].map((l) => l.textContent)).toEqual([
        "Mold name",
        "New or old",
        "Injection plant",
      ]);
      const buttons = card.getByRole("button").elements();
      expect(buttons.map((b) => b.getAttribute("aria-label") ?? b.textContent)).toEqual([
        "Edit",
        "Copy",
        "More",
      ]);
      for (const b of buttons) {
        const box = b.getBoundingClientRect();
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(390);
        expect(box.height).toBeGreaterThanOrEqual(34);
      }
      await card.getByRole("button", { name: "More" }).click();
      await expect.element(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
    } finally {
      await page.viewport(1280, 800);
    }
  });

  it("the checkbox of a card is large enough for a finger", async () => {
    await page.viewport(390, 844);
    try {
      await render(<ManyRows />);
      await loaded();
      const box = row("M-0002").getByRole("checkbox");
      const { width, height } = box.element().getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      const cell = box.element().closest("[role=gridcell]")?.getBoundingClientRect();
      expect(Math.min(cell?.width ?? 0, cell?.height ?? 0)).toBeGreaterThanOrEqual(40);
      // A tap on the edge of the cell, beside the drawn box, selects the row.
      await page
        .elementLocator(box.element().closest("[role=gridcell]") ?? document.body)
        .click({ position: { x: 3, y: 3 } });
      await expect.element(box).toBeChecked();
    } finally {
      await page.viewport(1280, 800);
    }
  });

  it("a tap on the label of a fact opens the row", async () => {
    await page.viewport(390, 844);
    try {
      await render(<ManyRows />);
      await loaded();
      await row("M-0002").getByText("Mold name").click();
      await expect.element(dialog()).toHaveTextContent("M-0002");
    } finally {
      await page.viewport(1280, 800);
    }
  });
});
