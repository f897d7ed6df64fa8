import { PlusOutlined } from "@ant-design/icons";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { checklist, checklistList, itemsOf, taskKind } from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import { useClient, useFailure, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { useInvalidateData, useRemove, useRows } from "@shotkeeper/ui/data";
import { EntityForm } from "@shotkeeper/ui/form";
import { QueryGrid, useRecordActions } from "@shotkeeper/ui/list";
import { App, Button } from "antd";
import { useMemo, useState } from "react";
import { dictionaryInput } from "../dictionary-input.tsx";
import { taskKindTones } from "../tones.ts";
import { ItemsInput } from "./items-input.tsx";

type Row = QueryRow<typeof checklistList>;

/** Returns the names of a checklist's items as one line of text. */
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

const MoldTypeInput = dictionaryInput("MOLD_TYPE", checklist.fields.moldType);

/** Tab to manage the checklists that users fill in when they finish a task. */
export function ChecklistTab() {
  const { maintenance: t, screen, shell } = useLocale();
  const { mayWrite } = useSession();
  const client = useClient();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const { message } = App.useApp();
  const remove = useRemove(checklist);
  const [open, setOpen] = useState<{ readonly row?: Row; readonly like?: Row }>();
  const [busy, setBusy] = useState(false);
  const known = useRows(checklistList, {}).data?.rows;
  const spec = useMemo(
    () => ({
      inputs: { items: ItemsInput, moldType: MoldTypeInput },
      hints: { items: t.itemsHint, moldType: t.moldTypeHint },
      initial: { checklistKind: taskKind.values.daily, isValid: true },
    }),
    [t],
  );
  const missingLists = t.standard.filter((s) => !known?.some((k) => k.checklistName === s.name));

  async function load(): Promise<void> {
    setBusy(true);
    try {
      await client.insert(
        checklist,
        missingLists.map((s) => ({
          checklistName: s.name,
          checklistKind: taskKind.values[s.kind === "daily" ? "daily" : "major"],
          items: s.items.join("\n"),
          isValid: true,
        })),
      );
      void message.success(t.loaded(missingLists.length));
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
      invalidate();
    }
  }
  const mayAdd = mayWrite(checklist, "A");
  const actions = useRecordActions<Row>(checklist, {
    edit: (row) => setOpen({ row }),
    copy: (like) => setOpen({ like }),
    remove: (row) => remove([row]),
  });
  const buttons = mayAdd && (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({})}>
        {shell.common.add}
      </Button>
      {known && missingLists.length > 0 && (
        <Button loading={busy} onClick={() => void load()}>
          {t.loadStandard}
        </Button>
      )}
    </>
  );
  return (
    <>
      <QueryGrid
        id={`${menus.majorMaintenance}.checklists`}
        query={checklistList}
        entity={checklist}
        columns={columns}
        search={["checklistName", "moldType"]}
        toolbar={buttons}
        actions={actions}
        actionsWidth={148}
        empty={<EmptyHint title={t.noChecklist} hint={t.noChecklistHint} action={buttons} />}
      />
      {open && (
        <EntityForm
          entity={checklist}
          spec={spec}
          row={open.row}
          copyFrom={open.like}
          title={open.row ? screen.form.edit(open.row.checklistName) : screen.form.add(t.checklist)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
