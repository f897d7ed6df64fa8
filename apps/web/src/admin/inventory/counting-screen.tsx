import { PlusOutlined } from "@ant-design/icons";
import {
  countState,
  countsGoingOn,
  inventoryLine,
  notCountedLines,
  refuseCounting,
  refuseCountStep,
} from "@shotkeeper/contract/inventory";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { useClient, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { EmptyHint, labelOf, Panel } from "@shotkeeper/ui/cells";
import { refusalText, useRows } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid, type RowAction } from "@shotkeeper/ui/list";
import { serverNow } from "@shotkeeper/ui/time";
import { Alert, Button, Select } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { PrintButton } from "../printing/print-button.tsx";
import { useLineColumns } from "./columns.tsx";
import { CountBar, type CountRow, figureOf, useScopeText } from "./count-card.tsx";
import { StepDialog } from "./count-dialogs.tsx";
import { countSheet } from "./count-sheet.ts";
import type { LineRow } from "./explain.tsx";
import { SayDialog, type Saying, SayManyDialog, SurplusFound, UndoDialog } from "./say-dialog.tsx";
import { ScanPanel } from "./scan-panel.tsx";
import "./inventory.css";

type Tab = "open" | "person" | "auto" | "all";
const conditions: Readonly<Record<Tab, readonly Condition[]>> = {
  open: [{ field: "result", operator: "EQ", value: "open" }],
  person: [{ field: "result", operator: "IN", value: ["here", "elsewhere", "missing", "surplus"] }],
  auto: [{ field: "result", operator: "EQ", value: "auto" }],
  all: [],
};
const tabs = Object.keys(conditions) as Tab[];
const sayings: readonly Saying[] = ["here", "elsewhere", "missing"];
const latestFirst = [{ field: "startedAt", direction: "desc" }] as const;
const byNumber = [{ field: "moldNo", direction: "asc" }] as const;
const byPlace = [{ field: "plantName", direction: "asc" }, ...byNumber] as const;
const everything = 100_000;
/**
 * Width of the column with the actions, px, by language. `saying`: on the tab of molds without a result. `undoing`: on
 * the other tabs, where a result can be undone.
 */
const actionsWidths = { saying: { en: 268, zh: 196 }, undoing: { en: 176, zh: 150 } };
const noRows: ReadonlyMap<string, LineRow> = new Map();

type Open =
  | { readonly kind: "say"; readonly what: Saying; readonly row: LineRow }
  | { readonly kind: "undo"; readonly row: LineRow }
  | { readonly kind: "end" }
  | { readonly kind: "surplus"; readonly code: string }
  | { readonly kind: "many"; readonly what: Saying; readonly rows: readonly LineRow[] }
  | undefined;

/**
 * Screen for the molds that were not counted automatically. Users scan these molds, or report them as found or missing.
 */
export default function CountingScreen() {
  const { inventory: t } = useLocale();
  const [params, setParams] = useSearchParams();
  const counts = useRows(countsGoingOn, { sort: latestFirst, limit: 100 }, { live: ["board"] });
  const rows = counts.data?.rows ?? [];
  const count =
    rows.find((r) => r.countId === params.get("count")) ??
    rows.find((r) => r.countState === countState.values.counting) ??
    rows[0];
  if (!count)
    return (
      <Panel wait={counts}>
        <EmptyHint title={t.noCount} hint={t.noCountHint} />
      </Panel>
    );
  return (
    <Counting
      key={count.countId}
      count={count}
      counts={rows}
      onChoose={(countId) => setParams({ count: countId }, { replace: true })}
    />
  );
}

interface CountingProps {
  readonly count: CountRow;
  readonly counts: readonly CountRow[];
  readonly onChoose: (countId: string) => void;
}

