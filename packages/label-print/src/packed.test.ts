import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { PNG } from "pngjs";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium, readCode } from "./testing/chromium.ts";

/**
 * Tests the npm package as other projects get it: `npm pack` in the folder of the package, unpacked outside the
 * repository. The folder is copied first, because packing changes its package.json for a moment, and other tests read
 * it at the same time.
 */
const here = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "packed-"));
const copy = join(dir, "repository/packages/label-print");
const user = join(dir, "user");
const file = (name: string) => join(user, "node_modules/@shotkeeper/label-print", name);

beforeAll(() => {
  mkdirSync(join(copy, ".."), { recursive: true });
  const isSource = (path: string) => !["node_modules", "dist", "golden"].includes(basename(path));
  cpSync(here, copy, { recursive: true, filter: isSource });
  cpSync(join(root, "tsconfig.base.json"), join(dir, "repository/tsconfig.base.json"));
  symlinkSync(join(root, "node_modules"), join(dir, "repository/node_modules"));
  const packed = execFileSync("npm", ["pack", "--pack-destination", dir, "--silent"], { cwd: copy });
  const name = packed.toString().trim().split("\n").at(-1) ?? "";
  mkdirSync(file("."), { recursive: true });
  execFileSync("tar", ["xzf", join(dir, name), "-C", file("."), "--strip-components=1"]);
  // Links the dependencies of the package into the test project, because the test does not run npm install.
  const { dependencies } = JSON.parse(readFileSync(file("package.json"), "utf8"));
  mkdirSync(join(user, "node_modules/@noble"), { recursive: true });
  for (const needed of Object.keys(dependencies))
    symlinkSync(join(root, "node_modules", needed), join(user, "node_modules", needed));
  writeFileSync(join(user, "package.json"), '{"type":"module"}');
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true }));

/** Bundles a program that uses the package. Returns the size of the bundle, bytes. */
async function bundled(code: string): Promise<number> {
  writeFileSync(join(user, "entry.js"), code);
  const build = await rolldown({ input: join(user, "entry.js"), platform: "browser", logLevel: "warn" });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  return Buffer.byteLength(output[0].code);
}

