import axe from "axe-core";
import type { ComponentType } from "react";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { accessibility } from "./accessibility.ts";
import { features } from "./features.ts";
import { uses } from "./testing/example-uses.ts";
import "../plain/style.css";

const files = import.meta.glob<{ default: ComponentType }>("./examples/*.tsx", { eager: true });
const examples = Object.entries(files).map(([file, { default: Example }]) => ({
  id: /([^/]+)\.tsx$/.exec(file)?.[1] ?? file,
  Example,
}));

const { style } = document.documentElement;
/** Restores the browser's colours of native controls, because Shotkeeper's styles on this page override them. */
const native = document.createElement("style");
native.textContent = "button, input, select { color: revert }";
afterEach(() => {
  style.colorScheme = "";
  document.body.removeAttribute("style");
  native.remove();
});

/** Shows the page in the browser's default light or dark colours, like a page without style sheets. */
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
  // Checks the example with antd only in light colours. The stories of the grid check the dark colours of antd's theme.
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
  expect(examples.length).toBeGreaterThanOrEqual(24);
  const shown = new Set([...features, ...accessibility].flatMap((f) => f.example ?? []));
  expect([...shown].filter((id) => !examples.some((e) => e.id === id))).toEqual([]);
});
