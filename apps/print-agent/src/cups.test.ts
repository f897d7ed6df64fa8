import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pageSvg, pagesOf } from "@shotkeeper/label-print";
import { sampleWaybill } from "@shotkeeper/label-print/testing";
import {
  findChromium,
  type LabelTab,
  openLabelTab,
  readCode,
} from "@shotkeeper/label-print/testing/chromium";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cups } from "./printers/cups.ts";
import { startAgent, type TestAgent } from "./testing/agent.ts";
import { missingForCups, printed, startCups, type TestCups } from "./testing/cups.ts";
import { labelsPdf } from "./testing/torture/pdf.ts";

// Tests the whole way of a label: browser → print service → CUPS → PDF printer. Measures the PDF and decodes its codes.
const chromium = findChromium();
const missing = [...missingForCups, ...(chromium === undefined ? ["no Chromium"] : [])];

const title = `printing through CUPS${missing.length > 0 ? ` (left out: ${missing.join(", ")})` : ""}`;

/** Pairs the page with the service: the page asks, and the user approves the request with the number it shows. */
async function approved(agent: TestAgent, tab: LabelTab["tab"]): Promise<void> {
  const paired = tab.evaluate(async (address) => {
    const onCheck = (check: string) => void document.documentElement.setAttribute("data-check", check);
    localStorage.setItem(address, await LabelPrint.pair({ address, onCheck }));
  }, agent.address);
  await tab.locator("html[data-check]").waitFor({ state: "attached" });
  const [request] = agent.pairing.pending();
  expect(await tab.locator("html").getAttribute("data-check")).toBe(request?.check);
  expect(agent.pairing.decide(request?.id ?? "", true)).toBe(true);
  await paired;
}

