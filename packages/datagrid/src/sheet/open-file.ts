import type { ImportSession } from "./import-session.ts";
import type { SessionAnswer, SessionCall, SessionMethod } from "./import-worker.ts";
import type { FileInfo } from "./session-types.ts";
import { startWorker } from "./start-worker.ts";
import { FileError, type FileFault, MAX_BYTES } from "./types.ts";

/**
 * Type of an `ImportSession` method that the page calls. It returns a promise, because the session runs in the worker.
 */
type Remote<M extends SessionMethod> = (
  ...args: Parameters<ImportSession[M]>
) => Promise<Awaited<ReturnType<ImportSession[M]>>>;

export type OpenedFile = { readonly [M in SessionMethod]: Remote<M> } & {
  readonly name: string;
  readonly info: FileInfo;
  /** Terminates the worker and frees its memory. */
  close(): void;
};

/** Longest time to read a file. A damaged or forged file that takes longer is refused. */
const MAX_READ_MS = 120_000;

type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void };

/** Opens a file in a worker. The caller must call `close` at the end. Rejects with a `FileError`. */
export async function openFile(file: File, signal?: AbortSignal): Promise<OpenedFile> {
  if (file.size === 0) throw new FileError("empty");
  if (file.size > MAX_BYTES) throw new FileError("tooLarge");
  const worker = await startWorker("import");
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const close = (): void => {
    worker.terminate();
    fail(new DOMException("closed", "AbortError"));
  };
  const ask = <T>(call: Record<string, unknown>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.set(++last, { resolve, reject } as Waiting);
      worker.postMessage({ ...call, id: last } as SessionCall);
    });
  worker.onmessage = ({ data }: MessageEvent<SessionAnswer>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ("fault" in data) one?.reject(new FileError(data.fault as FileFault, { line: data.line }));
    else one?.resolve(data.result as never);
  };
  // Reports every error of the worker as "too much content". A worker that runs out of memory gives no reason for its
  // error.
  worker.onerror = () => fail(new FileError("tooMuch"));
  signal?.addEventListener("abort", close);
  const method =
    <M extends SessionMethod>(name: M): Remote<M> =>
    (...args) =>
      ask({ method: name, args });
  try {
    const watch = setTimeout(() => fail(new FileError("tooMuch")), MAX_READ_MS);
    const info = await ask<FileInfo>({ file }).finally(() => clearTimeout(watch));
    return {
      name: file.name,
      info,
      setEncoding: method("setEncoding"),
      layout: method("layout"),
      apply: method("apply"),
      edit: method("edit"),
      counts: method("counts"),
      setCheckFaults: method("setCheckFaults"),
      page: method("page"),
      values: method("values"),
      badFile: method("badFile"),
      close,
    };
  } catch (cause) {
    worker.terminate();
    throw cause;
  }
}
