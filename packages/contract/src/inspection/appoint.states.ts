import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { appointState } from "./appoint.entity.ts";

type State = EnumValue<typeof appointState>;

export interface AppointFacts {
  readonly appointState: State | null;
  readonly issueFoundBy: string | null;
  readonly saveProblemBy: string | null;
  /**
   * True if the user sees the whole tenant. Such a user may close or send back an issue in place of an absent finder.
   */
  readonly seesAll: boolean | null;
}

export type AppointStep = "edit" | "solve" | "close" | "sendBack" | "delete";

const { unsolved, solved, deleted, closed } = appointState.values;

/** For each step on an inspection issue: the states from which the step is allowed, and the state after the step. */
export const appointSteps: Readonly<
  Record<AppointStep, { readonly from: readonly State[]; readonly to: State }>
> = {
  edit: { from: [unsolved], to: unsolved },
  solve: { from: [unsolved], to: solved },
  close: { from: [solved], to: closed },
  sendBack: { from: [solved], to: unsolved },
  delete: { from: [unsolved, solved], to: deleted },
};

/**
 * Returns true if the user may decide whether the problem of an issue is solved. The finder and users with tenant-wide
 * scope may decide. If the finder solved the problem, every user who sees the issue may decide. In addition, the
 * commands refuse the user who solved the problem (`secondPerson`).
 */
function mayJudge(a: AppointFacts, userId: string): boolean {
  return a.issueFoundBy === userId || a.issueFoundBy === a.saveProblemBy || a.seesAll === true;
}

/**
 * Returns why a step of an issue is not allowed now. Returns undefined if the step is allowed. The server and the
 * screens share this rule.
 */
export function refuseAppointStep(step: AppointStep, a: AppointFacts, userId: string): Refusal | undefined {
  // The specification prescribes the message "Options with completed items! Please remove!!" for the deletion of a
  // closed issue (spec admin §4).
  if (step === "delete" && a.appointState === closed) return refusals.alreadyCompleted();
  if (!appointSteps[step].from.some((s) => s === a.appointState)) return refusals.wrongState();
  if ((step === "close" || step === "sendBack") && !mayJudge(a, userId)) return refusals.onlyFinderJudges();
  return undefined;
}
