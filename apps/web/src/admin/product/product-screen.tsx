import { goodsType } from "@shotkeeper/contract/enumerations";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { importProducts, product, productList } from "@shotkeeper/contract/product";
import type { LocaleCode } from "@shotkeeper/locales";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { useMemo, useState } from "react";
import { nameColumns, unitColumns, useGoodsName } from "../../goods-name.ts";
import { ProductPictures } from "./product-pictures.tsx";
import { ProductPrices } from "./product-prices.tsx";

type ProductRow = QueryRow<typeof productList>;

function Stock({ row }: { readonly row: ProductRow }) {
  const { product: t } = useLocale();
  const f = useFormats();
  return (
    <span className="sk-figure" data-level={row.isLowStock ? "bad" : undefined}>
      {row.isLowStock && <ToneTag tone="bad">{t.low}</ToneTag>} {f.whole(row.stockQty)}
    </span>
  );
}

function Shelf({ row }: { readonly row: ProductRow }) {
  const { product: t } = useLocale();
  return row.offShelf ? <ToneTag tone="neutral">{t.off}</ToneTag> : <ToneTag tone="good">{t.onSale}</ToneTag>;
}

/**
 * Returns the columns of the list, with name and unit in the user's language. In other languages than simplified
 * Chinese, adds columns with the Chinese name and unit, because imports and the table for editing need them.
 */
const columnsOf = (
  { shelf, name, chineseName }: Readonly<Record<"shelf" | "name" | "chineseName", string>>,
  language: LocaleCode,
): Columns<typeof productList> => [
  { name: "goodsId", pin: "left", width: 120 },
  { name: nameColumns[language], title: name, onCard: true, width: 184 },
  { name: "goodsModel", width: 120 },
  { name: "goodsType", width: 96 },
  { name: "stockQty", onCard: true, width: 156, cell: (row) => <Stock row={row} /> },
  { name: "unitPrice", width: 120 },
  // Shows whether the product is on sale. The field `offShelf` stores the opposite: true if the product is not on
  // sale.
  { name: "offShelf", title: shelf, width: 112, cell: (row) => <Shelf row={row} /> },
  { name: unitColumns[language], width: language === "zh_CN" ? 72 : 128 },
  { name: "lowStockQty", width: 96 },
  { name: "pictureCount", width: 88 },
  ...(language === "zh_CN"
    ? []
    : ([
        { name: "goodsName", title: chineseName, width: 184 },
        { name: "goodsUnit", width: 72 },
      ] as const)),
  { name: "remark", width: 240 },
];

type ProductField = keyof (typeof product)["fields"] & string;

function useProductForm(): EntityFormSpec<ProductField> {
  const { product: t } = useLocale();
  return useMemo(
    () => ({
      sections: [
        {
          title: t.sections.identity,
          fields: ["goodsId", "goodsName", "goodsModel", "goodsType", "counterType", "goodsUnit", "remark"],
        },
        { title: t.sections.price, fields: ["unitPrice", "stockQty", "lowStockQty", "offShelf"] },
        {
          title: t.sections.translations,
          fields: ["goodsNameTw", "goodsUnitTw", "goodsNameEn", "goodsUnitEn", "remarkTw", "remarkEn"],
        },
      ],
      hints: t.hints,
      initial: { goodsType: goodsType.values.hardware, offShelf: false, stockQty: 0 },
    }),
    [t],
  );
}

export default function ProductScreen() {
  const { product: t, fields, code } = useLocale();
  const form = useProductForm();
  const nameOf = useGoodsName();
  const columns = useMemo(
    () => columnsOf({ shelf: t.shelf, name: fields.goodsName, chineseName: fields.nameZhCn }, code),
    [t, fields, code],
  );
  const [open, setOpen] = useState<{ readonly what: "pictures" | "prices"; readonly row: ProductRow }>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ListScreen
        query={productList}
        entity={product}
        columns={columns}
        form={form}
        search={["goodsId", "goodsName", "goodsNameEn", "goodsModel"]}
        actions={(row) => [
          { key: "pictures", label: t.pictures.action, run: () => setOpen({ what: "pictures", row }) },
          { key: "prices", label: t.prices.action, run: () => setOpen({ what: "prices", row }) },
        ]}
        details={(row) => ({ stockQty: <Stock row={row} /> })}
        actionsWidth={196}
        importing={{ command: importProducts }}
        emptyHint={t.emptyHint}
      />
      {open?.what === "pictures" && (
        <ProductPictures product={{ ...open.row, goodsName: nameOf(open.row) }} onClose={close} />
      )}
      {open?.what === "prices" && (
        <ProductPrices product={{ ...open.row, goodsName: nameOf(open.row) }} onClose={close} />
      )}
    </>
  );
}
