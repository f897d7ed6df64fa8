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
import { CommandDialog, photosInput } from "@shotkeeper/ui/screen";
import { useMemo } from "react";
import { ParametersInput } from "./ParametersInput.tsx";

export type TrialRow = QueryRow<typeof trialList>;

interface TrialDialogProps {
  readonly step: TrialStep;
  readonly row: TrialRow;
  readonly onClose: () => void;
}

/** Asks before a step, and for what it needs. */
export function TrialDialog({ step, row, onClose }: TrialDialogProps) {
  const { trial: t, frame } = useLocale();
  const all = {
    title: t.title(t[step], row.trialId ?? ""),
    given: { trialId: row.trialId ?? "" },
    okText: t[step],
    onClose,
  };
  switch (step) {
    case "submit":
      return <CommandDialog {...all} command={submitTrial} lead={t.submitLead} told={() => t.submitted} />;
    case "withdraw":
      return (
        <CommandDialog {...all} command={withdrawTrial} lead={t.withdrawLead} told={() => t.withdrawn} />
      );
    case "audit":
      return <CommandDialog {...all} command={auditTrial} lead={t.auditLead} told={() => t.audited} />;
    case "start":
      return (
        <CommandDialog
          {...all}
          command={startTrial}
          lead={t.startLead}
          hints={{ startTime: t.startHint }}
          told={() => t.started}
        />
      );
    case "record":
      return <RecordDialog row={row} title={all.title} onClose={onClose} />;
    case "complete":
      return (
        <CommandDialog
          {...all}
          command={completeTrial}
          lead={frame.prompts.trialComplete}
          told={() => t.completed}
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
      given={{ trialId }}
      initial={{ trialStat, findings, sampleCount, sampleNote, parameters, imageUrl } as never}
      ask={["trialStat", "endTime", "findings", "sampleCount", "sampleNote", "parameters", "imageUrl"]}
      inputs={inputs}
      hints={{ endTime: t.endHint }}
      okText={t.record}
      told={() => t.recorded}
      onClose={onClose}
    />
  );
}
