import type { EnumValue, ErrorCode } from "../kernel/index.ts";
import { appointState } from "./appoint.entity.ts";

type State = EnumValue<typeof appointState>;

export interface AppointFacts {
  readonly appointState: State | null;
  readonly issueFoundBy: string | null;
  readonly saveProblemBy: string | null;
  /** The asker sees the whole tenant: may stand in for a finder who is away. */
  readonly seesAll: boolean | null;
}

interface Refusal {
  readonly code: ErrorCode;
}

export type AppointStep = "edit" | "solve" | "close" | "sendBack" | "delete";

const { unsolved, solved, deleted, closed } = appointState.values;

/** From which states a step leads where; editing leaves it where it is. */
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
 * Who found a problem says whether it is gone. Somebody who sees the whole tenant may do so in the finder's stead, but
 * never of what he solved himself.
 */
function mayJudge(a: AppointFacts, userId: string): boolean {
  return a.issueFoundBy === userId || (a.seesAll === true && a.saveProblemBy !== userId);
}

/** Why a step may not be taken now; undefined when it may. Server and screen ask the same function. */
export function refuseAppointStep(step: AppointStep, a: AppointFacts, userId: string): Refusal | undefined {
  // "Options with completed items! Please remove!!" (spec admin §4)
  if (step === "delete" && a.appointState === closed) return { code: "S0211" };
  if (!appointSteps[step].from.some((s) => s === a.appointState)) return { code: "S0212" };
  if ((step === "close" || step === "sendBack") && !mayJudge(a, userId)) return { code: "S0264" };
  return undefined;
}
