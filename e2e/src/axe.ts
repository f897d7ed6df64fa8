import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds serious or critical on a page, in words. */
export async function serious(page: Page): Promise<string[]> {
  // In the page itself, which has no frames: by way of a second page it takes five times as long.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
      // To say where everything is that is well takes longer than to look.
      resultTypes: ["violations"],
    })
    .analyze();
  return violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}, ${v.help}: ${n.target.join(" ")}`));
}

/** How far a page reaches beyond its window, px. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
