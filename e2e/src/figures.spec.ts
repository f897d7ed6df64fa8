import type { Page } from "@playwright/test";
import { screens as allScreens } from "@shotkeeper/contract/menus";
import { expect, openScreen, settled, test } from "./fixtures.ts";
import { isItsTurn } from "./turn.ts";

/** Time zones in which the browsers run. */
const zones = ["America/Chicago", "Europe/Berlin", "Asia/Shanghai"] as const;

/**
 * Screens whose figures or lists depend on the present time or day. In every time zone, their figures are compared with
 * the lists to which they link.
 */
const timed = [
  "/dashboard/workplace",
  "/counter/quarantine",
  "/counter/log",
  "/order/production",
  "/board/plant",
  "/indicator/idle",
];
/**
 * All screens whose figures do not depend on the present time (not in `timed`). To keep the test short, each of them is
 * compared in only one zone.
 */
const others = allScreens.flatMap(({ path }) => (path && !timed.includes(path) ? [path] : []));

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

const numberIn = (text: string | null) => Number(text?.replace(/\D/g, "") || Number.NaN);

/** Returns the number of rows that the open list has, on all of its pages. */
async function rowsOf(page: Page): Promise<number> {
  await settled(page);
  const count = page.locator(".dg-count:visible").first();
  const cards = page.locator(".sk-card[data-state]:visible");
  await expect(count.or(cards.first()).or(page.locator(".sk-empty:visible")).first()).toBeVisible();
  if ((await count.count()) === 0) return cards.count();
  return numberIn(await count.textContent());
}

// Counters keep reporting during the test. So a figure that differs from its list is read again.
const again = { timeout: 60_000, intervals: [200] };

/** Opens the list of a figure of the screen, and compares the number of its rows with the figure. */
async function compareLink(page: Page, screen: string, found: Figure): Promise<void> {
  const { href } = found;
  let shown = found.rows;
  await expect(async () => {
    await openScreen(page, href);
    const rows = await rowsOf(page);
    const before = shown;
    if (rows !== before) {
      await openScreen(page, screen);
      // A figure that has become 0 may no longer be a link. A missing link therefore counts as 0.
      shown = (await figuresOf(page)).find((f) => f.href === href)?.rows ?? 0;
    }
    expect([screen, href, rows]).toEqual([screen, href, before]);
  }).toPass(again);
}

/**
 * Clicks each filter button of the open screen that has a number (FilterStrip in packages/ui), and compares the number
 * with the rows of the filtered list. Returns the number of compared buttons.
 */
async function compareChips(page: Page, screen: string): Promise<number> {
  const strip = page.locator(".sk-strip:visible").first();
  const labels = await strip.locator("button:has(strong) > span:first-child").allTextContents();
  for (const label of labels) {
    const chip = strip.locator("button", {
      has: page.locator("span:first-child", { hasText: new RegExp(`^${escaped(label)}$`) }),
    });
    // A filter button without rows may disappear, for example after the last warning of its kind was closed.
    if ((await chip.count()) === 0) continue;
    await chip.click();
    await expect(async () => {
      const rows = await rowsOf(page);
      const shown = numberIn(await chip.locator("strong").textContent());
      expect([screen, label, rows]).toEqual([screen, label, shown]);
    }).toPass(again);
  }
  return labels.length;
}
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Compares the number on the bell with the number of unread notices in the list that the bell opens. */
async function compareBell(page: Page): Promise<void> {
  const bell = page.locator(".sk-icon-button:has(.ant-badge)");
  await bell.click();
  await expect(page.locator(".sk-notices")).toBeVisible();
  await expect(async () => {
    const rows = await page.locator(".sk-notices [data-unread]").count();
    const shown = Number((await bell.getAttribute("aria-label"))?.match(/\d+/)?.[0] ?? 0);
    // The bell shows "49+" for all numbers above 49.
    expect(Math.min(rows, 49)).toBe(shown);
  }).toPass(again);
}

for (const [n, timezoneId] of zones.entries())
  if (isItsTurn(n))
    test.describe(`a browser of ${timezoneId}`, () => {
      test.use({ timezoneId });

      test("every card, chip, badge and board figure equals the rows that it leads to", async ({
        signedIn: page,
      }) => {
        test.setTimeout(600_000);
        await openScreen(page, "/warning/all");
        const mold = await page.locator("a[href^='#/basic/mold/']").first().getAttribute("href");
        const seen = new Set<string>();
        const counted = { links: 0, chips: 0 };
        const own = others.filter((_, i) => i % zones.length === n);
        for (const screen of [...timed, mold?.slice(1) ?? "", ...own]) {
          await openScreen(page, screen);
          const figures = await figuresOf(page);
          counted.chips += await compareChips(page, screen);
          for (const found of figures) {
            if (seen.has(found.href)) continue;
            seen.add(found.href);
            await compareLink(page, screen, found);
          }
        }
        await openScreen(page, "/dashboard/workplace");
        await compareBell(page);
        counted.links = seen.size;
        console.log(`${timezoneId}: ${counted.links} links, ${counted.chips} chips`);
        expect(counted.links).toBeGreaterThan(30);
        expect(counted.chips).toBeGreaterThan(7);
      });
    });
