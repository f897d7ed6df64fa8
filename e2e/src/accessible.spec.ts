import { AxeBuilder } from "@axe-core/playwright";
import { screens } from "@shotkeeper/contract/menus";
import { expect, logIn, openScreen, type settled, test } from "./fixtures.ts";

async function serious(page: Parameters<typeof settled>[0], at: string): Promise<string[]> {
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

test("finds nothing serious on any screen", async ({ page }) => {
  test.slow();
  await logIn(page);
  const faults: string[] = [];
  for (const { id, path } of screens) {
    if (path === undefined) continue;
    await openScreen(page, path);
    faults.push(...(await serious(page, `${id} ${path}`)));
  }
  expect(faults).toEqual([]);
});
