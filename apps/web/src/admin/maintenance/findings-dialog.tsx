import { recordFindings, repairList, writeFindings } from "@shotkeeper/contract/maintenance";
import { useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useRows } from "@shotkeeper/ui/data";
import { FindingsInput } from "./findings-input.tsx";
import type { TaskRow } from "./task-cells.tsx";
import "./repair.css";

const inputs = { findings: FindingsInput };

/** Dialog in which a technician records what was found in a repair. It opens when the earlier findings have arrived. */
export function FindingsDialog({ row, onClose }: { readonly row: TaskRow; readonly onClose: () => void }) {
  const { repair: t } = useLocale();
  const taskId = row.taskId ?? "";
  const { data } = useRows(repairList, { where: [{ field: "taskId", operator: "EQ", value: taskId }] });
  if (!data) return null;
  const earlier = data.rows.flatMap((f) => (f.faultCode === null ? [] : [{ ...f, faultCode: f.faultCode }]));
  return (
    <CommandDialog
      command={recordFindings}
      title={t.findingsTitle(row.moldNo ?? "")}
      lead={t.findingsLead}
      preset={{ taskId }}
      initial={{ findings: writeFindings(earlier.length > 0 ? earlier : [{}]) }}
      inputs={inputs}
      width={760}
      okText={t.findings}
      successText={(o) => t.recorded(o.count)}
      onClose={onClose}
    />
  );
}
