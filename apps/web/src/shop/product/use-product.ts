import type { QueryRow } from "@shotkeeper/contract/kernel";
import { accessories, isAccessory, shopGoods, shopPrices } from "@shotkeeper/contract/shop";
import { useRows } from "../parts/data.ts";
import { useTranslated } from "../parts/goods.ts";
import { useShopper } from "../parts/session.tsx";

export type PriceRow = QueryRow<typeof shopPrices>;

export const accessoryIds = Object.keys(accessories).filter(isAccessory);

/** Returns a product, and the customer's prices for the product and the accessories at each host factory. */
export function useProduct(id: string) {
  const goods = useRows(shopGoods, { where: [{ field: "goodsId", operator: "EQ", value: id }] });
  const translate = useTranslated();
  const row = goods.data?.rows[0];
  const { custId } = useShopper();
  const wanted = [id, ...accessoryIds];
  const prices = useRows(
    shopPrices,
    {
      where: [
        { field: "custId", operator: "EQ", value: custId ?? "" },
        { field: "goodsId", operator: "IN", value: wanted },
      ],
    },
    { enabled: custId !== undefined },
  );
  return {
    goods: row && translate(row),
    isReady: goods.data !== undefined || goods.error !== null,
    error: goods.error ?? prices.error,
    prices: prices.data?.rows ?? [],
  };
}
