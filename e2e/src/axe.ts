import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Runs axe on a page. Returns its serious and critical findings as texts. */
export async function serious(page: Page): Promise<string[]> {
  // Run axe in the page itself, which has no frames. By default axe uses a second page, which takes five times as
  // long.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
      // Report only violations. Reporting passed elements takes longer than the check itself.
      resultTypes: ["violations"],
    })
    .analyze();
  return violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}, ${v.help}: ${n.target.join(" ")}`));
}

/** Returns how much wider the page is than its window, px. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
