import type { Page } from "@playwright/test";
import { type Locale, type LocaleCode, languageNames, loadLocale, localeCodes } from "@shotkeeper/locales";
import { overflow, serious } from "../axe.ts";

export type Kind =
  | "too wide"
  | "cut text"
  | "raw text"
  | "other language"
  | "error shown"
  | "axe"
  | "console"
  | "failed request"
  | "not photographed";

export interface Finding {
  readonly kind: Kind;
  readonly text: string;
}

/** Returns all texts of a language, without the texts that are functions. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const chinese = /\p{Script=Han}+/gu;
const partsOf = (text: string): readonly string[] => text.match(chinese) ?? [];

/**
 * Returns a test for texts of another language than `code`. In English, a text is foreign if it contains a Chinese text
 * of the product; the demo's records have Chinese names in all languages, which are allowed. In simplified Chinese, a
 * text is foreign if it contains a character that occurs only in the texts in traditional Chinese, and the other way
 * round.
 */
async function foreignTo(code: LocaleCode): Promise<(text: string) => boolean> {
  const other = textsIn(await loadLocale(code === "zh_CN" ? "zh_TW" : "zh_CN"));
  const names = new Set<string>(Object.values(languageNames));
  if (code === "en") {
    const known = new Set(other);
    return (text) => partsOf(text).some((part) => part.length > 1 && known.has(part) && !names.has(part));
  }
  const known = new Set(textsIn(await loadLocale(code)).join(""));
  const foreign = new Set([...partsOf(other.join("")).join("")].filter((c) => !known.has(c)));
  return (text) => !names.has(text) && [...text].some((c) => foreign.has(c));
}

/** Texts that a page must never show: message codes, missing values, names of fields on the wire. */
const rawTexts = [
  /\bS0\d{3}\b/,
  /\b(undefined|NaN|Invalid Date)\b|\[object \w+\]/,
  /\b[A-Z]{2,}(_[A-Z0-9]+)+\b/,
];

/** Elements with the product's own texts, as opposed to texts of records. */
const ownTexts = [
  ...["button", "label", "h1", "h2", "h3", "th", "legend", "[role=tab]", "[role=menuitem]"],
  ...["[role=columnheader]", ".ant-tag", ".ant-empty-description"],
].join();

/** Returns the product's own texts (`ownTexts`) that are cut and have no tooltip with the whole text. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    // A box with scroll bars cuts nothing.
    const clips = (e: Element) => /hidden|clip/.test(getComputedStyle(e).overflowX);
    // Ignores elements of one pixel: they have texts for screen readers only.
    const isCut = (e: Element) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && clips(e);
    /**
     * True if a box around the element cuts it off. Ignores tabs and column titles, because users can scroll their
     * strips.
     */
    const isCutByParent = (e: Element, levels = 3): boolean => {
      const box = e.parentElement;
      if (!box || levels === 0 || e.matches("[role=tab], [role=columnheader], th")) return false;
      const isOutside = e.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
      return (isOutside && clips(box) && box.clientWidth > 1) || isCutByParent(box, levels - 1);
    };
    return [...document.querySelectorAll(selector)]
      .filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.textContent?.trim())
      .filter((e) => !e.closest("[title]") && !e.querySelector("[title]"))
      .filter((e) => isCutByParent(e) || [e, ...e.querySelectorAll("*")].some(isCut))
      .map((e) => (e.textContent ?? "").trim().slice(0, 80));
  }, ownTexts);

async function foreignTexts(page: Page, { code }: Locale): Promise<string[]> {
  const isForeign = await foreignTo(code);
  const texts = await page.locator(ownTexts).filter({ visible: true }).allInnerTexts();
  return texts.map((t) => t.trim()).filter(isForeign);
}

async function shownErrors(page: Page, { shell }: Locale): Promise<string[]> {
  const box = ".ant-message-error, .ant-notification-notice, .ant-alert-error, .ant-result, [class*=failure]";
  const boxes = await page.locator(box).filter({ visible: true }).allInnerTexts();
  const text = await page.locator("body").innerText();
  const refusals = [shell.notFound.title, shell.notAllowed.title, shell.broken.title];
  return [...boxes.map((t) => t.replaceAll("\n", " ")), ...refusals.filter((r) => text.includes(r))];
}

/**
 * Returns the faults of the page that is shown. `withAxe`: also checks contrast, accessible names and the size of
 * controls.
 */
export async function measure(page: Page, locale: Locale, withAxe: boolean): Promise<Finding[]> {
  const of = (kind: Kind, texts: Iterable<string>) => [...new Set(texts)].map((text) => ({ kind, text }));
  const px = await overflow(page);
  const text = await page.locator("body").innerText();
  return [
    ...of("too wide", px > 0 ? [`${px} px wider than the window`] : []),
    ...of("cut text", await cutTexts(page)),
    ...of(
      "raw text",
      rawTexts.flatMap((r) => r.exec(text)?.[0] ?? []),
    ),
    ...of("other language", await foreignTexts(page, locale)),
    ...of("error shown", await shownErrors(page, locale)),
    ...of("axe", withAxe ? await serious(page, { targets: true }) : []),
  ];
}

/** Collects errors of the page's console and requests that failed or were refused, until `take` is called. */
export class Complaints {
  private found: Finding[] = [];

  constructor(page: Page) {
    const add = (kind: Kind, text: string) => this.found.push({ kind, text });
    page.on("console", (m) => {
      // Ignores messages about the service worker, which is switched off so that each page comes from the server.
      if (/error|warning/.test(m.type()) && !m.text().includes("Service Worker")) add("console", m.text());
    });
    page.on("pageerror", (e) => add("console", e.message));
    page.on("requestfailed", (r) => {
      // Ignores aborted requests: when a page is left, it ends its stream of events.
      if (r.failure()?.errorText !== "net::ERR_ABORTED") add("failed request", `${r.method()} ${r.url()}`);
    });
    page.on("response", async (r) => {
      if (r.status() >= 400) add("failed request", `${r.status()} ${r.url()}`);
      if (!r.url().endsWith("/mitt")) return;
      const { Code, Msg } = (await r.json().catch(() => ({}))) as { Code?: number; Msg?: string };
      if (Code) add("failed request", `${Msg}: ${r.request().postData()?.slice(0, 120)}`);
    });
  }

  take(): readonly Finding[] {
    const { found } = this;
    this.found = [];
    return found;
  }
}

export const locales = await Promise.all(localeCodes.map((code) => loadLocale(code)));
