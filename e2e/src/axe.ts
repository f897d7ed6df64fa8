import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Returns the serious and critical findings of axe on a page as texts. */
export async function serious(page: Page): Promise<string[]> {
  // Runs in the page itself, which has no frames. axe's default, a second page, takes five times as long.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
      // Reporting passed elements takes longer than the check itself.
      resultTypes: ["violations"],
    })
    .analyze();
  return violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}, ${v.help}: ${n.target.join(" ")}`));
}

/** Returns by how many px the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
