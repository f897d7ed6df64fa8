import { liveState } from "@shotkeeper/contract/basic";
import { type Condition, nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import { productionStatus } from "@shotkeeper/contract/production";
import { Ago, type StateName, StateTag, useLocale } from "@shotkeeper/ui/app";
import {
  Battery,
  type Columns,
  Deviation,
  EmptyHint,
  FilterStrip,
  listLink,
  QueryGrid,
  UsedBar,
  useRows,
} from "@shotkeeper/ui/screen";
import { Segmented } from "antd";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { CounterLink, MoldLink } from "../links.tsx";
import { moldPath } from "../paths.ts";
import { StatusCards } from "./StatusCards.tsx";
import "./status.css";

type View = "table" | "cards";
type Row = QueryRow<typeof productionStatus>;

const columns: Columns<typeof productionStatus> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  "moldName",
  { name: "liveState", width: 108, cell: (row) => <StateTag state={row.liveState} /> },
  { name: "stateSince", width: 112, cell: (row) => <Ago at={row.stateSince} /> },
  "shotsToday",
  "shotsThisHour",
  "shotsYesterday",
  "currentCycle",
  "standardCycle",
  { name: "cycleDeviation", width: 92, cell: (row) => <Deviation percent={row.cycleDeviation} /> },
  { name: "lifeUsed", width: 132, cell: (row) => <UsedBar percent={row.lifeUsed} /> },
  "plantName",
  { name: "counterNo", width: 120, cell: (row) => <CounterLink no={row.counterNo} /> },
  { name: "battery", width: 92, cell: (row) => <Battery percent={row.battery} /> },
  { name: "lastReportAt", width: 112, cell: (row) => <Ago at={row.lastReportAt} /> },
];
const busiestFirst = [{ field: "shotsToday", direction: "desc" }] as const;
/** The cards show so many; the table shows all. */
const mostCards = 500;
const states = Object.keys(liveState.values) as StateName[];

function filterOf(state: StateName | ""): readonly Condition[] {
  return state === "" ? [] : [{ field: "liveState", operator: "IN", value: [liveState.values[state]] }];
}

/** What every mold does right now, as a table or as cards. */
export default function StatusScreen() {
  const { production: t, enums } = useLocale();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const view: View = params.get("view") === "cards" ? "cards" : "table";
  const all = useRows(
    productionStatus,
    { sort: busiestFirst, limit: mostCards },
    { live: ["reading", "board"], every: 60_000 },
  );
  const rows = all.data?.rows ?? [];
  const link = params.get("filter") ?? "";
  const chosen = states.find((s) => link.includes(`liveState~IN~s${s}`) && !link.includes(",")) ?? "";
  const counts = useMemo(() => countStates(all.data?.rows ?? []), [all.data]);

  const choose = (state: StateName | "") => {
    const target = listLink("", filterOf(state) as Parameters<typeof listLink>[1]);
    const next = new URLSearchParams(target.slice(1));
    if (state === "") next.delete("filter");
    if (view === "cards") next.set("view", "cards");
    setParams(next, { replace: true });
  };
  const setView = (to: View) => {
    const next = new URLSearchParams(params);
    if (to === "cards") next.set("view", "cards");
    else next.delete("view");
    setParams(next, { replace: true });
  };
  const strip = [
    { key: "" as const, label: t.allStates, count: all.data?.total },
    ...states
      .filter((s) => (counts.get(s) ?? 0) > 0 || s === chosen)
      .map((s) => ({ key: s, label: <StateTag plain state={s} />, count: counts.get(s) ?? 0 })),
  ];
  const toggle = (
    <Segmented<View>
      value={view}
      onChange={setView}
      options={[
        { value: "table", label: t.table },
        { value: "cards", label: t.cards },
      ]}
    />
  );
  return (
    <div className={view === "table" ? "sk-list sk-list-headed" : "sk-cards-page"}>
      <div className="sk-strip-row">
        <FilterStrip<StateName | "">
          label={enums.liveState.running}
          items={strip}
          chosen={chosen}
          onChoose={choose}
        />
        {view === "cards" && toggle}
      </div>
      {view === "table" ? (
        <QueryGrid
          query={productionStatus}
          columns={columns}
          search={["moldNo", "moldName", "plantName", "projectName"]}
          sort={busiestFirst}
          live={["reading", "board"]}
          toolbar={toggle}
          onOpen={(row) => navigate(moldPath(row.moldNo))}
          empty={<EmptyHint title={t.empty} />}
        />
      ) : (
        <StatusCards
          rows={rows.filter((r) => chosen === "" || r.liveState === liveState.values[chosen])}
          total={chosen === "" ? all.data?.total : undefined}
          wait={all}
        />
      )}
    </div>
  );
}

function countStates(rows: readonly Row[]): ReadonlyMap<StateName, number> {
  const counts = new Map<StateName, number>();
  for (const r of rows) {
    const name = nameOf(liveState, r.liveState);
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
