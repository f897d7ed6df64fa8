import { BarsOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { auditStat } from "@shotkeeper/contract/enumerations";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import {
  auditModification,
  finishModification,
  type ModificationStep,
  modificationCounts,
  modificationList,
  newMoldModification,
  refuseModificationDelete,
  refuseModificationEdit,
  refuseModificationStep,
  submitModification,
  withdrawModification,
} from "@shotkeeper/contract/new-mold";
import { nextDocumentNumber } from "@shotkeeper/contract/system";
import { useClient, useFailure, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { refusalText, useRemove, useStepRefusal } from "@shotkeeper/ui/data";
import { EntityForm, photosInput } from "@shotkeeper/ui/form";
import { QueryGrid, type RowAction } from "@shotkeeper/ui/list";
import { wallClock } from "@shotkeeper/ui/time";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { PlannedMoldInput } from "../pickers.tsx";
import { auditStatTones } from "../tones.ts";
import { GanttButton } from "./gantt-drawer.tsx";
import "./new-mold.css";

type Row = QueryRow<typeof modificationList>;
type Open =
  | { readonly kind: "form"; readonly row?: Row; readonly modificationId?: string }
  | { readonly kind: "step"; readonly step: ModificationStep; readonly row: Row }
  | undefined;

const columns: Columns<typeof modificationList> = [
  { name: "modificationId", pin: "left", width: 140 },
  {
    name: "auditStat",
    width: 100,
    cell: (row) => <ChoiceTag of={auditStat} value={row.auditStat} tones={auditStatTones} />,
  },
  { name: "moldNo", onCard: true, width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "modificationKind", width: 116 },
  { name: "modificationReason", onCard: true, width: 240 },
  { name: "requester", width: 96 },
  { name: "requestedOn", width: 112 },
  { name: "modificationDays", width: 92 },
  { name: "modificationCost", width: 116 },
  { name: "costBearer", width: 104 },
  { name: "finishBy", width: 112 },
  { name: "finishedOn", width: 120 },
  { name: "drawingBefore", width: 112 },
  { name: "drawingAfter", width: 112 },
  { name: "moldName", width: 200 },
  { name: "projectName", width: 160 },
  { name: "makerName", width: 180 },
];

/** Number of a mold's design changes, and the target for this number. A number above the target is marked. */
function OfTarget({ row }: { readonly row: QueryRow<typeof modificationCounts> }) {
  const { newMold: t } = useLocale();
  const f = useFormats();
  const count = f.whole(row.modificationCount);
  if (row.modificationTarget === null) return count;
  const text = t.modification.ofTarget(count, f.whole(row.modificationTarget));
  return row.overTarget ? <span className="sk-newmold-late">{text}</span> : text;
}

const counted: Columns<typeof modificationCounts> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "moldName", width: 220 },
  { name: "modificationCount", width: 120, cell: (row) => <OfTarget row={row} /> },
  { name: "overTarget", width: 104 },
  { name: "openModifications", width: 116 },
  { name: "modificationDays", width: 104 },
  { name: "modificationCost", width: 128 },
  { name: "projectName", width: 180 },
  { name: "makerName", width: 200 },
  { name: "moldPm", width: 110 },
];
const mostFirst = [{ field: "modificationCount", direction: "desc" }] as const;
const latestFirst = [{ field: "requestedOn", direction: "desc" }] as const;
const steps: readonly ModificationStep[] = ["submit", "audit", "finish", "withdraw"];

function StepDialog({ step, row, onClose }: { step: ModificationStep; row: Row; onClose: () => void }) {
  const { newMold: t } = useLocale();
  const { modificationId } = row;
  const inputs = useMemo(
    () => ({ imageUrl: photosInput({ table: newMoldModification.wire, id: modificationId }) }),
    [modificationId],
  );
  const word = t.step[step];
  const all = {
    title: t.title(word, modificationId),
    preset: { modificationId },
    okText: word,
    lead: t.lead[step],
    onClose,
  };
  switch (step) {
    case "submit":
      return <CommandDialog {...all} command={submitModification} />;
    case "withdraw":
      return <CommandDialog {...all} command={withdrawModification} />;
    case "audit":
      return <CommandDialog {...all} command={auditModification} />;
    case "finish":
      return (
        <CommandDialog
          {...all}
          command={finishModification}
          initial={{
            ...(row.modificationDays === null ? {} : { modificationDays: row.modificationDays }),
            modificationCost: row.modificationCost,
          }}
          inputs={inputs}
        />
      );
  }
}

