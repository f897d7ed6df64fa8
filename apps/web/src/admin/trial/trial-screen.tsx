import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { auditStat, trialStat } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { nextDocumentNumber } from "@shotkeeper/contract/system";
import {
  auditTrial,
  moldTrial,
  refuseTrialDelete,
  refuseTrialEdit,
  refuseTrialStep,
  type TrialStep,
  trialList,
} from "@shotkeeper/contract/trial";
import { ToneTag, useClient, useFailure, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { refusalText, useRemove, useRows, useStepRefusal } from "@shotkeeper/ui/data";
import { EntityForm } from "@shotkeeper/ui/form";
import { FilterStrip, QueryGrid, type RowAction } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { auditStatTones, trialStatTones } from "../tones.ts";
import { TrialDialog, type TrialRow } from "./trial-dialogs.tsx";
import { TrialDrawer } from "./trial-drawer.tsx";
import { useTrialForm } from "./trial-form.ts";

const isOngoing = (row: TrialRow) => row.startedAt !== null && row.endedAt === null;

function State({ row }: { readonly row: TrialRow }) {
  const { trial } = useLocale();
  if (isOngoing(row)) return <ToneTag tone="good">{trial.ongoing}</ToneTag>;
  return <ChoiceTag of={auditStat} value={row.auditStat} tones={auditStatTones} />;
}

const columns: Columns<typeof trialList> = [
  { name: "trialId", pin: "left", width: 132 },
  { name: "auditStat", width: 112, cell: (row) => <State row={row} /> },
  { name: "moldNo", onCard: true, width: 124, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "trialDate", onCard: true, width: 160 },
  {
    name: "trialStat",
    width: 104,
    cell: (row) => <ChoiceTag of={trialStat} value={row.trialStat} tones={trialStatTones} />,
  },
  { name: "trialReason", width: 220 },
  { name: "moldName", width: 200 },
  { name: "plantName", width: 180 },
  { name: "deviceName", width: 150 },
  { name: "rawMaterial", width: 120 },
  { name: "startedAt", width: 160 },
  { name: "endedAt", width: 160 },
  { name: "findings", width: 240 },
  { name: "sampleCount", width: 92 },
  { name: "requester", width: 96 },
];
const latestFirst = [{ field: "trialDate", direction: "desc" }] as const;
const names = ["draft", "submitted", "audited", "closed"] as const;
type Shown = (typeof names)[number] | "";
const everything: readonly Condition[] = [];
const inState = (n: (typeof names)[number]): readonly Condition[] => [
  { field: "auditStat", operator: "EQ", value: auditStat.values[n] },
];
/**
 * Filter of each state. The arrays are constants, because QueryGrid loads its rows again whenever it gets a new array.
 */
const byState: Readonly<Record<(typeof names)[number], readonly Condition[]>> = {
  draft: inState("draft"),
  submitted: inState("submitted"),
  audited: inState("audited"),
  closed: inState("closed"),
};
const conditionsOf = (shown: Shown) => (shown === "" ? everything : byState[shown]);
const steps: readonly TrialStep[] = ["submit", "audit", "start", "record", "complete", "withdraw"];

type Open =
  | { readonly kind: "form"; readonly row?: TrialRow; readonly like?: TrialRow; readonly trialId?: string }
  | { readonly kind: "step"; readonly step: TrialStep; readonly row: TrialRow }
  | { readonly kind: "detail"; readonly row: TrialRow }
  | undefined;

const useCount = (shown: Shown) =>
  useRows(trialList, { where: conditionsOf(shown), limit: 1 }, { live: ["board"] }).data?.total;

export default function TrialScreen() {
  const locale = useLocale();
  const { trial: t, shell, screen, enums, menus } = locale;
  const { can, user } = useSession();
  const caller = user.info.userName || user.info.userId;
  const client = useClient();
  const fail = useFailure();
  const form = useTrialForm();
  const remove = useRemove(moldTrial);
  const refusalOf = useStepRefusal();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const [selected, setSelected] = useState<ReadonlyMap<string, TrialRow>>(new Map());
  const may = {
    add: can(menuIds.oldMoldTrial, "A"),
    change: can(menuIds.oldMoldTrial, "M"),
    remove: can(menuIds.oldMoldTrial, "D"),
  };
  const shown: Shown = names.find((n) => n === params.get("state")) ?? "";
  const close = () => setOpen(undefined);
  const counts: Readonly<Record<Shown, number | undefined>> = {
    "": useCount(""),
    draft: useCount("draft"),
    submitted: useCount("submitted"),
    audited: useCount("audited"),
    closed: useCount("closed"),
  };
  const strip = [
    { key: "" as Shown, label: t.all, count: counts[""] },
    ...names.map((n) => ({ key: n as Shown, label: enums.auditStat[n], count: counts[n] })),
  ];
  // Reserves the document number when the form opens, so that the user sees it. If the user cancels, the number stays
  // unused.
  async function add(like?: TrialRow): Promise<void> {
    try {
      const trialId = await client.run(nextDocumentNumber, { docId: "TR" });
      setOpen({ kind: "form", trialId, ...(like ? { like } : {}) });
    } catch (error) {
      fail(error);
    }
  }
  const actions = (row: TrialRow): RowAction[] => {
    const all: RowAction[] = [
      ...(may.change
        ? [
            ...steps.map((step) => ({
              key: step,
              label: t[step],
              refused: refusalOf(refuseTrialStep(step, row), step === "audit" ? auditTrial : undefined, row),
              run: () => setOpen({ kind: "step", step, row }),
            })),
            {
              key: "edit",
              label: shell.common.edit,
              refused: refusalText(refuseTrialEdit(row), locale),
              run: () => setOpen({ kind: "form", row }),
            },
          ]
        : []),
      ...(may.add ? [{ key: "copy", label: shell.common.copy, run: () => void add(row) }] : []),
      ...(may.remove
        ? [
            {
              key: "remove",
              label: shell.common.remove,
              danger: true,
              refused: refusalText(refuseTrialDelete(row), locale),
              run: () => remove([row]),
            },
          ]
        : []),
    ];
    // Sorts allowed actions before refused ones. A refused action is disabled and shows the reason.
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
  const addButton = may.add && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void add()}>
      {shell.common.add}
    </Button>
  );
  const removeButton = may.remove && selected.size > 0 && (
    <Button
      danger
      icon={<DeleteOutlined />}
      onClick={() => remove([...selected.values()], () => setSelected(new Map()))}
    >
      {t.remove(selected.size)}
    </Button>
  );
  const spec = useMemo(
    () => ({
      ...form,
      initial: {
        requester: caller,
        ...(open?.kind === "form" && open.trialId ? { trialId: open.trialId } : {}),
      },
    }),
    [form, open, caller],
  );
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip
        label={t.all}
        items={strip}
        chosen={shown}
        onChoose={(key) => setParams(key === "" ? {} : { state: key }, { replace: true })}
      />
      <QueryGrid
        query={trialList}
        entity={moldTrial}
        columns={columns}
        fixed={conditionsOf(shown)}
        search={["trialId", "moldNo", "trialReason"]}
        sort={latestFirst}
        live={["board"]}
        onOpen={(row) => setOpen({ kind: "detail", row })}
        actions={actions}
        actionsWidth={locale.code === "en" ? 200 : 168}
        toolbar={
          <>
            {addButton}
            {removeButton}
          </>
        }
        {...(may.remove ? { selection: selected, onSelectionChange: setSelected } : {})}
        empty={
          <EmptyHint title={screen.empty.title(menus.oldMoldTrial)} hint={t.emptyHint} action={addButton} />
        }
      />
      {open?.kind === "form" && (
        <EntityForm
          entity={moldTrial}
          spec={spec}
          row={open.row}
          copyFrom={open.like}
          title={open.row ? screen.form.edit(open.row.trialId) : screen.form.add(menus.oldMoldTrial)}
          onClose={close}
        />
      )}
      {open?.kind === "step" && <TrialDialog step={open.step} row={open.row} onClose={close} />}
      {open?.kind === "detail" && (
        <TrialDrawer
          row={open.row}
          state={<State row={open.row} />}
          actions={actions(open.row)}
          onClose={close}
        />
      )}
    </div>
  );
}
