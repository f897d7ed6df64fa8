import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlugIn } from "./drivers/plug-in-protocol.ts";
import { pagesOf } from "./job/wire.ts";
import type { Page } from "./model/page.ts";
import { arrange } from "./model/sheet.ts";
import { findChromium, type LabelTab, openLabelTab, type Pixels, readCode } from "./testing/chromium.ts";
import { differing, misplaced } from "./testing/compare.ts";
import { fakePaper } from "./testing/fake-paper.ts";
import { sampleTexts, sampleTurns, sampleWaybill } from "./testing/index.ts";
import { labelsOfEscPos, labelsOfZpl, resized } from "./testing/thermal-paper.ts";

/**
 * Compares the pixels of the preview with reviewed pictures in ../golden. `GOLDEN=update npx vitest run golden` creates
 * the pictures again; review them before the commit. The pictures need the font Noto Sans CJK, which .ci/run installs.
 */
const folder = fileURLToPath(new URL("../golden/", import.meta.url));
const update = process.env.GOLDEN === "update";
/** Share of pixels that may differ visibly, because browser versions smooth edges differently. */
const tolerance = 0.004;
/** Resolution of the pictures, twice the 96 dpi of a screen. */
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

  /** Takes a screenshot of the preview. */
  async function picture(page: Page): Promise<PNG> {
    await at.tab.evaluate(async (p) => {
      document.body.replaceChildren();
      await LabelPrint.showPages(document.body, [p]);
    }, page);
    return PNG.sync.read(await at.tab.locator(".label-page").screenshot());
  }

  function holdsAgainst(golden: PNG, seen: PNG, name: string): void {
    const share = misplaced(seen, golden, (0.5 * dpi) / 25.4);
    const file = join(tmpdir(), `label-${name}.png`);
    if (share > 0.001) writeFileSync(file, PNG.sync.write(seen));
    expect(share, `what it prints: ${file}`).toBeLessThanOrEqual(0.001);
  }

  function readsCodes(page: Page, seen: Pixels, resolution = dpi): void {
    for (const code of page.items) {
      if (code.kind !== "qr" && code.kind !== "barcode") continue;
      const { left, top, width, height } = code;
      const part = { left: left - 1, top: top - 0.5, width: width + 2, height: height + 1 };
      expect(readCode(seen, resolution, part, code.kind === "qr" ? "qr" : "128")).toBe(code.text);
    }
  }

  const text = fonts ? it : it.skip;
  text.each(Object.keys(pages))("%s equals the golden picture", async (name) => {
    const page = pages[name] as Page;
    const seen = await picture(page);
    expect(Math.abs(seen.width - (page.width * dpi) / 25.4)).toBeLessThanOrEqual(2);
    expect(Math.abs(seen.height - (page.height * dpi) / 25.4)).toBeLessThanOrEqual(2);
    const file = join(folder, `${name}.png`);
    if (update) {
      mkdirSync(folder, { recursive: true });
      // Writes RGB without alpha and with strong compression, so that the files are small.
      writeFileSync(file, PNG.sync.write(seen, { colorType: 2, deflateLevel: 9 }));
    }
    const golden = PNG.sync.read(readFileSync(file));
    expect([seen.width, seen.height]).toEqual([golden.width, golden.height]);
    const share = differing(seen, golden);
    if (share > tolerance) writeFileSync(join(tmpdir(), `label-${name}.png`), PNG.sync.write(seen));
    expect(share, `the page as it is now: ${join(tmpdir(), `label-${name}.png`)}`).toBeLessThanOrEqual(
      tolerance,
    );
    // Thin lines have few pixels, so a missing line could stay within `tolerance`. This check looks for pixels at a
    // wrong place.
    expect(misplaced(seen, golden, 2)).toBeLessThanOrEqual(0.001);
  });

  it.each(Object.keys(pages))("a decoder reads every code of %s", async (name) => {
    const page = pages[name] as Page;
    const seen = await picture(page);
    const codes = page.items.filter((i) => i.kind === "qr" || i.kind === "barcode");
    expect(codes.length).toBeGreaterThanOrEqual(name === "texts" ? 0 : 2);
    readsCodes(page, seen);
  });

  /** The real plug-in cannot run here. So this function draws the recorded calls as the plug-in would draw them. */
  async function onFakePaper(page: Page): Promise<PNG> {
    const calls = await at.tab.evaluate(async (p) => {
      const noted: unknown[][] = [];
      const plugIn = new Proxy({} as PlugIn, {
        get: (_, name) =>
          name === "CVERSION" ? undefined : (...args: unknown[]) => noted.push([name, ...args]) > 0,
      });
      const driver = LabelPrint.plugInDriver({ find: () => plugIn });
      const { signal } = new AbortController();
      await driver.ready(signal);
      await driver.print([p], { jobName: "golden", signal });
      return noted;
    }, page);
    const [paper] = fakePaper(calls);
    expect(paper).toMatchObject({ width: page.width, height: page.height });
    await at.tab.evaluate((svg) => {
      document.body.innerHTML = `<div class="label-page" style="width:max-content">${svg}</div>`;
    }, paper?.svg ?? "");
    return PNG.sync.read(await at.tab.locator("svg").screenshot());
  }

  const ofEachKind = ["100x150", "turns", "texts", "A4-76", "A4_copy"];
  text.each(ofEachKind)("the plug-in prints %s as previewed", async (name) => {
    const page = pages[name] as Page;
    const seen = await onFakePaper(page);
    const golden = PNG.sync.read(readFileSync(join(folder, `${name}.png`)));
    expect([seen.width, seen.height]).toEqual([golden.width, golden.height]);
    holdsAgainst(golden, seen, `plug-in-${name}`);
    readsCodes(page, seen);
  });

  const withPdf = fonts && existsSync("/usr/bin/pdftoppm") ? it : it.skip;
  withPdf.each(ofEachKind)("the print service's file of %s is as it is previewed", async (name) => {
    const page = pages[name] as Page;
    const golden = PNG.sync.read(readFileSync(join(folder, `${name}.png`)));
    const files = await at.tab.evaluate(async (p) => {
      const o = { measure: LabelPrint.browserMeasure(), dpi: 192 };
      const blobs = [await LabelPrint.pagesPdf([p], o), await LabelPrint.pagePng(p, o)];
      return Promise.all(
        blobs.map(async (b) => {
          const bytes = new Uint8Array(await b.arrayBuffer());
          return btoa(Array.from(bytes, (c) => String.fromCharCode(c)).join(""));
        }),
      );
    }, page);
    const [pdf, png] = files.map((f) => Buffer.from(f, "base64")) as [Buffer, Buffer];
    // The printed page is scaled to the size of the reviewed picture, which is a few pixels larger than the page.
    const size = ["-scale-to-x", String(golden.width), "-scale-to-y", String(golden.height)];
    const printed = PNG.sync.read(
      execFileSync("pdftoppm", ["-png", "-singlefile", ...size, "-"], { input: pdf }),
    );
    holdsAgainst(golden, printed, `pdf-${name}`);
    readsCodes(page, printed);
    const picture = PNG.sync.read(png);
    expect(Math.abs(picture.width - (page.width * dpi) / 25.4)).toBeLessThanOrEqual(0.5);
    readsCodes(page, picture);
  });

  /**
   * Draws a page as a thermal printer of 203 dpi prints it: makes the printer commands of the page and interprets
   * them.
   */
  async function onThermalPaper(page: Page, language: "zpl" | "escpos"): Promise<Pixels> {
    const base64 = await at.tab.evaluate(
      async ([p, l]) => {
        const o = { measure: LabelPrint.browserMeasure(), dpi: 203 };
        const blob = await (l === "zpl" ? LabelPrint.pageZpl(p, o) : LabelPrint.pageEscPos(p, o));
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return btoa(Array.from(bytes, (c) => String.fromCharCode(c)).join(""));
      },
      [page, language] as const,
    );
    const bytes = Buffer.from(base64, "base64");
    const width = Math.round((page.width * 203) / 25.4);
    const labels = language === "zpl" ? labelsOfZpl(bytes.toString("latin1")) : labelsOfEscPos(bytes, width);
    expect(labels.map((l) => l.width)).toEqual([width]);
    return labels[0] as Pixels;
  }

  const thermal = ofEachKind.flatMap((name) => [[name, "zpl"] as const, [name, "escpos"] as const]);
  text.each(thermal)("a thermal printer prints %s as previewed, through %s", async (name, language) => {
    const page = pages[name] as Page;
    const golden = PNG.sync.read(readFileSync(join(folder, `${name}.png`)));
    const printed = await onThermalPaper(page, language);
    const { width, height } = golden;
    const scaled = Object.assign(new PNG({ width, height }), resized(printed, width, height));
    scaled.data = Buffer.from(scaled.data);
    holdsAgainst(golden, scaled, `${language}-${name}`);
    readsCodes(page, printed, 203);
  });

  it("reports whether the browser allows access to this computer", async () => {
    const answers = await at.tab.evaluate(async () => {
      const requests: string[] = [];
      const { permissions } = navigator;
      const say = (known: string, state: string) => {
        permissions.query = async ({ name }) => {
          requests.push(name);
          if (name !== known) throw new TypeError("no such permission");
          return { state } as PermissionStatus;
        };
      };
      const messages: string[] = [];
      const driver = LabelPrint.printServiceDriver({ address: "http://127.0.0.1:1", token: "t" });
      const tried = () =>
        driver.ready(new AbortController().signal).catch((e: Error) => void messages.push(e.message));
      for (const [known, state] of [
        ["loopback-network", "denied"],
        ["local-network-access", "denied"],
        ["local-network-access", "prompt"],
        ["nothing", ""],
      ] as const) {
        say(known, state);
        messages.push(await LabelPrint.localNetworkAccess());
        await tried();
      }
      return { messages, requests: new Set(requests).size };
    });
    const denied = "浏览器未允许本页面访问本地网络，请在站点设置中允许“本地网络访问”后重试";
    const silent = "无法连接本地打印服务，请确认打印服务已启动";
    expect(answers).toEqual({
      messages: ["denied", denied, "denied", denied, "prompt", silent, "unknown", silent],
      requests: 2,
    });
  });

  it("prints each page on paper of its own size, with codes", async () => {
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

  // spec: shop B2.3, B2.4
  it("shows dialogs: message, closing, question, answer", async () => {
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
