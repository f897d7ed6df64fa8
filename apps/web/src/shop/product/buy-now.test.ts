import { presetOf, toggleAccessory } from "@shotkeeper/contract/shop";
import { expect, it } from "vitest";
import type { Goods } from "../parts/goods.ts";
import { linesToBuy } from "./buy-now.ts";

const goods = (goodsId: string, goodsType: number) =>
  ({ goodsId, goodsType, goodsName: goodsId, goodsImage: null }) as Goods;
const chosen = { oemName: "A", qty: 3, unitPrice: 430.56 };
const plain = presetOf("JS001");

it("returns a line for the configured counter and one for the accessory, with the same quantity", () => {
  const configuration = toggleAccessory(plain, "J002");
  const part = { goodsId: "J002", goodsName: "block", unitPrice: 15.8 } as const;
  const [counter, block, ...rest] = linesToBuy(goods("JS001", 0), {
    ...chosen,
    configuration,
    accessory: part,
  });
  expect(counter).toMatchObject({
    goodsId: "JS001",
    unitPrice: 430.56,
    moldKind: "plastic",
    magnet: 0,
    qty: 3,
  });
  expect(block).toMatchObject({ goodsId: "J002", unitPrice: 15.8, oemName: "A", sideType: 0, qty: 3 });
  expect(rest).toEqual([]);
});

it("returns one line without configuration for a product that cannot be configured", () => {
  const lines = linesToBuy(goods("DC001", 2), { ...chosen, configuration: plain, accessory: undefined });
  expect(lines).toMatchObject([{ goodsId: "DC001", moldKind: null, magnet: -1, sideType: -1 }]);
});
