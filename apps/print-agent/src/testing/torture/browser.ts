import { chromiumFlags, serveLabelPage } from "@shotkeeper/label-print/testing/chromium";
import { type Browser, type BrowserServer, chromium, type Page as Tab } from "playwright-core";
import { type BrowserJob, printInPage } from "./browser-job.ts";
import type { Answer, PageKill, PageLine, PrintingPage } from "./processes.ts";

/** Chromium browser whose pages print. The browser starts again after it was killed. */
export class PrintingBrowser {
  readonly origin: string;
  readonly #executablePath: string;
  readonly #stopServing: () => void;
  #running: Promise<{ server: BrowserServer; browser: Browser }> | undefined;

  private constructor(executablePath: string, origin: string, stopServing: () => void) {
    this.#executablePath = executablePath;
    this.origin = origin;
    this.#stopServing = stopServing;
  }

  static async start(executablePath: string): Promise<PrintingBrowser> {
    const { origin, close } = await serveLabelPage();
    return new PrintingBrowser(executablePath, origin, close);
  }

  async #launch() {
    // Keeps Playwright from stopping the browser at a signal, because the test stops the browser itself.
    const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
    const executablePath = this.#executablePath;
    const server = await chromium.launchServer({ executablePath, args: chromiumFlags, ...signals });
    return { server, browser: await chromium.connect(server.wsEndpoint(), { timeout: 30_000 }) };
  }

  /** Opens an empty tab. */
  async tab(): Promise<Tab> {
    this.#running ??= this.#launch();
    return (await this.#running).browser.newPage();
  }

  /** Kills all processes of the browser (SIGKILL), as a power failure or the task manager does. */
  async kill(): Promise<void> {
    const running = await this.#running;
    this.#running = undefined;
    await running?.server.kill();
  }

  async stop(): Promise<void> {
    await this.kill();
    this.#stopServing();
  }
}

/** Lets the process of a tab crash, as a lack of memory does. */
async function crash(tab: Tab): Promise<void> {
  // Waits for `close` too: if the job has ended, the tab closes itself.
  const gone = new Promise<void>((resolve) => {
    tab.once("crash", () => resolve());
    tab.once("close", () => resolve());
  });
  const session = await tab
    .context()
    .newCDPSession(tab)
    .catch(() => undefined);
  // Ignores the failure of the call: it gets no answer, because the crash ends the tab's process.
  session?.send("Page.crash").catch(() => {});
  if (session) await gone;
  await tab.close();
}

/** Page of a browser that prints one job. */
export class BrowserPage implements PrintingPage {
  readonly lines: PageLine[] = [];
  readonly ended: Promise<void>;
  isRunning = true;
  readonly #browser: PrintingBrowser;
  readonly #tab: Promise<Tab>;
  readonly #random: () => number;
  #isKilled = false;

  constructor(browser: PrintingBrowser, job: BrowserJob, answer: Answer, random: () => number) {
    this.#browser = browser;
    this.#random = random;
    this.#tab = browser.tab();
    this.ended = this.#run(job, answer)
      .catch((cause: unknown) => {
        // Ignores the error of a page that the test has killed.
        if (!this.#isKilled) throw cause;
      })
      .finally(() => {
        this.isRunning = false;
      });
    // Prevents an unhandled rejection. The test awaits `ended` later and then notices the failure.
    this.ended.catch(() => {});
  }

  async #run(job: BrowserJob, answer: Answer): Promise<void> {
    const tab = await this.#tab;
    await tab.exposeFunction("answerUnsure", (names: readonly string[]) => {
      this.lines.push({ unsure: names });
      return answer(names);
    });
    await tab.exposeFunction("reportRetry", (retry: string) => void this.lines.push({ retry }));
    await tab.goto(this.#browser.origin);
    this.lines.push(await tab.evaluate(printInPage, job));
    await tab.close();
  }

  async kill(): Promise<PageKill> {
    if (!this.isRunning) return "tab";
    this.#isKilled = true;
    const way = this.#random();
    const killed = way < 0.2 ? "browser" : "tab";
    const tab = await this.#tab;
    if (killed === "browser") await this.#browser.kill();
    else if (way < 0.5) await tab.close();
    else await crash(tab);
    await this.ended;
    return killed;
  }
}
