import type { Page } from "@playwright/test";
import { localeCodes } from "@shotkeeper/locales";
import { expect, openScreen, settled, speak, test } from "./fixtures.ts";
import { isItsTurn } from "./turn.ts";

const boards = ["/board/plant", "/board/maker", "/board/project", "/board/key-project"];
const sizes = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];

/** Maximum time until a board shows its next page, ms. The demo sets this time to 20 s. */
const rotationMs = 20_500;

/**
 * Returns the texts of the open board that cannot be read in full: text that an element with hidden overflow cuts, text
 * outside of the window, and texts that overlap. Runs in the page.
 */
function faultsInPage(): string[] {
  const board = document.querySelector(".sk-board");
  if (!board) return ["no board"];
  const found: string[] = [];
  const said = (e: Element) => (e.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 60);
  const nameOf = (e: Element) => `${e.tagName.toLowerCase()}.${e.className} "${said(e)}"`;
  const all = [board, ...board.querySelectorAll("*")].filter((e) => e.checkVisibility() && said(e) !== "");
  // Tolerates a difference of one pixel, because the browser rounds fractional sizes.
  const isCut = (e: Element) => {
    const { overflowX, overflowY } = getComputedStyle(e);
    return (
      (overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1) ||
      (overflowY !== "visible" && e.scrollHeight > e.clientHeight + 1)
    );
  };
  for (const e of all) if (isCut(e)) found.push(`cut: ${nameOf(e)}`);

  const texts: { readonly rect: DOMRect; readonly of: Element }[] = [];
  const walker = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement;
    if (!of?.checkVisibility() || !node.textContent?.trim() || of.closest("title")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) texts.push({ rect, of });
  }
  for (const { rect, of } of texts)
    if (rect.left < 0 || rect.top < 0 || rect.right > innerWidth + 1 || rect.bottom > innerHeight + 1)
      found.push(`outside: ${nameOf(of)}`);
  // Tolerates a small overlap, because the boxes of two lines may overlap although their letters do not.
  const overlap = (from: number, to: number, a: number, b: number) => Math.min(to, b) - Math.max(from, a);
  for (const [i, { rect: a, of: first }] of texts.entries())
    for (const { rect: b, of: second } of texts.slice(i + 1)) {
      const [lower, higher] = [Math.min(a.height, b.height), overlap(a.top, a.bottom, b.top, b.bottom)];
      if (overlap(a.left, a.right, b.left, b.right) > 2 && higher > lower * 0.4)
        found.push(`overlap: ${nameOf(first)} and ${nameOf(second)}`);
    }
  return found;
}

/**
 * Replaces texts of the boards by the longest texts that occur in practice. Otherwise the result would depend on the
 * time of day and on the present warnings. In the morning, for example, the figures have fewer digits.
 */
const useLongTexts = (page: Page) =>
  page.route(
    () => true,
    async (route) => {
      if (!/rf_\w+Board/.test(route.request().postData() ?? "")) return await route.fallback();
      const response = await route.fetch();
      const answer = await response.json();
      // Only the answer of the plant board has the list MOLDS. For the other boards, `tiles` is empty.
      const tiles: readonly object[] = Array.isArray(answer.ReturnData.MOLDS) ? answer.ReturnData.MOLDS : [];
      for (const t of tiles)
        Object.assign(t, { SHOTS_TODAY: 28_888, CYCLE_NOW: 128.85, DEVICE: "M-QD-0108" });
      const warnings: readonly object[] = answer.ReturnData.WARNINGS ?? [];
      for (const [i, w] of warnings.entries())
        Object.assign(w, {
          KIND: "position",
          MOLD_NO: `YJ-WM12-${1000 + i}`,
          OPEN_TIME: "2025-12-28T08:00:00Z",
        });
      await route.fulfill({ response, json: answer });
    },
  );

/** Returns what the board shows now: plant, maker or project, and page. */
const shownOn = (page: Page): Promise<string> =>
  page.locator(".sk-board").evaluate((board) => {
    const dots = [...board.querySelectorAll(".sk-board-dots i")];
    const text = (selector: string) => board.querySelector(selector)?.textContent ?? "";
    return [text("h1"), dots.findIndex((d) => d.hasAttribute("data-on")), text(".sk-board-page")].join(" | ");
  });

// Each run of `npm test` tests only one of the languages (turn.ts), to save time.
for (const size of sizes)
  for (const code of localeCodes.filter((_, i) => isItsTurn(i)))
    test(`no text of a board is cut at ${size.width} × ${size.height}, ${code}`, async ({
      signedIn: page,
    }) => {
      test.setTimeout(400_000);
      await page.setViewportSize(size);
      await speak(page, code);
      await page.clock.install();
      await useLongTexts(page);
      const found = new Map<string, readonly string[]>();
      for (const path of boards) {
        await openScreen(page, path);
        // The loop ends when the board shows a page that was already checked.
        for (let shown = await shownOn(page); !found.has(`${path} ${shown}`); shown = await shownOn(page)) {
          found.set(`${path} ${shown}`, await page.evaluate(faultsInPage));
          await page.clock.fastForward(rotationMs);
          await settled(page);
        }
      }
      // Ignores errors of requests that the end of the test interrupts, because an open board repeats its request.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      // Expects more checked pages than boards, because boards show several plants, makers, projects and pages.
      expect(found.size).toBeGreaterThan(boards.length + 5);
      expect([...found].filter(([, faults]) => faults.length > 0)).toEqual([]);
    });
