import { TimedOut, within } from "../drivers/driver.ts";
import { decodedPicture } from "../file/pictures.ts";
import type { Item, Page } from "../model/page.ts";
import { isOverflowing, type Measure } from "../model/text-layout.ts";
import type { WireContent, WireFile } from "./wire.ts";

/**
 * Reactions to faults of a label: refuse the label, or print it in another way (fallback). Each fallback that is used
 * is a note in the label's report.
 */
export interface Fallbacks {
  /**
   * Reaction to a picture that cannot be loaded. "error" (default): the label is refused. "omit": the label is printed
   * without the picture.
   */
  readonly picture?: "error" | "omit";
  /**
   * Reaction to a text that does not fit in its box. "shrink" (default): the text is made smaller; if it does not fit
   * even then, the label is refused. "error": the label is refused. "cut": the text is printed as it is.
   */
  readonly overflow?: "shrink" | "error" | "cut";
  /**
   * Reaction to a field of an item that this package does not know. "ignore" (default): the label is printed, and its
   * report has a note. "error": the label is refused.
   */
  readonly unknownField?: "ignore" | "error";
}

const numbers = [
  "left",
  "top",
  "width",
  "height",
  "rotation",
  "lineStyle",
  "scale",
  "transparency",
  "fontSize",
  "fontSizeLarge",
  "halignment",
  "valignment",
  "lineSpacing",
  "textScale",
  "version",
  "mask",
];
const others = [
  "type",
  "codeType",
  "value",
  "color",
  "showBarText",
  "fontName",
  "bold",
  "italic",
  "underLine",
];
const known = new Set([...numbers, ...others]);

const isEmpty = (v: unknown) => v === undefined || v === null || v === "";

/**
 * Checks the fields of the items that a carrier sent. Throws if a field that has to be a number is not one. If there
 * are unknown fields, returns a note that names them, or throws if `unknownField` is "error".
 */
export function checkFields(
  files: readonly WireFile[],
  { unknownField = "ignore" }: Fallbacks = {},
): string[] {
  const contents = files.flatMap(({ contents: list = [] }) =>
    Array.isArray(list) ? (list as readonly WireContent[]) : [list as WireContent],
  );
  const unknown = new Set<string>();
  for (const item of contents.flatMap((c) => c.items ?? [])) {
    for (const name of numbers) {
      const v = item[name];
      if (!isEmpty(v) && typeof v !== "boolean" && !Number.isFinite(Number.parseFloat(String(v))))
        throw new Error(`面单元素的 ${name} 不正确：${String(v).slice(0, 40)}`);
    }
    for (const name of Object.keys(item)) if (!known.has(name) && !isEmpty(item[name])) unknown.add(name);
  }
  if (unknown.size === 0) return [];
  const message = `面单元素包含未知字段：${[...unknown].join("、")}`;
  if (unknownField === "error") throw new Error(message);
  return [message];
}

const signatures = ["\x89PNG", "\xff\xd8\xff", "GIF8", "RIFF", "BM", "<svg", "<?xml"];

/** Loads a picture to find out whether it can be shown. Rejects if it cannot. */
async function loaded(href: string, signal: AbortSignal): Promise<void> {
  if (typeof Image === "function") {
    await decodedPicture(href);
    return;
  }
  // Without a browser, which would decode the picture, checks only the first bytes of its file.
  const bytes = new Uint8Array(await (await fetch(href, { signal })).arrayBuffer());
  const head = String.fromCharCode(...bytes.subarray(0, 5));
  if (!signatures.some((s) => head.startsWith(s))) throw new Error("not a picture");
}

export interface StrictOptions {
  readonly measure: Measure;
  readonly fallbacks: Fallbacks;
  /** Milliseconds within which a picture must be loaded. */
  readonly pictureTimeout: number;
  readonly signal: AbortSignal;
  /** Loads a picture. Rejects if it cannot be shown. Default: through the browser. */
  readonly loadPicture?: ((href: string, signal: AbortSignal) => Promise<void>) | undefined;
}

const short = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

/**
 * Checks pictures and texts of a page before it is printed. If the settings (`Fallbacks`) have a fallback for a fault,
 * applies it, for example leaves out a picture. Throws at any other fault. Returns the page, and a note for each
 * fallback.
 */
export async function checkPage(page: Page, o: StrictOptions): Promise<{ page: Page; notes: string[] }> {
  const notes: string[] = [];
  const items: Item[] = [];
  for (const item of page.items) {
    if (item.kind === "image") {
      const message = `面单图片无法加载：${short(item.href)}`;
      try {
        await within((o.loadPicture ?? loaded)(item.href, o.signal), o.signal, o.pictureTimeout);
      } catch (cause) {
        o.signal.throwIfAborted();
        if (o.fallbacks.picture !== "omit")
          throw new Error(cause instanceof TimedOut ? `${message}（超时）` : message, { cause });
        notes.push(message);
        continue;
      }
    }
    if (item.kind === "text" && isOverflowing(item, o.measure)) {
      const message = `面单文字超出区域：${short(item.text)}`;
      const { overflow = "shrink" } = o.fallbacks;
      const smaller = { ...item, shrink: true };
      if (overflow === "error" || (overflow === "shrink" && isOverflowing(smaller, o.measure)))
        throw new Error(message);
      notes.push(message);
      items.push(overflow === "shrink" ? smaller : item);
      continue;
    }
    items.push(item);
  }
  return { page: { ...page, items }, notes };
}
