import type { Condition } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { warning, warningCounts, warningKind, warningList } from "@shotkeeper/contract/warning";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { Segmented } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { warningColumns as c, titledMold } from "./columns.tsx";
import { useWarningSteps, type WarningRow } from "./use-warning-steps.tsx";

type Shown = "open" | "all";
type KindName = keyof typeof warningKind.values | "";

// The first five columns fit into the narrowest window without horizontal scrolling.
const columns: Columns<typeof warningList> = [
  c.kind,
  c.mold,
  { ...c.cause, onCard: true },
  { ...c.opened, onCard: true },
  c.acknowledged,
  "plantName",
  c.counter,
  "moldName",
  "assigneeName",
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
  const steps = useWarningSteps(() => setSelection(noRows));
  const mayAct = can(menus.allWarnings, "M");
  const titled = useMemo(() => titledMold(columns, t.subject), [t]);
  const counts = useCommandData(warningCounts, {}, { live: ["warning"] }).data;

  // The URL holds the chosen state and kind of warnings, so that a link opens the same list.
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
  const total = counts && Object.values(counts.kinds).reduce((sum, n) => sum + n, 0);
  // Shows no counts above the list of closed warnings, because the counts are numbers of open warnings.
  const countOf = (k: string) => (shown === "open" ? (counts?.kinds[k] ?? 0) : undefined);
  const strip = [
    { key: "" as KindName, label: t.allKinds, count: shown === "open" ? total : undefined },
    ...kindNames
      .filter((k) => shown === "all" || (counts?.kinds[k] ?? 0) > 0 || k === kind)
      .map((k) => ({ key: k as KindName, label: enums.warningKind[k], count: countOf(k) })),
  ];
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip label={t.allKinds} items={strip} chosen={kind} onChoose={(k) => put("kind", k)} />
      <QueryGrid
        query={warningList}
        entity={warning}
        columns={titled}
        fixed={fixed}
        search={["moldNo", "writerId", "plantName"]}
        sort={newestFirst}
        live={["warning"]}
        rowActions={mayAct ? (row) => <RowActions actions={steps.actions(row)} /> : undefined}
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
            {steps.bulk([...selection.values()])}
          </>
        }
        empty={<EmptyHint title={t.empty} hint={t.emptyHint} />}
      />
      {steps.dialog}
    </div>
  );
}
