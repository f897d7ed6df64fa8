import { auditStat } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { modificationList, newMoldLines } from "@shotkeeper/contract/new-mold";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, Panel } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { QueryGrid } from "@shotkeeper/ui/list";
import { useMemo } from "react";
import { auditStatTones } from "../tones.ts";
import { PlanState } from "./cells.tsx";
import { Gantt } from "./gantt.tsx";

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

/** Panels with a new mold's plan and its design changes. Renders nothing if the mold has no plan. */
export function MoldPlanPanel({ moldNo }: { readonly moldNo: string }) {
  const { newMold } = useLocale();
  const t = newMold.onMold;
  const { can } = useSession();
  const input = useMemo(() => ({ moldNo }), [moldNo]);
  const where = useMemo<Condition[]>(() => [{ field: "moldNo", operator: "EQ", value: moldNo }], [moldNo]);
  const lines = useCommandData(newMoldLines, input, { live: ["board"] });
  const [line] = lines.data?.lines ?? [];
  if (!lines.data || !line) return null;
  return (
    <>
      <Panel title={t.plan} extra={<PlanState row={line} />}>
        <Gantt today={lines.data.today} lines={[line]} isSingle />
      </Panel>
      {can(menus.newMoldModification, "Q") && (
        <Panel title={t.modifications}>
          <QueryGrid
            query={modificationList}
            id={`${menus.mold}.modifications`}
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
