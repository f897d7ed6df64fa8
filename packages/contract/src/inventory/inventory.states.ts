import type { auditStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { countOutcome, countState } from "./inventory.entity.ts";

type State = EnumValue<typeof countState>;
type Outcome = EnumValue<typeof countOutcome>;

export interface CountFacts {
  readonly countState: State | null;
  /** Number of expected molds without a result. */
  readonly openMolds: number | null;
  /** Number of surplus molds without an audit. */
  readonly surplusWaiting: number | null;
}

export type CountStep = "submit" | "reopen" | "close" | "cancel";

const { counting, checking, closed, cancelled } = countState.values;

/** Steps of a count: submit ends the counting, differences are checked, and the closing makes the result final. */
export const countSteps: Readonly<
  Record<CountStep, { readonly from: readonly State[]; readonly to: State }>
> = {
  submit: { from: [counting], to: checking },
  reopen: { from: [checking], to: counting },
  close: { from: [checking], to: closed },
  cancel: { from: [counting, checking], to: cancelled },
};

const wrongState: Refusal = refusals.wrongState();
const isAmong = (state: State | null, states: readonly State[]) => states.some((s) => s === state);

/** Returns why a step is not allowed now, or undefined. Server and screen use the same function. */
export function refuseCountStep(step: CountStep, c: CountFacts): Refusal | undefined {
  if (!isAmong(c.countState, countSteps[step].from)) return wrongState;
  if (step === "close" && (c.surplusWaiting ?? 0) > 0)
    return refusals.surplusNotJudged(c.surplusWaiting ?? 0);
  return undefined;
}

/** Submitting requires a result for every mold. The user may declare the rest as missing. */
export function refuseOpenMolds(c: CountFacts, restMissing: boolean): Refusal | undefined {
  const open = c.openMolds ?? 0;
  return open > 0 && !restMissing ? refusals.moldsNotFound(open) : undefined;
}

/** Results are recorded and withdrawn only while the count is in progress. */
export function refuseCounting(c: Pick<CountFacts, "countState">): Refusal | undefined {
  return c.countState === counting ? undefined : wrongState;
}

/** Expected molds are found or missing. Other molds are always surplus. */
export function refuseOutcome(isExpected: boolean, outcome: Outcome): Refusal | undefined {
  return isExpected === (outcome !== countOutcome.values.surplus)
    ? undefined
    : refusals.invalidField("outcome");
}

interface SurplusFacts {
  readonly auditStat: EnumValue<typeof auditStat> | null;
}

/** Surplus molds are audited after the counting and before the closing. Until then the audit may change. */
export function refuseSurplusAudit(
  c: Pick<CountFacts, "countState">,
  line: SurplusFacts,
): Refusal | undefined {
  return c.countState === checking && line.auditStat !== null ? undefined : wrongState;
}
