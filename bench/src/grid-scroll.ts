import { type Side, threadTime, withPage } from "./grid-browser.ts";
import { median } from "./measure.ts";

/** Length of a frame at 60 Hz, ms. */
const FRAME = 1000 / 60;

const JUMPS = 60;

const percentile = (list: readonly number[], share: number): number =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;
const round = (n: number): number => Math.round(n * 10) / 10;

export async function scrolling(url: string, side: Side, rows: number) {
  return withPage(url, async (page) => {
    await page.evaluate(([s, n]) => globalThis.bench.prepare(s, n), [side, rows] as const);
    const busy = await threadTime(page);
    const idle = await busy();
    const first = await page.evaluate(() => globalThis.bench.firstRows());
    const firstCpu = (await busy()) - idle;
    await page.mouse.move(640, 360);
    await page.waitForTimeout(500);
    const before = await busy();
    await page.evaluate(() => globalThis.bench.frames());
    const end = Date.now() + 5000;
    while (Date.now() < end) {
      await page.mouse.wheel(0, 240);
      await new Promise((resolve) => setTimeout(resolve, 33));
    }
    const { lengths, ready } = await page.evaluate(() => globalThis.stopFrames());
    const used = (await busy()) - before;
    return {
      first: round(first),
      firstCpu: round(firstCpu),
      p50: round(percentile(lengths, 0.5)),
      p95: round(percentile(lengths, 0.95)),
      /** Share of frames that took longer than 1.5 × `FRAME`, %. */
      late: round((lengths.filter((l) => l > FRAME * 1.5).length / Math.max(1, lengths.length)) * 100),
      ready95: round(percentile(ready, 0.95)),
      /** CPU time of the main thread per frame, ms. */
      cpu: round(used / Math.max(1, lengths.length)),
      fps: Math.round(lengths.length / 5),
    };
  });
}

export async function million(url: string, side: Side) {
  return withPage(url, async (page) => {
    await page.evaluate(([s]) => globalThis.bench.prepare(s, undefined), [side] as const);
    await page.evaluate(() => globalThis.bench.firstRows());
    const busy = await threadTime(page);
    const before = await busy();
    const blanks = await page.evaluate((n) => globalThis.bench.jumps(n), JUMPS);
    const used = (await busy()) - before;
    const end = await page.evaluate(() => globalThis.bench.lastText());
    const jumped = await page.evaluate(() => globalThis.bench.traffic());
    const drag = await page.evaluate(() => globalThis.bench.drag(120));
    const all = await page.evaluate(() => globalThis.bench.traffic());
    return {
      longest: Math.round(Math.max(...blanks)),
      p95: Math.round(percentile(blanks, 0.95)),
      median: Math.round(median(blanks)),
      /** CPU time of the main thread per jump, ms. */
      cpu: round(used / JUMPS),
      requests: jumped.requests,
      drag: Math.round(drag),
      dragRequests: all.requests - jumped.requests,
      dragDropped: all.dropped - jumped.dropped,
      end,
    };
  });
}
