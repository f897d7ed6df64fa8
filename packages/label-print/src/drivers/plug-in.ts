import { guarded } from "../guarded.ts";
import type { Page } from "../model/page.ts";
import type { Measure } from "../model/text-layout.ts";
import { copiesOf, type Driver, type Push, pause, TimedOut, UnsureFailure } from "./driver.ts";
import { browserMeasure } from "./measure.ts";
import { drawPage } from "./plug-in-draw.ts";
import { withUprightPictures } from "./plug-in-pictures.ts";
import type { PlugIn } from "./plug-in-protocol.ts";

export interface PlugInOptions {
  /**
   * Returns the plug-in's object once the plug-in's script is loaded. Default: the global `getCLodop`, `CLODOP` or
   * `LODOP`, which the script defines.
   */
  readonly find?: () => PlugIn | undefined;
  /**
   * Addresses of the plug-in's scripts, which are loaded if the page has not loaded such a script itself. [] loads
   * none.
   */
  readonly scripts?: readonly string[];
  /** Milliseconds between two checks whether the plug-in is ready. */
  readonly poll?: number;
  /**
   * Number of checks after which the plug-in counts as not installed. Default: no limit; the driver waits until the
   * user cancels.
   */
  readonly tries?: number;
  /** Called once if the plug-in is not ready after 3 s, so that the page can ask the user to start it. */
  readonly onWaiting?: () => void;
  /**
   * Milliseconds within which the plug-in must have accepted a batch into its queue. Otherwise the labels count as
   * unsure: they may be on paper, and the user is asked.
   */
  readonly patience?: number;
  readonly measure?: Measure;
}

/** Time to wait for the plug-in before the page is told by `onWaiting` to ask the user to start it, ms. */
const waitingMs = 3000;

const defaultScripts = (): readonly string[] =>
  location.protocol === "https:"
    ? ["https://localhost.lodop.net:8443/CLodopfuncs.js?priority=1"]
    : ["http://localhost:8000/CLodopfuncs.js?priority=1", "http://localhost:18000/CLodopfuncs.js"];

interface PlugInWindow {
  readonly getCLodop?: () => PlugIn | undefined;
  readonly CLODOP?: PlugIn;
  readonly LODOP?: PlugIn;
}

function inPage(): PlugIn | undefined {
  const w = globalThis as unknown as PlugInWindow;
  const found = w.getCLodop?.() ?? w.CLODOP ?? w.LODOP;
  return typeof found?.PRINT_INITA === "function" ? found : undefined;
}

function load(src: string): void {
  if (document.querySelector(`script[src="${src}"]`)) return;
  const script = document.createElement("script");
  script.src = src;
  // Removes a script that fails to load. This is not an error yet, because the plug-in may answer on another port.
  script.onerror = () => script.remove();
  document.head.append(script);
}

/** Creates a driver that prints through a print plug-in (LODOP, C-Lodop) on the user's computer. */
export function plugInDriver(options: PlugInOptions = {}): Driver {
  const { find = inPage, poll = 100, tries = Number.POSITIVE_INFINITY, patience = 30_000 } = options;
  let measure = options.measure;
  let there: PlugIn | undefined;

  async function ready(signal: AbortSignal): Promise<void> {
    there = find();
    for (let i = 0; !there && i < tries; i++) {
      // Loads the failed scripts again, because the user may have started the plug-in meanwhile.
      if (i % 20 === 0 && options.find === undefined)
        for (const src of options.scripts ?? defaultScripts()) load(src);
      await pause(poll, signal);
      if (Math.round(waitingMs / poll) === i + 1) guarded(() => options.onWaiting?.());
      there = find();
    }
    if (!there) throw new Error("未检测到打印插件，请安装并启动打印插件");
  }

  function plugIn(): PlugIn {
    if (!there) throw new Error("未检测到打印插件，请安装并启动打印插件");
    return there;
  }

  async function draw(p: PlugIn, labels: readonly Page[], push: Push): Promise<void> {
    const copies = copiesOf(push);
    measure ??= browserMeasure();
    // Loads all pictures before the first call of the plug-in, because the plug-in cannot work on two jobs at the same
    // time.
    const pages = await Promise.all(labels.map(withUprightPictures));
    // Stops here if the batch has timed out meanwhile, because the pages of such a batch must not be printed later.
    push.signal.throwIfAborted();
    const [first] = pages;
    if (!first) return;
    p.PRINT_INITA(0, 0, `${first.width}mm`, `${first.height}mm`, push.jobName);
    for (const [i, page] of pages.entries()) {
      if (i > 0) p.NewPage();
      if (page.paper === "A4") p.SET_PRINT_PAGESIZE(2, 0, 0, "A4");
      else p.SET_PRINT_PAGESIZE(1, Math.round(page.width * 10), Math.round(page.height * 10), "");
      drawPage(p, page, measure);
    }
    if (copies > 1) p.SET_PRINT_COPIES(copies);
    if (push.printer !== undefined && p.SET_PRINTER_INDEX(push.printer) === false)
      throw new Error(`没有找到打印机 ${push.printer}`);
  }

  /**
   * Returns the plug-in's answer to a command. Some versions answer at once. Others answer later through On_Return,
   * with the command's number.
   */
  function answered(p: PlugIn, command: () => unknown, wait: number | undefined, signal: AbortSignal) {
    return new Promise<unknown>((resolve, reject) => {
      const stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      const timer =
        wait === undefined ? undefined : setTimeout(() => reject(new TimedOut("打印插件没有应答")), wait);
      const done = (value: unknown) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        resolve(value);
      };
      let task: unknown;
      const listen = (id: unknown, value: unknown) => {
        // Ignores an answer to an earlier command, and listens again, because the plug-in forgets a called listener.
        if (task !== undefined && id !== undefined && id !== task) {
          p.On_Return = listen;
          return;
        }
        p.On_Return = undefined;
        done(value);
      };
      if (p.CVERSION !== undefined) p.On_Return = listen;
      task = command();
      if (p.CVERSION === undefined) done(task);
    });
  }

  return {
    name: "plug-in",
    measure: () => {
      measure ??= browserMeasure();
      return measure;
    },
    ready,
    async printers() {
      const p = plugIn();
      const count = Number(p.GET_PRINTER_COUNT()) || 0;
      return Array.from({ length: count }, (_, i) => ({ name: String(p.GET_PRINTER_NAME(i)) }));
    },
    async print(pages, push) {
      const p = plugIn();
      await draw(p, pages, push);
      push.onState?.(0, pages.length, "sent");
      let queued: unknown;
      try {
        queued = await answered(p, () => p.PRINT(), patience, push.signal);
      } catch (cause) {
        // Reports a time-out as unsure, because the plug-in may have printed the pages although it did not answer.
        throw cause instanceof TimedOut ? new UnsureFailure(cause.message, 0, pages.length) : cause;
      }
      if (!queued || queued === "0" || queued === "false") throw new Error("");
      push.onState?.(0, pages.length, "printed");
    },
    async preview(pages, push) {
      const p = plugIn();
      await draw(p, pages, push);
      // Waits until the user has closed the preview window. The plug-in answers how often the user printed from that
      // window; this number is not needed.
      await answered(p, () => p.PREVIEW(), undefined, push.signal);
    },
  };
}
