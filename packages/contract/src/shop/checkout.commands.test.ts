import { describe, expect, it } from "vitest";
import { decodeQuickOrderLine, encodeQuickOrderLine } from "./cart.entity.ts";
import { decodeCheckoutGroup, encodeCheckoutGroup } from "./checkout.commands.ts";

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
  it("keeps the quantity as typed until it is decoded", () => {
    const encoded = encodeQuickOrderLine({ goodsId: "JS001", orderQty: "3" });
    expect(encoded).toEqual({ GOODS_ID: "JS001", QTY: "3" });
    expect(decodeQuickOrderLine(encoded)).toEqual({ goodsId: "JS001", orderQty: 3 });
  });
  it.each([[null], ["x"], [{}], [{ GOODS_ID: "", QTY: "2.5" }]])("has no quantity in %j", (row) =>
    expect(decodeQuickOrderLine(row)).toEqual({ goodsId: "", orderQty: undefined }),
  );
});
