import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { appointState } from "./appoint.entity.ts";

type State = EnumValue<typeof appointState>;

export interface AppointFacts {
  readonly appointState: State | null;
  readonly issueFoundBy: string | null;
  readonly saveProblemBy: string | null;
  /** The caller sees the whole tenant and may stand in for an absent finder. */
  readonly seesAll: boolean | null;
}

export type AppointStep = "edit" | "solve" | "close" | "sendBack" | "delete";

const { unsolved, solved, deleted, closed } = appointState.values;

/** The states in which a step is allowed, and the state it leads to. */
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
 * The finder decides whether the problem is solved. A user who sees the whole tenant may decide in the finder's
 * place, except for problems that this user solved.
 */
function mayJudge(a: AppointFacts, userId: string): boolean {
  return a.issueFoundBy === userId || (a.seesAll === true && a.saveProblemBy !== userId);
}

/** Returns why a step is not allowed now, or undefined. Server and screen use the same function. */
export function refuseAppointStep(step: AppointStep, a: AppointFacts, userId: string): Refusal | undefined {
  // "Options with completed items! Please remove!!" (spec admin §4)
  if (step === "delete" && a.appointState === closed) return refusals.alreadyCompleted();
  if (!appointSteps[step].from.some((s) => s === a.appointState)) return refusals.wrongState();
  if ((step === "close" || step === "sendBack") && !mayJudge(a, userId)) return refusals.onlyFinderJudges();
  return undefined;
}
