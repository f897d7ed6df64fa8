import type { Sheet } from "./types.ts";

type Answer = { readonly sheets: Sheet[] } | { readonly error: string };

/** Reads a file off the main thread; the thread goes away with its answer, or with the signal. */
export async function readFile(file: File, signal?: AbortSignal): Promise<Sheet[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<Sheet[]>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      worker.onmessage = ({ data }: MessageEvent<Answer>) =>
        "error" in data ? reject(new Error(data.error)) : resolve(data.sheets);
      worker.onerror = (e) => reject(new Error(e.message));
      worker.postMessage({ bytes, name: file.name }, [bytes.buffer]);
    });
  } finally {
    worker.terminate();
  }
}
