import { ThreadPool } from "../../../kernel/threads/thread-pool.ts";

/**
 * One thread makes the documents of the process, because it keeps the fonts in memory. A document takes about 100 ms of
 * processor time.
 */
const pool = new ThreadPool<Readonly<Record<string, unknown>>, Uint8Array>("pdf-worker.mjs", 1);

/**
 * Makes a PDF document in a thread. `definition` is a definition of pdfmake without functions: the text of a footer's
 * column with `isNumbered` may contain {page} and {pages}. Throws tooBusy (S0410) if too many documents wait.
 */
export const pdfOf = (definition: Readonly<Record<string, unknown>>) => pool.run(definition);
