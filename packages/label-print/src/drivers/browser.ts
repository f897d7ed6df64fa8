import type { Page } from "../model/page.ts";
import { pageSvg } from "../model/svg.ts";
import type { Measure } from "../model/text-layout.ts";
import { copiesOf, type Driver, type Push, pause, within } from "./driver.ts";
import { browserMeasure } from "./measure.ts";

export interface BrowserOptions {
  /** Element that shows the pages of a preview. Default: an overlay over the page. */
  readonly container?: HTMLElement;
  readonly measure?: Measure;
  readonly texts?: PreviewTexts;
}

interface PreviewTexts {
  /**
   * Label of the print button in the preview. Without a label, the preview has no print button. This suits a page that
   * has its own print button.
   */
  readonly print?: string;
  readonly close: string;
  readonly title: string;
}

const chinese: PreviewTexts = { print: "打印", close: "关闭", title: "打印预览" };

/** Longest time for which drawing may block the page, ms. Then the drawing pauses, so that the page can respond. */
const slice = 12;

/** Adds pages as SVG elements. Works in short time slices, so that a thousand pages do not freeze the browser. */
export async function showPages(
  container: HTMLElement,
  pages: readonly Page[],
  { measure = browserMeasure(), signal }: { measure?: Measure; signal?: AbortSignal } = {},
): Promise<void> {
  let from = performance.now();
  for (const page of pages) {
    const holder = container.ownerDocument.createElement("div");
    holder.className = "label-page";
    // Lets the browser skip pages outside the visible area. The holder of each page has a fixed size, so that the
    // scroll bar does not jump.
    const [w, h] = [`${page.width}mm`, `${page.height}mm`];
    const hiddenSize = `content-visibility:auto;contain-intrinsic-size:${w} ${h}`;
    holder.style.cssText = `width:${w};height:${h};${hiddenSize};background:#fff`;
    holder.innerHTML = pageSvg(page, { measure });
    container.append(holder);
    if (performance.now() - from > slice) {
      await pause(0, signal);
      from = performance.now();
    }
  }
}

/** Returns one named @page rule per paper size, because a document may contain pages of several sizes. */
function printStyle(pages: readonly Page[]): { css: string; nameOf: (p: Page) => string } {
  const nameOf = (p: Page) => `s${p.width}x${p.height}`.replaceAll(".", "_");
  const sizes = new Map(pages.map((p) => [nameOf(p), p]));
  const rules = [...sizes].map(
    ([name, p]) => `@page ${name}{size:${p.width}mm ${p.height}mm;margin:0}.${name}{page:${name}}`,
  );
  const [only] = sizes.values();
  // Adds an unnamed @page rule if all pages have one size, because Safari and older browsers support no named pages.
  const plain = sizes.size === 1 && only ? `@page{size:${only.width}mm ${only.height}mm;margin:0}` : "";
  const css = [
    plain,
    ...rules,
    "html,body{margin:0}",
    ".label-page{break-after:page;break-inside:avoid;overflow:hidden}",
    ".label-page:last-child{break-after:auto}",
    ".label-page svg{display:block}",
  ];
  return { css: css.join(""), nameOf };
}

/** Returns an HTML document that prints each page on paper of the page's size. */
export function printDocument(pages: readonly Page[], title: string, measure?: Measure): string {
  const { css, nameOf } = printStyle(pages);
  const safe = title.replace(/[&<>]/g, "");
  const body = pages.map((p) => {
    const size = `width:${p.width}mm;height:${p.height}mm`;
    return `<div class="label-page ${nameOf(p)}" style="${size}">${pageSvg(p, measure && { measure })}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${safe}</title><style>${css}</style>${body.join("")}`;
}

/** Prints a document in a hidden iframe, through the browser's print dialog. */
async function printInFrame(html: string, signal: AbortSignal): Promise<void> {
  const frame = document.createElement("iframe");
  frame.style.cssText = "position:fixed;width:0;height:0;border:0;visibility:hidden";
  frame.setAttribute("aria-hidden", "true");
  document.body.append(frame);
  try {
    const w = frame.contentWindow;
    if (!w) throw new Error("The browser gave no frame to print from");
    // Uses document.write instead of a URL, because the security policy of the page may forbid frames with URLs.
    w.document.open();
    w.document.write(html);
    w.document.close();
    await imagesOf(w.document, signal);
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      w.onafterprint = () => resolve();
      w.focus();
      w.print();
    });
  } finally {
    frame.remove();
  }
}

