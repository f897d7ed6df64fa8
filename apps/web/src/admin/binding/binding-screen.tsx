import { LinkOutlined } from "@ant-design/icons";
import { bindCounter, binding, bindingList, importBindings } from "@shotkeeper/contract/binding";
import { counterChangeList } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { ToneTag, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { QueryGrid, type RowAction } from "@shotkeeper/ui/list";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { CounterLink, MoldLink } from "../links.tsx";
import { BindDialog, type BindingAction, BindingDialog } from "./binding-dialogs.tsx";
import { ReplacementGrid } from "./replacement-grid.tsx";

type BindingRow = QueryRow<typeof bindingList>;
type Shown = "active" | "all" | "replacements";

const shownNames: readonly Shown[] = ["active", "all", "replacements"];

const conditions: Readonly<Record<Exclude<Shown, "replacements">, readonly Condition[]>> = {
  active: [{ field: "active", operator: "EQ", value: true }],
  all: [],
};
const oneWaiting = {
  where: [{ field: "approval", operator: "EQ", value: counterChangeStat.values.registered }],
  limit: 1,
} as const;
const importNames = ["moldNo", "writerId", "bindTime", "bindCount"];
const newestFirst = [{ field: "boundAt", direction: "desc" }] as const;

function ActiveTag({ row }: { readonly row: BindingRow }) {
  const { mold } = useLocale();
  return row.active ? (
    <ToneTag tone="good">{mold.binding.active}</ToneTag>
  ) : (
    <ToneTag tone="neutral">{mold.binding.ended}</ToneTag>
  );
}

const columns: Columns<typeof bindingList> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  "moldName",
  { name: "writerId", onCard: true, width: 132, cell: (row) => <CounterLink no={row.writerId} /> },
  { name: "active", width: 104, cell: (row) => <ActiveTag row={row} /> },
  "shots",
  { name: "boundAt", onCard: true },
  "boundCount",
  "boundBy",
  "unboundAt",
  "unboundCount",
  "unboundBy",
  "reason",
  "plantName",
];
const activeActions: readonly BindingAction[] = ["unbind", "replace", "change"];
const endedActions: readonly BindingAction[] = ["change"];

export default function BindingScreen() {
  const { mold, counter, menus, code } = useLocale();
  const t = mold.binding;
  const { can } = useSession();
  const [address, setAddress] = useSearchParams();
  const shown = shownNames.find((n) => n === address.get("shown")) ?? "active";
  const setShown = (next: Shown) => setAddress(next === "active" ? {} : { shown: next }, { replace: true });
  const [open, setOpen] = useState<{ readonly action: BindingAction; readonly row: BindingRow } | "bind">();
  const total = useRows(counterChangeList, oneWaiting, { live: ["board"] }).data?.total;
  const mayBind = can(menuIds.binding, "A");
  const mayChange = can(menuIds.binding, "M");
  const close = () => setOpen(undefined);

  const actions = (row: BindingRow): RowAction[] =>
    (mayChange ? (row.active ? activeActions : endedActions) : []).map((action) => ({
      key: action,
      label: t[action],
      run: () => setOpen({ action, row }),
    }));
  const segments = useMemo(
    () => [
      { value: "active" as const, label: t.active },
      { value: "all" as const, label: t.all },
      {
        value: "replacements" as const,
        label: total ? counter.replacements.waiting(total) : counter.replacements.tab,
      },
    ],
    [t, counter, total],
  );
  const tabs = <Segmented<Shown> options={segments} value={shown} onChange={setShown} />;
  if (shown === "replacements")
    return (
      <div className="sk-list">
        <ReplacementGrid toolbar={tabs} />
      </div>
    );
  const bindButton = mayBind && (
    <Button type="primary" icon={<LinkOutlined />} onClick={() => setOpen("bind")}>
      {t.bind}
    </Button>
  );
  return (
    <div className="sk-list">
      <QueryGrid
        query={bindingList}
        entity={binding}
        columns={columns}
        fixed={conditions[shown]}
        search={["moldNo", "writerId", "moldName"]}
        sort={newestFirst}
        live={["board"]}
        importing={{
          command: importBindings,
          fields: bindCounter.input,
          names: importNames,
          hints: { bindTime: t.bindTimeHint, bindCount: t.bindCountHint },
          noun: menus.binding,
        }}
        toolbar={
          <>
            {bindButton}
            {tabs}
          </>
        }
        actions={actions}
        actionsWidth={code === "en" ? 196 : 148}
        empty={
          <EmptyHint
            title={shown === "active" ? t.noneActive : t.none}
            hint={t.noneHint}
            action={bindButton}
          />
        }
      />
      {open === "bind" && <BindDialog onClose={close} />}
      {open && open !== "bind" && <BindingDialog action={open.action} row={open.row} onClose={close} />}
    </div>
  );
}