export default function ModificationScreen() {
  const locale = useLocale();
  const { newMold: t, shell, screen, menus } = locale;
  const { can, user } = useSession();
  const caller = user.info.userName || user.info.userId;
  const client = useClient();
  const fail = useFailure();
  const remove = useRemove(newMoldModification);
  const refusalOf = useStepRefusal();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const close = () => setOpen(undefined);
  const may = {
    add: can(menuIds.newMoldModification, "A"),
    change: can(menuIds.newMoldModification, "M"),
    remove: can(menuIds.newMoldModification, "D"),
  };
  const isCounts = params.get("view") !== "list";
  // Reserves the document number when the form opens, so that the user sees it. If the user cancels, the number
  // stays unused.
  async function add(): Promise<void> {
    try {
      setOpen({ kind: "form", modificationId: await client.run(nextDocumentNumber, { docId: "MD" }) });
    } catch (error) {
      fail(error);
    }
  }
  const actions = (row: Row): RowAction[] => {
    const all: RowAction[] = [
      ...(may.change
        ? [
            ...steps.map((step) => ({
              key: step,
              label: t.step[step],
              refused: refusalOf(
                refuseModificationStep(step, row),
                step === "audit" ? auditModification : undefined,
                row,
              ),
              run: () => setOpen({ kind: "step", step, row }),
            })),
            {
              key: "edit",
              label: shell.common.edit,
              refused: refusalText(refuseModificationEdit(row), locale),
              run: () => setOpen({ kind: "form", row }),
            },
          ]
        : []),
      ...(may.remove
        ? [
            {
              key: "remove",
              label: shell.common.remove,
              danger: true,
              refused: refusalText(refuseModificationDelete(row), locale),
              run: () => remove([row]),
            },
          ]
        : []),
    ];
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
  const addButton = may.add && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void add()}>
      {shell.common.add}
    </Button>
  );
  const toolbar = (
    <>
      <Segmented
        value={isCounts ? "counts" : "list"}
        onChange={(v) => setParams(v === "list" ? { view: "list" } : {}, { replace: true })}
        options={[
          { value: "counts", label: t.modification.counts },
          { value: "list", label: t.modification.list },
        ]}
      />
      {addButton}
      <GanttButton icon={<BarsOutlined />} />
    </>
  );
  const spec = useMemo(
    () => ({
      inputs: { moldNo: PlannedMoldInput },
      hints: { modificationId: t.hints.modificationId },
      initial: {
        requester: caller,
        requestedOn: wallClock().format("YYYY-MM-DD"),
        ...(open?.kind === "form" && open.modificationId ? { modificationId: open.modificationId } : {}),
      },
    }),
    [open, t, caller],
  );
  const empty = (
    <EmptyHint
      title={screen.empty.title(menus.newMoldModification)}
      hint={isCounts ? t.emptyView : t.modification.emptyHint}
      action={!isCounts && addButton}
    />
  );
  return (
    <div className="sk-list">
      {isCounts ? (
        <QueryGrid
          key="counts"
          query={modificationCounts}
          columns={counted}
          search={["moldNo", "moldName", "projectName"]}
          sort={mostFirst}
          live={["board"]}
          toolbar={toolbar}
          empty={empty}
        />
      ) : (
        <QueryGrid
          key="list"
          query={modificationList}
          entity={newMoldModification}
          columns={columns}
          search={["modificationId", "moldNo", "modificationReason"]}
          sort={latestFirst}
          live={["board"]}
          actions={actions}
          actionsWidth={locale.code === "en" ? 200 : 168}
          toolbar={
            <>
              {toolbar}
              {may.remove && selected.size > 0 && (
                <Button
                  danger
                  icon={<DeleteOutlined />}
                  onClick={() => remove([...selected.values()], () => setSelected(new Map()))}
                >
                  {shell.common.remove}
                </Button>
              )}
            </>
          }
          {...(may.remove ? { selection: selected, onSelectionChange: setSelected } : {})}
          empty={empty}
        />
      )}
      {open?.kind === "form" && (
        <EntityForm
          entity={newMoldModification}
          spec={spec}
          row={open.row}
          title={
            open.row ? screen.form.edit(open.row.modificationId) : screen.form.add(menus.newMoldModification)
          }
          onClose={close}
        />
      )}
      {open?.kind === "step" && <StepDialog step={open.step} row={open.row} onClose={close} />}
    </div>
  );
}
