import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { gridTexts } from "../core/texts.ts";
import { PartServer } from "../gallery/parts.ts";
import {
  AllRowsScrolled,
  Failed,
  Filtered,
  FromAServer,
  ManyRows,
  Narrow,
  NothingMatches,
  OwnEmptyState,
  Sortable,
  WithLinksAndActions,
} from "./datagrid.gallery.tsx";
import { ALL_ROWS } from "./props.ts";

const grid = () => page.getByRole("grid");
const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
/** Expects that the grid has this number of rows. The ARIA count also includes the header and the totals. */
const rows = (count: number) =>
  expect.poll(() => grid().element().getAttribute("aria-rowcount")).toBe(String(count + 2));
const ids = () =>
  [...document.querySelectorAll<HTMLElement>(".dg-rows > [data-row]")]
    .sort((a, b) => Number(a.dataset.row) - Number(b.dataset.row))
    .flatMap((row) => row.textContent?.match(/P-\d+/)?.[0] ?? []);
const total = () => document.querySelector(".dg-foot .dg-number")?.textContent;

async function filter(
  column: string,
  title: string,
  fill: (panel: ReturnType<typeof page.getByRole>) => Promise<void>,
) {
  await header(column).hover();
  await page.getByRole("button", { name: `Filter ${title}`, exact: true }).click();
  const panel = page.getByRole("dialog", { name: `Filter ${title}` });
  await fill(panel);
  await panel.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => panel.elements()).toHaveLength(0);
}

describe("filters", () => {
  // spec: admin 5.25
  it("of every type go to the source together, and the totals follow", async () => {
    const server = new PartServer(500);
    await render(<FromAServer source={server} />);
    await rows(500);
    await expect.poll(total).toMatch(/\d/);
    const all = total();
    await filter("State", "State", async (panel) => {
      for (const name of ["Running", "Idle"]) await panel.getByRole("checkbox", { name }).click();
    });
    // An operator that the user types replaces the selected operator.
    await filter("Weight (g)", "Weight", (panel) =>
      panel.getByRole("textbox", { name: "Weight" }).fill(">=450"),
    );
    await filter("Made on", "Made on", (panel) => panel.getByLabelText("To").fill("2026-03-20"));
    await filter("Approved", "Approved", (panel) => panel.getByText("Yes", { exact: true }).click());
    expect(server.requests.at(-1)?.filters).toEqual([
      { field: "state", operator: "IN", value: ["running", "idle"] },
      { field: "weight", operator: "EGT", value: 450 },
      { field: "made", operator: "ELT", value: "2026-03-20" },
      { field: "approved", operator: "EQ", value: true },
    ]);
    const chips = [...document.querySelectorAll(".dg-chip-text")].map((c) => c.textContent);
    expect(chips).toEqual([
      expect.stringMatching(/State.*Running.*Idle/),
      expect.stringMatching(/Weight ≥ 450 g/),
      expect.stringMatching(/Made on.*2026-03-20/),
      expect.stringMatching(/Approved.*Yes/),
    ]);
    expect(total()).not.toBe(all);
    await page.getByRole("button", { name: "Clear all" }).click();
    await rows(500);
    expect(total()).toBe(all);
  });

  // spec: admin 5.26, shop C5.5
  it("of a text column apply on Enter only, and Escape closes them without a change", async () => {
    const server = new PartServer(100);
    await render(<FromAServer source={server} />);
    await rows(100);
    await header("Name").hover();
    await page.getByRole("button", { name: "Filter Name" }).click();
    await page.getByPlaceholder("Press Enter to filter").fill("Grille");
    const before = server.requests.length;
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => page.getByRole("dialog").elements()).toHaveLength(0);
    expect(server.requests).toHaveLength(before);
    await page.getByRole("button", { name: "Filter Name" }).click();
    await page.getByPlaceholder("Press Enter to filter").fill("Grille");
    await userEvent.keyboard("{Enter}");
    await rows(25);
    await page.getByRole("button", { name: "Remove filter Name contains Grille" }).click();
    await rows(100);
  });

  it("that the caller controls are shown, changed and removed", async () => {
    const onFiltersChange = vi.fn();
    await render(<Filtered onFiltersChange={onFiltersChange} />);
    await expect.element(page.getByText("Weight ≥ 100 g")).toBeVisible();
    await page.getByRole("button", { name: "Remove filter Weight ≥ 100 g" }).click();
    await expect.poll(() => page.getByText("Weight ≥ 100 g").elements()).toHaveLength(0);
  });

  it("that match nothing show a text and can be cleared", async () => {
    await render(<NothingMatches />);
    await expect.element(page.getByText("Nothing matches these filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).click();
    await rows(60);
  });
});

describe("a sort", () => {
  it("by one column changes its direction, and a sort by several columns shows their order", async () => {
    const server = new PartServer(30);
    await render(<FromAServer source={server} />);
    await rows(30);
    await header("State").click({ position: { x: 16, y: 16 } });
    await header("Weight (g)").click({ modifiers: ["Shift"], position: { x: 60, y: 16 } });
    await expect.element(header("State")).toHaveAttribute("aria-sort", "ascending");
    await expect
      .poll(() => server.requests.at(-1)?.sort)
      .toEqual([
        { field: "state", direction: "asc" },
        { field: "weight", direction: "asc" },
      ]);
    expect(header("Weight (g)").element().textContent).toContain("↑2");
    await header("State").click({ position: { x: 16, y: 16 } });
    await expect.element(header("State")).toHaveAttribute("aria-sort", "descending");
  });
});

describe("pages of rows", () => {
  // spec: shop C2.5, C9.3
  it("are turned by buttons and by a number", async () => {
    await render(<FromAServer />);
    await rows(500);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect.poll(() => ids()[0]).toBe("P-00051");
    await page.getByRole("button", { name: "Forward 5 pages" }).click();
    await expect.poll(() => ids()[0]).toBe("P-00301");
    await page.getByRole("textbox", { name: "Page" }).fill("99");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => ids()[0]).toBe("P-00451");
    await expect.element(page.getByRole("button", { name: "Next page" })).toBeDisabled();
    await page.getByRole("button", { name: "First page" }).click();
    await expect.poll(() => ids()[0]).toBe("P-00001");
    await expect.element(page.getByRole("button", { name: "First page" })).toBeDisabled();
    await page.getByRole("button", { name: "Last page" }).click();
    await expect.poll(() => ids()[0]).toBe("P-00451");
    await expect.element(page.getByRole("button", { name: "Last page" })).toBeDisabled();
  });

  it("of all rows keep only the visible ones in the DOM", async () => {
    await render(<AllRowsScrolled />);
    await rows(5000);
    expect(ids().length).toBeLessThan(40);
    await grid().element().scrollTo({ top: 1e6 });
    await expect.poll(() => ids().at(-1)).toBe("P-05000");
    expect(page.getByRole("button", { name: "Next page" }).elements()).toHaveLength(0);
  });
});

