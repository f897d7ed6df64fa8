import { execFileSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { limits } from "@shotkeeper/contract/enumerations";
import { logIn, openScreen, setBefore } from "./fixtures.ts";
import type { RealServer } from "./server.ts";

const locale = "en";
const window = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };
const largestKb = 200;

interface Picture {
  readonly file: string;
  /**
   * Path of the page. In the path, `{serial 003}` stands for the mold number that ends with 003, because the rest of
   * the number is generated.
   */
  readonly path: string;
  readonly viewport: typeof window;
  /** Set if the page is shown to a visitor without a session. */
  readonly asVisitor?: true;
}

const pictures: readonly Picture[] = [
  { file: "workplace.png", path: "/dashboard/workplace", viewport: window },
  { file: "molds.png", path: "/basic/mold", viewport: window },
  { file: "mold.png", path: "/basic/mold/{serial 003}", viewport: { ...window, height: 900 } },
  { file: "board.png", path: "/board/plant", viewport: window },
  { file: "shop.png", path: "/Shop/index", viewport: window, asVisitor: true },
  { file: "phone.png", path: "/basic/mold", viewport: phone },
];

/**
 * Waits until the demo has generated its two years of history, which takes some minutes. Before that, the pictures
 * would show gaps.
 */
async function historyIsComplete(server: RealServer): Promise<void> {
  for (const until = Date.now() + 900_000; Date.now() < until; await new Promise((r) => setTimeout(r, 1000)))
    if (server.output().includes("history is complete")) return;
  throw new Error(`the demo's history was not complete after 15 minutes:\n${server.output()}`);
}

/** Reduces the picture to a palette of colours. The file becomes half as large without a visible difference. */
function compress(file: string): void {
  try {
    execFileSync("pngquant", ["--force", "--skip-if-larger", "--strip", "--output", file, "256", file]);
  } catch (cause) {
    const { code, status } = cause as { readonly code?: string; readonly status?: number };
    if (code === "ENOENT") console.warn("pngquant is not installed: pictures keep all colours");
    // Keeps the original if pngquant ends with code 98, which means that the result would be larger.
    else if (status !== 98) throw cause;
  }
}

async function pathOf(page: Page, path: string): Promise<string> {
  const serial = /\{serial (\d+)\}/.exec(path);
  if (!serial) return path;
  await openScreen(page, `/basic/mold?q=-${serial[1]}`);
  const moldNo = await page
    .getByText(new RegExp(`^[A-Z]+-[A-Z0-9]+-${serial[1]}$`))
    .first()
    .textContent();
  return path.replace(serial[0], encodeURIComponent(moldNo?.trim() ?? ""));
}

async function take(page: Page, folder: string, { file, path }: Picture): Promise<void> {
  await openScreen(page, await pathOf(page, path));
  await page.waitForTimeout(2500); // Waits until the animations of the charts have ended.
  const target = join(folder, file);
  await page.screenshot({ path: target });
  compress(target);
  const kb = Math.ceil(statSync(target).size / 1024);
  console.log(`${target}: ${kb} KB`);
  if (kb > largestKb) throw new Error(`${file} has ${kb} KB, more than ${largestKb}`);
}

/** Takes the screenshots for README.md. */
export async function takeReadmePictures(browser: Browser, server: RealServer, folder: string) {
  mkdirSync(folder, { recursive: true });
  await historyIsComplete(server);
  const options = { baseURL: server.url, timezoneId: "Asia/Shanghai", locale: "en-GB" };
  for (const picture of pictures) {
    const context = await browser.newContext({ ...options, viewport: picture.viewport });
    const page = await context.newPage();
    if (picture.asVisitor) await setBefore(page, { [limits.storageKeys.locale]: locale });
    else await logIn(page, { locale });
    await take(page, folder, picture);
    await context.close();
  }
}
