import {
  maxQuarantineIds,
  quarantineList,
  quarantineState,
  refuseDiscard,
  refuseRelease,
} from "@shotkeeper/contract/counter";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { refusalText, useRows } from "@shotkeeper/ui/data";
import { QueryGrid, RefusableButton, type RowAction, RowActions, useGridAddress } from "@shotkeeper/ui/list";
import { Segmented } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { CounterLink, MoldLink } from "../links.tsx";
import { quarantineStateTones } from "../tones.ts";
import { type QuarantineAction, QuarantineDialog, type QuarantineRow } from "./quarantine-dialogs.tsx";
import { QuarantineFigures } from "./quarantine-figures.tsx";
import { QuarantinePicture, ReasonTag } from "./quarantine-picture.tsx";

const newestFirst = [{ field: "receivedAt", direction: "desc" }] as const;
const waitingOnly: readonly Condition[] = [
  { field: "quarantineState", operator: "EQ", value: quarantineState.values.waiting },
];
const everything: readonly Condition[] = [];
const noRows: ReadonlyMap<string, QuarantineRow> = new Map();
const steps: readonly QuarantineAction[] = ["release", "discard"];

const columns: Columns<typeof quarantineList> = [
  { name: "reason", width: 132, cell: (row) => <ReasonTag value={row.reason} /> },
  { name: "ageDays", width: 88 },
  // Shows the chip code of an unknown counter, because such a counter has no number.
  {
    name: "writerId",
    width: 156,
    cell: (row) =>
      row.writerId || !row.chipCode ? (
        <CounterLink no={row.writerId} />
      ) : (
        <span className="sk-faint" title={row.chipCode}>
          {row.chipCode}
        </span>
      ),
  },
  { name: "moldNo", width: 120, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "countBefore", width: 148 },
  { name: "countTimes", onCard: true, width: 148 },
  { name: "at", onCard: true, width: 160 },
  { name: "chipCode", width: 168 },
  {
    name: "quarantineState",
    width: 96,
    cell: (row) => (
      <ChoiceTag of={quarantineState} value={row.quarantineState} tones={quarantineStateTones} />
    ),
  },
  { name: "sender", width: 132 },
  { name: "receivedAt", width: 160 },
  { name: "repeats", width: 96 },
  { name: "payload", width: 280 },
  { name: "isCut", width: 88 },
  "releasedAt",
  "releasedBy",
  "releaseReason",
  "discardedAt",
  "discardedBy",
  "discardReason",
];

/** Returns the actions on one or several quarantined items, and their dialog while it is open. */
function useSteps(onDone: () => void) {
  const locale = useLocale();
  const t = locale.counter.quarantine;
  const [open, setOpen] = useState<{
    readonly action: QuarantineAction;
    readonly rows: readonly QuarantineRow[];
  }>();
  const refused = (action: QuarantineAction, row: QuarantineRow) =>
    refusalText(action === "release" ? refuseRelease(row) : refuseDiscard(row), locale);
  const actions = (row: QuarantineRow): RowAction[] =>
    steps.map((action) => ({
      key: action,
      label: t[action],
      refused: refused(action, row),
      run: () => setOpen({ action, rows: [row] }),
    }));
  const bulk = ([first, ...more]: readonly QuarantineRow[]) =>
    first &&
    steps.map((action) => {
      const rows = [first, ...more]
        .filter((row) => refused(action, row) === undefined)
        .slice(0, maxQuarantineIds);
      return (
        <RefusableButton
          key={action}
          refused={rows.length === 0 ? refused(action, first) : undefined}
          onClick={() => setOpen({ action, rows })}
        >
          {`${t[action]} (${rows.length})`}
        </RefusableButton>
      );
    });
  const dialog = open && (
    <QuarantineDialog
      action={open.action}
      rows={open.rows}
      onDone={onDone}
      onClose={() => setOpen(undefined)}
    />
  );
  return { actions, bulk, dialog };
}

/**
 * Returns the reason by which the list is filtered. Returns undefined if the list is filtered by no reason or by
 * several.
 */
function useReason(): string | undefined {
  const { filters } = useGridAddress(newestFirst);
  const value = filters.find((x) => x.field === "reason")?.value;
  const [only, ...more] = Array.isArray(value) ? value : [value];
  return typeof only === "string" && more.length === 0 ? only : undefined;
}

/**
 * Screen of the quarantine. `key` changes with the filter, so that React starts each list with an empty selection and
 * no action applies to rows of another list.
 */
export default function QuarantineScreen() {
  const [params] = useSearchParams();
  const isAll = params.get("state") === "all";
  const reason = useReason();
  return <Quarantine key={`${isAll} ${reason}`} isAll={isAll} reason={reason} />;
}

interface QuarantineProps {
  readonly isAll: boolean;
  /** Reason by which the list is filtered. Undefined if the list is filtered by no reason or by several. */
  readonly reason: string | undefined;
}

function Quarantine({ isAll, reason }: QuarantineProps) {
  const locale = useLocale();
  const t = locale.counter.quarantine;
  const { can } = useSession();
  const [, setParams] = useSearchParams();
  const [selection, setSelection] = useState(noRows);
  const [picked, setPicked] = useState<QuarantineRow>();
  const { actions, bulk, dialog } = useSteps(() => {
    setSelection(noRows);
    setPicked(undefined);
  });
  const mayAct = can(menus.quarantine, "M");
  const fixed = isAll ? everything : waitingOnly;
  const where = useMemo<readonly Condition[]>(
    () => [...fixed, ...(reason ? [{ field: "reason", operator: "EQ" as const, value: reason }] : [])],
    [fixed, reason],
  );
  const first = useRows(quarantineList, { where, sort: newestFirst, limit: 1 }, { live: ["reading"] });
  // Shows the row that the user picked, if the list is not filtered by a reason or the row has this reason. Otherwise
  // shows the first row.
  const shown = picked && (!reason || picked.reason === reason) ? picked : first.data?.rows[0];

  const showState = (state: "waiting" | "all") =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (state === "waiting") next.delete("state");
        else next.set("state", state);
        return next;
      },
      { replace: true },
    );
  const rowActions = (row: QuarantineRow): RowAction[] => [
    { key: "show", label: t.show, run: () => setPicked(row) },
    ...(mayAct ? actions(row) : []),
  ];
  return (
    <div className="sk-list sk-list-headed">
      <QuarantineFigures reason={reason} />
      {shown && (
        <QuarantinePicture
          row={shown}
          actions={mayAct ? <RowActions actions={actions(shown)} /> : undefined}
        />
      )}
      <QueryGrid
        query={quarantineList}
        columns={columns}
        fixed={fixed}
        search={["writerId", "moldNo", "chipCode"]}
        sort={newestFirst}
        live={["reading"]}
        rowActions={(row) => <RowActions actions={rowActions(row)} />}
        selection={selection}
        onSelectionChange={mayAct ? setSelection : undefined}
        actionsWidth={locale.code === "en" ? 172 : 124}
        toolbar={
          <>
            <Segmented<"waiting" | "all">
              value={isAll ? "all" : "waiting"}
              onChange={showState}
              options={[
                { value: "waiting", label: t.waiting },
                { value: "all", label: t.everything },
              ]}
            />
            {bulk([...selection.values()])}
          </>
        }
        empty={<EmptyHint title={t.empty} hint={t.emptyHint} />}
      />
      {dialog}
    </div>
  );
}
