import { moldCauses, moldSymptom } from "@shotkeeper/contract/indicator";
import type { Condition } from "@shotkeeper/contract/kernel";
import { nameOf } from "@shotkeeper/contract/kernel";
import { useLocale } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { useMemo } from "react";
import { CauseAction, CauseEvidence, CauseTag } from "../mold-cause.tsx";
import "./mold-cause.css";

/** Panel with the cause of a mold's symptom, its evidence and the next action. Renders nothing without a symptom. */
export function MoldCausePanel({ moldNo }: { readonly moldNo: string }) {
  const { indicator, enums } = useLocale();
  const where = useMemo<Condition[]>(() => [{ field: "moldNo", operator: "EQ", value: moldNo }], [moldNo]);
  const found = useRows(moldCauses, { where, limit: 1 }, { live: ["reading", "board", "warning"] });
  const row = found.data?.rows[0];
  if (!row) return null;
  const symptom = nameOf(moldSymptom, row.symptom);
  return (
    <Panel title={indicator.causes.why}>
      <div className="sk-mold-cause">
        <b>{symptom && enums.moldSymptom[symptom]}</b>
        <CauseTag cause={row.moldCause} />
        <CauseEvidence row={row} />
        <CauseAction row={row} />
      </div>
    </Panel>
  );
}
