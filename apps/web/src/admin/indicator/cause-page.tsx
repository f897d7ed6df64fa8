import {
  type CauseCount,
  causeBy,
  causeCounts,
  moldCauses,
  moldSymptom,
} from "@shotkeeper/contract/indicator";
import { type EnumName, nameOf } from "@shotkeeper/contract/kernel";
import { StateTag, useLocale } from "@shotkeeper/ui/app";
import { Battery, type Columns, EmptyHint, Panel, Signal } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid } from "@shotkeeper/ui/list";
import { useTabTitle } from "@shotkeeper/ui/shell";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { MoldLink, OrderLink } from "../links.tsx";
import { CauseAction, CauseEvidence, CauseTag } from "../mold-cause.tsx";
import { moldPath } from "../paths.ts";
import { BySwitch, CauseGroups, CausePareto } from "./cause-bars.tsx";
import { IdleTabs } from "./idle-tabs.tsx";
import { isChosen, sumOf, useCauseChoice } from "./use-cause-choice.ts";
import "./indicator.css";
import "./cause.css";

type SymptomName = EnumName<typeof moldSymptom>;

const none: readonly CauseCount[] = [];
const symptoms = Object.keys(moldSymptom.values) as SymptomName[];
const live = ["reading", "board", "warning"] as const;
const longestFirst = [{ field: "causeSince", direction: "asc" }] as const;

function useColumns(): Columns<typeof moldCauses> {
  const { indicator, enums } = useLocale();
  const t = indicator.causes;
  return useMemo(
    () => [
      { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
      { name: "moldCause", width: 144, cell: (row) => <CauseTag cause={row.moldCause} /> },
      { name: "causeReference", title: t.evidence, width: 400, cell: (row) => <CauseEvidence row={row} /> },
      {
        name: "symptom",
        width: 104,
        cell: (row) => enums.moldSymptom[nameOf(moldSymptom, row.symptom) ?? "idle"],
      },
      { name: "makerName", width: 150 },
      { name: "plantName", width: 150 },
      { name: "projectName", width: 130 },
      { name: "lateOrder", width: 132, cell: (row) => <OrderLink no={row.lateOrder} /> },
      { name: "liveState", width: 140, cell: (row) => <StateTag state={row.liveState} /> },
      "idleForDays",
      { name: "rssi", width: 88, cell: (row) => <Signal dbm={row.rssi} /> },
      { name: "battery", width: 92, cell: (row) => <Battery percent={row.battery} /> },
      { name: "causeSince", width: 170 },
      "moldName",
    ],
    [t, enums],
  );
}

/**
 * Page with the molds that do not produce as planned: a Pareto of their causes, the causes by plant, maker or project,
 * and the molds with evidence and next action. A click on a number selects exactly the molds that the number counts.
 */
export default function CausePage() {
  const { indicator, enums, code } = useLocale();
  const t = indicator.causes;
  const navigate = useNavigate();
  useTabTitle(t.title);
  const { choice, put, fixed } = useCauseChoice();
  const found = useCommandData(causeCounts, { causeBy: causeBy.values[choice.by] }, { live, every: 120_000 });
  const counts = found.data ?? none;
  const columns = useColumns();
  const ofSymptoms = counts.filter((c) => isChosen(c, choice, "symptom"));
  return (
    <div className="sk-indicator">
      <IdleTabs current="causes" />
      <FilterStrip<SymptomName | "">
        label={t.all}
        items={[
          { key: "", label: t.all, count: found.data && sumOf(ofSymptoms) },
          ...symptoms.map((s) => ({
            key: s,
            label: enums.moldSymptom[s],
            count: found.data && sumOf(ofSymptoms.filter((c) => nameOf(moldSymptom, c.symptom) === s)),
          })),
        ]}
        chosen={choice.symptom ?? ""}
        onChoose={(s) => put({ symptom: s || undefined })}
      />
      <div className="sk-indicator-pair">
        <Panel title={t.pareto} wait={found} lines={8}>
          <CausePareto counts={counts} choice={choice} />
        </Panel>
        <Panel
          title={t.groups}
          extra={<BySwitch by={choice.by} onBy={(by) => put({ by, group: undefined })} />}
          wait={found}
          lines={8}
        >
          <CauseGroups counts={counts} choice={choice} />
        </Panel>
      </div>
      <Panel
        title={t.list}
        extra={
          fixed.length > 0 && (
            <button
              type="button"
              className="sk-link"
              onClick={() => put({ group: undefined, symptom: undefined, cause: undefined })}
            >
              {t.reset}
            </button>
          )
        }
      >
        <QueryGrid
          query={moldCauses}
          columns={columns}
          fixed={fixed}
          search={["moldNo", "moldName"]}
          sort={longestFirst}
          live={live}
          height={460}
          rowActions={(row) => <CauseAction row={row} />}
          actionsWidth={code === "en" ? 236 : 150}
          onOpen={(row) => navigate(moldPath(row.moldNo))}
          empty={<EmptyHint title={t.empty} hint={t.emptyHint} />}
        />
      </Panel>
    </div>
  );
}
