import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { refuseClear, warning, warningCounts, warningKind, warningList } from "@shotkeeper/contract/warning";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import {
  type Columns,
  EmptyHint,
  FilterStrip,
  QueryGrid,
  type RowAction,
  RowActions,
  useRun,
} from "@shotkeeper/ui/screen";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { warningColumns as c } from "./columns.tsx";
import { type WarningAction, WarningDialog } from "./WarningDialog.tsx";

type WarningRow = QueryRow<typeof warningList>;
type Shown = "open" | "all";
type KindName = keyof typeof warningKind.values | "";

// What it is, of what, why, since when and who knows: that much must be seen without moving sideways.
const columns: Columns<typeof warningList> = [
  c.kind,
  c.mold,
  c.cause,
  c.opened,
  c.acknowledged,
  "plantName",
  c.counter,
  "moldName",
  "assignee",
  c.level,
  c.times,
  c.cleared,
  "clearNote",
];
const openOnly: Condition = { field: "isOpen", operator: "EQ", value: true };
const newestFirst = [{ field: "openedAt", direction: "desc" }] as const;
const kindNames = Object.keys(warningKind.values) as (keyof typeof warningKind.values)[];
const noRows: ReadonlyMap<string, WarningRow> = new Map();

export default function WarningScreen() {
  const locale = useLocale();
  const { warning: t, enums } = locale;
  const { can } = useSession();
  const [params, setParams] = useSearchParams();
  const shown: Shown = params.get("state") === "all" ? "all" : "open";
  const kind: KindName = kindNames.find((k) => k === params.get("kind")) ?? "";
  const [selection, setSelection] = useState(noRows);
  const [open, setOpen] = useState<{
    readonly action: WarningAction;
    readonly rows: readonly WarningRow[];
  }>();
  const mayAct = can("WA100", "M");
  const counts = useRun(warningCounts, {}, { live: ["warning"] }).data;

  // In the address, so that a link shows the same and the filters of the columns stay.
  const put = (name: "state" | "kind", value: string) => {
    setSelection(noRows);
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "" || value === "open") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  };
  const fixed = useMemo<readonly Condition[]>(
    () => [
      ...(shown === "open" ? [openOnly] : []),
      ...(kind === "" ? [] : [{ field: "kind", operator: "EQ", value: kind } satisfies Condition]),
    ],
    [shown, kind],
  );
  const total = counts && Object.values(counts.KINDS).reduce((sum, n) => sum + n, 0);
  const strip = [
    { key: "" as KindName, label: t.allKinds, count: total },
    ...kindNames
      .map((k) => ({ key: k as KindName, label: enums.warningKind[k], count: counts?.KINDS[k] ?? 0 }))
      .filter((i) => i.count > 0 || i.key === kind),
  ];

  const actions = (row: WarningRow): RowAction[] => {
    return [
      {
        key: "acknowledge",
        label: t.acknowledge,
        refused: !row.isOpen ? t.already : row.acknowledgedAt ? t.alreadyAcknowledged : undefined,
        run: () => setOpen({ action: "acknowledge", rows: [row] }),
      },
      {
        key: "clear",
        label: t.clear,
        refused: !row.isOpen ? t.already : refuseClear(row) ? t.stillOff : undefined,
        run: () => setOpen({ action: "clear", rows: [row] }),
      },
    ];
  };
  const chosen = [...selection.values()];
  const bulk: readonly { action: WarningAction; label: string; rows: readonly WarningRow[] }[] = [
    {
      action: "acknowledge",
      label: t.acknowledge,
      rows: chosen.filter((r) => r.isOpen && !r.acknowledgedAt),
    },
    { action: "clear", label: t.clear, rows: chosen.filter((r) => refuseClear(r) === undefined) },
  ];

  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip label={t.allKinds} items={strip} chosen={kind} onChoose={(k) => put("kind", k)} />
      <QueryGrid
        query={warningList}
        entity={warning}
        columns={columns}
        fixed={fixed}
        search={["moldNo", "writerId", "plantName"]}
        sort={newestFirst}
        live={["warning"]}
        rowActions={mayAct ? (row) => <RowActions actions={actions(row)} /> : undefined}
        selection={selection}
        onSelectionChange={mayAct ? setSelection : undefined}
        actionsWidth={locale.code === "en" ? 168 : 108}
        toolbar={
          <>
            <Segmented<Shown>
              value={shown}
              onChange={(s) => put("state", s)}
              options={[
                { value: "open", label: t.open },
                { value: "all", label: t.all },
              ]}
            />
            {chosen.length > 0 &&
              bulk.map(({ action, label, rows }) => (
                <Button key={action} disabled={rows.length === 0} onClick={() => setOpen({ action, rows })}>
                  {`${label} (${rows.length})`}
                </Button>
              ))}
          </>
        }
        empty={<EmptyHint title={t.empty} hint={t.emptyHint} />}
      />
      {open && (
        <WarningDialog
          action={open.action}
          rows={open.rows}
          onDone={() => setSelection(noRows)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
