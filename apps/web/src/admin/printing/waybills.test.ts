import { type Page, pageSvg } from "@shotkeeper/label-print";
import { expect, it } from "vitest";
import { type Parcel, printWaybills } from "./waybills.ts";

const access = { CARRIER: "simulated", ENV: "", PARTNER_ID: "", ACCESS_TOKEN: "", AES_KEY: "" } as const;
const parcel = (n: number): Parcel => ({
  waybill: `SF100000000000${n}`,
  receiver: "张三丰",
  phone: "13812345678",
  place: "广东省佛山市顺德区工业大道三十六号",
  orderNos: [`DD00${n}`],
});

it.each([
  ["150", 100, 150],
  ["76130", 76, 130],
] as const)("prints simulated waybills of size %s, which say so, in batches", async (size, width, height) => {
  const batches: (readonly Page[])[] = [];
  const driver = {
    name: "test",
    ready: async () => {},
    printers: async () => [],
    print: async (pages: readonly Page[]) => void batches.push(pages),
    preview: async () => {},
  };
  const parcels = [1, 2, 3].map(parcel);
  const result = await printWaybills({ access, driver, parcels, size, requestId: "R1" });
  expect(result).toMatchObject({ code: 1, labels: 3 });
  expect(batches.map((b) => b.length)).toEqual([1, 2]);
  const [page] = batches[0] ?? [];
  expect(page).toMatchObject({ width, height });
  const codes = page?.items.flatMap((i) => (i.kind === "qr" || i.kind === "barcode" ? [i.text] : []));
  expect(codes).toEqual(["SF1000000000001", "SF1000000000001"]);
  const svg = pageSvg(page as Page);
  expect(svg).toContain("模拟面单");
  expect(svg).toContain("138****5678");
  expect(svg).not.toContain("13812345678");
});
