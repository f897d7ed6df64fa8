import { describe, expect, it } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { FromAServer, ManyRows } from "./datagrid.gallery.tsx";

const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
const titles = () =>
  page
    .getByRole("columnheader")
    .elements()
    .map((h) => h.querySelector(".dg-title")?.textContent);
const status = () => document.querySelector(".dg-toast")?.textContent;
const width = (name: string) => Math.round(header(name).element().getBoundingClientRect().width);
const pinned = (side: "left" | "right") =>
  [...document.querySelectorAll(`.dg-head .dg-${side} [role=columnheader]`)].map((h) =>
    h.getAttribute("aria-label"),
  );
const ready = () =>
  expect.element(page.getByRole("gridcell", { name: "P-00001", exact: true })).toBeVisible();

async function choose(column: string, item: string): Promise<void> {
  await header(column).click({ button: "right", position: { x: 16, y: 16 } });
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

describe("moving a column", () => {
  // spec: shop C2.3, C3.5
  it("works by dragging its header, and is remembered", async () => {
    const screen = await render(<ManyRows />);
    await ready();
    await userEvent.dragAndDrop(header("Name"), header("Weight (g)"), { sourcePosition: { x: 30, y: 16 } });
    await expect.poll(() => titles().indexOf("Name")).toBeGreaterThan(titles().indexOf("State"));
    await expect.poll(() => localStorage.getItem("grid:story")).toContain("order");
    await screen.unmount();
    await render(<ManyRows />);
    await ready();
    expect(titles().indexOf("Name")).toBeGreaterThan(titles().indexOf("State"));
  });

  // spec: shop C5.1, C5.2
  it("is refused for fixed columns and for the grid's own columns", async () => {
    await render(<FromAServer />);
    await ready();
    const boxes = page.elementLocator(document.querySelector(".dg-head .dg-check") ?? document.body);
    for (const source of [header("Part no."), header("No."), boxes]) {
      await userEvent.dragAndDrop(source, header("Made on"), { sourcePosition: { x: 8, y: 6 } });
      await expect.poll(status).toBe("This column is fixed and cannot be dragged.");
    }
    expect(titles().slice(0, 4)).toEqual([undefined, "No.", "Part no.", "Name"]);
  });

  // spec: shop C5.1
  it("is refused with a message in each language", async () => {
    for (const [locale, words] of [
      ["zh_CN", "固定列不允许拖动！"],
      ["zh_TW", "固定欄不允許拖動！"],
    ] as const) {
      const screen = await render(<FromAServer locale={locale} />);
      await ready();
      await userEvent.dragAndDrop(header("Part no."), header("Made on"), { sourcePosition: { x: 8, y: 6 } });
      await expect.poll(status).toBe(words);
      await screen.unmount();
    }
  });

  it("does not sort by the column that was dragged", async () => {
    await render(<ManyRows />);
    await ready();
    await userEvent.dragAndDrop(header("Name"), header("State"), { sourcePosition: { x: 30, y: 16 } });
    await expect.poll(() => titles().indexOf("Name")).toBeGreaterThan(titles().indexOf("State"));
    expect(document.querySelector("[aria-sort]")).toBeNull();
  });
});

describe("the menu of a header", () => {
  it("pins, hides and fits columns; all is remembered", async () => {
    const screen = await render(<ManyRows />);
    await ready();
    await choose("Weight (g)", "Pin left");
    await choose("Made on", "Pin right");
    await choose("State", "Hide column");
    const before = width("Name");
    await choose("Name", "Fit width to content");
    const changed = async () => {
      await expect.poll(() => pinned("left")).toContain("Weight (g)");
      expect(pinned("right")).toContain("Made on");
      expect(header("State").elements()).toHaveLength(0);
      // Polls, because the code that fits widths is loaded at its first use.
      await expect.poll(() => width("Name")).toBeLessThan(before);
    };
    await changed();
    await expect.poll(() => localStorage.getItem("grid:story")).toContain("hidden");
    await screen.unmount();
    await render(<ManyRows />);
    await ready();
    await changed();
    // The cells of the column must have moved together with the header.
    const at = header("Weight (g)").element().getAttribute("data-col");
    const cell = document.querySelector(`[data-row="0"] [data-col="${at}"]`);
    expect(cell?.getBoundingClientRect().x).toBe(header("Weight (g)").element().getBoundingClientRect().x);
  });

  it("sorts in both directions", async () => {
    await render(<ManyRows />);
    await ready();
    await choose("Name", "Sort descending");
    await expect.element(header("Name")).toHaveAttribute("aria-sort", "descending");
    await choose("Name", "Clear sort");
    await expect.element(header("Name")).not.toHaveAttribute("aria-sort");
  });
});

describe("resizing a column", () => {
  it("follows the pointer and is remembered; a double click fits it", async () => {
    const screen = await render(<ManyRows />);
    await ready();
    const before = width("Name");
    const grip = page.elementLocator(header("Name").element().querySelector(".dg-grip") ?? document.body);
    await userEvent.dragAndDrop(grip, header("State"), {
      sourcePosition: { x: 4, y: 10 },
      targetPosition: { x: 80, y: 10 },
    });
    await expect.poll(() => width("Name")).toBeGreaterThan(before + 60);
    const after = width("Name");
    await expect.poll(() => localStorage.getItem("grid:story")).toContain("width");
    await screen.unmount();
    await render(<ManyRows />);
    await ready();
    expect(width("Name")).toBe(after);
    await page.elementLocator(header("Name").element().querySelector(".dg-grip") ?? document.body).dblClick();
    await expect.poll(() => width("Name")).toBeLessThan(before);
  });
});

describe("the list of columns", () => {
  const list = () => page.getByRole("dialog", { name: "Columns" });
  const press = async (target: Locator, key: string) => {
    for (let tabs = 0; document.activeElement !== target.element(); tabs++) {
      if (tabs === 60) throw new Error("Tab does not reach the element");
      await userEvent.keyboard("{Tab}");
    }
    await userEvent.keyboard(key);
  };

  it("can be used by the keyboard alone: show, pin, move, reset", async () => {
    await render(<ManyRows />);
    await ready();
    (page.getByRole("button", { name: "Columns" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(list().getByRole("checkbox", { name: "Part no." })).toHaveFocus();
    // The steps follow the order of the list, because the test moves the focus only forwards by Tab.
    await press(list().getByRole("button", { name: "Pin right: Name" }), "{Enter}");
    await expect.poll(() => pinned("right")).toEqual(["Name"]);
    await press(list().getByRole("checkbox", { name: "State" }), " ");
    await expect.poll(() => header("State").elements()).toHaveLength(0);
    await press(list().getByRole("button", { name: "Move down: Weight" }), "{Enter}");
    await expect.poll(() => titles().indexOf("Weightg")).toBeGreaterThan(titles().indexOf("Made on"));
    await press(list().getByRole("button", { name: "Reset" }), "{Enter}");
    await expect.poll(() => titles().slice(1, 5)).toEqual(["Part no.", "Name", "State", "Weightg"]);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: "Columns" })).toHaveFocus();
    await expect.poll(() => localStorage.getItem("grid:story")).toBeNull();
  });

  it("does not hide the last column", async () => {
    await render(<ManyRows />);
    await ready();
    await page.getByRole("button", { name: "Columns" }).click();
    for (const name of ["Name", "State", "Weight", "Made on", "Last seen", "Approved"])
      await list().getByRole("checkbox", { name, exact: true }).click();
    await expect.element(list().getByRole("checkbox", { name: "Part no." })).toBeDisabled();
  });
});