describe("the package", { timeout: 60_000 }, () => {
  it("has built modules with types, the licence and the notices, and restores the folder", () => {
    const { exports: entries, types, ...rest } = JSON.parse(readFileSync(file("package.json"), "utf8"));
    expect(rest).toMatchObject({ license: "Apache-2.0", sideEffects: false });
    expect(Object.keys(rest)).not.toContain("scripts");
    expect(Object.keys(rest)).not.toContain("devDependencies");
    for (const path of [types, entries["."].default, entries["./testing"].types, entries["./label-print.js"]])
      expect(existsSync(file(path)), path).toBe(true);
    expect(existsSync(file("src"))).toBe(false);
    expect(readFileSync(file("LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
    const notices = readFileSync(file("dist/THIRD-PARTY-NOTICES.md"), "utf8");
    for (const name of ["@noble/ciphers", "jsbarcode", "qrcode"]) expect(notices).toContain(`## ${name} `);
    expect(notices.match(/Permission is hereby granted/g)?.length).toBeGreaterThanOrEqual(3);
    expect(readFileSync(join(copy, "package.json"))).toEqual(readFileSync(join(here, "package.json")));
  });

  it("is a module for Node: draws a label and prints it as ZPL", () => {
    writeFileSync(
      join(user, "use.mjs"),
      `import { bitmapOf, LabelPrinter, pageSvg, pagesOf, zplOf } from "@shotkeeper/label-print";
import { labelsOfZpl, sampleWaybill } from "@shotkeeper/label-print/testing";
const [page] = pagesOf([{ contents: [sampleWaybill("SF1000000000001", 100, 150)] }]);
const [label] = labelsOfZpl(zplOf(bitmapOf({ width: 8, height: 1, data: new Uint8Array(32) })));
console.log(typeof LabelPrinter, pageSvg(page).startsWith("<svg"), label.width);`,
    );
    const output = execFileSync(process.execPath, [join(user, "use.mjs")], { cwd: user });
    expect(output.toString()).toBe("function true 8\n");
  });

  it("has types for a strict project", () => {
    writeFileSync(
      join(user, "use.ts"),
      `import { LabelPrinter, browserDriver } from "@shotkeeper/label-print";
const printer = new LabelPrinter({ driver: browserDriver(), env: "sbox" });
const documents = [{ masterWaybillNo: "SF1" }];
const p: Promise<{ code: number }> = printer.print({
  requestID: "1", accessToken: "t", templateCode: "c", documents,
});
// @ts-expect-error a driver is required
new LabelPrinter({});
export default p;\n`,
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
    execFileSync(process.execPath, [tsc, ...flags, join(user, "use.ts")], { cwd: user, stdio: "pipe" });
  });

  it("leaves out what a page does not use", async () => {
    const from = 'from "@shotkeeper/label-print"';
    const permission = await bundled(
      `import { localNetworkAccess } ${from};\nconsole.log(localNetworkAccess);`,
    );
    expect(permission).toBeLessThanOrEqual(2000);
    const service = await bundled(`import { printServiceJobs } ${from};\nconsole.log(printServiceJobs);`);
    const all = await bundled(`import * as all ${from};\nconsole.log(all);`);
    expect(service).toBeLessThan(all / 5);
  });
});

const executablePath = findChromium();
const title = `the package in a browser${executablePath ? "" : " (left out: no Chromium found)"}`;

describe.skipIf(!executablePath)(title, { timeout: 30_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath as string, args: ["--no-sandbox"] });
  }, 60_000);
  afterAll(() => browser?.close());

  it("has a demo page that shows labels without a server", async () => {
    const page = await browser.newPage({ deviceScaleFactor: 2, locale: "zh-CN" });
    const complaints: string[] = [];
    page.on("pageerror", (e) => complaints.push(e.message));
    await page.goto(pathToFileURL(file("dist/demo/index.html")).href);
    await page.getByText("结果码 1，").waitFor();
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

  it("has a demo page that is English, dark and fits a phone if the device is", async () => {
    const page = await browser.newPage({
      locale: "en-US",
      colorScheme: "dark",
      viewport: { width: 390, height: 844 },
    });
    await page.goto(pathToFileURL(file("dist/demo/index.html")).href);
    await page.getByText("Code 1, 4 labels.").waitFor();
    await page.selectOption("#answer", "business");
    await page.click("#print");
    const dialog = page.getByRole("dialog", { name: "Message" });
    await dialog.getByText("The waybill does not exist.").waitFor();
    const seen = await page.evaluate(() => ({
      texts: ["h1", "label", "option", "button", "pre", "dialog"].flatMap((s) =>
        [...document.querySelectorAll(s)].map((e) => e.textContent ?? ""),
      ),
      width: document.documentElement.scrollWidth,
      colours: ["body", "header", "dialog", "dialog button"].map((s) => {
        const { backgroundColor, color } = getComputedStyle(document.querySelector(s) as Element);
        return [backgroundColor, color].map((c) => Number(/\d+/.exec(c)?.[0]));
      }),
    }));
    expect(seen.texts.filter((t) => t === "" || /\p{Script=Han}/u.test(t))).toEqual([]);
    expect(seen.width).toBe(390);
    for (const [ground = 255, ink = 0] of seen.colours)
      expect([ground < 80, ink > 180]).toEqual([true, true]);
    await page.close();
  });

  it("runs the examples of its documentation", async () => {
    const page = await browser.newPage({ locale: "en-US", deviceScaleFactor: 3 });
    const complaints: string[] = [];
    page.on("pageerror", (e) => complaints.push(e.message));
    await page.goto(pathToFileURL(file("dist/demo/index.html")).href);
    const run = async (title: string) => {
      const example = page.locator(".example", { hasText: title });
      await example.getByRole("button", { name: "Run" }).click();
      return example.locator("output");
    };
    const preview = await run("Preview labels without a carrier");
    const shown = page.getByRole("dialog", { name: "Labels" });
    await shown.waitFor({ timeout: 5000 });
    expect(await shown.locator(".label-page").count()).toBe(2);
    await shown.getByRole("button", { name: "Close" }).click();
    await preview.getByText("code 1, 2 labels").waitFor({ timeout: 5000 });
    const own = await run("Draw your own label");
    await own.getByText("^XA").waitFor();
    expect([await own.locator("svg").count(), await own.locator("img").count()]).toEqual([1, 1]);
    const bars = { left: 4, top: 4, width: 52, height: 8 };
    const seen = PNG.sync.read(await own.locator("svg").screenshot());
    expect(readCode(seen, 288, bars, "128")).toBe("MOLD-0815");
    await (await run("Ask whether")).getByText(/^(granted|denied|prompt|unknown)$/).waitFor();
    expect(await page.locator(".example").count()).toBe(3);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("is a script for any page", async () => {
    const page = await browser.newPage();
    await page.setContent("<!doctype html><title>Foreign</title>");
    await page.addScriptTag({ path: file("dist/label-print.js") });
    const made = await page.evaluate(async () => {
      const printer = new LabelPrint.LabelPrinter({ driver: LabelPrint.browserDriver(), notips: true });
      const request = { partnerID: "P", requestID: "R", accessToken: "", templateCode: "C", documents: [] };
      return (await printer.print(request)).msg;
    });
    expect(made).toBe("请传入accessToken");
    await page.close();
  });
});
