import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { menus } from "@shotkeeper/contract/menus";
import { expect, openScreen, test } from "./fixtures.ts";

async function serious(page: Page, at: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    .analyze();
  return violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${at}: ${v.id}, ${v.help}: ${n.target.join(" ")}`));
}

test("finds nothing serious on the log-in page", async ({ page }) => {
  await page.goto("/#/login");
  await expect(page.locator("form")).toBeVisible();
  expect(await serious(page, "log-in")).toEqual([]);
});

// One log-in a section: a page's own weight is the frame's, and hidden pages are not looked at.
for (const section of menus) {
  test(`finds nothing serious in ${section.id}`, async ({ signedIn: page }) => {
    const found: string[] = [];
    for (const { id, path } of section.children ?? [section]) {
      if (path === undefined) continue;
      await openScreen(page, path);
      found.push(...(await serious(page, `${id} ${path}`)));
    }
    expect(found).toEqual([]);
  });
}
