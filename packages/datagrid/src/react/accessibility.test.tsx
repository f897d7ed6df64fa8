import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { WithLinksAndButtons, WithoutAntd } from "../plain/plain.gallery.tsx";
import { Editable, FromAServer, WithLinksAndActions } from "./datagrid.gallery.tsx";

const grid = () => page.getByRole("grid").element();
const cell = (row: number, col: number) =>
  document.querySelector<HTMLElement>(`.dg-rows [data-row="${row}"] [data-col="${col}"]`);
const focused = () => document.activeElement as HTMLElement;
const focusedName = () => focused().getAttribute("aria-label") ?? focused().textContent;
const inTabOrder = () =>
  [...grid().querySelectorAll<HTMLElement>("*")].filter((e) => e.tabIndex >= 0 && !e.matches(":disabled"));
const spoken = () => document.querySelector(".dg-spoken")?.textContent;

/** Moves the focus by Tab from the last button before the grid into the grid. */
async function tabIntoGrid() {
  page.getByRole("button", { name: "More" }).element().focus();
  await userEvent.keyboard("{Tab}");
  expect(grid().contains(focused())).toBe(true);
}

describe.each([
  ["antd", WithLinksAndActions],
  ["plain", WithLinksAndButtons],
] as const)("the keyboard in the %s skin", (_skin, Story) => {
  it("takes the grid as one tab stop, although its cells have links and buttons", async () => {
    await render(<Story />);
    await expect.poll(() => cell(0, 1)).not.toBeNull();
    await tabIntoGrid();
    expect(inTabOrder()).toHaveLength(1);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(inTabOrder()).toHaveLength(1);
    await userEvent.keyboard("{Tab}");
    expect(focused().closest(".dg-pager")).not.toBeNull();
    await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
    expect(focused().closest("[data-row]")?.getAttribute("data-row")).toBe("2");
    await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
    expect(focusedName()).toBe("More");
  });

  it("reaches links and buttons in cells by Enter and F2, and leaves them by Escape and Tab", async () => {
    await render(<Story />);
    await expect.poll(() => cell(0, 2)?.querySelector("a")).toBeTruthy();
    cell(0, 2)?.focus();
    await userEvent.keyboard("{Enter}");
    expect(focused().tagName).toBe("A");
    await userEvent.keyboard("{Escape}");
    expect(focused()).toBe(cell(0, 2));
    await userEvent.keyboard("{End}{F2}");
    expect(focusedName()).toBe("Edit P-00001");
    await userEvent.keyboard("{Escape}{ArrowDown}{Enter}");
    expect(focusedName()).toBe("Edit P-00002");
    // Tab moves the focus through the buttons of the cell and then out of the grid.
    for (let steps = 0; focused().closest("[role=grid]") && steps < 3; steps++)
      await userEvent.keyboard("{Tab}");
    expect(focused().closest(".dg-pager")).not.toBeNull();
  });

  it("leaves Escape to a button whose menu is open", async () => {
    await render(<Story />);
    await expect.poll(() => cell(0, 2)?.querySelector("a")).toBeTruthy();
    cell(0, 2)?.focus();
    await userEvent.keyboard("{End}{F2}");
    const opener = focused();
    const onWindow = vi.fn();
    window.addEventListener("keydown", onWindow);
    onTestFinished(() => window.removeEventListener("keydown", onWindow));
    opener.ariaExpanded = "true";
    await userEvent.keyboard("{Escape}");
    expect(focused()).toBe(opener);
    expect(onWindow).toHaveBeenCalledOnce();
    opener.ariaExpanded = "false";
    await userEvent.keyboard("{Escape}");
    expect(focused()).not.toBe(opener);
  });

  it("reaches the filter of a column by F2 on its header", async () => {
    await render(<Story />);
    await expect.poll(() => cell(0, 2)).not.toBeNull();
    page.getByRole("columnheader", { name: "Name" }).element().focus();
    await userEvent.keyboard("{F2}");
    expect(focusedName()).toBe("Filter Name");
    await userEvent.keyboard("{Escape}");
    expect(focused().getAttribute("role")).toBe("columnheader");
  });
});

