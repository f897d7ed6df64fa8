import {
  approveNewMold,
  confirmMilestone,
  handoverSide,
  type MilestoneStep,
  milestoneKind,
  milestoneStat,
  newMoldPlan,
  type PlanStep,
  refuseMilestoneStep,
  refuseNextTrial,
  refusePlanDelete,
  refusePlanEdit,
  refusePlanStep,
  refuseSign,
} from "@shotkeeper/contract/new-mold";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { refusalText, useRemove, useStepRefusal } from "@shotkeeper/ui/data";
import type { RowAction } from "@shotkeeper/ui/list";
import type { Step } from "./milestone-dialogs.tsx";
import type { MilestoneRow } from "./rows.ts";

export type Open =
  | { readonly kind: "plan"; readonly step: PlanStep; readonly row: MilestoneRow }
  | { readonly kind: "step"; readonly step: Step; readonly row: MilestoneRow }
  | { readonly kind: "form"; readonly row?: MilestoneRow }
  | { readonly kind: "detail"; readonly row: MilestoneRow }
  | undefined;

const steps: readonly MilestoneStep[] = ["confirm", "report", "replan", "sendBack"];
const forwardSteps: readonly PlanStep[] = ["review", "approve", "resume", "sendBack"];
const sideSteps: readonly PlanStep[] = ["pause", "cancel"];

/**
 * Returns the row of a milestone with the version of its plan in `updatedDate`. Steps of the plan need this version for
 * the optimistic lock.
 */
export const planOf = (row: MilestoneRow) => ({ ...row, updatedDate: row.planUpdated });

/** Returns a function that lists the actions on a milestone. A refused action has the reason in `refused`. */
export function useMilestoneActions(menu: string, setOpen: (open: Open) => void) {
  const locale = useLocale();
  const { newMold: t, shell } = locale;
  const { can, user } = useSession();
  const remove = useRemove(newMoldPlan);
  const refusalOf = useStepRefusal();
  const userId = user.info.userId;
  return (row: MilestoneRow): RowAction[] => {
    const step = (name: Step, refusal: ReturnType<typeof refuseMilestoneStep>): RowAction => ({
      key: name,
      label: t.step[name],
      refused: refusalOf(refusal, name === "confirm" ? confirmMilestone : undefined, row),
      run: () => setOpen({ kind: "step", step: name, row }),
    });
    const isTrial = row.milestoneKind === milestoneKind.values.trial;
    const isHandover = row.milestoneKind === milestoneKind.values.handover;
    const { giver, taker } = handoverSide.values;
    const ofPlan = (name: PlanStep): RowAction => ({
      key: `plan-${name}`,
      label: name === "sendBack" ? t.step.sendBackPlan : t.step[name],
      danger: name === "cancel",
      refused: refusalOf(refusePlanStep(name, row), name === "approve" ? approveNewMold : undefined, row),
      run: () => setOpen({ kind: "plan", step: name, row }),
    });
    const all: RowAction[] = [
      ...(can(menu, "M")
        ? [
            ...(isHandover
              ? [step("giver", refuseSign(giver, row, userId)), step("taker", refuseSign(taker, row, userId))]
              : []),
            ...steps.map((name) => step(name, refuseMilestoneStep(name, row))),
            ...(isTrial
              ? [
                  step(
                    "addTrial",
                    refuseNextTrial(
                      row,
                      row.milestoneStat ?? milestoneStat.values.open,
                      milestoneStat.values.open,
                    ),
                  ),
                ]
              : []),
            ...(menu === newMoldPlan.menu
              ? [
                  ...forwardSteps.map(ofPlan),
                  {
                    key: "edit",
                    label: shell.common.edit,
                    refused: refusalText(refusePlanEdit(row, false), locale),
                    run: () => setOpen({ kind: "form", row }),
                  },
                  ...sideSteps.map(ofPlan),
                ]
              : []),
          ]
        : []),
      ...(menu === newMoldPlan.menu && can(menu, "D")
        ? [
            {
              key: "remove",
              label: shell.common.remove,
              danger: true,
              refused: refusalText(refusePlanDelete(row), locale),
              run: () => remove([planOf(row)]),
            },
          ]
        : []),
    ];
    // Sorts allowed actions before refused ones. A refused action is disabled and shows the reason.
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
}
