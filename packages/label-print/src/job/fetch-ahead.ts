import { type Fetched, fetchPages, type ServiceOptions } from "./fetch-pages.ts";
import type { PrintRequest } from "./request.ts";

/** Number of documents that are requested before their labels are needed. */
const depth = 6;

/**
 * Requests the documents of a job one at a time and yields them in their order. Requests up to `depth` documents ahead,
 * so that the carrier answers while the printer prints. Stops after the first failure, or when nobody needs more.
 */
export async function* fetchAhead(
  request: PrintRequest,
  options: ServiceOptions,
  signal: AbortSignal,
): AsyncGenerator<Fetched> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const { documents } = request;
  const waiting: Promise<Fetched>[] = [];
  let before: Promise<unknown> = Promise.resolve();
  let started = 0;
  try {
    for (const at of documents.keys()) {
      for (const document of documents.slice(started, at + 1 + depth)) {
        const next = before.then(() => {
          both.throwIfAborted();
          return fetchPages(request, document, options, both);
        });
        // The failure is thrown when its document is needed. Until then, it must not count as unhandled.
        next.catch(() => {});
        before = next;
        waiting.push(next);
        started++;
      }
      yield (await waiting.shift()) as Fetched;
    }
  } finally {
    stop.abort();
  }
}
