import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, rowOf } from "./journey.ts";
import { codesOn, startPrintService, startZplPrinter } from "./network-printer.ts";
import { Person, stamp } from "./person.ts";

const { printing: words, counter, enums, shell } = await loadLocale("zh_CN");
const t = words.waybill;
// Runs the tests one after the other, because the print service has one port.
test.describe.configure({ mode: "default" });
const root = join(import.meta.dirname, "..", "..");

interface Printing {
  readonly process: ChildProcess;
  readonly ownPage: string;
  /** Folder into which the PDF printer writes. */
  readonly paper: string;
}

/** Starts the print service in a separate process, with its own CUPS. Returns undefined if CUPS is not installed. */
async function startPrinting(): Promise<Printing | undefined> {
  const service = spawn(
    process.execPath,
    [join(root, "scripts/run.mjs"), "apps/print-agent/src/testing/with-cups.ts"],
    { stdio: ["ignore", "pipe", "inherit"], cwd: root },
  );
  for await (const line of createInterface({ input: service.stdout })) {
    const [word, ownPage = "", paper = ""] = line.split(" ");
    if (word === "ready") return { process: service, ownPage, paper };
    if (line.startsWith("missing")) return undefined;
  }
  throw new Error("the print service did not start: is port 8001 taken?");
}

const printedIn = (paper: string) =>
  (existsSync(paper) ? readdirSync(paper) : [])
    .map((f) => join(paper, f))
    .filter((f) => f.includes("waybills-") && readFileSync(f).includes("%%EOF"));

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ["ignore", "pipe", "ignore"] }).toString();

/** Returns the sizes of the pages of a PDF file, mm. */
const sizesOf = (file: string) =>
  [...run("pdfinfo", "-l", "99", file).matchAll(/Page +\d+ size: +([\d.]+) x ([\d.]+) pts/g)].map((m) =>
    [m[1], m[2]].map((pt) => (Number(pt) * 25.4) / 72),
  );

/** Decodes the barcodes (Code 128) on all pages of a PDF file, at 203 dpi as on a label printer. */
function codesOf(file: string): string[] {
  const dir = mkdtempSync(join(tmpdir(), "waybill-"));
  run("pdftoppm", "-r", "203", "-png", file, join(dir, "p"));
  const pages = readdirSync(dir).map((f) => join(dir, f));
  const codes = run("zbarimg", "--raw", "-q", "-Sdisable", "-Scode128.enable", ...pages.sort());
  rmSync(dir, { recursive: true });
  return codes.trim().split("\n");
}

/** Creates orders that finance has approved, of a customer on monthly terms. No other test ships these orders. */
async function ownOrders(count: number): Promise<readonly string[]> {
  const [customer, staff] = [await Person.of("cust3"), await Person.of("admin")];
  const HD_INFO = { OEM_NAME: "华辰汽车制造有限公司", POSTAGE_STAT: 1, ORDER_STAT: 0, IS_PAY: "N" };
  const goods = { GOODS_ID: "JS001", UNIT_PRICE: 430.56, MOLD_TYPE: "plastic", SIDE_TYPE: -1, MAGNET: 0 };
  const DATA = [{ HD_INFO, DT_INFO: [{ SEQ: 1, QTY: 1, ...goods }] }];
  const nos: string[] = [];
  for (let n = 1; n <= count; n++) {
    const { ORDER_NOS } = await customer.run("rf_CreateCustOrder", { CHECKOUT_KEY: `${stamp()}-${n}`, DATA });
    nos.push(...(ORDER_NOS as string[]));
  }
  await staff.run("rf_ConfirmPayment", { ORDER_NOS: nos });
  // Only packed counters can be shipped. So the loop records a serial number for each order and packs the counter.
  for (const no of nos) {
    const SERIALS = [`SN-${no}`];
    await staff.run("rf_RecordSerials", { GOODS_ID: "JS001", SERIALS });
    await staff.run("rf_PackSerials", { ORDER_NO: no, SERIALS });
  }
  return nos;
}

/** Returns the table rows that show the result and the waybill number of each parcel. */
const outcomes = (page: Page) => dialogOf(page).locator(".sk-waybill-lines tbody tr");

