import { trialStat } from "@shotkeeper/contract/enumerations";
import type { CommandInput } from "@shotkeeper/contract/kernel";
import {
  addNewTrial,
  approveNewMold,
  cancelNewMold,
  confirmMilestone,
  handoverSide,
  type MilestoneStep,
  milestoneKind,
  newMoldMilestone,
  type PlanStep,
  pauseNewMold,
  replanMilestone,
  reportMilestone,
  resumeNewMold,
  returnMilestone,
  returnNewMold,
  reviewNewMold,
  signHandover,
} from "@shotkeeper/contract/newmold";
import { useLocale } from "@shotkeeper/ui/app";
import { CommandDialog, photosInput } from "@shotkeeper/ui/screen";
import { useMemo } from "react";
import { DeviceInput, PlantInput } from "../pickers.tsx";
import { ParametersInput } from "../trial/ParametersInput.tsx";
import { milestoneName } from "./cells.tsx";
import { handoverItemsInput } from "./HandoverItemsInput.tsx";
import type { MilestoneRow } from "./rows.ts";

export type Step = MilestoneStep | "addTrial" | "giver" | "taker";

interface DialogProps<S> {
  readonly step: S;
  readonly row: MilestoneRow;
  readonly onClose: () => void;
}

/** A step of the plan as a whole. */
export function PlanDialog({ step, row, onClose }: DialogProps<PlanStep>) {
  const { newMold: t } = useLocale();
  const word = step === "sendBack" ? t.step.sendBackPlan : t.step[step];
  const all = { title: t.title(word, row.moldNo), given: { moldNo: row.moldNo }, okText: word, onClose };
  switch (step) {
    case "review":
      return <CommandDialog {...all} command={reviewNewMold} lead={t.lead.review} />;
    case "approve":
      return <CommandDialog {...all} command={approveNewMold} lead={t.lead.approve} />;
    case "sendBack":
      return <CommandDialog {...all} command={returnNewMold} />;
    case "pause":
      return <CommandDialog {...all} command={pauseNewMold} lead={t.lead.pause} />;
    case "resume":
      return <CommandDialog {...all} command={resumeNewMold} lead={t.lead.resume} />;
    case "cancel":
      return <CommandDialog {...all} command={cancelNewMold} lead={t.lead.cancel} danger />;
  }
}

const { opening, t0, trial, quality, handover, acceptance } = milestoneKind.values;
type Ask = readonly (keyof CommandInput<typeof reportMilestone> & string)[];

/** What is asked for beside day, findings and pictures. */
const asks: Readonly<Record<number, Ask>> = {
  [opening]: [],
  [t0]: ["trialStat", "deviceId", "rawMaterial"],
  [trial]: ["trialStat", "deviceId", "rawMaterial", "sampleCount", "sampleNote", "parameters", "nextAction"],
  [quality]: ["acceptResult", "dimensionNote", "appearanceNote", "sampleReport"],
  [handover]: ["handoverPlantId", "handoverItems"],
  [acceptance]: ["acceptResult"],
};

function ReportDialog({ row, onClose }: Omit<DialogProps<Step>, "step">) {
  const locale = useLocale();
  const t = locale.newMold;
  const { moldNo, milestoneCode } = row;
  const inputs = useMemo(
    () => ({
      deviceId: DeviceInput,
      parameters: ParametersInput,
      handoverPlantId: PlantInput,
      handoverItems: handoverItemsInput(`${moldNo}/${milestoneCode}`),
      imageUrl: photosInput({ table: newMoldMilestone.wire, id: `${moldNo}/${milestoneCode}` }),
    }),
    [moldNo, milestoneCode],
  );
  const own = asks[row.milestoneKind ?? opening] ?? [];
  return (
    <CommandDialog
      command={reportMilestone}
      title={t.title(t.step.report, `${moldNo} ${milestoneName(milestoneCode, locale)}`)}
      lead={t.lead.report}
      given={{ moldNo, milestoneCode }}
      initial={
        { ...row, handoverPlantId: row.handoverPlantId ?? row.plantId } as unknown as Partial<
          CommandInput<typeof reportMilestone>
        >
      }
      ask={["actualDate", "delayReason", ...own, "milestoneNote", "imageUrl"]}
      inputs={inputs}
      hints={{ delayReason: t.hints.delayReason }}
      okText={t.step.report}
      onClose={onClose}
    />
  );
}

/** A step of one milestone. */
export function MilestoneDialog({ step, row, onClose }: DialogProps<Step>) {
  const { newMold: t, frame } = useLocale();
  const { moldNo, milestoneCode, milestoneKind: kind } = row;
  const word = t.step[step];
  const title = t.title(word, `${moldNo} ${milestoneCode}`);
  const all = { title, given: { moldNo, milestoneCode }, okText: word, onClose };
  switch (step) {
    case "report":
      return <ReportDialog row={row} onClose={onClose} />;
    case "confirm": {
      const isTrial = kind === t0 || kind === trial;
      const hasFailed = kind === trial && row.trialStat === trialStat.values.failed;
      const isAccepted = kind === quality || kind === acceptance;
      const lead = isTrial
        ? frame.prompts.trialComplete
        : isAccepted
          ? frame.prompts.acceptanceComplete
          : t.lead.confirm;
      return (
        <CommandDialog
          {...all}
          command={confirmMilestone}
          lead={lead}
          ask={hasFailed ? ["nextTrialDate"] : []}
          hints={{ nextTrialDate: t.hints.nextTrialDate }}
        />
      );
    }
    case "sendBack":
      return <CommandDialog {...all} command={returnMilestone} />;
    case "replan":
      return (
        <CommandDialog
          {...all}
          command={replanMilestone}
          lead={t.lead.replan}
          initial={{ plannedDate: row.plannedDate ?? "", milestoneOwner: row.milestoneOwner }}
          hints={{ delayReason: t.hints.delayReason, shiftRest: t.hints.shiftRest }}
        />
      );
    case "addTrial":
      return (
        <CommandDialog {...all} title={t.title(word, moldNo)} given={{ moldNo }} command={addNewTrial} />
      );
    case "giver":
    case "taker":
      return (
        <CommandDialog
          {...all}
          given={{ moldNo, handoverSide: handoverSide.values[step] }}
          command={signHandover}
          lead={t.lead.sign}
        />
      );
  }
}
