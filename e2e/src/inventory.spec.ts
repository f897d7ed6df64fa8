import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { loadLocale } from "@shotkeeper/locales";
import { browserOptions } from "./browser.ts";
import { expect, openScreen, test } from "./fixtures.ts";
import { dialogOf, expectMessage, finishDialog, okOf } from "./journey.ts";
import { OwnPlant } from "./own-plant.ts";
import { stamp } from "./person.ts";

const { inventory: t, enums, fields, menus } = await loadLocale("zh_CN");

/** Returns a grey video (YUV 4:2:0). Chromium plays it in place of the camera's picture. */
function film({ luma, width, height }: { luma: number[]; width: number; height: number }): Buffer {
  const grey = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), Buffer.from(luma), grey]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, frame, frame]);
}

/** Returns the first row of the visible page. The pages of hidden tabs stay in the DOM and are skipped. */
const firstRow = (page: Page) =>
  page.locator("[role=row]:has([role=gridcell])").filter({ visible: true }).first();

/** Creates a stock-take that is in progress, for a new plant with two molds. */
async function ownCount(name: string) {
  const own = await OwnPlant.make(`${name}-${stamp()}`);
  const mold = await own.mold(`${own.id}-1`);
  await own.mold(`${own.id}-2`);
  const scope = { IV_NAME: own.id, PLANT_IDS: own.id };
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const { IV_ID } = await own.admin.run("rf_StartInventory", { ...scope, WIN_FROM: since });
  return { id: String(IV_ID), mold, plant: own.plant };
}

test("counts a mold by scanning its printed label through the camera", async ({
  signedIn: page,
  session,
}) => {
  const { id, mold } = await ownCount("CAM");
  // Draws the printed label on a sheet of paper, as the camera would see it.
  await openScreen(page, `/basic/label?no=${encodeURIComponent(mold)}`);
  const label = page.locator(".sk-label svg").first();
  await expect(label).toBeVisible();
  const svg = await label.evaluate((e) => e.outerHTML);
  const picture = await page.evaluate(async (code) => {
    const [width, height] = [640, 480];
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#ddd";
    context.fillRect(0, 0, width, height);
    const image = new Image();
    const named = code.replace(/ width="[^"]+" height="[^"]+"/, ' width="600" height="400"');
    image.src = `data:image/svg+xml,${encodeURIComponent(named)}`;
    await image.decode();
    context.fillStyle = "#fff";
    context.fillRect(10, 30, 620, 420);
    context.drawImage(image, 20, 40, 600, 400);
    const { data } = context.getImageData(0, 0, width, height);
    // The picture is grey, so all three colour channels are equal, and the red channel is enough.
    return {
      width,
      height,
      luma: Array.from(
        { length: width * height },
        (_, i) => 16 + Math.round(((data[i * 4] ?? 0) * 219) / 255),
      ),
    };
  }, svg);
  const folder = mkdtempSync(join(tmpdir(), "shotkeeper-camera-"));
  const file = join(folder, "label.y4m");
  writeFileSync(file, film(picture));

  const { args, ...options } = browserOptions();
  const camera = [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${file}`,
  ];
  const browser = await chromium.launch({ ...options, args: [...args, ...camera] });
  try {
    const context = await browser.newContext({
      baseURL: process.env.E2E_URL ?? "http://127.0.0.1:8080",
      locale: "zh-CN",
      storageState: session,
    });
    const phone = await context.newPage();
    await phone.goto("/");
    await openScreen(phone, `/inventory/counting?count=${id}`);
    await phone.getByRole("button", { name: t.scan.camera }).click();
    const result = phone.locator(".sk-scan-done li").filter({ hasText: mold });
    await expect(result.first()).toContainText(t.scan.result.here);
    // The same label is scanned again, now with a hand-held scanner, which types the code. The page must show that the
    // mold was already counted.
    await phone.getByRole("button", { name: t.scan.cameraOff }).click();
    await phone.getByRole("textbox", { name: t.scan.label }).fill(mold);
    await phone.getByRole("textbox", { name: t.scan.label }).press("Enter");
    await expect(result.first()).toContainText("不重复计");
    await expect(phone.getByRole("textbox", { name: t.scan.label })).toBeFocused();
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("records the result of a mold, ends the counting, closes the count, and prints the report", async ({
  signedIn: page,
}) => {
  const { id, plant } = await ownCount("CNT");
  await openScreen(page, `/inventory/counting?count=${id}`);
  const row = firstRow(page);
  const mold = await row.locator("a").first().innerText();
  await row.getByRole("button", { name: t.elsewhere, exact: true }).click();
  await okOf(page).click();
  // The result "elsewhere" requires the place where the mold was found.
  await dialogOf(page).getByLabel(fields.foundPlace, { exact: true }).fill("三号库 A-12");
  await finishDialog(page);
  await expectMessage(page, t.said);
  await page.getByRole("button", { name: new RegExp(`^${t.tabs.person}`) }).click();
  await expect(page.locator("[role=row]").filter({ hasText: mold, visible: true }).first()).toContainText(
    "三号库 A-12",
  );

  await openScreen(page, "/inventory/automatic");
  const card = page.locator(".sk-count-card").filter({ hasText: id });
  await card.getByRole("button", { name: t.step.submit, exact: true }).click();
  await finishDialog(page);
  const closing = page.locator(".sk-count-card").filter({ hasText: id });
  await expect(closing).toContainText(enums.countState.checking);
  // A stock-take must be closed by another person than the one who ended the counting. The administrator ended the
  // counting, so the plant's user closes the stock-take.
  await plant.run("rf_CloseInventory", { IV_ID: id });
  await openScreen(page, "/inventory/automatic");
  await expect(closing).toHaveCount(0);

  await openScreen(page, `/inventory/history/${id}`);
  await expect(page.getByText(t.compare)).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: t.pdf }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${id}.pdf`);
  await openScreen(page, "/inventory/history");
  await expect(page.locator("[role=row]").filter({ hasText: id, visible: true }).first()).toContainText(
    enums.countState.closed,
  );
  await expect(page.getByText(menus.inventoryHistory).first()).toBeVisible();
});
