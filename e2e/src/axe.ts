import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Runs axe on a page. Returns the serious and critical findings as texts. */
export async function serious(page: Page): Promise<string[]> {
  // axe runs inside the page, which has no frames. By default axe opens a second page, which takes five times as
  // long.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
      // Only violations are reported. A report of the passed elements takes longer than the check itself.
      resultTypes: ["violations"],
    })
    .analyze();
  return violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}, ${v.help}: ${n.target.join(" ")}`));
}

/** Returns by how many px the page is wider than its window. 0: the page fits. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