describe("announcements", () => {
  it("tell the sort, the filters and the selection", async () => {
    await render(<FromAServer />);
    await expect.poll(() => cell(0, 1)).not.toBeNull();
    expect(spoken()).toBe("");
    const weight = page.getByRole("columnheader", { name: "Weight (g)" });
    await weight.click();
    await expect.poll(spoken).toBe("Sorted by Weight ascending");
    await weight.click();
    await expect.poll(spoken).toBe("Sorted by Weight descending");
    await weight.click();
    await expect.poll(spoken).toBe("Not sorted");
    // The live region must exist before its text changes, because screen readers announce only changes of existing
    // regions.
    const live = document.querySelector(".dg-selected [aria-live=polite]");
    expect(live?.textContent).toBe("");
    await page.getByRole("checkbox", { name: "Select row" }).first().click();
    await expect.poll(() => live?.textContent).toBe("1 selected");
    expect(live?.isConnected).toBe(true);
  });

  it("tell new and removed filters, also if a message is the same as the last one, and are then emptied", async () => {
    await render(<WithoutAntd />);
    await page.getByRole("button", { name: /Remove filter.*Grille/ }).click();
    await expect.poll(spoken).toBe("Filters: 1");
    const before = document.querySelector(".dg-spoken > span");
    await page.getByRole("button", { name: /Remove filter/ }).click();
    await expect.poll(spoken).toBe("No filter");
    expect(document.querySelector(".dg-spoken > span")).not.toBe(before);
    await expect.poll(spoken).toBe("");
  });

  it("tell that a cell was saved, and not that it was refused", async () => {
    await render(<Editable />);
    await expect.poll(() => cell(0, 2)).not.toBeNull();
    cell(0, 2)?.focus();
    await userEvent.keyboard("{F2}");
    await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "Clip 7");
    await userEvent.keyboard("{Enter}");
    await expect.poll(spoken).toBe("Saved");
    await userEvent.keyboard("{F2}");
    await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "refuse");
    const before = document.querySelector(".dg-spoken > span");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => document.querySelector(".dg-toast")?.textContent).toContain("already used");
    expect(document.querySelector(".dg-spoken > span")).toBe(before);
  });
});

it("shows the active cell, selected rows and checked boxes by system colours if colours are forced", async () => {
  const emulate = (value: string) =>
    cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
  await emulate("active");
  try {
    await render(<WithoutAntd filters={[]} />);
    await expect.poll(() => cell(1, 0)).not.toBeNull();
    cell(1, 2)?.focus();
    await userEvent.keyboard("{ArrowDown}{ArrowUp}");
    const probe = document.createElement("i");
    probe.style.cssText = "background: Highlight; color: HighlightText; forced-color-adjust: none";
    document.body.append(probe);
    const { backgroundColor: highlight, color: highlightText } = getComputedStyle(probe);
    probe.remove();
    const [selected, box] = [cell(1, 2), cell(1, 0)?.querySelector("input")];
    if (!selected || !box) throw new Error("the second row is missing");
    expect(getComputedStyle(selected.closest(".dg-row") as Element).backgroundColor).toBe(highlight);
    expect(getComputedStyle(selected).color).toBe(highlightText);
    expect(getComputedStyle(selected).outlineStyle).toBe("solid");
    expect(getComputedStyle(box).backgroundColor).toBe(highlight);
    expect(getComputedStyle(box, "::after").backgroundColor).toBe(highlightText);
  } finally {
    await emulate("");
  }
});

it("shows the filter buttons without a mouse, and filters by touch", async () => {
  const touch = (enabled: boolean) =>
    cdp().send("Emulation.setTouchEmulationEnabled", { enabled, maxTouchPoints: 1 });
  const funnel = () => page.getByRole("button", { name: "Filter Name", exact: true });
  await render(<WithLinksAndButtons />);
  await expect.element(funnel()).toBeInTheDocument();
  const opacity = () => getComputedStyle(funnel().element()).opacity;
  expect(opacity()).toBe("0");
  await touch(true);
  try {
    await expect.poll(() => matchMedia("(hover: none)").matches).toBe(true);
    await expect.poll(opacity).toBe("1");
    expect(funnel().element().getBoundingClientRect().width).toBeGreaterThanOrEqual(24);
    await funnel().click();
    await expect.element(page.getByRole("dialog", { name: "Filter Name" })).toBeInTheDocument();
  } finally {
    await touch(false);
  }
});
