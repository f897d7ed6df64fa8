import { encodeListLine, type ListLine, orderLists, saveOrderList } from "@shotkeeper/contract/shop";
import { useClient, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { Checkbox, Input, Modal, Radio, Select } from "antd";
import { useState } from "react";
import { useAllRows } from "../parts/data.ts";
import { useShopAction } from "../parts/use-shop-action.ts";

interface SaveListDialogProps {
  readonly lines: readonly Partial<ListLine>[];
  readonly onClose: () => void;
}

/** Dialog that saves order lines as a new order list, or replaces the lines of an existing one. */
export function SaveListDialog({ lines, onClose }: SaveListDialogProps) {
  const t = useLocale().company.lists;
  const client = useClient();
  const queries = useQueryClient();
  const act = useShopAction();
  const lists = (useAllRows(orderLists, []).data ?? []).filter((l) => l.isEditable);
  const [isNew, setNew] = useState(true);
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const [listId, setListId] = useState<number>();
  const [isMissing, setMissing] = useState(false);
  const save = async () => {
    const listName = name.trim();
    const isIncomplete = isNew ? listName === "" : listId === undefined;
    setMissing(isIncomplete);
    if (isIncomplete) return;
    const target = isNew
      ? { listId: null, listName, isShared }
      : { listId: listId ?? null, listName: null, isShared: null };
    const shown = isNew ? listName : (lists.find((l) => l.listId === listId)?.listName ?? "");
    const done = await act(
      () => client.run(saveOrderList, { ...target, lines: lines.map(encodeListLine) }),
      t.saved(shown),
    );
    if (!done) return;
    await queries.invalidateQueries();
    onClose();
  };
  return (
    <Modal open title={t.saveTitle(lines.length)} onCancel={onClose} onOk={() => void save()}>
      <div className="shop-save-list">
        {lists.length > 0 && (
          <Radio.Group
            value={isNew}
            onChange={(e) => setNew(e.target.value)}
            options={[
              { value: true, label: t.fresh },
              { value: false, label: t.replace },
            ]}
          />
        )}
        {isNew ? (
          <>
            <Input
              autoFocus
              aria-label={t.name}
              placeholder={t.name}
              maxLength={60}
              status={isMissing ? "error" : ""}
              value={name}
              onChange={(e) => setName(e.target.value)}
              onPressEnter={() => void save()}
            />
            <Checkbox checked={isShared} onChange={(e) => setShared(e.target.checked)}>
              {t.share}
            </Checkbox>
          </>
        ) : (
          <Select<number>
            aria-label={t.replace}
            status={isMissing ? "error" : ""}
            {...(listId === undefined ? {} : { value: listId })}
            options={lists.map((l) => ({ value: l.listId ?? 0, label: l.listName ?? "" }))}
            onChange={setListId}
          />
        )}
        {isMissing && <p className="shop-short">{t.needName}</p>}
      </div>
    </Modal>
  );
}