/** Milliseconds within which a picture must be loaded. */
const pictureTimeout = 10_000;

/**
 * Waits until all pictures of the document are loaded. The browser would print without pictures that are still loading.
 * Rejects if a picture cannot be shown.
 */
async function imagesOf(made: Document, signal: AbortSignal): Promise<void> {
  const sources = [...made.querySelectorAll("image")].map((i) => i.getAttribute("href") ?? "");
  await Promise.all(
    [...new Set(sources)].map((src) => {
      const probe = new Image();
      probe.src = src;
      return within(probe.decode(), signal, pictureTimeout);
    }),
  );
}

/**
 * Creates a driver that needs no installed software. Its previews are exact, and it prints through the browser's print
 * dialog.
 */
export function browserDriver(options: BrowserOptions = {}): Driver {
  const texts = options.texts ?? chinese;
  const measured = () => options.measure ?? browserMeasure();

  const print = async (pages: readonly Page[], { jobName, signal, copies }: Push) => {
    const all = Array.from({ length: copiesOf({ copies }) }, () => pages).flat();
    await printInFrame(printDocument(all, jobName, measured()), signal);
  };

  async function window(pages: readonly Page[], push: Push): Promise<void> {
    const box = document.createElement("dialog");
    box.setAttribute("aria-label", texts.title);
    box.style.cssText =
      "width:min(96vw,1200px);height:92vh;padding:0;border:0;border-radius:8px;background:#e8e8e8;overflow:hidden";
    const bar = document.createElement("div");
    bar.style.cssText = `display:flex;gap:8px;align-items:center;height:52px;box-sizing:border-box;
      padding:0 16px;background:#fff;font:14px system-ui,sans-serif;color:#262626`;
    const title = document.createElement("strong");
    title.style.cssText = "flex:1;font-size:16px";
    title.textContent = texts.title;
    const list = document.createElement("div");
    list.style.cssText = `display:flex;flex-wrap:wrap;gap:16px;justify-content:safe center;align-content:start;
      height:calc(100% - 52px);box-sizing:border-box;padding:16px;overflow:auto`;
    const closed = new Promise<void>((resolve) => {
      box.onclose = () => {
        box.remove();
        resolve();
      };
    });
    const button = (label: string, onclick: () => void) => {
      const b = document.createElement("button");
      b.style.cssText = `height:32px;padding:0 15px;border:1px solid #d9d9d9;border-radius:6px;
        background:#fff;color:#262626;font:inherit;cursor:pointer`;
      b.textContent = label;
      b.onclick = onclick;
      return b;
    };
    bar.append(title);
    if (texts.print) bar.append(button(texts.print, () => void print(pages, push)));
    bar.append(button(texts.close, () => box.close()));
    box.append(bar, list);
    document.body.append(box);
    push.signal.addEventListener("abort", () => box.close(), { once: true });
    box.showModal();
    // Scales the pages down to the width of the preview on a narrow screen.
    const widest = Math.max(...pages.map((p) => (p.width * 96) / 25.4));
    const zoom = (list.clientWidth - 32) / widest;
    if (zoom < 1) list.style.setProperty("zoom", String(zoom));
    await showPages(list, pages, { measure: measured(), signal: push.signal });
    await closed;
  }

  return {
    name: "browser",
    // Prints all labels as one batch, because the browser shows its print dialog for each batch.
    batch: Number.POSITIVE_INFINITY,
    isInteractive: true,
    measure: measured,
    ready: async () => {},
    printers: async () => [],
    print,
    async preview(pages, push) {
      if (!options.container) return window(pages, push);
      await showPages(options.container, pages, { measure: measured(), signal: push.signal });
    },
  };
}
