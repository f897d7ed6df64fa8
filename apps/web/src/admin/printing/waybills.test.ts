import { type LabelState, type Page, pageSvg } from "@shotkeeper/label-print";
import { expect, it, vi } from "vitest";
import { outcomeOf, outputOf, type ParcelOrder, parcelsOf, refuseWaybill } from "./parcels.ts";
import { type Parcel, printWaybills } from "./waybills.ts";

const access = { carrier: "simulated", env: "", partnerId: "", accessToken: "", aesKey: "" } as const;
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
] as const)(
  "prints simulated waybills of size %s in batches, marked as simulated",
  async (size, width, height) => {
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
  },
);

it("asks whether to try the printer again after a failure, and reports how many parcels were printed", async () => {
  let prints = 0;
  const driver = {
    name: "test",
    ready: async () => {},
    printers: async () => [],
    print: async () => {
      if (++prints > 1) throw new Error("out of paper");
    },
    preview: async () => {},
  };
  const retry = vi.fn(async () => prints < 3);
  const parcels = [1, 2, 3].map(parcel);
  const result = await printWaybills({ access, driver, parcels, size: "150", requestId: "R1", retry });
  expect(result).toMatchObject({ code: 14, documents: 1, detail: "out of paper" });
  expect(retry.mock.calls).toEqual([["out of paper"], ["out of paper"]]);
});

const order = (orderNo: string, more: Partial<ParcelOrder> = {}): ParcelOrder => ({
  orderNo,
  custId: "C1",
  recMan: "赵敏",
  recTel: "13800001001",
  recProvince: "浙江省",
  recCity: "宁波市",
  recDistrict: "北仑区",
  recAddress: "纬五路18号",
  postageStat: 1,
  orderStat: 2,
  isPaid: true,
  statementDays: 1,
  voucherAt: null,
  expressNo: null,
  ...more,
});

it("sends no label again that is printed, sent or perhaps on paper", () => {
  const report = (...states: LabelState[]) =>
    states.map((state, index) => ({ index, document: 1, name: "", state, notes: [] }));
  expect(outputOf(report("printed", "printed"), 1)).toBe("printed");
  expect(outputOf(report("printed", "sent"), 1)).toBe("unsure");
  expect(outputOf(report("printed", "unsure", "sent"), 1)).toBe("unsure");
  for (const state of ["waiting", "failed"] as const)
    expect(outputOf(report("printed", "unsure", state), 1)).toBeUndefined();
  expect(outputOf(report("printed"), 0)).toBeUndefined();
});

it("merges orders of one receiver, and keeps parcels that have a waybill", () => {
  const orders = [
    order("B"),
    order("A"),
    order("C", { recMan: "周芷若" }),
    // An order whose postage another party pays (`postageStat`) becomes a separate parcel.
    order("D", { postageStat: 2 }),
    order("E", { orderStat: 3, expressNo: "SF1" }),
    order("F", { orderStat: 3, expressNo: "SF1", recMan: "周芷若" }),
  ];
  const of = (merge: boolean) => parcelsOf(orders, merge).map((l) => [l.orderNos.join(), outcomeOf(l)]);
  expect(of(true)).toEqual([
    ["A,B", "waiting"],
    ["C", "waiting"],
    ["D", "waiting"],
    ["E,F", "sent"],
  ]);
  expect(of(false).map(([nos]) => nos)).toEqual(["B", "A", "C", "D", "E,F"]);
});

it("refuses waybills for orders that may not be shipped, unless they already have a waybill", () => {
  expect(refuseWaybill(order("A"))).toBeUndefined();
  expect(refuseWaybill(order("A", { orderStat: 4, expressNo: "SF1" }))).toBeUndefined();
  expect(refuseWaybill(order("A", { orderStat: 1 }))).toEqual({ code: "S0212" });
  expect(refuseWaybill(order("A", { orderStat: 3 }))).toEqual({ code: "S0212" });
});
