import { readSheets } from "./read.ts";

// A thread of its own: a large file takes seconds, in which the page must not stand still.
self.onmessage = async (event: MessageEvent<{ bytes: Uint8Array; name: string }>) => {
  try {
    self.postMessage({ sheets: await readSheets(event.data.bytes, event.data.name) });
  } catch (cause) {
    self.postMessage({ error: String(cause) });
  }
};
