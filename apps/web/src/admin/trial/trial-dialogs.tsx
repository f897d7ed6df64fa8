import type { QueryRow } from "@shotkeeper/contract/kernel";
import {
  auditTrial,
  completeTrial,
  moldTrial,
  recordTrial,
  startTrial,
  submitTrial,
  type TrialStep,
  type trialList,
  withdrawTrial,
} from "@shotkeeper/contract/trial";
import { useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { photosInput } from "@shotkeeper/ui/form";
import { useMemo } from "react";
import { ParametersInput } from "./parameters-input.tsx";

export type TrialRow = QueryRow<typeof trialList>;

interface TrialDialogProps {
  readonly step: TrialStep;
  readonly row: TrialRow;
  readonly onClose: () => void;
}

/**
 * Dialog in which a user confirms a step of a trial, for example its audit, and enters the data that the step needs.
 */
export function TrialDialog({ step, row, onClose }: TrialDialogProps) {
  const { trial: t, shell } = useLocale();
  const all = {
    title: t.title(t[step], row.trialId ?? ""),
    preset: { trialId: row.trialId ?? "" },
    okText: t[step],
    onClose,
  };
  switch (step) {
    case "submit":
      return (
        <CommandDialog {...all} command={submitTrial} lead={t.submitLead} successText={() => t.submitted} />
      );
    case "withdraw":
      return (
        <CommandDialog
          {...all}
          command={withdrawTrial}
          lead={t.withdrawLead}
          successText={() => t.withdrawn}
        />
      );
    case "audit":
      return <CommandDialog {...all} command={auditTrial} lead={t.auditLead} successText={() => t.audited} />;
    case "start":
      return (
        <CommandDialog
          {...all}
          command={startTrial}
          lead={t.startLead}
          hints={{ startTime: t.startHint }}
          successText={() => t.started}
        />
      );
    case "record":
      return <RecordDialog row={row} title={all.title} onClose={onClose} />;
    case "complete":
      return (
        <CommandDialog
          {...all}
          command={completeTrial}
          lead={shell.prompts.trialComplete}
          successText={() => t.completed}
        />
      );
  }
}

interface RecordDialogProps {
  readonly row: TrialRow;
  readonly title: string;
  readonly onClose: () => void;
}

function RecordDialog({ row, title, onClose }: RecordDialogProps) {
  const { trial: t } = useLocale();
  const trialId = row.trialId ?? "";
  const inputs = useMemo(
    () => ({ parameters: ParametersInput, imageUrl: photosInput({ table: moldTrial.wire, id: trialId }) }),
    [trialId],
  );
  const { trialStat, findings, sampleCount, sampleNote, parameters, imageUrl } = row;
  return (
    <CommandDialog
      command={recordTrial}
      title={title}
      lead={t.recordLead}
      preset={{ trialId }}
      initial={{
        ...(trialStat === null ? {} : { trialStat }),
        ...(findings === null ? {} : { findings }),
        sampleCount,
        sampleNote,
        parameters,
        imageUrl,
      }}
      ask={["trialStat", "endTime", "findings", "sampleCount", "sampleNote", "parameters", "imageUrl"]}
      inputs={inputs}
      hints={{ endTime: t.endHint }}
      okText={t.record}
      successText={() => t.recorded}
      onClose={onClose}
    />
  );
}