function Counting({ count, counts, onChoose }: CountingProps) {
  const locale = useLocale();
  const { inventory: t } = locale;
  const f = useFormats();
  const { can } = useSession();
  const client = useClient();
  const [tab, setTab] = useState<Tab>("open");
  const columns = useLineColumns({ isNarrow: true, hasOneResult: tab === "open" || tab === "auto" });
  const [open, setOpen] = useState<Open>();
  const [selection, setSelection] = useState(noRows);
  const countId = count.countId ?? "";
  const mayCount = can(menus.inventoryCounting, "M");
  const refused = refusalText(refuseCounting(count), locale);
  const close = () => setOpen(undefined);
  const expected = [...selection.values()].filter((r) => r.expected);
  const scope = useScopeText()(count);
  const mayEnd = can(menus.automaticInventory, "M") && refuseCountStep("submit", count) === undefined;
  const fixed = useMemo<readonly Condition[]>(
    () => [{ field: "countId", operator: "EQ", value: countId }, ...conditions[tab]],
    [countId, tab],
  );
  const person =
    figureOf(count, "here") +
    figureOf(count, "elsewhere") +
    figureOf(count, "missing") +
    (count.surplusMolds ?? 0);
  const sizes: Readonly<Record<Tab, number>> = {
    open: figureOf(count, "open"),
    person,
    auto: figureOf(count, "auto"),
    all: (count.expectedMolds ?? 0) + (count.surplusMolds ?? 0),
  };
  const actions = (row: LineRow): RowAction[] => {
    if (!mayCount) return [];
    const undo = { key: "undo", label: t.undo, refused, run: () => setOpen({ kind: "undo", row }) };
    if (!row.expected) return [undo];
    const say = sayings.map((what) => ({
      key: what,
      label: t[what],
      danger: what === "missing",
      refused,
      run: () => setOpen({ kind: "say", what, row }),
    }));
    return row.outcome === null ? say : [undo, ...say];
  };
  /**
   * Returns the pages of the printed list of the molds on the current tab. The list is sorted by plant, because users
   * search plant by plant.
   */
  async function sheet() {
    const { rows } = await client.query(notCountedLines, { where: fixed, sort: byPlace, limit: everything });
    return countSheet({
      title: `${t.sheet.title} · ${count.countName ?? ""}`,
      facts: [
        `${countId} · ${t.tabs[tab]} ${f.whole(rows.length)} · ${scope.molds}`,
        t.report.made(f.dateTime(serverNow()).slice(0, 16)),
      ],
      heads: [
        "",
        `${labelOf("moldNo", locale)} / ${labelOf("moldName", locale)}`,
        labelOf("plantName", locale),
        t.sheet.seen,
        labelOf("remark", locale),
      ],
      lines: rows,
      foot: t.report.page("%n", "%t"),
    });
  }
  return (
    <div className="sk-counting">
      <div className="sk-counting-side">
        <Panel>
          <div className="sk-counting-head">
            <Select
              aria-label={t.chooseCount}
              value={countId}
              onChange={onChoose}
              options={counts.map((c) => ({
                value: c.countId ?? "",
                label: `${c.countName ?? ""} · ${c.countId ?? ""}`,
              }))}
            />
            <p className="sk-count-found">
              <b>{f.percent(count.foundShare)}</b>
              <span>
                {t.found(
                  f.whole(sizes.all - sizes.open - figureOf(count, "missing") - (count.surplusMolds ?? 0)),
                  f.whole(count.expectedMolds),
                )}
              </span>
            </p>
            <CountBar row={count} />
            <small className="sk-faint">{scope.molds}</small>
          </div>
        </Panel>
        {refused ? (
          <Alert type="info" showIcon title={t.checkingNote} />
        ) : (
          mayCount && <ScanPanel countId={countId} onSurplus={(code) => setOpen({ kind: "surplus", code })} />
        )}
      </div>
      <div className="sk-list sk-list-headed">
        <FilterStrip
          label={t.tabs.all}
          items={tabs.map((key) => ({ key, label: t.tabs[key], count: sizes[key] }))}
          chosen={tab}
          onChoose={(next) => {
            setTab(next);
            setSelection(noRows);
          }}
        />
        <QueryGrid
          key={tab}
          selection={selection}
          onSelectionChange={mayCount && !refused ? setSelection : undefined}
          query={notCountedLines}
          entity={inventoryLine}
          columns={columns}
          fixed={fixed}
          search={["moldNo", "moldName", "plantName"]}
          sort={byNumber}
          live={["board"]}
          inner
          toolbar={
            <>
              {mayCount && !refused && (
                <Button icon={<PlusOutlined />} onClick={() => setOpen({ kind: "surplus", code: "" })}>
                  {t.addSurplus}
                </Button>
              )}
              {mayCount &&
                !refused &&
                expected.length > 0 &&
                sayings.map((what) => (
                  <Button
                    key={what}
                    danger={what === "missing"}
                    onClick={() => setOpen({ kind: "many", what, rows: expected })}
                  >
                    {`${t[what]} (${expected.length})`}
                  </Button>
                ))}
              <PrintButton
                label={t.sheet.action}
                kind="a4"
                jobName={`${t.sheet.title} ${countId}`}
                disabled={sizes[tab] === 0}
                pages={sheet}
              />
            </>
          }
          actions={actions}
          actionsWidth={
            actionsWidths[tab === "open" ? "saying" : "undoing"][locale.code === "en" ? "en" : "zh"]
          }
          empty={
            tab === "open" ? (
              <EmptyHint
                title={t.emptyOpen}
                hint={refused ? t.emptyEndedHint : t.emptyOpenHint}
                action={
                  mayEnd &&
                  sizes.open === 0 && (
                    <Button type="primary" onClick={() => setOpen({ kind: "end" })}>
                      {t.step.submit}
                    </Button>
                  )
                }
              />
            ) : (
              <EmptyHint title={t.emptyPerson} hint={t.emptyPersonHint} />
            )
          }
        />
      </div>
      {open?.kind === "say" && <SayDialog what={open.what} row={open.row} onClose={close} />}
      {open?.kind === "many" && (
        <SayManyDialog
          what={open.what}
          rows={open.rows}
          onDone={() => setSelection(noRows)}
          onClose={close}
        />
      )}
      {open?.kind === "end" && <StepDialog step="submit" row={count} plantId={null} onClose={close} />}
      {open?.kind === "undo" && <UndoDialog row={open.row} onClose={close} />}
      {open?.kind === "surplus" && <SurplusFound countId={countId} code={open.code} onClose={close} />}
    </div>
  );
}
