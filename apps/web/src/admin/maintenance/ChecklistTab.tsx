import { PlusOutlined } from "@ant-design/icons";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { checklist, checklistList, itemsOf, taskKind } from "@shotkeeper/contract/maintenance";
import { useClient, useFailure, useLocale, useSession } from "@shotkeeper/ui/app";
import {
  ChoiceTag,
  type Columns,
  EmptyHint,
  EntityForm,
  QueryGrid,
  RowActions,
  useRemove,
  useRows,
  useWritten,
} from "@shotkeeper/ui/screen";
import { App, Button } from "antd";
import { useMemo, useState } from "react";
import { taskKindTones } from "../tones.ts";
import { ItemsInput } from "./ItemsInput.tsx";

type Row = QueryRow<typeof checklistList>;

/** All of them in one line, without their units. */
const itemNames = (items: string | null) =>
  itemsOf(items)
    .map((i) => i.name)
    .join(" · ");

const columns: Columns<typeof checklistList> = [
  { name: "checklistName", pin: "left", width: 200 },
  {
    name: "checklistKind",
    width: 130,
    cell: (row) => <ChoiceTag of={taskKind} value={row.checklistKind} tones={taskKindTones} />,
  },
  { name: "moldType", width: 140 },
  { name: "checkCount", width: 90 },
  { name: "items", width: 420, cell: (row) => itemNames(row.items) },
  { name: "isValid", width: 96 },
];

/** The lists by which molds are checked: written here, used when a task is finished. */
export function ChecklistTab() {
  const { maintenance: t, screen, frame } = useLocale();
  const { can } = useSession();
  const client = useClient();
  const fail = useFailure();
  const written = useWritten();
  const { message } = App.useApp();
  const remove = useRemove(checklist);
  const [open, setOpen] = useState<{ readonly row?: Row; readonly like?: Row }>();
  const [busy, setBusy] = useState(false);
  const known = useRows(checklistList, {}).data?.rows;
  const spec = useMemo(
    () => ({
      inputs: { items: ItemsInput },
      hints: { items: t.itemsHint, moldType: t.moldTypeHint },
      initial: { checklistKind: 1, isValid: true },
    }),
    [t],
  );
  const missingOnes = t.standard.filter((s) => !known?.some((k) => k.checklistName === s.name));

  async function load(): Promise<void> {
    setBusy(true);
    try {
      await client.insert(
        checklist,
        missingOnes.map((s) => ({
          checklistName: s.name,
          checklistKind: taskKind.values[s.kind === "daily" ? "daily" : "major"],
          items: s.items.join("\n"),
          isValid: true,
        })),
      );
      void message.success(t.loaded(missingOnes.length));
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
      written();
    }
  }
  const mayAdd = can("MT102", "A");
  const buttons = mayAdd && (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({})}>
        {frame.common.add}
      </Button>
      {known && missingOnes.length > 0 && (
        <Button loading={busy} onClick={() => void load()}>
          {t.loadStandard}
        </Button>
      )}
    </>
  );
  return (
    <>
      <QueryGrid
        id="MT102.checklists"
        query={checklistList}
        entity={checklist}
        columns={columns}
        search={["checklistName", "moldType"]}
        toolbar={buttons}
        rowActions={(row) => (
          <RowActions
            actions={[
              ...(can("MT102", "M")
                ? [{ key: "edit", label: frame.common.edit, run: () => setOpen({ row }) }]
                : []),
              ...(mayAdd
                ? [{ key: "copy", label: frame.common.copy, run: () => setOpen({ like: row }) }]
                : []),
              ...(can("MT102", "D")
                ? [{ key: "remove", label: frame.common.remove, danger: true, run: () => remove([row]) }]
                : []),
            ]}
          />
        )}
        actionsWidth={148}
        empty={<EmptyHint title={t.noChecklist} hint={t.noChecklistHint} action={buttons} />}
      />
      {open && (
        <EntityForm
          entity={checklist}
          spec={spec}
          row={open.row}
          like={open.like}
          title={open.row ? screen.form.edit(open.row.checklistName) : screen.form.add(t.checklist)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
