import { join } from "node:path";
import { expect, it } from "vitest";
import { gridBudget, gridSizes } from "./grid-budget.mjs";
import { root } from "./root.mjs";

const total = (sizes) => [...sizes.values()].reduce((a, b) => a + b, 0);

it("counts the scripts that a page loads at once, and reports a page that exceeds the budget", async () => {
  const size = total(await gridSizes());
  expect(size).toBeGreaterThan(15);
  expect(await gridBudget(size)).toEqual([]);
  expect(await gridBudget(size - 0.1)).toEqual([expect.stringContaining(`loads ${size.toFixed(1)} kB`)]);
});

it("counts no scripts that are loaded on demand", async () => {
  const sheet = JSON.stringify(join(root, "packages/datagrid/src/sheet/index.ts"));
  const atOnce = total(await gridSizes(`import * as sheet from ${sheet}; console.log(sheet);`));
  const onDemand = total(await gridSizes(`console.log(() => import(${sheet}));`));
  expect(atOnce).toBeGreaterThan(5);
  expect(onDemand).toBeLessThan(0.5);
});
