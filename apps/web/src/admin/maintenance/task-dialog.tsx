import {
  acceptTask,
  deferTask,
  finishTask,
  maintenanceTask,
  planTask,
  readUsedParts,
  sendBackTask,
  startTask,
  type TaskStep,
  taskKind,
} from "@shotkeeper/contract/maintenance";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { photosInput } from "@shotkeeper/ui/form";
import { useMemo } from "react";
import { UpkeepPersonInput } from "../pickers.tsx";
import { checklistInput } from "./checklist-input.tsx";
import { partsInput } from "./parts-input.tsx";
import { sentBackNote, type TaskRow } from "./task-cells.tsx";

interface TaskDialogProps {
  readonly step: Exclude<TaskStep, "remove">;
  readonly row: TaskRow;
  readonly onClose: () => void;
}

/**
 * Dialog in which a user confirms a step of a maintenance task, for example finishing it, and enters the data that the
 * step needs.
 */
export function TaskDialog({ step, row, onClose }: TaskDialogProps) {
  const { maintenance: t, shell } = useLocale();
  const f = useFormats();
  const taskId = row.taskId ?? "";
  const mold = row.moldNo ?? "";
  const kind = row.kind ?? taskKind.values.daily;
  const isMajor = kind === taskKind.values.major;
  // Memoizes the inputs. With a new component in each render, React would mount the inputs again and lose the text that
  // the user typed.
  const inputs = useMemo(
    () => ({
      imageUrl: photosInput({ table: maintenanceTask.wire, id: taskId, offline: finishTask.offline }),
      results: checklistInput({ kind, moldType: row.moldType, answers: row.results }),
      takenParts: partsInput(mold, readUsedParts(row.takenParts ?? []) ?? []),
    }),
    [taskId, kind, row.moldType, row.results, row.takenParts, mold],
  );
  const all = { title: t.title(t[step], mold), preset: { taskId }, okText: t[step], onClose };
  const note = sentBackNote(row, t);
  const sentBack = note && <p className="sk-lead-row">{note}</p>;
  switch (step) {
    case "plan":
      return (
        <CommandDialog
          {...all}
          command={planTask}
          initial={{ planDate: row.planDate, assignee: row.assignee }}
          inputs={{ assignee: UpkeepPersonInput }}
          hints={{ assignee: t.assigneeHint }}
          successText={() => t.planned}
        />
      );
    case "start":
      return <CommandDialog {...all} command={startTask} lead={t.startLead} successText={() => t.started} />;
    case "finish":
      return (
        <CommandDialog
          {...all}
          command={finishTask}
          lead={
            <>
              {sentBack}
              {isMajor ? t.finishMajorLead : t.finishLead(f.decimal(row.runHoursNow, 1))}
            </>
          }
          // Work that was sent back is finished again. Offers the first record, which would otherwise be overwritten
          // with empty fields.
          initial={{
            ...(row.content === null ? {} : { content: row.content }),
            replaced: row.replaced,
            minutes: row.minutes,
            cost: row.cost,
            imageUrl: row.imageUrl,
            takenParts: row.takenParts ?? null,
          }}
          ask={
            isMajor
              ? ["results", "content", "replaced", "takenParts", "minutes", "cost", "imageUrl"]
              : ["results", "content", "takenParts", "minutes", "imageUrl"]
          }
          inputs={inputs}
          hints={{ imageUrl: t.imageHint, results: t.resultsHint }}
          successText={() => (isMajor ? t.handedOver : t.finished)}
        />
      );
    case "accept":
      return (
        <CommandDialog
          {...all}
          command={acceptTask}
          lead={
            <>
              <p className="sk-lead-row">{shell.prompts.acceptanceComplete}</p>
              {sentBack}
              {t.acceptLead(row.doneByName ?? "")}
            </>
          }
          successText={() => t.accepted}
        />
      );
    case "sendBack":
      return (
        <CommandDialog
          {...all}
          command={sendBackTask}
          lead={t.sendBackLead}
          danger
          successText={() => t.sentBack}
        />
      );
    case "defer":
      return (
        <CommandDialog
          {...all}
          command={deferTask}
          lead={t.deferLead(row.deferCount ?? 0, row.deferLimit ?? 0)}
          successText={() => t.deferred}
        />
      );
  }
}
