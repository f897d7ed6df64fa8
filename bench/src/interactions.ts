import type { Page } from "playwright-core";

declare global {
  /** Times of the page's interactions since the list was emptied: from the event to the next frame, ms. */
  var interactions: number[];
}

/** Interaction of a person with a list, and how long the browser took to show its first effect. */
export interface Interaction {
  readonly step: string;
  readonly ms: number;
}

/**
 * Records the interactions of each page that is opened: the time from the event (key or pointer) to the next frame
 * (Event Timing API). The Web Vital "Interaction to Next Paint" (INP) is the worst of these times if there are fewer
 * than 50 interactions. Events below 16 ms are not reported by the browser.
 */
export const recordInteractions = (page: Page) =>
  page.addInitScript(() => {
    globalThis.interactions = [];
    new PerformanceObserver((list) => {
      for (const e of list.getEntries() as (PerformanceEntry & { readonly interactionId: number })[])
        if (e.interactionId > 0) globalThis.interactions.push(e.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });

/**
 * Runs a step, and returns the longest time of its interactions. Returns undefined if `run` returns false, because the
 * page does not offer the step.
 */
async function timeOf(page: Page, run: () => Promise<boolean>): Promise<number | undefined> {
  await page.evaluate(() => {
    globalThis.interactions = [];
  });
  if (!(await run())) return undefined;
  // Waits for the browser's report of the event, which comes after the frame that shows the effect of the event.
  await page.waitForTimeout(350);
  return page.evaluate(() => Math.max(0, ...globalThis.interactions));
}

/** Selectors of the things that a person uses in a list. */
const parts = {
  header: "[role=columnheader].dg-sortable .dg-title",
  filter: "[role=columnheader] .dg-funnel",
  box: "[role=row] [role=gridcell].dg-check input",
  cell: "[role=row] [role=gridcell].dg-text",
  card: ".dg-card",
  next: ".dg-pager button:enabled >> nth=-1",
  search: ".sk-search-box input:not([role=combobox])",
  columns: ".dg-bar-right button[aria-haspopup=dialog]",
  dialog: "[role=dialog], .ant-drawer-open, .ant-modal-wrap",
};

/**
 * Uses the open list as a person does: filters, chooses columns, ticks a row, moves by keyboard, searches, turns the
 * page, sorts, and opens a row. Returns the time of each step that the list offers.
 */
export async function interactWith(page: Page, isPhone: boolean): Promise<Interaction[]> {
  const done: Interaction[] = [];
  const first = (selector: string) => page.locator(selector).filter({ visible: true }).first();
  const click = async (selector: string) => {
    const target = first(selector);
    if ((await target.count()) === 0) return false;
    await (isPhone ? target.tap({ timeout: 3000 }) : target.click({ timeout: 3000 }));
    return true;
  };
  const step = async (name: string, run: () => Promise<boolean>) => {
    const ms = await timeOf(page, run);
    if (ms !== undefined) done.push({ step: name, ms });
  };
  const close = async () => {
    for (let i = 0; i < 3 && (await first(parts.dialog).count()) > 0; i++) {
      await page.keyboard.press("Escape");
      await page.waitForTimeout(250);
    }
  };
  await step("filter", () => click(parts.filter));
  await close();
  await step("columns", () => click(parts.columns));
  await close();
  await step("tick a row", () => click(parts.box));
  await step("tick it off", () => click(parts.box));
  if (!isPhone) {
    await step("keys", async () => {
      const header = first(parts.header);
      if ((await header.count()) === 0) return false;
      await first("[role=grid]").focus();
      for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "PageDown", "End", "Home"])
        await page.keyboard.press(key, { delay: 60 });
      return true;
    });
  }
  await step("search", async () => {
    const box = first(parts.search);
    if ((await box.count()) === 0) return false;
    await box.pressSequentially("a1", { delay: 60 });
    await box.press("Enter");
    await page.waitForTimeout(400);
    await box.press("Backspace");
    await box.press("Backspace");
    await box.press("Enter");
    return true;
  });
  await step("last page", () => click(parts.next));
  if (!isPhone) await step("sort", () => click(parts.header));
  await step("open a row", () => click(isPhone ? parts.card : parts.cell));
  await close();
  return done;
}

/**
 * Presses a button that blocks the page for `ms`, and returns the measured time. So the caller can check that the
 * measurement finds a known delay.
 */
export async function timeOfPlantedDelay(page: Page, ms: number): Promise<number> {
  await page.evaluate((wait) => {
    const button = document.createElement("button");
    button.id = "planted-delay";
    button.style.cssText = "position:fixed;inset:0 auto auto 0;z-index:99999;width:50px;height:50px";
    button.onclick = () => {
      for (const end = performance.now() + wait; performance.now() < end; );
    };
    document.body.append(button);
  }, ms);
  const found = await timeOf(page, async () => {
    await page.locator("#planted-delay").click();
    return true;
  });
  await page.evaluate(() => document.querySelector("#planted-delay")?.remove());
  return found ?? 0;
}
