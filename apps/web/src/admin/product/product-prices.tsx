import { PlusOutlined } from "@ant-design/icons";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { productPrice, productPriceList } from "@shotkeeper/contract/product";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { useRemove } from "@shotkeeper/ui/data";
import { EntityForm, useClosing } from "@shotkeeper/ui/form";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { Button, Drawer } from "antd";
import { useMemo, useState } from "react";
import { OemNameInput } from "../pickers.tsx";

type PriceRow = QueryRow<typeof productPriceList>;

const columns: Columns<typeof productPriceList> = [{ name: "oemName", width: 240 }, "unitPrice"];
const inputs = { oemName: OemNameInput };

interface ProductPricesProps {
  readonly product: { readonly goodsId: string; readonly goodsName: string };
  readonly onClose: () => void;
}

/** Drawer with the prices that single OEMs pay for a product instead of the general price. */
export function ProductPrices({ product, onClose }: ProductPricesProps) {
  const { product: words, shell } = useLocale();
  const t = words.prices;
  const { mayWrite } = useSession();
  const remove = useRemove(productPrice);
  const drawer = useClosing(onClose);
  const { goodsId } = product;
  const where = useMemo<Condition[]>(() => [{ field: "goodsId", operator: "EQ", value: goodsId }], [goodsId]);
  const [open, setOpen] = useState<PriceRow | "add">();
  const addButton = mayWrite(productPrice, "A") && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen("add")}>
      {t.add}
    </Button>
  );
  const actions = (row: PriceRow) => [
    ...(mayWrite(productPrice, "M")
      ? [{ key: "edit", label: shell.common.edit, run: () => setOpen(row) }]
      : []),
    ...(mayWrite(productPrice, "D")
      ? [{ key: "remove", label: shell.common.remove, danger: true, run: () => remove([row]) }]
      : []),
  ];
  return (
    <Drawer
      open={drawer.open}
      afterOpenChange={drawer.afterOpenChange}
      onClose={drawer.close}
      title={t.title(product.goodsName)}
      size={640}
    >
      <p className="sk-faint">{t.lead}</p>
      <QueryGrid
        query={productPriceList}
        inner
        columns={columns}
        fixed={where}
        height={420}
        toolbar={addButton}
        rowActions={(row) => <RowActions actions={actions(row)} />}
        actionsWidth={112}
        empty={<EmptyHint title={t.empty} />}
      />
      {open && (
        <EntityForm
          entity={productPrice}
          spec={{ sections: [{ fields: ["oemName", "unitPrice"] }], inputs }}
          row={open === "add" ? undefined : open}
          preset={{ goodsId }}
          title={open === "add" ? t.add : `${shell.common.edit} ${open.oemName}`}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Drawer>
  );
}
