import {
  acceptTask,
  deferTask,
  finishTask,
  maintenanceTask,
  planTask,
  sendBackTask,
  startTask,
  type TaskStep,
  taskKind,
} from "@shotkeeper/contract/maintenance";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { CommandDialog, photosInput } from "@shotkeeper/ui/screen";
import { useMemo } from "react";
import { UpkeepPersonInput } from "../pickers.tsx";
import { checklistInput } from "./ChecklistInput.tsx";
import { partsInput } from "./PartsInput.tsx";
import type { TaskRow } from "./TaskCells.tsx";

interface TaskDialogProps {
  readonly step: Exclude<TaskStep, "remove">;
  readonly row: TaskRow;
  readonly onClose: () => void;
}

/** Asks before a step of a task, and for what it needs. */
export function TaskDialog({ step, row, onClose }: TaskDialogProps) {
  const { maintenance: t, frame } = useLocale();
  const f = useFormats();
  const taskId = row.taskId ?? "";
  const mold = row.moldNo ?? "";
  const kind = row.kind ?? taskKind.values.daily;
  const isMajor = kind === taskKind.values.major;
  // The identity of an input is kept while the dialog is open: what is typed would be lost otherwise.
  const inputs = useMemo(
    () => ({
      imageUrl: photosInput({ table: maintenanceTask.wire, id: taskId }),
      results: checklistInput({ kind, moldType: row.moldType }),
      takenParts: partsInput(mold),
    }),
    [taskId, kind, row.moldType, mold],
  );
  const all = { title: t.title(t[step], mold), given: { taskId }, okText: t[step], onClose };
  switch (step) {
    case "plan":
      return (
        <CommandDialog
          {...all}
          command={planTask}
          initial={{ planDate: row.planDate, assignee: row.assignee }}
          inputs={{ assignee: UpkeepPersonInput }}
          hints={{ assignee: t.assigneeHint }}
          told={() => t.planned}
        />
      );
    case "start":
      return <CommandDialog {...all} command={startTask} lead={t.startLead} told={() => t.started} />;
    case "finish":
      return (
        <CommandDialog
          {...all}
          command={finishTask}
          lead={isMajor ? t.finishMajorLead : t.finishLead(f.decimal(row.runHoursNow, 1))}
          ask={
            isMajor
              ? ["results", "content", "replaced", "takenParts", "minutes", "cost", "imageUrl"]
              : ["results", "content", "takenParts", "minutes", "imageUrl"]
          }
          inputs={inputs}
          hints={{ imageUrl: t.imageHint, results: t.resultsHint }}
          told={() => (isMajor ? t.handedOver : t.finished)}
        />
      );
    case "accept":
      return (
        <CommandDialog
          {...all}
          command={acceptTask}
          lead={
            <>
              <p className="sk-lead-row">{frame.prompts.acceptanceComplete}</p>
              {t.acceptLead(row.doneBy ?? "")}
            </>
          }
          told={() => t.accepted}
        />
      );
    case "sendBack":
      return (
        <CommandDialog {...all} command={sendBackTask} lead={t.sendBackLead} danger told={() => t.sentBack} />
      );
    case "defer":
      return (
        <CommandDialog
          {...all}
          command={deferTask}
          lead={t.deferLead(row.deferCount ?? 0, row.deferLimit ?? 0)}
          told={() => t.deferred}
        />
      );
  }
}
