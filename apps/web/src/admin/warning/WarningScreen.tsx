import { type Condition, nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import { acknowledgeWarning, clearWarning, warningKind, warningList } from "@shotkeeper/contract/warning";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import {
  type Columns,
  DetailDrawer,
  EmptyHint,
  FilterStrip,
  QueryGrid,
  type RowAction,
  RowActions,
  useRows,
  useWritten,
} from "@shotkeeper/ui/screen";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { CauseText, warningColumns as c, KindTag } from "./columns.tsx";
import { WarningDialog } from "./WarningDialog.tsx";

type WarningRow = QueryRow<typeof warningList>;
type Shown = "open" | "all";
type KindName = keyof typeof warningKind.values | "";

const columns: Columns<typeof warningList> = [
  c.kind,
  c.level,
  c.mold,
  "moldName",
  c.counter,
  "plantName",
  c.cause,
  c.opened,
  c.times,
  c.acknowledged,
  "assignee",
  c.cleared,
  "clearNote",
];
const openOnly: readonly Condition[] = [{ field: "isOpen", operator: "EQ", value: true }];
const newestFirst = [{ field: "openedAt", direction: "desc" }] as const;
const kindNames = Object.keys(warningKind.values) as (keyof typeof warningKind.values)[];

export default function WarningScreen() {
  const { warning: t, enums } = useLocale();
  const { can } = useSession();
  const client = useClient();
  const act = useAction();
  const written = useWritten();
  const [shown, setShown] = useState<Shown>("open");
  const [kind, setKind] = useState<KindName>("");
  const [selection, setSelection] = useState<ReadonlyMap<string, WarningRow>>(new Map());
  const [open, setOpen] = useState<{
    readonly action: "acknowledge" | "clear" | "detail";
    readonly row: WarningRow;
  }>();
  const mayAct = can("WA100", "M");
  const openRows = useRows(warningList, { where: openOnly, limit: 1000 }, { live: ["warning"] });

  const fixed = useMemo<readonly Condition[]>(
    () => [
      ...(shown === "open" ? openOnly : []),
      ...(kind === "" ? [] : [{ field: "kind", operator: "EQ", value: kind } satisfies Condition]),
    ],
    [shown, kind],
  );
  const countOf = (k: KindName) =>
    openRows.data?.rows.filter((r) => k === "" || nameOf(warningKind, r.kind) === k).length;
  const strip = [
    { key: "" as KindName, label: t.allKinds, count: openRows.data?.total },
    ...kindNames
      .map((k) => ({ key: k as KindName, label: enums.warningKind[k], count: countOf(k) }))
      .filter((i) => i.count !== 0 || i.key === kind),
  ];

  const actions = (row: WarningRow): RowAction[] => {
    const closed = row.isOpen ? undefined : t.already;
    return [
      {
        key: "acknowledge",
        label: t.acknowledge,
        refused: closed ?? (row.acknowledgedAt ? t.alreadyAcknowledged : undefined),
        run: () => setOpen({ action: "acknowledge", row }),
      },
      { key: "clear", label: t.clear, refused: closed, run: () => setOpen({ action: "clear", row }) },
    ];
  };
  const toAcknowledge = [...selection.values()].filter((r) => r.isOpen && !r.acknowledgedAt);
  const acknowledgeMany = async () => {
    await act(
      () =>
        Promise.all(
          toAcknowledge.map((r) => client.run(acknowledgeWarning, { warningId: r.warningId ?? 0 })),
        ),
      `${t.acknowledged} · ${t.many(toAcknowledge.length)}`,
    );
    setSelection(new Map());
    written();
  };

  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip label={t.allKinds} items={strip} chosen={kind} onChoose={setKind} />
      <QueryGrid
        query={warningList}
        columns={columns}
        fixed={fixed}
        search={["moldNo", "writerId", "plantName"]}
        sort={newestFirst}
        live={["warning"]}
        onOpen={(row) => setOpen({ action: "detail", row })}
        rowActions={mayAct ? (row) => <RowActions actions={actions(row)} /> : undefined}
        selection={selection}
        onSelectionChange={mayAct ? setSelection : undefined}
        actionsWidth={176}
        toolbar={
          <>
            <Segmented<Shown>
              value={shown}
              onChange={setShown}
              options={[
                { value: "open", label: t.open },
                { value: "all", label: t.all },
              ]}
            />
            {toAcknowledge.length > 0 && (
              <Button
                onClick={() => void acknowledgeMany()}
              >{`${t.acknowledge} (${toAcknowledge.length})`}</Button>
            )}
          </>
        }
        empty={<EmptyHint title={t.empty} hint={t.emptyHint} />}
      />
      {open?.action === "detail" && (
        <DetailDrawer
          query={warningList}
          sections={[]}
          row={open.row}
          title={open.row.moldNo ?? open.row.writerId ?? ""}
          cells={{ kind: <KindTag row={open.row} />, cause: <CauseText row={open.row} /> }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open && open.action !== "detail" && (
        <WarningDialog
          command={open.action === "clear" ? clearWarning : acknowledgeWarning}
          row={open.row}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
