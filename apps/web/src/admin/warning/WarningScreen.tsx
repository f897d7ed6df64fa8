import type { Condition } from "@shotkeeper/contract/kernel";
import { warning, warningCounts, warningKind, warningList } from "@shotkeeper/contract/warning";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, FilterStrip, QueryGrid, RowActions, useRun } from "@shotkeeper/ui/screen";
import { Segmented } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { warningColumns as c } from "./columns.tsx";
import { useWarningSteps, type WarningRow } from "./use-warning-steps.tsx";

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
  const steps = useWarningSteps(() => setSelection(noRows));
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
