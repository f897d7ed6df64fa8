import { PlusOutlined } from "@ant-design/icons";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { dictionaryItem, dictionaryItems, importDictionaryItems } from "@shotkeeper/contract/system";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { useRemove } from "@shotkeeper/ui/data";
import { EntityForm } from "@shotkeeper/ui/form";
import { QueryGrid, useRecordActions } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import type { Dictionary } from "./dictionary-names.tsx";

type Item = QueryRow<typeof dictionaryItems>;

const columns: Columns<typeof dictionaryItems> = [
  { name: "seq", width: 80 },
  { name: "itemValue", width: 140 },
  { name: "itemName", width: 180 },
  { name: "updatedBy", width: 104 },
  "updatedDate",
];
const inOrder = [{ field: "seq", direction: "asc" }] as const;
const form = { sections: [{ fields: ["itemValue", "itemName", "seq"] as const }] };
const importNames = ["dictCode", "itemValue", "itemName", "seq"];
const noRows: ReadonlyMap<string, Item> = new Map();

/** List of the items of one dictionary. A new item is added at the end. */
export function DictionaryItems({ of, head }: { readonly of: Dictionary; readonly head: ReactNode }) {
  const { system, shell, screen } = useLocale();
  const t = system.dictionary;
  const { mayWrite } = useSession();
  const remove = useRemove(dictionaryItem, shell.prompts.removeDictionaryItem);
  const [open, setOpen] = useState<Item | "add">();
  const [selection, setSelection] = useState(noRows);
  const where = useMemo<readonly Condition[]>(
    () => [{ field: "dictCode", operator: "EQ", value: of.dictCode }],
    [of.dictCode],
  );
  const addButton = mayWrite(dictionaryItem, "A") && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen("add")}>
      {t.addItem}
    </Button>
  );
  const mayRemove = mayWrite(dictionaryItem, "D");
  const actions = useRecordActions<Item>(dictionaryItem, {
    edit: setOpen,
    remove: (row) => remove([row]),
  });
  return (
    <div className="sk-list">
      <QueryGrid
        query={dictionaryItems}
        entity={dictionaryItem}
        columns={columns}
        fixed={where}
        sort={inOrder}
        order={mayWrite(dictionaryItem, "M") ? { entity: dictionaryItem, field: "seq" } : undefined}
        inner
        importing={{
          command: importDictionaryItems,
          fields: dictionaryItem.fields,
          names: importNames,
          hints: { dictCode: of.dictCode },
          noun: t.dictionary,
        }}
        selection={selection}
        onSelectionChange={mayRemove ? setSelection : undefined}
        toolbar={
          <>
            {head}
            {addButton}
            {mayRemove && selection.size > 0 && (
              <Button danger onClick={() => remove([...selection.values()], () => setSelection(noRows))}>
                {shell.common.remove}
              </Button>
            )}
          </>
        }
        actions={actions}
        actionsWidth={112}
        empty={<EmptyHint title={t.noItems} hint={t.noItemsHint} action={addButton} />}
      />
      {open && (
        <EntityForm
          entity={dictionaryItem}
          spec={{ ...form, initial: { seq: (of.itemCount ?? 0) + 1 } }}
          row={open === "add" ? undefined : open}
          preset={{ dictCode: of.dictCode }}
          title={open === "add" ? screen.form.add(of.dictName) : screen.form.edit(open.itemName)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
