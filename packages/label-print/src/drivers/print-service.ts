import { pagesPdf } from "../file/pdf.ts";
import { pagePng } from "../file/raster.ts";
import type { Page } from "../model/page.ts";
import type { Measure } from "../model/text-layout.ts";
import { browserDriver } from "./browser.ts";
import { type Driver, type Printer, type Push, pause } from "./driver.ts";
import { browserMeasure } from "./measure.ts";

export interface PrintServiceOptions {
  /** URL of the print service. Default: the service on this computer. */
  readonly address?: string;
  /** Token that the service issued when the page was paired with it. */
  readonly token: string;
  /** Format of a job: one PDF per batch, or one PNG per page. Default: the format that the printers support. */
  readonly format?: "pdf" | "png";
  readonly dpi?: number;
  /** Milliseconds between two queries of a job's state. */
  readonly poll?: number;
  /**
   * Number of queries after which a job that still waits counts as accepted, because a printer's queue may hold a job
   * for a long time.
   */
  readonly tries?: number;
  readonly measure?: Measure;
  readonly texts?: Partial<PrintServiceTexts>;
  /** Language of the service's messages, such as "en". Default: Chinese, as for all texts of this package. */
  readonly language?: string;
}

export interface PrintServiceTexts {
  readonly unreachable: string;
  readonly forbiddenByBrowser: string;
  readonly notPaired: string;
}

const chinese: PrintServiceTexts = {
  unreachable: "无法连接本地打印服务，请确认打印服务已启动",
  forbiddenByBrowser: "浏览器未允许本页面访问本地网络，请在站点设置中允许“本地网络访问”后重试",
  notPaired: "本页面尚未与本地打印服务配对，请先配对",
};

export const defaultAddress = "http://127.0.0.1:8001";

/** Returns the browser's permission for this page to reach services on this computer or in the local network. */
export async function localNetworkAccess(): Promise<"granted" | "denied" | "prompt" | "unknown"> {
  for (const name of ["loopback-network", "local-network-access"]) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // The query fails if this browser has no such permission or gives it another name.
    }
  }
  return "unknown";
}

interface Answer {
  readonly message?: string;
  readonly token?: string;
  readonly jobId?: string;
  readonly state?: string;
  readonly printers?: readonly Printer[];
  readonly formats?: readonly string[];
}

/**
 * Finds out why the print service did not answer. The browser hides the answers of the service from a page that is not
 * paired. So such a page cannot tell a refusal from a missing connection.
 */
async function whyNot(address: string): Promise<keyof PrintServiceTexts> {
  if ((await localNetworkAccess()) === "denied") return "forbiddenByBrowser";
  try {
    await fetch(`${address}/`, { mode: "no-cors", credentials: "omit", cache: "no-store" });
    return "notPaired";
  } catch {
    return "unreachable";
  }
}

interface Whom {
  readonly address: string;
  readonly texts: PrintServiceTexts;
  readonly language: string;
}

async function call({ address, texts, language }: Whom, path: string, init: RequestInit): Promise<Answer> {
  let answer: Response;
  const headers = new Headers(init.headers);
  headers.set("accept-language", language);
  try {
    answer = await fetch(`${address}${path}`, { ...init, headers, credentials: "omit", cache: "no-store" });
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new Error(texts[await whyNot(address)], { cause });
  }
  const body = (await answer.json().catch(() => ({}))) as Answer;
  if (answer.status === 401 || answer.status === 403) throw new Error(body.message ?? texts.notPaired);
  if (!answer.ok) throw new Error(body.message ?? `HTTP ${answer.status}`);
  return body;
}

/**
 * Pairs the origin of this page with the print service and returns the token for later requests. `code` is the pairing
 * code, which the user copies from the service's own page.
 */
export async function pair(
  code: string,
  {
    address = defaultAddress,
    texts,
    language = "zh-CN",
  }: Pick<PrintServiceOptions, "texts" | "language"> & { readonly address?: string } = {},
): Promise<string> {
  const service = { address, language, texts: { ...chinese, ...texts } };
  const headers = { "content-type": "application/json" };
  const { token } = await call(service, "/pair", { method: "POST", headers, body: JSON.stringify({ code }) });
  if (!token) throw new Error("The print service gave no token");
  return token;
}

/**
 * Creates a driver that prints through the print service on the user's computer. The print service can use all printers
 * of the computer and shows no dialog.
 */
export function printServiceDriver(options: PrintServiceOptions): Driver {
  const { address = defaultAddress, dpi = 300, poll = 300, tries = 100, language = "zh-CN" } = options;
  const service = { address, language, texts: { ...chinese, ...options.texts } };
  const headers = { authorization: `Bearer ${options.token}` };
  let measure = options.measure;
  let format = options.format ?? "pdf";

  async function send(file: Blob, page: Page, push: Push): Promise<string> {
    const body = new FormData();
    if (push.printer !== undefined) body.set("printer", push.printer);
    body.set("copies", String(push.copies ?? 1));
    body.set("pageWidth", String(page.width));
    body.set("pageHeight", String(page.height));
    body.set("jobName", push.jobName);
    body.set("file", file, `label.${format}`);
    const { signal } = push;
    const { jobId } = await call(service, "/print", { method: "POST", headers, body, signal });
    if (!jobId) throw new Error("The print service gave no job");
    return jobId;
  }

  async function untilAccepted(jobId: string, signal: AbortSignal): Promise<void> {
    for (let i = 0; i < tries; i++) {
      const { state, message } = await call(service, `/jobs/${jobId}`, { headers, signal });
      if (state === "done") return;
      if (state === "failed") throw new Error(message ?? "");
      await pause(poll, signal);
    }
  }

  /** Groups successive pages of the same size, because a print job has a single paper size. */
  function bySize(pages: readonly Page[]): Page[][] {
    const groups: Page[][] = [];
    for (const p of pages) {
      const last = groups.at(-1);
      if (last?.[0] && last[0].width === p.width && last[0].height === p.height) last.push(p);
      else groups.push([p]);
    }
    return groups;
  }

  return {
    name: "print-service",
    async ready(signal) {
      const { formats } = await call(service, "/status", { headers, signal });
      if (options.format === undefined) format = formats?.includes("pdf") === false ? "png" : "pdf";
    },
    async printers() {
      return (await call(service, "/printers", { headers })).printers ?? [];
    },
    async print(pages, push) {
      measure ??= browserMeasure();
      const how = { measure, dpi, signal: push.signal };
      for (const group of bySize(pages)) {
        const [first] = group;
        if (!first) continue;
        if (format === "pdf") {
          await untilAccepted(await send(await pagesPdf(group, how), first, push), push.signal);
          continue;
        }
        for (const page of group)
          await untilAccepted(await send(await pagePng(page, how), page, push), push.signal);
      }
    },
    /** The print service has no user interface, so the browser shows the preview. */
    preview: (pages, push) =>
      browserDriver(options.measure ? { measure: options.measure } : {}).preview(pages, push),
  };
}
