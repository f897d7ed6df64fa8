import type { CommandInput } from "@shotkeeper/contract/kernel";
import {
  addNewTrial,
  approveNewMold,
  cancelNewMold,
  confirmMilestone,
  handoverSide,
  type MilestoneStep,
  milestoneKind,
  needsNextTrial,
  newMoldMilestone,
  type PlanStep,
  pauseNewMold,
  replanMilestone,
  reportMilestone,
  reportNeeds,
  resumeNewMold,
  returnMilestone,
  returnNewMold,
  reviewNewMold,
  signHandover,
} from "@shotkeeper/contract/new-mold";
import { useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { photosInput } from "@shotkeeper/ui/form";
import { useMemo } from "react";
import { dictionaryInput } from "../dictionary-input.tsx";
import { DeviceInput, plantOf } from "../pickers.tsx";
import { ParametersInput } from "../trial/parameters-input.tsx";
import { milestoneName } from "./cells.tsx";
import { handoverItemsInput } from "./handover-items-input.tsx";
import type { MilestoneRow } from "./rows.ts";

export type Step = MilestoneStep | "addTrial" | "giver" | "taker";

interface DialogProps<S> {
  readonly step: S;
  readonly row: MilestoneRow;
  readonly onClose: () => void;
}

export function PlanDialog({ step, row, onClose }: DialogProps<PlanStep>) {
  const { newMold: t } = useLocale();
  const word = step === "sendBack" ? t.step.sendBackPlan : t.step[step];
  const all = { title: t.title(word, row.moldNo), preset: { moldNo: row.moldNo }, okText: word, onClose };
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

/** Additional inputs of a milestone's report, by kind of milestone. Every report asks for day, findings and photos. */
const reportInputs: Readonly<Record<number, Ask>> = {
  [opening]: [],
  [t0]: ["trialStat", "deviceId", "rawMaterial"],
  [trial]: ["trialStat", "deviceId", "rawMaterial", "sampleCount", "sampleNote", "parameters", "nextAction"],
  [quality]: ["acceptResult", "dimensionNote", "appearanceNote", "sampleReport"],
  [handover]: ["handoverPlantId", "handoverItems"],
  [acceptance]: ["acceptResult"],
};

/**
 * Returns the initial values of the report: the values of the previous report. If the previous report names no
 * receiving plant, the mold's plant is proposed.
 */
const reportedBefore = (row: MilestoneRow): Partial<CommandInput<typeof reportMilestone>> => ({
  ...(row.actualDate === null ? {} : { actualDate: row.actualDate }),
  ...(row.milestoneNote === null ? {} : { milestoneNote: row.milestoneNote }),
  delayReason: row.delayReason,
  trialStat: row.trialStat,
  acceptResult: row.acceptResult,
  handoverPlantId: row.handoverPlantId ?? row.plantId,
  deviceId: row.deviceId,
  rawMaterial: row.rawMaterial,
  sampleCount: row.sampleCount,
  sampleNote: row.sampleNote,
  dimensionNote: row.dimensionNote,
  appearanceNote: row.appearanceNote,
  sampleReport: row.sampleReport,
  parameters: row.parameters,
  handoverItems: row.handoverItems,
  nextAction: row.nextAction,
  imageUrl: row.imageUrl,
});

const RawMaterialInput = dictionaryInput("ROW_STOCK", reportMilestone.input.rawMaterial);

function ReportDialog({ row, onClose }: Omit<DialogProps<Step>, "step">) {
  const locale = useLocale();
  const t = locale.newMold;
  const { moldNo, milestoneCode, oemId } = row;
  const inputs = useMemo(
    () => ({
      deviceId: DeviceInput,
      rawMaterial: RawMaterialInput,
      parameters: ParametersInput,
      handoverPlantId: plantOf(oemId),
      handoverItems: handoverItemsInput(`${moldNo}/${milestoneCode}`),
      imageUrl: photosInput({ table: newMoldMilestone.wire, id: `${moldNo}/${milestoneCode}` }),
    }),
    [moldNo, milestoneCode, oemId],
  );
  const ofKind = reportInputs[row.milestoneKind ?? opening] ?? [];
  return (
    <CommandDialog
      command={reportMilestone}
      title={t.title(t.step.report, `${moldNo} ${milestoneName(milestoneCode, locale)}`)}
      lead={t.lead.report}
      preset={{ moldNo, milestoneCode }}
      initial={reportedBefore(row)}
      ask={["actualDate", "delayReason", ...ofKind, "milestoneNote", "imageUrl"]}
      required={reportNeeds[row.milestoneKind ?? opening]}
      inputs={inputs}
      hints={{ delayReason: t.hints.delayReason }}
      okText={t.step.report}
      onClose={onClose}
    />
  );
}

export function MilestoneDialog({ step, row, onClose }: DialogProps<Step>) {
  const locale = useLocale();
  const { newMold: t, shell } = locale;
  const { moldNo, milestoneCode, milestoneKind: kind } = row;
  const word = t.step[step];
  const title = t.title(word, `${moldNo} ${milestoneName(milestoneCode, locale)}`);
  const all = { title, preset: { moldNo, milestoneCode }, okText: word, onClose };
  switch (step) {
    case "report":
      return <ReportDialog row={row} onClose={onClose} />;
    case "confirm": {
      const isTrial = kind === t0 || kind === trial;
      const hasFailed = needsNextTrial(row);
      const isAccepted = kind === quality || kind === acceptance;
      const lead = isTrial
        ? shell.prompts.trialComplete
        : isAccepted
          ? shell.prompts.acceptanceComplete
          : t.lead.confirm;
      return (
        <CommandDialog
          {...all}
          command={confirmMilestone}
          lead={lead}
          ask={hasFailed ? ["nextTrialDate"] : []}
          required={["nextTrialDate"]}
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
        <CommandDialog {...all} title={t.title(word, moldNo)} preset={{ moldNo }} command={addNewTrial} />
      );
    case "giver":
    case "taker":
      return (
        <CommandDialog
          {...all}
          preset={{ moldNo, handoverSide: handoverSide.values[step] }}
          command={signHandover}
          lead={t.lead.sign}
        />
      );
  }
}
