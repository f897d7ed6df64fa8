import type { Page } from "../model/page.ts";
import { fetchPages, type ServiceOptions } from "./fetch-pages.ts";
import type { Job } from "./job.ts";

interface BatchSizes {
  readonly first: number;
  /** Size of each batch after the first. */
  readonly next: number;
}

/**
 * Checks the pages of a document before printing. A fault may have a fallback, for example a text that is too long is
 * made smaller. Returns the pages, changed by such fallbacks, and notes about these changes.
 */
export type Check = (pages: readonly Page[]) => Promise<readonly { page: Page; notes: readonly string[] }[]>;

/**
 * Requests the documents of a job one at a time, checks their labels, and yields the labels in batches. Adds each label
 * to `job.states`. After each document, adds the number of labels so far to `job.ends`.
 */
export async function* batchesOf(
  job: Job,
  service: ServiceOptions,
  { first, next }: BatchSizes,
  check: Check,
  signal: AbortSignal,
): AsyncGenerator<readonly Page[]> {
  const { request, states, ends } = job;
  const waiting: Page[] = [];
  let size = first;
  let labels = 0;
  for (const [at, document] of request.documents.entries()) {
    signal.throwIfAborted();
    const { pages, notes } = await fetchPages(request, document, service, signal);
    const number = String(document.masterWaybillNo);
    for (const [i, { page, notes: more }] of (await check(pages)).entries()) {
      states.add(at, i === 0 ? number : `${number}/${i + 1}`, [...notes, ...more]);
      waiting.push(page);
      labels++;
    }
    ends.push(labels);
    while (waiting.length >= size) {
      yield waiting.splice(0, size);
      size = next;
    }
  }
  while (waiting.length > 0) {
    yield waiting.splice(0, size);
    size = next;
  }
}
