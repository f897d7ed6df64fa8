import type { QueryRow } from "@shotkeeper/contract/kernel";
import { type cartList, isAccessory, moldKind, shopGoods } from "@shotkeeper/contract/shop";
import type { Locale } from "@shotkeeper/locales";
import { rowsKey, useAllRows } from "./data.ts";
import { sentGoods } from "./sent-goods.ts";
import { useShopper } from "./session.tsx";

export type Goods = QueryRow<typeof shopGoods>;
export type CartRow = QueryRow<typeof cartList>;

const oemIs = (oem: string | undefined) =>
  oem === undefined ? [] : [{ field: "oemName", operator: "EQ" as const, value: oem }];

/** Where a host factory's goods, or a visitor's, are kept in this page. */
export const goodsKey = (oem: string | undefined) => rowsKey(shopGoods, oemIs(oem));

/** What the asker sees: a visitor the general prices, a customer those of its default host factory. */
export function useGoods(): { readonly goods: readonly Goods[] | undefined; readonly error: Error | null } {
  const { defaultOem, oems, custId } = useShopper();
  const oem = custId === undefined ? undefined : (defaultOem ?? oems[0]);
  const { data, error } = useAllRows(shopGoods, oemIs(oem), custId === undefined ? sentGoods() : {});
  return { goods: data, error };
}

/** Asks for what a visitor will see, where it has not come with the page. */
export function VisitorGoods({ isVisitor }: { readonly isVisitor: boolean }) {
  useAllRows(shopGoods, oemIs(undefined), { enabled: isVisitor, ...sentGoods() });
  return null;
}

/** How a line is configured, in words. */
export function configurationText(
  line: {
    readonly goodsId: string | null;
    readonly moldKind: string | null;
    readonly magnet: number | null;
    readonly sideType: number | null;
  },
  { enums, shop }: Locale,
): string {
  // An accessory is as it is: kind and magnet are those of its counter.
  if (!line.moldKind || isAccessory(line.goodsId ?? "")) return "";
  const kind = line.moldKind === moldKind.values.hardware ? enums.moldKind.hardware : enums.moldKind.plastic;
  const magnet = line.magnet === 1 ? shop.product.round : line.magnet === 0 ? shop.product.square : "";
  return [kind, magnet].filter(Boolean).join(" · ");
}
