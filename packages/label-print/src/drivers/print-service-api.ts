import { type Printer, pause, within } from "./driver.ts";
import { localNetworkAccess } from "./local-network.ts";

export interface PrintServiceTexts {
  readonly unreachable: string;
  readonly forbiddenByBrowser: string;
  readonly notPaired: string;
  readonly refused: string;
  readonly noThermal: string;
}

const chinese: PrintServiceTexts = {
  unreachable: "无法连接本地打印服务，请确认打印服务已启动",
  forbiddenByBrowser: "浏览器未允许本页面访问本地网络，请在站点设置中允许“本地网络访问”后重试",
  notPaired: "本页面尚未与本地打印服务配对，请先配对",
  refused: "配对申请被拒绝",
  noThermal: "请先在打印设置中选择标签打印机",
};

export const defaultAddress = "http://127.0.0.1:8001";

/** Address and timeout of the print service, and the language and texts of its messages. */
export interface ServiceAddress {
  /** URL of the print service. Default: the service on this computer. */
  readonly address?: string;
  readonly texts?: Partial<PrintServiceTexts>;
  /** Language of the service's messages, such as "en". Default: Chinese, as for all texts of this package. */
  readonly language?: string;
  /** Milliseconds within which the service has to answer a call. */
  readonly timeout?: number;
}

export type ServiceJobState =
  | "waiting"
  | "sending"
  | "held"
  | "printing"
  | "done"
  | "failed"
  | "cancelled"
  | "unsure";

/** Job in the queue of the print service. */
export interface ServiceJob {
  readonly id: string;
  readonly at: string;
  readonly printer: string;
  readonly jobName: string;
  /** Identity that the page gave the job. */
  readonly key: string;
  readonly labels: readonly string[];
  /** Number of reprints so far. */
  readonly reprints?: number;
  readonly state: ServiceJobState;
  readonly message?: string;
}

interface Answer extends Partial<ServiceJob> {
  readonly token?: string;
  readonly request?: string;
  readonly check?: string;
  readonly jobId?: string;
  readonly jobs?: readonly ServiceJob[];
  readonly printers?: readonly Printer[];
  readonly formats?: readonly string[];
}

/** Error: the print service gave no answer to a call. It may have executed the call nevertheless. */
export class NoAnswer extends Error {
  /** True if the service runs, but hides its answers from this page. The page is probably not paired any longer. */
  readonly isHidden: boolean;

  constructor(message: string, isHidden: boolean, cause: unknown) {
    super(message, { cause });
    this.isHidden = isHidden;
  }
}

/** The service answered with an error. */
export class ServiceRefusal extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Connection to the print service. */
export class ServiceApi {
  readonly #address: string;
  readonly #language: string;
  readonly #timeout: number;
  readonly #token: string;
  readonly texts: PrintServiceTexts;
  /** Time of the last answer, in ms since the page was opened. A refusal is an answer, too. */
  answeredAt = Number.NEGATIVE_INFINITY;

  constructor(
    { address = defaultAddress, texts, language = "zh-CN", timeout = 20_000 }: ServiceAddress,
    token = "",
  ) {
    this.#address = address;
    this.#language = language;
    this.#timeout = timeout;
    this.#token = token;
    this.texts = { ...chinese, ...texts };
  }

  async call(
    path: string,
    init: RequestInit = {},
  ): Promise<Omit<Answer, "state"> & { readonly state?: string }> {
    const headers = new Headers(init.headers);
    headers.set("accept-language", this.#language);
    if (this.#token !== "") headers.set("authorization", `Bearer ${this.#token}`);
    const give = new AbortController();
    const never = new AbortController().signal;
    const signal = init.signal ?? never;
    const both = AbortSignal.any([signal, give.signal]);
    const called = async () => {
      const answer = await fetch(`${this.#address}${path}`, {
        ...init,
        headers,
        signal: both,
        credentials: "omit",
        cache: "no-store",
      });
      return { answer, body: (await answer.json().catch(() => ({}))) as Answer };
    };
    let answered: Awaited<ReturnType<typeof called>>;
    try {
      answered = await within(called(), signal, this.#timeout);
    } catch (cause) {
      give.abort();
      signal.throwIfAborted();
      const reason = await this.#whyNot();
      throw new NoAnswer(this.texts[reason], reason === "notPaired", cause);
    }
    const { answer, body } = answered;
    this.answeredAt = performance.now();
    if (answer.ok) return body;
    const isUnpaired = answer.status === 401 || answer.status === 403;
    const message = body.message ?? (isUnpaired ? this.texts.notPaired : `HTTP ${answer.status}`);
    throw new ServiceRefusal(message, answer.status);
  }

  /**
   * Finds out why the print service did not answer. The browser hides the answers of the service from a page that is
   * not paired. So such a page cannot tell a refusal from a missing connection.
   */
  async #whyNot(): Promise<keyof PrintServiceTexts> {
    if ((await localNetworkAccess()) === "denied") return "forbiddenByBrowser";
    try {
      const signal = AbortSignal.timeout(5000);
      await fetch(`${this.#address}/`, { mode: "no-cors", credentials: "omit", cache: "no-store", signal });
      return "notPaired";
    } catch {
      return "unreachable";
    }
  }
}

export interface PairOptions extends ServiceAddress {
  /**
   * Called with the check number that the service's own page shows beside the request. The calling page should show the
   * number too, so that the user can compare.
   */
  readonly onCheck?: (check: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Asks the print service to admit the origin of this page. Resolves with the token for later requests, after the user
 * approved the request on the service's own page. Rejects if the user refused it or did not answer.
 */
export async function pair({ onCheck, signal, ...where }: PairOptions = {}): Promise<string> {
  const service = new ServiceApi(where);
  const given = signal ? { signal } : {};
  const { request, check = "" } = await service.call("/pair", { method: "POST", ...given });
  onCheck?.(check);
  while (true) {
    await pause(1000, signal);
    const { state, token } = await service.call(`/pair/${request}`, given);
    if (token) return token;
    if (state === "refused") throw new Error(service.texts.refused);
  }
}

/** Access to the jobs that this page's origin sent to the print service. */
export interface PrintServiceJobs {
  list(): Promise<readonly ServiceJob[]>;
  reprint(id: string): Promise<void>;
  /** Records that the labels of a job in the state `unsure` were printed. */
  settle(id: string): Promise<void>;
  cancel(id: string): Promise<void>;
}

/** Returns access to the jobs that this page's origin sent to the print service. */
export function printServiceJobs(options: ServiceAddress & { readonly token: string }): PrintServiceJobs {
  const service = new ServiceApi(options, options.token);
  const act = (action: string) => async (id: string) =>
    void (await service.call(`/jobs/${id}/${action}`, { method: "POST" }));
  return {
    list: async () => (await service.call("/jobs")).jobs ?? [],
    reprint: act("reprint"),
    settle: act("settle"),
    cancel: act("cancel"),
  };
}
