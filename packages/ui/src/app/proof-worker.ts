import { findProof } from "@shotkeeper/contract/kernel";

/** Work of a captcha, which takes up to some seconds. A worker keeps the page responsive meanwhile. */
self.addEventListener("message", ({ data }: MessageEvent<{ id: string; difficulty: number }>) => {
  self.postMessage(findProof(data.id, data.difficulty));
});
