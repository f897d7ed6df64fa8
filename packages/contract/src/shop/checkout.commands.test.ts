import { describe, expect, it } from "vitest";
import { decodeCheckoutGroup, encodeCheckoutGroup } from "./checkout.commands.ts";
import { decodeQuickOrderLine, encodeQuickOrderLine } from "./quick-order.commands.ts";

const head = { oemName: "O1", postage: 18, recDistrict: "北仑区", recAddress: "纬五路18号" };
const line = { cartId: 7, goodsId: "JS001", orderQty: 2, unitPrice: 430.56, moldKind: "plastic" } as const;
const wire = {
  HD_INFO: { OEM_NAME: "O1", POSTAGE: 18, REC_EXPAREA: "北仑区", REC_ADDR: "纬五路18号" },
  DT_INFO: [{ ID: 7, GOODS_ID: "JS001", QTY: 2, UNIT_PRICE: 430.56, MOLD_TYPE: "plastic" }],
};

describe("a group of a checkout", () => {
  it("is encoded with wire names", () => expect(encodeCheckoutGroup(head, [line])).toEqual(wire));
  it("is decoded, with null for missing fields", () => {
    const group = decodeCheckoutGroup(wire);
    expect(group.head).toMatchObject({ ...head, custId: null, remark: null });
    expect(group.lines).toEqual([{ ...line, sideType: null, magnet: null, moldNo: null }]);
  });
  it("may contain unknown fields, which are ignored", () => {
    const more = { HD_INFO: { ...wire.HD_INFO, IS_PAY: "Y" }, DT_INFO: [{ ...wire.DT_INFO[0], SEQ: 1 }] };
    expect(decodeCheckoutGroup(more)).toEqual(decodeCheckoutGroup(wire));
  });
  it.each([
    ["no group", null],
    ["no header", { DT_INFO: wire.DT_INFO }],
    ["no host factory", { ...wire, HD_INFO: {} }],
    ["no lines", { ...wire, DT_INFO: [] }],
    ["a line without a product", { ...wire, DT_INFO: [{ QTY: 1, UNIT_PRICE: 1 }] }],
    ["a quantity of 0", { ...wire, DT_INFO: [{ ...wire.DT_INFO[0], QTY: 0 }] }],
  ])("is refused with %s", (_case, group) => expect(() => decodeCheckoutGroup(group)).toThrow());
});

describe("a line of a quick order", () => {
  const stated = {
    goodsId: "JS001",
    orderQty: 3,
    moldKind: "hardware",
    magnet: 1,
    accessory: "J007",
  } as const;
  it("is encoded with wire names, and decoded with null for missing fields", () => {
    const encoded = encodeQuickOrderLine(stated);
    expect(encoded).toEqual({
      GOODS_ID: "JS001",
      QTY: 3,
      MOLD_TYPE: "hardware",
      MAGNET: 1,
      ACCESSORY: "J007",
    });
    const { line: decoded, faults } = decodeQuickOrderLine(encoded);
    expect(decoded).toEqual({ ...stated, sideType: null, oemName: null });
    expect(faults.size).toBe(0);
  });
  it.each([
    [null, ["GOODS_ID S0007^GOODS_ID", "QTY S0007^QTY"]],
    [{ GOODS_ID: "A", QTY: "2.5", MAGNET: 7 }, ["QTY S0200^QTY", "MAGNET S0200^MAGNET"]],
  ])("has a fault for each missing or invalid field of %j", (row, faults) => {
    expect([...decodeQuickOrderLine(row).faults].map((f) => f.join(" "))).toEqual(faults);
  });
});