// spec: admin 7.26, shop A1.9, B7.11
test("ships many orders by waybill, keeps the waybills if no printer is available, and prints through CUPS", async ({
  signedIn: page,
  complaints,
}) => {
  complaints.allow(/127\.0\.0\.1:8001/);
  const own = await ownOrders(4);
  const filter = encodeURIComponent(`orderNo~IN~${own.map((no) => `s${no}`).join(",")}`);
  await openScreen(page, `/sales/order?stat=financeConfirmed&filter=${filter}`);
  await page.locator("[role=columnheader] input[type=checkbox]").filter({ visible: true }).check();
  await page.getByRole("button", { name: t.action }).filter({ visible: true }).first().click();
  const dialog = dialogOf(page);
  // All orders have the same address. If the orders are merged, there is one parcel; otherwise there is one parcel per
  // order.
  await expect(outcomes(page)).toHaveCount(1);
  await dialog.getByRole("checkbox", { name: t.merge }).uncheck();
  const count = own.length;
  await expect(outcomes(page)).toHaveCount(count);
  await expect(dialog.getByText(t.step.waiting)).toHaveCount(count);

  // The print service is not running. The dialog must say that the service is unreachable. The waybill numbers and the
  // shipments must be stored anyway.
  await dialog.getByRole("button", { name: words.settings }).click();
  await page.getByText(words.service, { exact: true }).click();
  await dialogOf(page).locator(".ant-modal-footer button").last().click();
  await dialog.getByRole("button", { name: t.start(count) }).click();
  await expect(dialogOf(page)).toContainText(words.unreachable);
  await dialogOf(page).getByRole("button", { name: shell.common.cancel }).click();
  await expect(dialog.getByRole("alert").first()).toContainText(t.kept(count));
  await expect(dialog.getByText(t.step.shipped)).toHaveCount(count);
  const orders = await outcomes(page).locator("td:first-child").allInnerTexts();
  const numbers = await outcomes(page).locator("td:nth-child(3)").allInnerTexts();
  expect(numbers.every((n) => /^SF\d{13}$/.test(n))).toBe(true);

  // The preview shows the labels as they will be printed. The preview has no print button, because the dialog has one.
  await dialog.getByRole("button", { name: t.preview }).click();
  const shown = page.getByRole("dialog", { name: t.pages.title });
  await expect(shown.locator(".label-page svg")).toHaveCount(count);
  await expect(shown.getByRole("button")).toHaveCount(1);
  await shown.getByRole("button", { name: t.pages.close }).click();

  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: words.pdf }).click(),
  ]);
  expect(codesOf(await saved.path())).toEqual(numbers);
  await expect(dialog.getByText(t.step.saved)).toHaveCount(count);

  const service = await startPrinting();
  test.skip(service === undefined, "no CUPS on this machine");
  if (!service) return;
  const printed = () => printedIn(service.paper);
  try {
    // The print service is running now, but the page is not yet paired with the service.
    await dialog.getByRole("button", { name: t.again(count) }).click();
    await expect(dialogOf(page)).toContainText(words.notPaired);
    await dialogOf(page).getByRole("button", { name: shell.common.cancel }).click();
    await dialog.getByRole("button", { name: words.settings }).click();
    await page.getByRole("button", { name: words.pair, exact: true }).click();
    // The user approves the pairing request on the print service's own page. The test expects the same check number
    // there and in the application.
    const check = (await page.locator(".sk-print-check").innerText()).trim();
    const own = await page.context().newPage();
    await own.goto(service.ownPage);
    await expect(own.locator(".check")).toHaveText(check);
    await own.locator(".card .primary").click();
    await expect(own.locator(".card")).toHaveCount(0);
    await own.close();
    await expect(dialogOf(page)).toContainText(words.paired);
    await page.getByLabel(words.printer, { exact: true }).click();
    await page.getByText("LabelPDF", { exact: true }).filter({ visible: true }).click();
    await dialogOf(page).locator(".ant-modal-footer button").last().click();
    await dialog.getByRole("button", { name: t.again(count) }).click();
    await expect(dialog.getByText(t.step.printed)).toHaveCount(count, { timeout: 60_000 });
    await expect.poll(() => printed().flatMap(sizesOf).length).toBe(count);
    expect(printed().flatMap(codesOf).sort()).toEqual([...numbers].sort());
    for (const [width = 0, height = 0] of printed().flatMap(sizesOf)) {
      expect(Math.abs(width - 100)).toBeLessThan(0.1);
      expect(Math.abs(height - 150)).toBeLessThan(0.1);
    }
  } finally {
    const ended = once(service.process, "exit");
    service.process.kill("SIGTERM");
    await ended;
  }
  await page.keyboard.press("Escape");
  await openScreen(page, "/sales/order?stat=shipping");
  await expect(rowOf(page, orders[0]?.split(" ")[0] ?? "")).toContainText(enums.orderStat.shipping);
});

