import type { auditStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { countOutcome, countState } from "./inventory.entity.ts";

type State = EnumValue<typeof countState>;
type Outcome = EnumValue<typeof countOutcome>;

export interface CountFacts {
  readonly countState: State | null;
  /**
   * State of the part of the stock-take that the step changes. Null or absent: the step changes the whole stock-take.
   */
  readonly partState?: State | null;
  /** False if the stock-take has molds outside the caller's scope. */
  readonly coversAll?: boolean | null;
  /** Number of expected molds that have no result yet. */
  readonly openMolds: number | null;
  /** Number of surplus molds that have not been audited yet. */
  readonly surplusWaiting: number | null;
}

export type CountStep = "submit" | "reopen" | "close" | "cancel";

const { counting, checking, closed, cancelled } = countState.values;

/**
 * For each step of a stock-take: the states from which the step is allowed, and the state after the step. Submitting
 * ends the counting, and closing makes the result final.
 */
export const countSteps: Readonly<
  Record<CountStep, { readonly from: readonly State[]; readonly to: State }>
> = {
  submit: { from: [counting], to: checking },
  reopen: { from: [checking], to: counting },
  close: { from: [checking], to: closed },
  cancel: { from: [counting, checking], to: cancelled },
};

/** States of a stock-take that is neither closed nor cancelled. */
const goingOn: readonly State[] = [counting, checking];

const wrongState: Refusal = refusals.wrongState();
const isAmong = (state: State | null | undefined, states: readonly State[]) =>
  states.some((s) => s === state);

/**
 * Returns why a step of a stock-take is not allowed now. Returns undefined if the step is allowed. The server and the
 * screens share this rule.
 */
export function refuseCountStep(step: CountStep, c: CountFacts): Refusal | undefined {
  const isWhole = step === "close" || c.partState === undefined || c.partState === null;
  if (!isAmong(isWhole ? c.countState : c.partState, countSteps[step].from)) return wrongState;
  if (!isAmong(c.countState, goingOn)) return wrongState;
  // Refuses to close the whole stock-take if the caller's scope lacks some of its molds. Plants end and reopen only
  // their own parts.
  if (step === "close" && c.coversAll === false) return refusals.foreignRows();
  if (step === "close" && (c.surplusWaiting ?? 0) > 0)
    return refusals.surplusNotJudged(c.surplusWaiting ?? 0);
  return undefined;
}

/**
 * Returns the state of a stock-take from the states of its parts: `counting` if at least one part is counting,
 * `cancelled` if all parts are cancelled, otherwise `checking`.
 */
export function stateOfParts(parts: readonly State[]): State {
  if (parts.includes(counting)) return counting;
  return parts.every((p) => p === cancelled) ? cancelled : checking;
}

/** Refuses to submit a stock-take while molds have no result, unless the user declares these molds missing. */
export function refuseOpenMolds(c: Pick<CountFacts, "openMolds">, restMissing: boolean): Refusal | undefined {
  const open = c.openMolds ?? 0;
  return open > 0 && !restMissing ? refusals.moldsNotFound(open) : undefined;
}

/**
 * Refuses to record or withdraw a mold's result after the counting has ended, in the whole stock-take or in the part of
 * the mold's plant.
 */
export function refuseCounting(c: Pick<CountFacts, "countState" | "partState">): Refusal | undefined {
  return c.countState === counting && (c.partState ?? counting) === counting ? undefined : wrongState;
}

/**
 * Refuses a result that does not fit the mold. An expected mold can be found or missing. A mold that was not expected
 * is always surplus.
 */
export function refuseOutcome(isExpected: boolean, outcome: Outcome): Refusal | undefined {
  return isExpected === (outcome !== countOutcome.values.surplus)
    ? undefined
    : refusals.invalidField("outcome");
}

interface SurplusFacts {
  readonly auditStat: EnumValue<typeof auditStat> | null;
}

/**
 * Refuses the audit of a surplus mold unless the counting has ended and the stock-take is not closed yet. An audit may
 * be changed until the stock-take is closed.
 */
export function refuseSurplusAudit(
  c: Pick<CountFacts, "countState">,
  line: SurplusFacts,
): Refusal | undefined {
  return c.countState === checking && line.auditStat !== null ? undefined : wrongState;
}
