import { findProof } from "@shotkeeper/contract/kernel";

/**
 * Searches for the proof of work of a verification code. This takes up to some seconds; in a worker, the search does
 * not block the page.
 */
self.addEventListener("message", ({ data }: MessageEvent<{ id: string; difficulty: number }>) => {
  self.postMessage(findProof(data.id, data.difficulty));
});
