import { recordFindings, repairList, writeFindings } from "@shotkeeper/contract/maintenance";
import { useFailure, useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useRows } from "@shotkeeper/ui/data";
import { useEffect } from "react";
import { FindingsInput } from "./findings-input.tsx";
import type { TaskRow } from "./task-cells.tsx";
import "./repair.css";

const inputs = { findings: FindingsInput };

/** Dialog in which a technician records the findings of a repair. The dialog opens after loading earlier findings. */
export function FindingsDialog({ row, onClose }: { readonly row: TaskRow; readonly onClose: () => void }) {
  const { repair: t } = useLocale();
  const taskId = row.taskId ?? "";
  const where = [{ field: "taskId", operator: "EQ" as const, value: taskId }];
  const { data, error, isFetchedAfterMount } = useRows(repairList, { where }, { isFresh: true });
  const fail = useFailure();
  useEffect(() => {
    if (!error) return;
    fail(error);
    onClose();
  }, [error, fail, onClose]);
  // Waits for the stored findings, because saving the dialog replaces all stored findings.
  if (!data || !isFetchedAfterMount || error) return null;
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
