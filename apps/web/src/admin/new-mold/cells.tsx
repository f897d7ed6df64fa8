import { projectResult, projectStat, trialStat } from "@shotkeeper/contract/enumerations";
import { acceptResult, milestoneStat, type newMoldPlan } from "@shotkeeper/contract/new-mold";
import type { Locale } from "@shotkeeper/locales";
import { missing, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns } from "@shotkeeper/ui/cells";
import { MoldLink } from "../links.tsx";
import {
  acceptResultTones,
  milestoneStatTones,
  projectResultTones,
  projectStatTones,
  trialStatTones,
} from "../tones.ts";
import type { NextStep } from "./next-step.ts";
import type { MilestoneQuery, MilestoneRow } from "./rows.ts";

/** State of a plan: the plan's outcome, or the state of its approval while the outcome is unknown. */
export function PlanState({ row }: { readonly row: Pick<MilestoneRow, "projectStat" | "projectResult"> }) {
  return row.projectResult === projectResult.values.unknown ? (
    <ChoiceTag of={projectStat} value={row.projectStat} tones={projectStatTones} />
  ) : (
    <ChoiceTag of={projectResult} value={row.projectResult} tones={projectResultTones} />
  );
}

export function MilestoneState({ row }: { readonly row: Pick<MilestoneRow, "isBehind" | "milestoneStat"> }) {
  const { newMold: t } = useLocale();
  if (row.isBehind) return <ToneTag tone="bad">{t.behind}</ToneTag>;
  return <ChoiceTag of={milestoneStat} value={row.milestoneStat} tones={milestoneStatTones} />;
}

/**
 * Number of days by which a milestone is later than its first planned day. Shows a dash if the milestone is not late.
 */
export function LateDays({ days }: { readonly days: number | null }) {
  const { newMold: t } = useLocale();
  const f = useFormats();
  if (!days) return <span className="sk-faint">–</span>;
  return <span className="sk-newmold-late">{t.outOfTime(f.whole(days))}</span>;
}

/** Returns the short name of a milestone. A code without a name is returned unchanged. */
export function milestoneName(code: string | null, { newMold }: Pick<Locale, "newMold">): string {
  const names: Readonly<Record<string, string>> = newMold.milestones;
  return names[code ?? ""] ?? code ?? missing;
}

/** Returns a step as a text, for example "Confirm T0". */
export function nextStepText({ step, milestone }: NextStep, { newMold }: Pick<Locale, "newMold">): string {
  const name = newMold.step[step];
  return milestone ? newMold.title(name, milestoneName(milestone.milestoneCode, { newMold })) : name;
}

export function MilestoneName({ code }: { readonly code: string | null }) {
  return milestoneName(code, useLocale());
}

type Column = Columns<MilestoneQuery>[number];

export const moldColumn: Column = {
  name: "moldNo",
  pin: "left",
  width: 132,
  cell: (row) => <MoldLink no={row.moldNo} />,
};
export const stateColumn: Column = {
  name: "milestoneStat",
  onCard: true,
  width: 116,
  cell: (row) => <MilestoneState row={row} />,
};
const lateColumn: Column = {
  name: "lateDays",
  onCard: true,
  width: 116,
  cell: (row) => <LateDays days={row.lateDays} />,
};
export const trialColumn: Column = {
  name: "trialStat",
  width: 104,
  cell: (row) => <ChoiceTag of={trialStat} value={row.trialStat} tones={trialStatTones} />,
};
export const acceptColumn: Column = {
  name: "acceptResult",
  width: 112,
  cell: (row) => <ChoiceTag of={acceptResult} value={row.acceptResult} tones={acceptResultTones} />,
};
export const planColumn: Column = {
  name: "projectStat",
  width: 112,
  cell: (row) => <PlanState row={row} />,
};
/** Columns of planned and actual days, which all lists of milestones share. */
export const dayColumns: readonly Column[] = [
  { name: "firstPlanDate", width: 112 },
  { name: "plannedDate", onCard: true, width: 112 },
  { name: "actualDate", width: 112 },
  lateColumn,
];
export const lastColumns: readonly Column[] = [
  { name: "milestoneOwner", width: 100 },
  { name: "makerName", width: 180 },
  { name: "projectName", width: 160 },
  { name: "projectManager", width: 100 },
];

/** Fields of the plan's form, by section of the form. */
export const planFields = {
  plan: ["moldNo", "planOwner", "remark"],
  days: ["openingDate", "t0Date", "t1Date", "qualityDate", "handoverOn", "acceptanceDate"],
  contract: [
    "contractNo",
    "contractAmount",
    "amountShare",
    "acceptanceShots",
    "contractTerms",
    "modificationTarget",
  ],
} as const satisfies Record<string, readonly (keyof typeof newMoldPlan.fields)[]>;
