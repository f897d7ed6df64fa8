import type { CommandInput } from "@shotkeeper/contract/kernel";
import { addressParts, customerOrder, personalOrders } from "@shotkeeper/contract/shop";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { choiceLabel } from "@shotkeeper/ui/cells";
import { configurationFacts, useNamed } from "./goods.ts";
import { ordersOf, type PersonalOrder } from "./orders.ts";
import { useSheet } from "./sheet.ts";

/** Number of orders that the export fetches per request. */
const exportPage = 500;

type Request = Partial<CommandInput<typeof personalOrders>>;

/** Returns a function that saves all orders of a request as a sheet, with one row for each line. */
export function useOrderExport(): (request: Request) => Promise<void> {
  const locale = useLocale();
  const { shop, fields } = locale;
  const client = useClient();
  const act = useAction();
  const sheet = useSheet();
  const named = useNamed();
  return async (request: Request) => {
    const all = await act(async () => {
      const found: PersonalOrder[] = [];
      for (let at = 1; ; at++) {
        const part = await client.run(personalOrders, { ...request, page: at, limit: exportPage });
        found.push(...ordersOf(part, named));
        if (part.list.length === 0 || found.length >= part.count) return found;
      }
    });
    if (!all) return;
    const rows = all.flatMap((o) =>
      o.lines.map((l, i) => ({
        ...l,
        ...o,
        amount: l.amount,
        // Writes the amounts of the order only into the first row of the order, so that the sum of a column is correct.
        postage: i === 0 ? o.postage : null,
        totalAmount: i === 0 ? o.totalAmount : null,
        configuration: configurationFacts(l, locale).join(" · "),
        place: addressParts(o).join(""),
        stat: choiceLabel(customerOrder.fields.orderStat, o.orderStat, locale),
      })),
    );
    await sheet<(typeof rows)[number]>(
      shop.nav.orders,
      [
        { key: "orderNo", title: fields.orderNo, type: "text" },
        { key: "orderDate", title: fields.orderDate, type: "time" },
        { key: "oemName", title: fields.oemName, type: "text", width: 200 },
        { key: "goodsId", title: fields.goodsId, type: "text" },
        { key: "goodsName", title: fields.goodsName, type: "text", width: 200 },
        {
          key: "configuration",
          title: `${shop.product.moldType} · ${shop.product.magnet}`,
          type: "text",
          width: 160,
        },
        { key: "orderQty", title: fields.orderQty, type: "number" },
        { key: "unitPrice", title: fields.unitPrice, type: "number", decimals: 4 },
        { key: "amount", title: fields.amount, type: "number", decimals: 2 },
        { key: "postage", title: fields.postage, type: "number", decimals: 2 },
        { key: "totalAmount", title: fields.totalAmount, type: "number", decimals: 2 },
        { key: "recMan", title: fields.recMan, type: "text" },
        { key: "recTel", title: fields.recTel, type: "text" },
        { key: "place", title: shop.buy.address, type: "text", width: 260 },
        { key: "custCode", title: shop.buy.custCode, type: "text" },
        { key: "stat", title: fields.orderStat, type: "text" },
        { key: "expressNo", title: fields.expressNo, type: "text", width: 160 },
      ],
      rows,
    );
  };
}