// spec: shop B7.11
test("prints waybills and a test page on a label printer in the network", async ({
  signedIn: page,
  complaints,
}) => {
  complaints.allow(/127\.0\.0\.1:8001/);
  const [count, orders] = [2, await ownOrders(2)];
  const printer = await startZplPrinter();
  const service = await startPrintService();
  try {
    const filter = encodeURIComponent(`orderNo~IN~${orders.map((no) => `s${no}`).join(",")}`);
    await openScreen(page, `/sales/order?stat=financeConfirmed&filter=${filter}`);
    await page.locator("[role=columnheader] input[type=checkbox]").filter({ visible: true }).check();
    await page.getByRole("button", { name: t.action }).filter({ visible: true }).first().click();
    const dialog = dialogOf(page);
    await dialog.getByRole("checkbox", { name: t.merge }).uncheck();
    await dialog.getByRole("button", { name: words.settings }).click();
    await page.getByText(words.thermal, { exact: true }).click();
    await page.getByRole("button", { name: words.pair, exact: true }).click();
    await expect(page.locator(".sk-print-check")).toBeVisible();

    // On the service's own page, the user approves the site and adds the printer.
    const own = await page.context().newPage();
    await own.goto(service.ownPage);
    await own.locator(".card .primary").click();
    await own.locator("input[name=name]").fill("Zebra");
    await own.locator("input[name=host]").fill("127.0.0.1");
    await own.locator("input[name=port]").fill(String(printer.port));
    await own.locator("form.fields button").click();
    await expect(own.getByText(`127.0.0.1:${printer.port}`)).toBeVisible();
    await own.close();

    await expect(dialogOf(page)).toContainText(words.paired);
    // Chooses the way of printing again, so that the dialog lists the printer that was added meanwhile.
    await page.getByText(words.browser, { exact: true }).click();
    await page.getByText(words.thermal, { exact: true }).click();
    await page.getByLabel(words.printer, { exact: true }).click();
    await page.getByText("Zebra", { exact: true }).filter({ visible: true }).click();
    await page.getByRole("button", { name: words.testPage.action }).click();
    await expect.poll(() => printer.labels().length).toBe(1);
    expect(codesOn(printer.labels())).toEqual(["TEST-100X150", "TEST-100X150"]);
    await dialogOf(page).locator(".ant-modal-footer button").last().click();

    await dialog.getByRole("button", { name: t.start(count) }).click();
    await expect(dialog.getByText(t.step.printed)).toHaveCount(count, { timeout: 60_000 });
    const numbers = await outcomes(page).locator("td:nth-child(3)").allInnerTexts();
    const labels = printer.labels().slice(1);
    // 100 × 150 mm at 203 dpi. Each label has its waybill number as a bar code and as a QR code.
    expect(labels.map((l) => [l.width, l.height])).toEqual(numbers.map(() => [799, 1199]));
    expect(codesOn(labels).sort()).toEqual([...numbers, ...numbers].sort());
  } finally {
    await service.stop();
    printer.stop();
  }
});

test("prints stickers of counters exactly as the screen shows them", async ({ signedIn: page }) => {
  await openScreen(page, "/counter/registration");
  await page.locator("[role=columnheader] input[type=checkbox]").filter({ visible: true }).check();
  await page
    .getByRole("button", { name: new RegExp(`^${counter.qr.action} \\(`) })
    .filter({ visible: true })
    .click();
  const labels = dialogOf(page).locator(".sk-label");
  await expect(labels.first()).toBeVisible();
  // Checks the document that the page passes to the browser's print dialog. Each of its pages has its own paper size.
  await page.evaluate(() => {
    const add = document.body.append.bind(document.body);
    document.body.append = (...nodes) => {
      add(...nodes);
      for (const n of nodes)
        if (n instanceof HTMLIFrameElement && n.contentWindow) {
          const w = n.contentWindow;
          w.print = () => {
            document.documentElement.dataset.printed = w.document.documentElement.outerHTML;
            w.dispatchEvent(new Event("afterprint"));
          };
        }
    };
  });
  await dialogOf(page).locator(".ant-modal-footer .ant-btn-primary").click();
  await expect(page.locator("html[data-printed]")).toBeAttached();
  const html = (await page.locator("html").getAttribute("data-printed")) ?? "";
  expect(html).toContain("size:210mm 297mm");
  expect(html.match(/<svg/g)).toHaveLength(Math.ceil((await labels.count()) / 24));
});
