import { expect, it } from "vitest";
import type { Driver } from "../drivers/driver.ts";
import { type FakeAnswer, fakeService, waybill } from "../testing/index.ts";
import { LabelPrinter } from "./label-printer.ts";

/** Prints documents on a printer that takes the first batch only after `release`. */
function setUp(count: number, answer?: (n: number) => FakeAnswer | undefined) {
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const batches: number[] = [];
  const prepared: string[][] = [];
  const driver: Driver = {
    name: "slow",
    ready: async () => {},
    printers: async () => [],
    prepare: (_, { key = "", names = [] }) => void prepared.push([key, ...names.flat()]),
    async print(pages, { key = "", names = [] }) {
      if (batches.length > 0) expect(prepared.at(batches.length - 1)).toEqual([key, ...names.flat()]);
      batches.push(pages.length);
      if (batches.length === 1) await held;
    },
    preview: async () => {},
  };
  const service = fakeService((_, n) => answer?.(n));
  const dialogs = { tip: async () => {}, retry: async () => false };
  const printer = new LabelPrinter({ driver, dialogs, fetch: service.fetch });
  const documents = Array.from({ length: count }, (_, i) => ({ masterWaybillNo: waybill(i) }));
  const request = { partnerID: "P", requestID: "R", accessToken: "T", templateCode: "fm_76130", documents };
  return { result: printer.print(request), batches, prepared, service, release: () => release() };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

it("requests the documents of the next batch while a batch is printed, and not more", async () => {
  const { result, batches, service, release } = setUp(20);
  await settled();
  expect([batches, service.calls.length]).toEqual([[1], 7]);
  release();
  expect(await result).toMatchObject({ code: 1, labels: 20 });
  expect(batches).toEqual([1, 6, 6, 6, 1]);
  expect(service.calls.map((c) => c.waybillNo)).toEqual(Array.from({ length: 20 }, (_, i) => waybill(i)));
});

it("lets the driver draw the next batch while a batch is printed, and not more", async () => {
  const { result, prepared, release } = setUp(20);
  await settled();
  expect(prepared.map(([, ...names]) => names)).toEqual([[1, 2, 3, 4, 5, 6].map(waybill)]);
  release();
  expect(await result).toMatchObject({ code: 1, labels: 20 });
  expect(prepared.map(([, ...names]) => names.length)).toEqual([6, 6, 6, 1]);
});

it("reports a failure after the labels before it, and requests nothing more", async () => {
  const { result, batches, service, release } = setUp(20, (n) => (n === 2 ? { network: "down" } : undefined));
  await settled();
  expect([batches, service.calls.length]).toEqual([[1], 3]);
  release();
  expect(await result).toMatchObject({ code: 11, msg: "down", labels: 1, documents: 1 });
  expect(service.calls).toHaveLength(3);
});
