import { PlusOutlined, ScanOutlined } from "@ant-design/icons";
import {
  auditSurplus,
  type CountStep,
  closeInventory,
  countResult,
  countState,
  inventoryLine,
  inventoryLines,
  inventoryList,
  refuseCountStep,
  refuseSurplusAudit,
  startInventory,
} from "@shotkeeper/contract/inventory";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { useLocale, useNarrow, useSession } from "@shotkeeper/ui/app";
import { EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { useRows, useStepRefusal } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { countingPath } from "../paths.ts";
import { useLineColumns } from "./columns.tsx";
import { CountCard, type CountRow, figureOf } from "./count-card.tsx";
import { StartDialog, StepDialog, SurplusDialog } from "./count-dialogs.tsx";
import { CountParts } from "./count-parts.tsx";
import type { LineRow } from "./explain.tsx";
import "./inventory.css";

type Shown = keyof typeof countResult.values | "";
const results = Object.keys(countResult.values) as (keyof typeof countResult.values)[];
const latestFirst = [{ field: "startedAt", direction: "desc" }] as const;
const openFirst = [{ field: "moldNo", direction: "asc" }] as const;
const steps: readonly CountStep[] = ["submit", "close", "reopen", "cancel"];

type Open =
  | { readonly kind: "start" }
  | { readonly kind: "step"; readonly step: CountStep; readonly row: CountRow; readonly plantId?: string }
  | { readonly kind: "surplus"; readonly row: LineRow }
  | undefined;

/** Screen with the stock-takes in progress, and the molds of the selected stock-take with their automatic results. */
export default function AutomaticScreen() {
  const { inventory: t } = useLocale();
  const { allows } = useSession();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const counts = useRows(inventoryList, { sort: latestFirst, limit: 100 }, { live: ["board"] });
  const rows = counts.data?.rows ?? [];
  const chosen = rows.find((r) => r.countId === params.get("count")) ?? rows[0];
  const choose = (countId: string | null) => setParams(countId ? { count: countId } : {}, { replace: true });
  const startButton = allows(startInventory.access) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ kind: "start" })}>
      {t.start}
    </Button>
  );
  return (
    <div className="sk-inventory">
      {rows.length > 0 && (
        <div className="sk-count-cards">
          {rows.map((row) => (
            <CountCard
              key={row.countId}
              row={row}
              chosen={row === chosen}
              onChoose={() => choose(row.countId)}
              actions={<CountActions row={row} onStep={(step) => setOpen({ kind: "step", step, row })} />}
            />
          ))}
        </div>
      )}
      {chosen && (
        <CountParts
          row={chosen}
          // The dialog tells how many molds get the result "missing". For one plant these are the molds of its part.
          onStep={(step, { plantId, openMolds }) =>
            setOpen({ kind: "step", step, row: { ...chosen, openMolds }, plantId })
          }
        />
      )}
      {chosen ? (
        <Lines
          key={chosen.countId}
          count={chosen}
          toolbar={startButton}
          onSurplus={(row) => setOpen({ kind: "surplus", row })}
        />
      ) : (
        <Panel wait={counts}>
          <EmptyHint title={t.none} hint={t.noneHint} action={startButton} />
        </Panel>
      )}
      {open?.kind === "start" && <StartDialog onStarted={choose} onClose={() => setOpen(undefined)} />}
      {open?.kind === "step" && (
        <StepDialog
          step={open.step}
          row={open.row}
          plantId={open.plantId ?? null}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.kind === "surplus" && <SurplusDialog row={open.row} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** Returns a function that tells whether the user may scan molds of a stock-take: only until its counting has ended. */
function useMayScan(): (row: CountRow) => boolean {
  const { can } = useSession();
  return (row) => row.countState === countState.values.counting && can(menus.inventoryCounting, "Q");
}

interface CountActionsProps {
  readonly row: CountRow;
  readonly onStep: (step: CountStep) => void;
}

function CountActions({ row, onStep }: CountActionsProps) {
  const locale = useLocale();
  const t = locale.inventory;
  const { can, user } = useSession();
  const { userId } = user.info;
  const refusalOf = useStepRefusal();
  const navigate = useNavigate();
  const mayStep = (step: CountStep) =>
    can(step === "close" ? menus.inventoryHistory : menus.automaticInventory, "M");
  const scan = useMayScan()(row)
    ? [{ key: "scan", label: t.toScan, run: () => navigate(countingPath(row.countId ?? "")) }]
    : [];
  const stepActions: RowAction[] = steps.filter(mayStep).map((step) => ({
    key: step,
    label: t.step[step],
    danger: step === "cancel",
    // A user who has signed a part of a stock-take may not close it. The list tells only whether the current user has
    // signed, so no other signer is passed.
    refused: refusalOf(refuseCountStep(step, row), step === "close" ? closeInventory : undefined, {
      signedBy: row.isSigner ? userId : null,
    }),
    run: () => onStep(step),
  }));
  const all = [...scan, ...stepActions];
  return (
    <RowActions
      actions={[
        ...all.filter((a) => !("refused" in a && a.refused)),
        ...stepActions.filter((a) => a.refused),
      ]}
    />
  );
}

interface LinesProps {
  readonly count: CountRow;
  readonly toolbar: React.ReactNode;
  readonly onSurplus: (row: LineRow) => void;
}

function Lines({ count, toolbar, onSurplus }: LinesProps) {
  const locale = useLocale();
  const { inventory: t, enums } = locale;
  const { can } = useSession();
  const refusalOf = useStepRefusal();
  const mayScan = useMayScan();
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>("");
  const columns = useLineColumns({ isNarrow: useNarrow() });
  const { countId } = count;
  const fixed = useMemo<readonly Condition[]>(
    () => [
      { field: "countId", operator: "EQ", value: countId ?? "" },
      ...(shown === "" ? [] : [{ field: "result", operator: "EQ", value: shown } as const]),
    ],
    [countId, shown],
  );
  const total = (count.expectedMolds ?? 0) + (count.surplusMolds ?? 0);
  const strip = [
    { key: "" as Shown, label: t.all, count: total },
    ...results.map((key) => ({
      key: key as Shown,
      label: enums.countResult[key],
      count: key === "surplus" ? (count.surplusMolds ?? 0) : figureOf(count, key),
    })),
  ];
  const judge = (row: LineRow): RowAction[] => [
    {
      key: "judge",
      label: t.judge,
      refused: refusalOf(refuseSurplusAudit(count, row), auditSurplus, row),
      run: () => onSurplus(row),
    },
  ];
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip label={t.all} items={strip} chosen={shown} onChoose={setShown} />
      <QueryGrid
        query={inventoryLines}
        entity={inventoryLine}
        columns={columns}
        fixed={fixed}
        search={["moldNo", "moldName", "plantName"]}
        sort={openFirst}
        live={["board"]}
        inner
        toolbar={
          <>
            {toolbar}
            {mayScan(count) && (
              <Button icon={<ScanOutlined />} onClick={() => navigate(countingPath(countId ?? ""))}>
                {t.toScan}
              </Button>
            )}
          </>
        }
        rowActions={
          can(menus.inventoryHistory, "M") && (count.surplusMolds ?? 0) > 0
            ? (row) => (row.auditStat === null ? null : <RowActions actions={judge(row)} />)
            : undefined
        }
        actionsWidth={locale.code === "en" ? 156 : 112}
        empty={<EmptyHint title={t.emptyOpen} hint={t.emptyOpenHint} />}
      />
    </div>
  );
}
