import { ImportSession } from "./import-session.ts";
import { FileError } from "./types.ts";

/** Methods of `ImportSession` that the page may call. The worker calls `open` itself when the page sends a file. */
export type SessionMethod =
  | "setEncoding"
  | "layout"
  | "apply"
  | "edit"
  | "counts"
  | "setCheckFaults"
  | "page"
  | "values"
  | "badFile";
export type SessionCall =
  | { readonly id: number; readonly file: File }
  | { readonly id: number; readonly method: SessionMethod; readonly args: readonly unknown[] };
export type SessionAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: string; readonly line?: number | undefined };

// Runs in a worker, because reading a large file takes seconds and would freeze the page.
const session = new ImportSession();

self.onmessage = async ({ data }: MessageEvent<SessionCall>) => {
  const answer = (message: SessionAnswer): void => self.postMessage(message);
  try {
    if ("file" in data) {
      const bytes = new Uint8Array(await data.file.arrayBuffer());
      answer({ id: data.id, result: await session.open(bytes, data.file.name) });
    } else {
      const method = session[data.method] as (...args: readonly unknown[]) => unknown;
      answer({ id: data.id, result: await method.apply(session, [...data.args]) });
    }
  } catch (cause) {
    const { fault, line } = cause instanceof FileError ? cause : new FileError("unreadable");
    answer({ id: data.id, fault, line });
  }
};
