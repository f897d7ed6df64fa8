import type { auditStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { countOutcome, countState } from "./inventory.entity.ts";

type State = EnumValue<typeof countState>;
type Outcome = EnumValue<typeof countOutcome>;

export interface CountFacts {
  readonly countState: State | null;
  /** Expected molds of which nothing is known yet. */
  readonly openMolds: number | null;
  /** Surplus molds that nobody has judged. */
  readonly surplusWaiting: number | null;
}

export type CountStep = "submit" | "reopen" | "close" | "cancel";

const { counting, checking, closed, cancelled } = countState.values;

/** Counting ends, differences are looked at, and what was found is closed for good. */
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

/** Why a step may not be taken now; undefined when it may. Server and screen ask the same function. */
export function refuseCountStep(step: CountStep, c: CountFacts): Refusal | undefined {
  if (!isAmong(c.countState, countSteps[step].from)) return wrongState;
  if (step === "close" && (c.surplusWaiting ?? 0) > 0)
    return refusals.surplusNotJudged(c.surplusWaiting ?? 0);
  return undefined;
}

/** Counting ends with every mold found or missing: whoever ends it says that the rest is missing. */
export function refuseOpenMolds(c: CountFacts, restMissing: boolean): Refusal | undefined {
  const open = c.openMolds ?? 0;
  return open > 0 && !restMissing ? refusals.moldsNotFound(open) : undefined;
}

/** Molds are counted, and taken back, while the count goes on. */
export function refuseCounting(c: Pick<CountFacts, "countState">): Refusal | undefined {
  return c.countState === counting ? undefined : wrongState;
}

/** A mold that is expected is found or missing; one that is not is surplus, whatever else is said of it. */
export function refuseOutcome(isExpected: boolean, outcome: Outcome): Refusal | undefined {
  return isExpected === (outcome !== countOutcome.values.surplus)
    ? undefined
    : refusals.invalidField("outcome");
}

interface SurplusFacts {
  readonly auditStat: EnumValue<typeof auditStat> | null;
}

/** A surplus mold is judged after counting and before the count is closed; until then the judgement may change. */
export function refuseSurplusAudit(
  c: Pick<CountFacts, "countState">,
  line: SurplusFacts,
): Refusal | undefined {
  return c.countState === checking && line.auditStat !== null ? undefined : wrongState;
}