describe("the selection", () => {
  const boxes = () => page.getByRole("checkbox", { name: "Select row" });
  const whole = () => page.getByRole("checkbox", { name: "Select this page" });
  const selected = () => page.getByRole("row", { selected: true }).elements().length;

  it("extends by Shift, stays on other pages, and is cleared", async () => {
    await render(<FromAServer />);
    await rows(500);
    await boxes().nth(1).click();
    await boxes()
      .nth(4)
      .click({ modifiers: ["Shift"] });
    await expect.poll(selected).toBe(4);
    expect((whole().element() as HTMLInputElement).indeterminate).toBe(true);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect.poll(() => ids()[0]).toBe("P-00051");
    expect(selected()).toBe(0);
    await whole().click();
    await expect.element(page.getByText("54 selected")).toBeVisible();
    await page.getByRole("button", { name: "Previous page" }).click();
    await expect.poll(selected).toBe(4);
    await page.getByRole("combobox", { name: "Rows per page" }).selectOptions("All");
    await expect.poll(() => page.getByRole("button", { name: "Next page" }).elements()).toHaveLength(0);
    await expect.element(page.getByText("54 selected")).toBeVisible();
    await page.getByRole("button", { name: "Clear selection" }).click();
    await expect.poll(selected).toBe(0);
  });

  it("extends by Shift over several pages, as long as the list has the same order", async () => {
    await render(<FromAServer />);
    await rows(500);
    await boxes().nth(9).click();
    await page.getByRole("button", { name: "Last page" }).click();
    await expect.poll(() => ids()[0]).toBe("P-00451");
    await boxes()
      .nth(0)
      .click({ modifiers: ["Shift"] });
    await expect.element(page.getByText("442 selected")).toBeVisible();
    await page.getByRole("button", { name: "Clear selection" }).click();
    await boxes().nth(1).click();
    await header("Weight (g)").click({ position: { x: 60, y: 16 } });
    await expect.element(page.getByRole("button", { name: "Previous page" })).toBeDisabled();
    await boxes()
      .nth(2)
      .click({ modifiers: ["Shift"] });
    await expect.element(page.getByText("2 selected")).toBeVisible();
  });

  it("of a page with all rows includes the rows that are not loaded yet", async () => {
    await render(<FromAServer pageSize={ALL_ROWS} />);
    await rows(500);
    await whole().click();
    await expect.element(page.getByText("500 selected")).toBeVisible();
    expect((whole().element() as HTMLInputElement).checked).toBe(true);
    await whole().click();
    await expect.element(page.getByText("500 selected")).not.toBeInTheDocument();
  });
});

