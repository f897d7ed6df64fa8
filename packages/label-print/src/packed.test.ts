import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium, readCode } from "./testing/chromium.ts";

/**
 * Tests the npm package as other projects get it: `npm run bundle && npm pack ./dist`, unpacked outside the
 * repository.
 */
const executablePath = findChromium();
const title = `the package${executablePath ? "" : " (left out: no Chromium found)"}`;

describe.skipIf(!executablePath)(title, { timeout: 30_000 }, () => {
  const here = fileURLToPath(new URL("..", import.meta.url));
  const dir = mkdtempSync(join(tmpdir(), "packed-"));
  const file = (name: string) => join(dir, "node_modules/@shotkeeper/label-print", name);
  let browser: Browser;

  beforeAll(async () => {
    execFileSync(process.execPath, ["build.mjs"], { cwd: here });
    const packed = execFileSync("npm", ["pack", "./dist", "--pack-destination", dir, "--silent"], {
      cwd: here,
    });
    mkdirSync(file("."), { recursive: true });
    execFileSync("tar", [
      "xzf",
      join(dir, packed.toString().trim()),
      "-C",
      file("."),
      "--strip-components=1",
    ]);
    browser = await chromium.launch({ executablePath: executablePath as string, args: ["--no-sandbox"] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(dir, { recursive: true });
  });

  it("has a demo page that shows labels without a server", async () => {
    const page = await browser.newPage({ deviceScaleFactor: 2 });
    const complaints: string[] = [];
    page.on("pageerror", (e) => complaints.push(e.message));
    await page.goto(pathToFileURL(file("demo/index.html")).href);
    await page.getByText("code 1 ").waitFor();
    const labels = page.locator(".label-page");
    expect(await labels.count()).toBe(4);
    const seen = PNG.sync.read(await labels.nth(2).screenshot());
    const bars = { left: 7, top: 16.5, width: 86, height: 12 };
    expect(readCode(seen, 192, bars, "128")).toBe("SF1000000000002");
    await page.selectOption("#answer", "business");
    await page.click("#print");
    await page.getByText("运单号不存在，打印任务中断，请解决问题后继续打印").waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("is a script for any page, and a module with types", async () => {
    const page = await browser.newPage();
    await page.setContent("<!doctype html><title>Foreign</title>");
    await page.addScriptTag({ path: file("label-print.js") });
    const made = await page.evaluate(async () => {
      const printer = new LabelPrint.LabelPrinter({ driver: LabelPrint.browserDriver(), notips: true });
      const request = { partnerID: "P", requestID: "R", accessToken: "", templateCode: "C", documents: [] };
      return (await printer.print(request)).msg;
    });
    expect(made).toBe("请传入accessToken");
    await page.close();
    const { exports: entries } = JSON.parse(readFileSync(file("package.json"), "utf8"));
    const kinds = await import(/* @vite-ignore */ pathToFileURL(file(entries["."].default)).href);
    expect(typeof kinds.LabelPrinter).toBe("function");
    writeFileSync(
      join(dir, "use.ts"),
      `import { LabelPrinter, browserDriver } from "@shotkeeper/label-print";
const printer = new LabelPrinter({ driver: browserDriver(), env: "sbox" });
const documents = [{ masterWaybillNo: "SF1" }];
const p: Promise<{ code: number }> = printer.print({
  requestID: "1", accessToken: "t", templateCode: "c", documents,
});
export default p;\n`,
    );
    const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
    const flags = [
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--allowImportingTsExtensions",
      "--skipLibCheck",
    ];
    execFileSync(process.execPath, [tsc, ...flags, join(dir, "use.ts")], { cwd: dir });
  });
});
