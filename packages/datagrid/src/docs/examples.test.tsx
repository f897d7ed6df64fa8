import axe from "axe-core";
import type { ComponentType } from "react";
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { features } from "./features.ts";
import "../plain/style.css";

const files = import.meta.glob<{ default: ComponentType }>("./examples/*.tsx", { eager: true });
const examples = Object.entries(files).map(([file, { default: Example }]) => ({
  id: /([^/]+)\.tsx$/.exec(file)?.[1] ?? file,
  Example,
}));

const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
const cell = (row: number, col: number) =>
  document.querySelector<HTMLElement>(`.dg-rows [data-row="${row}"] [data-col="${col}"]`);
const text = (row: number, col: number) => expect.poll(() => cell(row, col)?.textContent);
const output = () => expect.poll(() => document.querySelector("output")?.textContent ?? "");
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

/** Uses each example as its description says. */
const uses: Readonly<Record<string, () => Promise<void>>> = {
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
};

const { style } = document.documentElement;
/** Gives native controls their own colours, which the product's styles in this page replace. */
const native = document.createElement("style");
native.textContent = "button, input, select { color: revert }";
afterEach(() => {
  style.colorScheme = "";
  document.body.removeAttribute("style");
  native.remove();
});

/** Shows the page in light or dark colours of the browser, as a page without styles of its own does. */
function colour(mode: string): void {
  style.colorScheme = mode;
  document.body.style.background = "Canvas";
  document.body.style.color = "CanvasText";
  document.head.append(native);
}

async function violations(): Promise<string[]> {
  const found = await axe.run(document.body, { resultTypes: ["violations"], preload: false });
  return found.violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.html.slice(0, 160)}`));
}

it.each(examples)("$id does what its description says", async ({ id, Example }) => {
  await render(
    <main>
      <Example />
    </main>,
  );
  expect(uses[id], `a use of the example ${id}`).toBeDefined();
  await uses[id]?.();
});

it.each(examples)("axe finds nothing in $id, in light and in dark colours", async ({ id, Example }) => {
  // The example with antd has antd's theme, whose dark colours the stories of the grid check.
  for (const mode of id === "antd-and-import" ? ["light"] : ["light", "dark"]) {
    colour(mode);
    const screen = await render(
      <main>
        <Example />
      </main>,
    );
    await expect.poll(violations, { timeout: 4000, interval: 200 }).toEqual([]);
    await screen.unmount();
  }
});

it("axe finds nothing in the popovers of the plain grid, in light and in dark colours", async () => {
  const Example = examples.find(({ id }) => id === "rows-in-memory")?.Example as ComponentType;
  for (const mode of ["light", "dark"]) {
    colour(mode);
    for (const name of ["Filter Name", "Filter State", "Filter Made on", "Columns", "More"]) {
      const screen = await render(
        <main>
          <Example />
        </main>,
      );
      await page.getByRole("button", { name, exact: true }).click({ force: true });
      await expect.poll(() => document.querySelector(".dg-pop")).not.toBeNull();
      await expect.poll(violations, { timeout: 4000, interval: 200 }).toEqual([]);
      await screen.unmount();
    }
  }
});

it("there is an example of each feature that can be shown", () => {
  expect(examples.length).toBeGreaterThanOrEqual(15);
  const shown = new Set(features.flatMap((f) => f.example ?? []));
  expect([...shown].filter((id) => !examples.some((e) => e.id === id))).toEqual([]);
});