describe("keys", () => {
  const active = () => document.activeElement;

  it("move the focus, sort from the header and select", async () => {
    await render(<FromAServer />);
    await rows(500);
    (grid().element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowDown}");
    expect(active()?.getAttribute("role")).toBe("gridcell");
    expect(active()?.closest("[role=row]")?.getAttribute("aria-rowindex")).toBe("3");
    await userEvent.keyboard(" ");
    await expect.element(page.getByText("1 selected")).toBeVisible();
    await userEvent.keyboard("{Control>}{Home}{/Control}{ArrowUp}{ArrowRight}{ArrowRight}{Enter}");
    await expect.element(header("Part no.")).toHaveAttribute("aria-sort", "ascending");
    await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await expect.element(page.getByRole("dialog", { name: "Filter Part no." })).toBeVisible();
  });
});

describe("states", () => {
  it("after a failure offer a retry", async () => {
    await render(<Failed />);
    await expect.element(page.getByRole("alert")).toHaveTextContent("The data could not be loaded");
    await expect.element(page.getByRole("button", { name: "Retry" })).toBeEnabled();
  });

  it("without rows may show the caller's content", async () => {
    await render(<OwnEmptyState />);
    await expect.element(page.getByRole("button", { name: "Add the first part" })).toBeVisible();
    expect(page.getByText("No data yet").elements()).toHaveLength(0);
  });
});

it("opens a row in its drawer, and leaves the click on a button of the row to the button", async () => {
  const screen = await render(<Sortable />);
  await page.getByRole("gridcell", { name: "Grille", exact: true }).first().dblClick();
  await expect.element(page.getByRole("dialog")).toHaveTextContent("Details of P-00002");
  await screen.unmount();
  const onRowOpen = vi.fn();
  await render(<WithLinksAndActions onRowOpen={onRowOpen} />);
  await page.getByRole("button", { name: "Edit P-00001" }).dblClick();
  expect(onRowOpen).not.toHaveBeenCalled();
});

/** Returns the buttons and inputs of the grid that have no name for screen readers. */
const nameless = () =>
  [...document.querySelectorAll(".dg button, .dg input")]
    .filter((e) => !e.ariaLabel && !e.textContent && !e.getAttribute("placeholder"))
    .flatMap((e) => (e.querySelector("[aria-label]") ? [] : [e.outerHTML]));

it("has an accessible name for every button and input in each language", async () => {
  for (const locale of ["zh_CN", "zh_TW", "en"] as const) {
    const t = gridTexts[locale];
    const screen = await render(<FromAServer locale={locale} />);
    await rows(500);
    for (const name of [t.selectPage, t.selectRow])
      await expect.element(page.getByRole("checkbox", { name }).first()).toBeVisible();
    for (const name of [t.reload, t.columns, t.more, t.nextPage, t.nextJump, t.firstPage, t.lastPage])
      await expect.element(page.getByRole("button", { name, exact: true })).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: t.page })).toBeVisible();
    await expect.element(page.getByRole("combobox", { name: t.pageSizeLabel })).toBeVisible();
    await expect.element(page.getByRole("columnheader", { name: t.sequence, exact: true })).toBeVisible();
    expect(nameless()).toEqual([]);
    await screen.unmount();
    const withActions = await render(<WithLinksAndActions locale={locale} />);
    await expect.element(page.getByRole("columnheader", { name: t.actions })).toBeVisible();
    await withActions.unmount();
  }
});

it("fits into a phone's width, with rows that a finger hits", async () => {
  await page.viewport(360, 740);
  try {
    await render(<Narrow rowDetail={(row) => row.id} />);
    await rows(60);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    expect(document.querySelector<HTMLElement>("[data-row='0']")?.offsetHeight).toBeGreaterThanOrEqual(40);
    await page.getByRole("button", { name: "More", exact: true }).click();
    const menu = page.getByRole("menu").element().getBoundingClientRect();
    expect(menu.left).toBeGreaterThanOrEqual(0);
    expect(menu.right).toBeLessThanOrEqual(360);
  } finally {
    await page.viewport(1280, 800);
  }
});

it("reloads by its button and by a new refresh key, keeping its rows", async () => {
  const server = new PartServer(20);
  const screen = await render(<FromAServer source={server} refreshKey={1} />);
  await rows(20);
  const before = ids();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => server.requests.length).toBe(2);
  await screen.rerender(<FromAServer source={server} refreshKey={2} />);
  await expect.poll(() => server.requests.length).toBe(3);
  expect(before[0]).toBe("P-00001");
  expect(ids()).toEqual(before);
  await screen.unmount();
  await render(<ManyRows search="Clip" />);
  await rows(15);
});
