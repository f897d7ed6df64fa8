import type { Condition, Query, QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { WarningScreenId, warningList } from "@shotkeeper/contract/warning";
import { type Formats, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { Segmented } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { titledMold, warningColumns } from "./columns.tsx";
import type { PictureKind, ThresholdId } from "./kind-parts.ts";
import { KindPicture } from "./kind-picture.tsx";
import { KindThresholds } from "./kind-thresholds.tsx";
import { useWarningSteps, type WarningRow } from "./use-warning-steps.tsx";
import "./kind-screen.css";

/**
 * Query of a screen for some kinds of warnings, with the columns of `warningList` and further columns with measured
 * values.
 */
type KindQuery = Query & { readonly columns: (typeof warningList)["columns"] };

export interface KindScreenProps<Q extends KindQuery> {
  readonly menu: WarningScreenId;
  readonly query: Q;
  readonly columns: Columns<Q>;
  readonly thresholds: readonly ThresholdId[];
  readonly picture: PictureKind;
  /** Returns the latest measured value of a row as a text, if the screen has one. */
  readonly current?: (row: QueryRow<Q>, f: Formats) => string | undefined;
  /** Returns the screen's own actions on a row, which are shown before the action Acknowledge. */
  readonly actions?: (row: WarningRow) => readonly RowAction[];
  /** Fields in which the user can search; the first one is preselected. Default: mold, counter and plant. */
  readonly search?: readonly ("moldNo" | "writerId" | "plantName")[];
  /** Text above the list of warnings, below the thresholds and the chart or map of the selected warning. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

const openOnly: readonly Condition[] = [{ field: "isOpen", operator: "EQ", value: true }];
const everything: readonly Condition[] = [];
const newestFirst = [{ field: "openedAt", direction: "desc" }] as const;
const worstFirst = [
  { field: "level", direction: "desc" },
  { field: "openedAt", direction: "desc" },
] as const;
const searched = ["moldNo", "writerId", "plantName"] as const;
const noRows: ReadonlyMap<string, WarningRow> = new Map();

/**
 * Assert the type of a row: KindQuery guarantees the columns, but TypeScript cannot compute the row type of a generic
 * query.
 */
const asWarning = (row: object) => row as WarningRow;
const asRow = <Q extends KindQuery>(row: object) => row as QueryRow<Q>;

/**
 * Screen for some kinds of warnings, for example idle molds: a chart or map of the selected warning, the thresholds,
 * and the list of warnings.
 */
export function KindScreen<Q extends KindQuery>(p: KindScreenProps<Q>) {
  const { menu, query } = p;
  const { warning: t, code } = useLocale();
  const { can } = useSession();
  const [params, setParams] = useSearchParams();
  const isAll = params.get("state") === "all";
  const [selection, setSelection] = useState(noRows);
  const [picked, setPicked] = useState<WarningRow>();
  const steps = useWarningSteps(() => setSelection(noRows));
  const mayAct = can(menu, "M") || can(menus.allWarnings, "M");
  const first = useRows(query, { where: openOnly, sort: worstFirst, limit: 1 }, { live: ["warning"] });
  const worst = first.data?.rows[0];
  const shown = picked ?? (worst && asWarning(worst));
  const f = useFormats();
  const showState = (state: "open" | "all") => {
    setSelection(noRows);
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (state === "open") next.delete("state");
        else next.set("state", state);
        return next;
      },
      { replace: true },
    );
  };
  // Puts the cause into the last column, because the columns in `p.columns` already show most of its measured values.
  const columns = useMemo(
    (): Columns<Q> => [
      ...titledMold(p.columns, t.subject),
      { ...warningColumns.cause, cell: (row) => warningColumns.cause.cell(asWarning(row)) },
    ],
    [p.columns, t],
  );
  const actions = (row: WarningRow): RowAction[] => [
    { key: "show", label: t.show, run: () => setPicked(row) },
    ...(p.actions?.(row) ?? []),
    ...(mayAct ? steps.actions(row) : []),
  ];
  return (
    <div className="sk-list sk-list-headed">
      <div className="sk-kind-head">
        {shown ? (
          <KindPicture
            kind={p.picture}
            row={shown}
            current={p.current?.(asRow<Q>(shown), f)}
            actions={<RowActions actions={actions(shown).slice(1)} />}
          />
        ) : (
          !first.data && <Panel wait={first} lines={5} />
        )}
        <KindThresholds menu={menu} ids={p.thresholds} />
      </div>
      {p.note}
      <QueryGrid
        query={query}
        columns={columns}
        fixed={isAll ? everything : openOnly}
        search={p.search ?? searched}
        sort={newestFirst}
        live={["warning"]}
        rowActions={(row) => <RowActions actions={actions(asWarning(row))} />}
        selection={selection as ReadonlyMap<string, object> as ReadonlyMap<string, QueryRow<Q>>}
        onSelectionChange={
          mayAct
            ? (rows) => setSelection(rows as ReadonlyMap<string, object> as ReadonlyMap<string, WarningRow>)
            : undefined
        }
        actionsWidth={code === "en" ? 216 : 148}
        toolbar={
          <>
            <Segmented<"open" | "all">
              value={isAll ? "all" : "open"}
              onChange={showState}
              options={[
                { value: "open", label: t.open },
                { value: "all", label: t.all },
              ]}
            />
            {steps.bulk([...selection.values()])}
          </>
        }
        empty={<EmptyHint title={t.empty} hint={t.screens[menu].empty} />}
      />
      {steps.dialog}
      {p.children}
    </div>
  );
}
