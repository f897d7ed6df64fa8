import { test as base, type Page } from "@playwright/test";

declare global {
  interface Window {
    countClick?: () => Promise<void>;
  }
}

/**
 * Counts the clicks of a person on a page. Returns a function that returns the number of clicks so far. Must be called
 * before the page is loaded. Keys and typed text are not counted.
 */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("countClick", () => {
    clicks++;
  });
  // Counts pointerdown events, because a click on a label causes only one of them, but two click events: one of the
  // label and one of its field.
  await page.addInitScript(() => {
    window.addEventListener("pointerdown", (e) => e.isTrusted && void window.countClick?.(), true);
  });
  return () => clicks;
}

/** Prints the number of clicks of a part of a journey, and adds it to the report of the test. */
export function reportClicks(part: string, clicks: number): void {
  const description = `${part}: ${clicks} clicks`;
  base.info().annotations.push({ type: "clicks", description });
  console.log(`${base.info().title}\n  ${description}`);
}
