import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pagesOf } from "./job/wire.ts";
import type { Page } from "./model/page.ts";
import { arrange } from "./model/sheet.ts";
import { findChromium, type LabelTab, openLabelTab, readCode } from "./testing/chromium.ts";
import { sampleTexts, sampleTurns, sampleWaybill } from "./testing/index.ts";

/**
 * The preview's pixels against checked pictures. `GOLDEN=update npx vitest run golden` makes them anew: look at each
 * before committing it. They are made with Noto Sans CJK, which .ci/run installs.
 */
const folder = fileURLToPath(new URL("../golden/", import.meta.url));
const update = process.env.GOLDEN === "update";
/** A browser's next version smooths edges a little differently: so many dots may differ visibly. */
const tolerance = 0.004;
const visibly = 64;
/** A screen's 96 dots an inch, twice as fine. */
const dpi = 192;

const one = (content: Parameters<typeof pagesOf>[0][number]["contents"]): Page => {
  const [page] = pagesOf([{ contents: content ?? [] }]);
  if (!page) throw new Error("no page");
  return page;
};

const label = (n: number, w: number, h: number) => one([sampleWaybill(`SF100000000000${n}`, w, h)]);

const pages: Readonly<Record<string, Page>> = {
  "100x150": label(1, 100, 150),
  "100x180": label(2, 100, 180),
  "100x210": label(3, 100, 210),
  "76x130": label(4, 76, 130),
  turns: one([sampleTurns()]),
  texts: one([sampleTexts()]),
  "A4-100": arrange([label(5, 100, 210), label(6, 100, 210)], "A4", "fm_210_standard_X")[0] as Page,
  "A4-76": arrange([label(7, 76, 130)], "A4", "fm_76130_standard_X")[0] as Page,
  A4_copy: arrange([label(8, 100, 180)], "A4_copy", "fm_180_standard_X")[0] as Page,
};

const executable = findChromium();
const fonts = existsSync("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc");

const title = `pixels of labels${executable ? "" : " (left out: no Chromium found)"}`;

describe.skipIf(!executable)(title, { timeout: 30_000 }, () => {
  let at: LabelTab;
  beforeAll(async () => {
    at = await openLabelTab(executable as string);
  }, 60_000);
  afterAll(() => at?.close());

  /** What the preview shows, and what the person sees. */
  async function picture(page: Page): Promise<PNG> {
    await at.tab.evaluate(async (p) => {
      document.body.replaceChildren();
      await LabelPrint.showPages(document.body, [p]);
    }, page);
    return PNG.sync.read(await at.tab.locator(".label-page").screenshot());
  }

  const text = fonts ? it : it.skip;
  text.each(Object.keys(pages))("%s is as it was looked at and found good", async (name) => {
    const page = pages[name] as Page;
    const seen = await picture(page);
    expect(Math.abs(seen.width - (page.width * dpi) / 25.4)).toBeLessThanOrEqual(2);
    expect(Math.abs(seen.height - (page.height * dpi) / 25.4)).toBeLessThanOrEqual(2);
    const file = join(folder, `${name}.png`);
    if (update) {
      mkdirSync(folder, { recursive: true });
      // Grey levels a printer could not tell apart only cost room here.
      writeFileSync(file, PNG.sync.write(seen, { colorType: 2, deflateLevel: 9 }));
    }
    const golden = PNG.sync.read(readFileSync(file));
    expect([seen.width, seen.height]).toEqual([golden.width, golden.height]);
    let differing = 0;
    for (let i = 0; i < seen.data.length; i += 4) {
      const far = (c: number) => Math.abs((seen.data[i + c] ?? 0) - (golden.data[i + c] ?? 0)) > visibly;
      if (far(0) || far(1) || far(2)) differing++;
    }
    const share = differing / (seen.width * seen.height);
    if (share > tolerance) writeFileSync(join(tmpdir(), `label-${name}.png`), PNG.sync.write(seen));
    expect(share, `the page as it is now: ${join(tmpdir(), `label-${name}.png`)}`).toBeLessThanOrEqual(
      tolerance,
    );
  });

  it.each(Object.keys(pages))("a reader reads every code of %s", async (name) => {
    const page = pages[name] as Page;
    const seen = await picture(page);
    const codes = page.items.filter((i) => i.kind === "qr" || i.kind === "barcode");
    expect(codes.length).toBeGreaterThanOrEqual(name === "texts" ? 0 : 2);
    for (const code of codes) {
      if (code.kind !== "qr" && code.kind !== "barcode") continue;
      const { left, top, width, height } = code;
      const part = { left: left - 1, top: top - 0.5, width: width + 2, height: height + 1 };
      expect(readCode(seen, dpi, part, code.kind === "qr" ? "qr" : "128")).toBe(code.text);
    }
  });

  it("prints each page on paper of its own size, codes and all", async () => {
    const list = [pages["76x130"], pages["100x150"], pages["A4-100"]] as Page[];
    const html = await at.tab.evaluate(
      (p) => LabelPrint.printDocument(p, "Labels", LabelPrint.browserMeasure()),
      list,
    );
    const sheet = await at.browser.newPage();
    await sheet.setContent(html);
    const pdf = (await sheet.pdf({ preferCSSPageSize: true })).toString("latin1");
    await sheet.close();
    const boxes = [...pdf.matchAll(/\/MediaBox\s*\[([^\]]+)\]/g)].map((m) =>
      (m[1] ?? "").trim().split(/\s+/).map(Number),
    );
    expect(boxes.length).toBe(list.length);
    const mm = (pt = 0) => (pt * 25.4) / 72;
    for (const [i, p] of list.entries()) {
      expect(Math.abs(mm(boxes[i]?.[2]) - p.width)).toBeLessThan(0.3);
      expect(Math.abs(mm(boxes[i]?.[3]) - p.height)).toBeLessThan(0.3);
    }
  });

  it("shows the dialogs: told once, closed, asked, answered", async () => {
    const { tab } = at;
    const tip = tab.evaluate(() => LabelPrint.dialogs().tip("面单数据错误"));
    const box = tab.getByRole("dialog", { name: "提示" });
    await box.getByText("面单数据错误").waitFor();
    expect((await box.boundingBox())?.width).toBe(480);
    await box.getByRole("button", { name: "关闭" }).first().click();
    await tip;
    const retry = tab.evaluate(() => LabelPrint.dialogs().retry("推送打印机失败", ""));
    await tab.getByText("推送打印机失败，请检查打印机后重试").waitFor();
    await tab.getByRole("button", { name: "重试" }).click();
    expect(await retry).toBe(true);
    const given = tab.evaluate(() => LabelPrint.dialogs().retry("推送打印机失败", ""));
    await box.waitFor();
    await tab.keyboard.press("Escape");
    expect(await given).toBe(false);
    expect(await box.count()).toBe(0);
  });
});
