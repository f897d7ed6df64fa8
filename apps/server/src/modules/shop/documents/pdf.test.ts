import { performance } from "node:perf_hooks";
import { expect, it } from "vitest";
import { pdfOf } from "./pdf.ts";

const definition = (rows: number) => ({
  defaultStyle: { font: "NotoSansSC" },
  footer: { columns: [{ text: "{page}" }, { text: "{page}/{pages}", isNumbered: true }] },
  content: [{ layout: "thinLines", table: { body: Array.from({ length: rows }, (_, i) => [`row ${i}`]) } }],
});

it("makes documents in a thread, so that the process can do other work meanwhile", {
  timeout: 60_000,
}, async () => {
  // The first document waits for the thread to start.
  await pdfOf(definition(1));
  const before = performance.eventLoopUtilization();
  const pdf = await pdfOf(definition(2000));
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe("%PDF-");
});

it("reports a document that cannot be made, and makes the next one", async () => {
  await expect(pdfOf({ ...definition(1), content: [{ image: "/etc/hostname" }] })).rejects.toThrow();
  expect((await pdfOf(definition(1))).length).toBeGreaterThan(1000);
});
