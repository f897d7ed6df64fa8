import type { Condition, EnumName } from "@shotkeeper/contract/kernel";
import { repairBy, repairGroups, repairList, taskState } from "@shotkeeper/contract/maintenance";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint, Panel, Photos } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { QueryGrid } from "@shotkeeper/ui/list";
import { Alert, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { taskStateTones } from "../tones.ts";
import { MaintenanceHead } from "./maintenance-head.tsx";
import { type ParetoFigure, RepairPareto } from "./repair-pareto.tsx";
import "./repair.css";

type By = EnumName<typeof repairBy>;

const bys = Object.keys(repairBy.values) as By[];
const moldBys: readonly By[] = ["mold", "maker", "plant"];
/** For each grouping of the repairs: the column by which the list below is filtered to the chosen group. */
const fieldOf: Readonly<Record<By, string>> = {
  mold: "moldNo",
  maker: "makerId",
  plant: "plantId",
  fault: "faultCode",
  cause: "causeCode",
  component: "componentCode",
  measure: "measureCode",
  cavity: "cavity",
};
const live = ["board"] as const;
const newestFirst = [{ field: "raisedAt", direction: "desc" }] as const;

const columns: Columns<typeof repairList> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  {
    name: "state",
    width: 110,
    cell: (row) => <ChoiceTag of={taskState} value={row.state} tones={taskStateTones} />,
  },
  { name: "faultName", onCard: true, width: 130 },
  { name: "causeName", width: 130 },
  { name: "componentName", width: 110 },
  { name: "cavity", width: 80 },
  { name: "measureName", width: 120 },
  { name: "doneAt", onCard: true, width: 168 },
  { name: "shareHours", width: 100 },
  { name: "shareCost", width: 100 },
  { name: "taskReason", width: 220 },
  { name: "content", width: 240 },
  { name: "partsUsed", width: 180 },
  { name: "imageUrl", width: 110, cell: (row) => <Photos value={row.imageUrl} /> },
  { name: "makerName", width: 160 },
  { name: "plantName", width: 160 },
  { name: "findingNote", width: 180 },
  { name: "raisedAt", width: 168 },
  { name: "taskId", width: 132 },
];

/**
 * Screen with the repairs of a period: MTBF and MTTR, a Pareto chart by mold, maker, fault, cause and so on, and the
 * repairs with their findings. A click on a group shows its repairs.
 */
export default function RepairScreen() {
  const { repair: t, maintenance, enums } = useLocale();
  const f = useFormats();
  const [params, setParams] = useSearchParams();
  const by = bys.find((b) => b === params.get("by")) ?? "cause";
  const key = params.get("key") ?? undefined;
  const [days, setDays] = useState(90);
  const [figure, setFigure] = useState<ParetoFigure>("repairs");
  const found = useCommandData(
    repairGroups,
    { days, repairBy: repairBy.values[by] },
    { live, every: 120_000 },
  );
  const from = found.data?.from;
  const fixed = useMemo((): readonly Condition[] => {
    if (key === undefined || from === undefined) return [];
    return [
      { field: fieldOf[by], operator: "EQ", value: by === "cavity" ? Number(key) : key },
      { field: "doneAt", operator: "GT", value: from },
      { field: "state", operator: "EQ", value: taskState.values.done },
    ];
  }, [by, key, from]);
  const groups = found.data?.groups ?? [];
  const chosen = groups.find((g) => g.key === key);
  const figures = { repairs: t.count, repairHours: t.hours, cost: t.cost };
  return (
    <div className="sk-repair">
      <MaintenanceHead days={days} onDays={setDays} costOf="repairs" />
      {(found.data?.unrecorded ?? 0) > 0 && (
        <Alert type="info" showIcon title={t.unrecorded(f.whole(found.data?.unrecorded))} />
      )}
      <Panel
        title={t.pareto}
        extra={
          <Segmented<ParetoFigure>
            size="small"
            aria-label={t.measure}
            value={figure}
            onChange={setFigure}
            options={(Object.keys(figures) as ParetoFigure[]).map((v) => ({ value: v, label: figures[v] }))}
          />
        }
        wait={found}
        lines={8}
      >
        <Segmented<By>
          size="small"
          aria-label={enums.repairBy[by]}
          value={by}
          onChange={(next) => setParams({ by: next }, { replace: true })}
          options={bys.map((v) => ({ value: v, label: enums.repairBy[v] }))}
        />
        <RepairPareto
          groups={groups}
          repairs={found.data?.repairs ?? 0}
          figure={figure}
          title={enums.repairBy[by]}
          ofMolds={moldBys.includes(by)}
          chosen={key}
          onChoose={(next) => setParams(next === key ? { by } : { by, key: next }, { replace: true })}
        />
      </Panel>
      <Panel
        title={chosen ? `${t.list} · ${chosen.name || chosen.key}` : t.list}
        extra={
          key !== undefined && (
            <button type="button" className="sk-link" onClick={() => setParams({ by }, { replace: true })}>
              {t.reset}
            </button>
          )
        }
      >
        <p className="sk-faint sk-repair-scope">
          {key === undefined ? t.listAll : t.listOf(maintenance.lastDays(days))}
        </p>
        <QueryGrid
          query={repairList}
          columns={columns}
          fixed={fixed}
          search={["moldNo", "taskReason"]}
          sort={newestFirst}
          live={live}
          inner
          height={460}
          empty={<EmptyHint title={t.empty} hint={t.emptyHint} />}
        />
      </Panel>
    </div>
  );
}
