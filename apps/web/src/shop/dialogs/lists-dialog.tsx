import DeleteOutlined from "@ant-design/icons/es/icons/DeleteOutlined";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { orderList, orderListLines, orderLists } from "@shotkeeper/contract/shop";
import { ToneTag, useClient, useFormats, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox, Empty, Modal, Skeleton, Typography } from "antd";
import { useState } from "react";
import { useAllRows } from "../parts/data.ts";
import Failure from "../parts/failure.tsx";
import { useShopAction } from "../parts/use-shop-action.ts";
import { type AgainLine, ReorderDialog } from "./reorder-dialog.tsx";

type List = QueryRow<typeof orderLists>;

interface ListRowProps {
  readonly l: List;
  readonly onOrder: () => void;
  readonly onChange: (change: { readonly listName?: string; readonly isShared?: boolean }) => void;
  readonly onRemove: () => void;
}

function ListRow({ l, onOrder, onChange, onRemove }: ListRowProps) {
  const t = useLocale().company.lists;
  const shop = useLocale().shop;
  const f = useFormats();
  const name = l.listName ?? "";
  const rename = (listName: string) => {
    const typed = listName.trim();
    if (typed !== "" && typed !== name) onChange({ listName: typed });
  };
  return (
    <li aria-label={name}>
      <div className="shop-line-name">
        {l.isEditable ? (
          <Typography.Text strong editable={{ onChange: rename, maxLength: 60, tooltip: t.rename }}>
            {name}
          </Typography.Text>
        ) : (
          <strong>{name}</strong>
        )}
        <span className="sk-faint">
          {[t.lines(l.lineCount ?? 0), l.ownerName && t.by(l.ownerName), f.date(l.updatedDate ?? null)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      {l.isEditable ? (
        <Checkbox checked={l.isShared} onChange={(e) => onChange({ isShared: e.target.checked })}>
          {t.share}
        </Checkbox>
      ) : (
        <ToneTag tone="neutral">{t.shared}</ToneTag>
      )}
      <span className="shop-person-actions">
        <Button type="primary" onClick={onOrder}>
          {t.order}
        </Button>
        {l.isEditable && (
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`${shop.cart.remove}: ${name}`}
            onClick={onRemove}
          />
        )}
      </span>
    </li>
  );
}

/** Loads the lines of a list, then shows them with today's price and stock. */
function OrderAgain({ l, onClose, onAdded }: { readonly l: List } & Omit<ListsDialogProps, "open">) {
  const where = [{ field: "listId", operator: "EQ" as const, value: l.listId ?? 0 }];
  const { data, isFetchedAfterMount } = useAllRows(orderListLines, where, { refetchOnMount: "always" });
  // Waits until the lines are loaded again and shows no cached lines, because ReorderDialog copies the lines only when
  // it is mounted.
  if (!data || !isFetchedAfterMount) return null;
  return (
    <ReorderDialog title={l.listName ?? ""} lines={data as AgainLine[]} onClose={onClose} onAdded={onAdded} />
  );
}

interface ListsDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (cartIds: readonly number[]) => void;
}

/** Dialog with the order lists of the user and of the company. The user can order, rename, share and delete lists. */
export function ListsDialog({ onClose, onAdded }: ListsDialogProps) {
  const { company, shop } = useLocale();
  const t = company.lists;
  const client = useClient();
  const queries = useQueryClient();
  const act = useShopAction();
  const { modal } = App.useApp();
  const { data, error } = useAllRows(orderLists, []);
  const [ordered, setOrdered] = useState<List>();
  const change = async (l: List, values: { readonly listName?: string; readonly isShared?: boolean }) => {
    await act(() => client.update(orderList, [{ listId: l.listId, ...values }]), company.changed);
    await queries.invalidateQueries();
  };
  const remove = (l: List) =>
    void modal.confirm({
      title: shop.product.tip,
      content: t.removeAsk(l.listName ?? ""),
      okButtonProps: { danger: true },
      onOk: async () => {
        await act(() => client.remove(orderList, [{ listId: l.listId }]), t.removed);
        await queries.invalidateQueries();
      },
    });
  return (
    <Modal open title={t.title} footer={null} width={760} onCancel={onClose}>
      <p className="sk-faint">{t.hint}</p>
      {error && <Failure error={error} />}
      {!data && !error && <Skeleton active />}
      {data?.length === 0 && <Empty description={t.none} />}
      <ul className="shop-people">
        {data?.map((l) => (
          <ListRow
            key={l.listId}
            l={l}
            onOrder={() => setOrdered(l)}
            onChange={(values) => void change(l, values)}
            onRemove={() => remove(l)}
          />
        ))}
      </ul>
      {ordered && <OrderAgain l={ordered} onClose={() => setOrdered(undefined)} onAdded={onAdded} />}
    </Modal>
  );
}
