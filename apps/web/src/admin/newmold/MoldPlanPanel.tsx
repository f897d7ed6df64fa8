import { auditStat } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { modificationList, newMoldLines } from "@shotkeeper/contract/newmold";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, Panel, QueryGrid, useRun } from "@shotkeeper/ui/screen";
import { useMemo } from "react";
import { auditStatTones } from "../tones.ts";
import { PlanState } from "./cells.tsx";
import { Gantt } from "./Gantt.tsx";

const columns: Columns<typeof modificationList> = [
  { name: "modificationId", pin: "left", width: 140 },
  {
    name: "auditStat",
    width: 100,
    cell: (row) => <ChoiceTag of={auditStat} value={row.auditStat} tones={auditStatTones} />,
  },
  { name: "modificationReason", width: 240 },
  { name: "modificationKind", width: 116 },
  { name: "requestedOn", width: 112 },
  { name: "finishedOn", width: 120 },
  { name: "modificationDays", width: 92 },
  { name: "modificationCost", width: 116 },
  { name: "modificationResult", width: 240 },
];

/** Of a mold that came as a new one: its plan, and what was changed on it. Nothing of any other. */
export function MoldPlanPanel({ moldNo }: { readonly moldNo: string }) {
  const { newMold } = useLocale();
  const t = newMold.onMold;
  const { can } = useSession();
  const input = useMemo(() => ({ moldNo }), [moldNo]);
  const where = useMemo<Condition[]>(() => [{ field: "moldNo", operator: "EQ", value: moldNo }], [moldNo]);
  const lines = useRun(newMoldLines, input, { live: ["board"] });
  const [line] = lines.data?.LINES ?? [];
  if (!lines.data || !line) return null;
  const state = { projectStat: line.PROJECT_STAT, projectResult: line.PROJECT_RESULT };
  return (
    <>
      <Panel title={t.plan} extra={<PlanState row={state} />}>
        <Gantt today={lines.data.TODAY} lines={[line]} isSingle />
      </Panel>
      {can("NM106", "Q") && (
        <Panel title={t.modifications}>
          <QueryGrid
            query={modificationList}
            id="BS101.modifications"
            inner
            columns={columns}
            fixed={where}
            live={["board"]}
            height={200}
          />
        </Panel>
      )}
    </>
  );
}
