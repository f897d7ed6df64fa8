import type { Page } from "@playwright/test";
import { expect, openScreen, settled, test } from "./fixtures.ts";

const zones = ["America/Chicago", "Europe/Berlin", "Asia/Shanghai"];

/** Screens with figures that are links to lists. The page of a mold with a warning is added. */
const screens = ["/dashboard/workplace", "/counter/quarantine", "/counter/log"];

interface Figure {
  readonly href: string;
  readonly rows: number;
}

/** Returns all figures of the open page that are links to lists (FigureLink in apps/web/src/admin/figures.tsx). */
const figuresOf = (page: Page): Promise<Figure[]> =>
  page.locator("a[data-rows]:visible").evaluateAll((links) =>
    links.map((a) => ({
      href: (a.getAttribute("href") ?? "").replace(/^#/, ""),
      rows: Number(a.getAttribute("data-rows")),
    })),
  );

/** Returns the number of rows that the open list has, on all of its pages. */
async function rowsOf(page: Page): Promise<number> {
  await settled(page);
  const count = page.locator(".dg-count:visible").first();
  const cards = page.locator(".sk-card[data-state]:visible");
  await expect(count.or(cards.first()).or(page.locator(".sk-empty:visible")).first()).toBeVisible();
  if ((await count.count()) === 0) return cards.count();
  return Number((await count.textContent())?.replace(/\D/g, ""));
}

for (const timezoneId of zones)
  test(`every figure that is a link equals the rows of its list, in a browser of ${timezoneId}`, async ({
    browser,
    session,
    baseURL,
  }) => {
    const context = await browser.newContext({ timezoneId, storageState: session, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    const seen = new Set<string>();
    await openScreen(page, "/warning/all");
    const mold = await page.locator("a[href^='#/basic/mold/']").first().getAttribute("href");
    for (const screen of [...screens, mold?.slice(1) ?? ""]) {
      await openScreen(page, screen);
      for (const { href } of await figuresOf(page)) {
        if (seen.has(href)) continue;
        seen.add(href);
        // Counters keep reporting during the test. So the figure is read again if the list differs from it.
        await expect(async () => {
          await openScreen(page, screen);
          const figure = (await figuresOf(page)).find((f) => f.href === href);
          await openScreen(page, href);
          const rows = await rowsOf(page);
          // A figure that has become 0 is a link no longer.
          expect([href, rows]).toEqual([href, figure?.rows ?? 0]);
        }).toPass({ timeout: 60_000, intervals: [200] });
      }
    }
    expect(seen.size).toBeGreaterThan(12);
    await context.close();
  });
