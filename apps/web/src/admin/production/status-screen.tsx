import { liveState } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { productionStatus, stateCounts } from "@shotkeeper/contract/production";
import { Ago, type StateName, StateTag, useLocale, useNarrow } from "@shotkeeper/ui/app";
import { Battery, type Columns, Deviation, EmptyHint, ProgressBar, UsedBar } from "@shotkeeper/ui/cells";
import { useCommandData, useRows } from "@shotkeeper/ui/data";
import { FilterStrip, listLink, QueryGrid, SearchBox, useGridAddress } from "@shotkeeper/ui/list";
import { Segmented, Space } from "antd";
import { useNavigate, useSearchParams } from "react-router";
import { CounterLink, MoldLink, OrderLink } from "../links.tsx";
import { moldPath } from "../paths.ts";
import { StatusCards } from "./status-cards.tsx";
import "./status.css";

type View = "table" | "cards";

const columns: Columns<typeof productionStatus> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  "moldName",
  { name: "liveState", width: 140, cell: (row) => <StateTag state={row.liveState} /> },
  { name: "stateSince", width: 112, cell: (row) => <Ago at={row.stateSince} /> },
  { name: "orderId", width: 132, cell: (row) => <OrderLink no={row.orderId} /> },
  { name: "progress", onCard: true, width: 132, cell: (row) => <ProgressBar percent={row.progress} /> },
  "deviceName",
  { name: "shotsToday", onCard: true },
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
/** Largest number of molds shown as cards. The table shows all molds. */
const maxCards = 500;
const searched = ["moldNo", "moldName", "plantName", "projectName"] as const;
const states = Object.keys(liveState.values) as StateName[];

function filterOf(state: StateName | ""): readonly Condition[] {
  return state === "" ? [] : [{ field: "liveState", operator: "IN", value: [liveState.values[state]] }];
}

/** Screen with the live state of the molds, as a table or as cards. */
export default function StatusScreen() {
  const { production: t } = useLocale();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const isNarrow = useNarrow();
  const view: View = params.get("view") === "cards" && !isNarrow ? "cards" : "table";
  const counts = useCommandData(stateCounts, {}, { live: ["reading", "board"], every: 60_000 }).data;
  const link = params.get("filter") ?? "";
  const chosen = states.find((s) => link.includes(`liveState~IN~s${s}`) && !link.includes(",")) ?? "";
  const address = useGridAddress(busiestFirst);
  const cards = useRows(
    productionStatus,
    { where: address.filters, sort: busiestFirst, limit: maxCards },
    { live: ["reading", "board"], every: 60_000, enabled: view === "cards" },
  );

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
    { key: "" as const, label: t.allStates, count: counts && sumOf(counts) },
    ...states
      .map((s) => ({
        key: s,
        label: <StateTag plain state={s} />,
        count: counts?.[liveState.values[s]] ?? 0,
      }))
      .filter((i) => i.count > 0 || i.key === chosen),
  ];
  // A phone has no choice of the view, because the table shows its rows as cards there.
  const toggle = !isNarrow && (
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
        <FilterStrip<StateName | ""> label={t.allStates} items={strip} chosen={chosen} onChoose={choose} />
        {view === "cards" && (
          <Space wrap>
            <SearchBox fields={searched} filters={address.filters} onChange={address.setFilters} />
            {toggle}
          </Space>
        )}
      </div>
      {view === "table" ? (
        <QueryGrid
          query={productionStatus}
          columns={columns}
          search={searched}
          sort={busiestFirst}
          live={["reading", "board"]}
          toolbar={toggle}
          onOpen={(row) => navigate(moldPath(row.moldNo))}
          empty={<EmptyHint title={t.empty} />}
        />
      ) : (
        <StatusCards
          rows={cards.data?.rows ?? []}
          total={cards.data?.total}
          isAll={address.filters.length === 0}
          wait={cards}
        />
      )}
    </div>
  );
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, n) => sum + n, 0);
