import { within } from "../drivers/driver.ts";
import { code128, qrMatrix } from "../model/codes.ts";
import type { Page } from "../model/page.ts";
import { noData, PrintFailure } from "./failure.ts";
import { callFor, isInternal, type LabelDocument, type PrintRequest } from "./request.ts";
import { checkFields, type Fallbacks } from "./strict.ts";
import { pagesOf, type WireFile } from "./wire.ts";

export interface ServiceOptions {
  readonly env: string;
  readonly hosts: Readonly<Record<string, string>>;
  readonly aesKey: string | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly fallbacks: Fallbacks;
  /** Milliseconds within which the carrier's service has to answer. */
  readonly timeout: number;
}

export interface Fetched {
  readonly pages: readonly Page[];
  readonly notes: readonly string[];
}

interface Parsed {
  readonly success?: unknown;
  readonly obj?: { readonly files?: readonly WireFile[] } | null;
  readonly errorMessage?: string | null;
  readonly requestId?: string;
}

interface Outer {
  readonly apiResultCode?: string;
  readonly apiErrorMsg?: string;
  readonly apiResultData?: unknown;
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

async function post(request: PrintRequest, document: LabelDocument, o: ServiceOptions, signal: AbortSignal) {
  const give = new AbortController();
  const both = AbortSignal.any([signal, give.signal]);
  const called = async () => {
    const { url, headers, body } = callFor(request, document, o);
    const answer = await o.fetch(url, {
      method: "POST",
      headers,
      body,
      credentials: "include",
      signal: both,
    });
    if (answer.status === 401) throw new PrintFailure(11, "鉴权失败");
    if (!answer.ok) throw new PrintFailure(11, `HTTP ${answer.status}`);
    return answer.json().catch((cause: unknown) => {
      if (both.aborted) throw cause;
      throw new PrintFailure(13, noData);
    }) as Promise<unknown>;
  };
  try {
    return await within(called(), signal, o.timeout, `快递服务 ${o.timeout / 1000} 秒内没有应答`);
  } catch (cause) {
    give.abort();
    if (cause instanceof PrintFailure) throw cause;
    throw new PrintFailure(11, signal.aborted ? "打印任务已取消" : messageOf(cause) || noData);
  }
}

/**
 * Unwraps the business answer from the answer of the carrier's gateway, which contains it as JSON text or as an
 * object.
 */
function unwrap(answer: unknown): Parsed {
  const { apiResultCode, apiErrorMsg, apiResultData } = (answer ?? {}) as Outer;
  if (apiResultCode !== "A1000")
    throw new PrintFailure(12, apiErrorMsg || noData, { apiResultCode: apiResultCode ?? "" });
  if (typeof apiResultData !== "string") return (apiResultData ?? {}) as Parsed;
  try {
    return (JSON.parse(apiResultData) ?? {}) as Parsed;
  } catch {
    throw new PrintFailure(13, noData);
  }
}

/**
 * Requests a document (one or more labels) from the carrier's service and converts it to pages that drivers can draw.
 */
export async function fetchPages(
  request: PrintRequest,
  document: LabelDocument,
  o: ServiceOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  const answer = await post(request, document, o, signal);
  const parsed = isInternal(o.env) ? ((answer ?? {}) as Parsed) : unwrap(answer);
  if (parsed.success !== true && parsed.success !== "true")
    throw new PrintFailure(13, parsed.errorMessage || noData);
  const files = parsed.obj?.files;
  if (!Array.isArray(files) || files.length === 0) throw new PrintFailure(13, parsed.errorMessage || noData);
  try {
    const notes = checkFields(files as readonly WireFile[], o.fallbacks);
    const pages = pagesOf(files as readonly WireFile[], o.aesKey);
    // Encodes all codes once before printing. Otherwise an invalid code would stop the job after half of the labels are
    // printed.
    for (const item of pages.flatMap((p) => p.items)) {
      if (item.kind === "barcode") code128(item.text);
      if (item.kind === "qr") qrMatrix(item.text, item);
    }
    return { pages, notes };
  } catch (cause) {
    throw new PrintFailure(13, messageOf(cause));
  }
}
