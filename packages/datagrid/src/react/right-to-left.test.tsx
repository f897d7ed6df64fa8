import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import RightToLeft from "../docs/examples/right-to-left.tsx";
import "../plain/style.css";

const cell = (row: number, col: number) =>
  document.querySelector<HTMLElement>(`.dg-rows [data-row="${row}"] [data-col="${col}"]`);
const box = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
const header = (col: number) => document.querySelector(`.dg-head [data-col="${col}"]`);
const active = () =>
  expect.poll(() => (document.activeElement as HTMLElement | null)?.dataset.col ?? "no cell");
const grid = () => page.getByRole("grid").element();

async function show(): Promise<void> {
  await page.viewport(700, 500);
  localStorage.clear();
  await render(<RightToLeft />);
  await expect.poll(() => cell(0, 1)?.textContent).toBe("P-00001");
}

it("places columns from the right, and headers above their cells", async () => {
  await show();
  expect(box(cell(0, 0)).right).toBeGreaterThan(box(grid()).right - 10);
  expect(box(cell(0, 1)).right).toBeCloseTo(box(cell(0, 0)).left, 0);
  expect(box(cell(0, 2)).right).toBeLessThan(box(cell(0, 1)).left + 2);
  expect(box(header(2)).right).toBeCloseTo(box(cell(0, 2)).right, 0);
  await page.viewport(1280, 800);
});

it("moves by the arrow keys as the columns look, and scrolls to the last column", async () => {
  await show();
  cell(0, 1)?.focus();
  await userEvent.keyboard("{ArrowLeft}");
  await active().toBe("2");
  await userEvent.keyboard("{ArrowRight}");
  await active().toBe("1");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
  await active().toBe("4");
  expect(grid().scrollLeft).toBeLessThan(0);
  // Expects that the last column is inside the grid and that its header is above it.
  expect(box(cell(0, 4)).left).toBeGreaterThanOrEqual(box(grid()).left - 1);
  expect(box(header(4)).left).toBeCloseTo(box(cell(0, 4)).left, 0);
  // The pinned column has not moved.
  expect(box(cell(0, 1)).right).toBeCloseTo(box(cell(0, 0)).left, 0);
  await userEvent.keyboard("{Home}");
  await active().toBe("0");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(box(cell(0, 2)).right).toBeLessThan(box(cell(0, 1)).left + 2);
  await page.viewport(1280, 800);
});

it("resizes a column at its left edge", async () => {
  await show();
  const before = box(header(2)).width;
  const grip = page.elementLocator(header(2)?.querySelector(".dg-grip") ?? document.body);
  expect(box(grip.element()).left).toBeCloseTo(box(header(2)).left, 0);
  await userEvent.dragAndDrop(grip, page.elementLocator(header(2) ?? document.body), {
    sourcePosition: { x: 3, y: 10 },
    targetPosition: { x: 103, y: 10 },
  });
  await expect.poll(() => box(header(2)).width).toBeLessThan(before - 80);
  await page.viewport(1280, 800);
});

it("shows the sign before a negative number, and the last digits of a column below each other", async () => {
  await show();
  const style = getComputedStyle(cell(0, 3) as HTMLElement);
  expect([style.unicodeBidi, style.textAlign]).toEqual(["plaintext", "left"]);
  await page.viewport(1280, 800);
});
