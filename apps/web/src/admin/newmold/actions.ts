import {
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
} from "@shotkeeper/contract/newmold";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { type RowAction, refusalText, useRemove } from "@shotkeeper/ui/screen";
import type { Step } from "./MilestoneDialogs.tsx";
import type { MilestoneRow } from "./rows.ts";

export type Open =
  | { readonly kind: "plan"; readonly step: PlanStep; readonly row: MilestoneRow }
  | { readonly kind: "step"; readonly step: Step; readonly row: MilestoneRow }
  | { readonly kind: "form"; readonly row?: MilestoneRow }
  | { readonly kind: "detail"; readonly row: MilestoneRow }
  | undefined;

const steps: readonly MilestoneStep[] = ["confirm", "report", "replan", "sendBack"];
const onward: readonly PlanStep[] = ["review", "approve", "resume", "sendBack"];
const aside: readonly PlanStep[] = ["pause", "cancel"];

/** The plan in a milestone's row, with the plan's own stamp: it is the plan that is changed. */
export const planOf = (row: MilestoneRow) => ({ ...row, updatedDate: row.planUpdated });

/** What can be done with a row of a view, and why not what cannot. */
export function useMilestoneActions(menu: string, setOpen: (open: Open) => void) {
  const locale = useLocale();
  const { newMold: t, frame } = locale;
  const { can, user } = useSession();
  const remove = useRemove(newMoldPlan);
  const userId = user.info.USER_ID;
  return (row: MilestoneRow): RowAction[] => {
    const step = (name: Step, refusal: ReturnType<typeof refuseMilestoneStep>): RowAction => ({
      key: name,
      label: t.step[name],
      refused: refusalText(refusal, locale),
      run: () => setOpen({ kind: "step", step: name, row }),
    });
    const isTrial = row.milestoneKind === milestoneKind.values.trial;
    const isHandover = row.milestoneKind === milestoneKind.values.handover;
    const { giver, taker } = handoverSide.values;
    const ofPlan = (name: PlanStep): RowAction => ({
      key: `plan-${name}`,
      label: name === "sendBack" ? t.step.sendBackPlan : t.step[name],
      danger: name === "cancel",
      refused: refusalText(refusePlanStep(name, row), locale),
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
                  ...onward.map(ofPlan),
                  {
                    key: "edit",
                    label: frame.common.edit,
                    refused: refusalText(refusePlanEdit(row, false), locale),
                    run: () => setOpen({ kind: "form", row }),
                  },
                  ...aside.map(ofPlan),
                ]
              : []),
          ]
        : []),
      ...(menu === newMoldPlan.menu && can(menu, "D")
        ? [
            {
              key: "remove",
              label: frame.common.remove,
              danger: true,
              refused: refusalText(refusePlanDelete(row), locale),
              run: () => remove([planOf(row)]),
            },
          ]
        : []),
    ];
    // What can be done now stands first; what cannot stays, and says why.
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
}