describe.skipIf(missing.length > 0)(title, { timeout: 60_000 }, () => {
  let system: TestCups;
  let agent: TestAgent;
  let page: LabelTab;

  beforeAll(async () => {
    system = await startCups();
    agent = await startAgent([cups]);
    page = await openLabelTab(chromium as string);
    await approved(agent, page.tab);
    // Mock of the carrier's service, which the page calls through a proxy on the page's own origin.
    await page.tab.route("**/carrier/std/service", async (route) => {
      const sent = new URLSearchParams(route.request().postData() ?? "");
      const { documents, templateCode } = JSON.parse(sent.get("msgData") ?? "{}");
      const no = documents[0].masterWaybillNo;
      const [w, h] = templateCode.includes("76130") ? [76, 130] : [100, 150];
      const files = [{ waybillNo: no, contents: [sampleWaybill(no, w, h)] }];
      const apiResultData = { success: true, obj: { files } };
      await route.fulfill({ json: { apiResultCode: "A1000", apiResultData } });
    });
  }, 60_000);

  afterAll(async () => {
    await page?.close();
    await agent?.stop();
    await system?.stop();
  });

  /** Prints labels from the page with the label SDK (packages/label-print). */
  const print = (requestID: string, numbers: string[], templateCode: string, more: { tries?: number } = {}) =>
    page.tab.evaluate(
      async ({ address, requestID, numbers, templateCode, more }) => {
        const token = localStorage.getItem(address) ?? "";
        const questions: string[] = [];
        const printer = new LabelPrint.LabelPrinter({
          driver: LabelPrint.printServiceDriver({ address, token, poll: 100, ...more }),
          env: "/carrier",
          partnerID: "P1",
          notips: true,
          dialogs: { tip: async () => {}, retry: async (m) => questions.push(m) > 99 },
        });
        const printers = await printer.getPrinters();
        printer.setPrinter("LabelPDF");
        const documents = numbers.map((masterWaybillNo) => ({ masterWaybillNo }));
        const request = { requestID, accessToken: "T", templateCode, documents };
        return { printers, questions, result: await printer.print(request) };
      },
      { address: agent.address, requestID, numbers, templateCode, more },
    );

  it.each([
    ["fm_150_standard_P1", 100, 150, ["SF1000000000001", "SF1000000000002", "SF1000000000003"]],
    ["fm_76130_standard_P1", 76, 130, ["SF1000000000009"]],
  ] as const)(
    "%s: size accurate to 0.1 mm, every bar code readable",
    async (template, width, height, numbers) => {
      const id = `label-${process.pid}-${width}`;
      const { printers, result } = await print(id, [...numbers], template);
      expect(result).toMatchObject({ code: 1, labels: numbers.length });
      expect(printers).toMatchObject([{ name: "LabelPDF", state: "ready" }]);
      // The label SDK prints the first label as a separate batch, so several labels arrive as two PDF files.
      const batches = numbers.length > 1 ? [[numbers[0]], numbers.slice(1)] : [numbers];
      for (const batch of batches) {
        const file = await printed(system, id);
        const mm = (
          /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(execFileSync("pdfinfo", [file]).toString()) ?? []
        )
          .slice(1)
          .map((pt) => (Number(pt) * 25.4) / 72);
        expect(Math.abs((mm[0] ?? 0) - width)).toBeLessThan(0.1);
        expect(Math.abs((mm[1] ?? 0) - height)).toBeLessThan(0.1);
        const pictures = mkdtempSync(join(tmpdir(), "label-"));
        execFileSync("pdftoppm", ["-r", "300", "-png", file, join(pictures, "p")]);
        const pages = readdirSync(pictures).sort();
        expect(pages).toHaveLength(batch.length);
        for (const [i, name] of pages.entries()) {
          const png = PNG.sync.read(readFileSync(join(pictures, name)));
          const bars = { left: 7, top: 16.5, width: width - 14, height: 12 };
          expect(readCode(png, 300, bars, "128")).toBe(batch[i]);
          const qr = { left: width - 31, top: 53.5, width: 27.5, height: 27 };
          expect(readCode(png, 300, qr, "qr")).toContain(batch[i]);
        }
        rmSync(pictures, { recursive: true });
        rmSync(file);
      }
    },
  );

  it("prints PDF files that other programs made unchanged", async () => {
    const paper = await page.browser.newPage();
    const [label] = pagesOf([{ contents: [sampleWaybill("SF1000000000077", 100, 150)] }]);
    const css = "@page{size:A4;margin:0}body{margin:0}div{padding:20mm;break-after:page}";
    const pages = `<div>${label && pageSvg(label)}</div><div>送货单 2</div><p>3`;
    await paper.setContent(`<style>${css}</style>${pages}`);
    const pdf = (await paper.pdf({ preferCSSPageSize: true })).toString("base64");
    await paper.close();
    const jobName = `paper-${process.pid}`;
    const state = await page.tab.evaluate(
      async ({ address, pdf, jobName }) => {
        const token = localStorage.getItem(address);
        const body = new FormData();
        const fields = { printer: "LabelPDF", copies: "1", pageWidth: "210", pageHeight: "297", jobName };
        for (const [name, value] of Object.entries(fields)) body.set(name, value);
        body.set("file", new Blob([Uint8Array.from(atob(pdf), (c) => c.charCodeAt(0))]), "paper.pdf");
        const headers = { authorization: `Bearer ${token}` };
        // The root path accepts the same form as /print, because the administration application posts there.
        const answer = await fetch(address, { method: "POST", headers, body });
        return (await answer.json()).state as string;
      },
      { address: agent.address, pdf, jobName },
    );
    expect(state).toBe("waiting");
    const file = await printed(system, jobName);
    const about = execFileSync("pdfinfo", [file]).toString();
    expect(about).toMatch(/Pages:\s+3\n/);
    const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(about) ?? [];
    expect(Math.abs((Number(width) * 25.4) / 72 - 210)).toBeLessThan(0.11);
    expect(Math.abs((Number(height) * 25.4) / 72 - 297)).toBeLessThan(0.11);
    const first = execFileSync("pdftoppm", ["-r", "300", "-png", "-singlefile", file], {
      maxBuffer: 1 << 26,
    });
    const bars = { left: 27, top: 36.5, width: 86, height: 12 };
    expect(readCode(PNG.sync.read(first), 300, bars, "128")).toBe("SF1000000000077");
  });

  it("tells an unpaired page to pair, not that the service is down", async () => {
    const stranger = await page.browser.newPage();
    await stranger.goto(page.origin.replace("127.0.0.1", "localhost"));
    const ask = (address: string) =>
      stranger.evaluate(
        (a) =>
          LabelPrint.printServiceDriver({ address: a, token: "" })
            .printers()
            .then(String, (e: Error) => e.message),
        address,
      );
    // The service must answer in the page's language, not in the browser's language.
    const refused = stranger.evaluate(
      (address) => LabelPrint.pair({ address, language: "zh-TW" }).catch((e: Error) => e.message),
      agent.address,
    );
    await expect.poll(() => agent.pairing.pending().length).toBe(1);
    agent.pairing.decide(agent.pairing.pending()[0]?.id ?? "", false);
    expect(await refused).toBe("配对申请被拒绝");
    const again = stranger.evaluate(
      (address) => LabelPrint.pair({ address, language: "zh-TW" }).catch((e: Error) => e.message),
      agent.address,
    );
    expect(await again).toMatch(/^此頁面的請求過於頻繁，請等待 \d+ 秒$/);
    expect(await ask(agent.address)).toBe("本页面尚未与本地打印服务配对，请先配对");
    expect(await ask("http://127.0.0.1:9")).toBe("无法连接本地打印服务，请确认打印服务已启动");
    await stranger.close();
  });

  it("reports a stopped printer, refuses the job, and prints after the printer is back", async () => {
    execFileSync("cupsdisable", ["-r", "out of labels", "LabelPDF"]);
    const id = `stopped-${process.pid}`;
    const first = await print(id, ["SF1000000000005"], "fm_150_standard_P1");
    expect(first.result).toMatchObject({ code: 14, msg: "推送打印机失败", labels: 0 });
    expect(first.questions[0]).toMatch(/out of labels/);
    expect(agent.jobs.list().some((j) => j.jobName === id)).toBe(false);
    execFileSync("cupsenable", ["LabelPDF"]);
    expect((await print(id, ["SF1000000000005"], "fm_150_standard_P1")).result.code).toBe(1);
    await printed(system, id);
  });

  // The kill test (`npm run torture -- labels`) finds the labels of a job by the name of their PDF file.
  it("names the file after the job, for names of each length", async () => {
    const sheet = { printer: "LabelPDF", copies: 1, pageWidth: 100, pageHeight: 150, type: "pdf" } as const;
    const bytes = Buffer.from(await labelsPdf(["SF1000000000001"]).arrayBuffer());
    const names = [4, 9, 14, 19, 24, 29, 34, 39].map((length) => "t".repeat(length));
    for (const jobName of names) await agent.jobs.add({ ...sheet, jobName }, bytes);
    for (const jobName of names)
      expect(basename(await printed(system, `${jobName}-`))).toMatch(
        new RegExp(`^${jobName}-job_\\d+\\.pdf$`),
      );
  });

  it("reports a job that CUPS could not print", async () => {
    const sheet = {
      printer: "LabelPDF",
      copies: 1,
      pageWidth: 100,
      pageHeight: 150,
      jobName: "broken",
    } as const;
    const bytes = Buffer.from("%PDF-1.4 and nothing of a PDF");
    const { id } = await agent.jobs.add({ ...sheet, type: "pdf" }, bytes);
    for (let i = 0; i < 200 && agent.jobs.get(id)?.state !== "failed"; i++) await pause(100);
    expect(agent.jobs.get(id)).toMatchObject({ state: "failed", message: expect.stringMatching(/\w/) });
  });
});
