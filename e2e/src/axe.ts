import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

const options: RunOptions = {
  // Reports only violations. A report of the passed elements takes longer than the check itself.
  resultTypes: ["violations"],
  // Turns off the CSS selectors of elements in axe's report. axe would compute a selector for every element that it
  // checks.
  selectors: false,
  preload: false,
};

/**
 * Runs axe on a page, which must have no frames. Returns the serious and critical findings as texts. `targets`: also
 * finds controls that are smaller than 24 by 24 pixels and have no free space around them.
 */
export async function serious(page: Page, { targets = false } = {}): Promise<string[]> {
  // Loads axe only once per page, because axe stays in the page until another page is loaded.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async (o) => {
      const { axe } = window as typeof window & { axe: { run(o: object): Promise<AxeResults> } };
      const { violations } = await axe.run(o);
      return violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}, ${v.help}: ${n.html.slice(0, 160)}`));
    },
    { ...options, runOnly: targets ? [...tags, "wcag22aa"] : tags },
  );
}

/**
 * Returns by how many pixels the page's content is wider than its window. 0: the content fits. In the administration
 * each screen scrolls inside its own element (`.sk-page`), so these elements are measured too.
 */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll(".sk-page")];
    return Math.max(...boxes.map((e) => e.scrollWidth - e.clientWidth));
  });
