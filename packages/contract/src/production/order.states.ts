import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { orderState } from "./order.entity.ts";

type State = EnumValue<typeof orderState>;

export interface OrderFacts {
  readonly orderState: State | null;
  readonly submittedBy: string | null;
  /** True if the auditor must be another user than the submitter (system parameter ORDER_AUDIT_OTHER). */
  readonly auditByOther: boolean | null;
  readonly serviceState: EnumValue<typeof serviceState> | null;
  /** Number of the order that the mold runs now; null if it runs none. */
  readonly busyWith: string | null;
  readonly plannedShots: number | null;
  readonly madeShots: number | null;
}

export type OrderStep = "submit" | "withdraw" | "audit" | "start" | "close" | "split";

const { draft, submitted, audited, running, done, closed } = orderState.values;

/**
 * For each step: the states from which the step is allowed, and the state after the step. No step leads to `done`: a
 * job sets this state when the planned shots are made.
 */
export const orderSteps: Readonly<
  Record<OrderStep, { readonly from: readonly State[]; readonly to?: State }>
> = {
  submit: { from: [draft], to: submitted },
  withdraw: { from: [submitted, audited], to: draft },
  audit: { from: [submitted], to: audited },
  start: { from: [audited], to: running },
  close: { from: [submitted, audited, running], to: closed },
  split: { from: [draft, submitted, audited, running] },
};

const isIn = (o: OrderFacts, states: readonly State[]) => states.some((s) => s === o.orderState);
const wrongState: Refusal = refusals.wrongState();

/** Returns why a step is not allowed now. Returns undefined if the step is allowed. Used by server and screens. */
export function refuseOrderStep(step: OrderStep, o: OrderFacts, userId: string): Refusal | undefined {
  if (!isIn(o, orderSteps[step].from)) return wrongState;
  if (step === "audit" && o.auditByOther && o.submittedBy === userId) return refusals.ownOrder();
  if (step === "start") {
    if (o.serviceState === serviceState.values.scrapped) return wrongState;
    if (o.busyWith !== null) return refusals.otherOrderRunning(o.busyWith);
  }
  // Refuses to split an order that has no shots to move. Shots that are made stay in the order, and at least one
  // planned shot must stay too.
  if (step === "split" && splittable(o) < 1) return refusals.splitTooLarge(0);
  return undefined;
}

/**
 * Returns the largest number of shots that can be split off. The shots that are already made stay in the order, and at
 * least one planned shot.
 */
export function splittable(o: Pick<OrderFacts, "plannedShots" | "madeShots">): number {
  return Math.max(0, (o.plannedShots ?? 0) - Math.max(1, o.madeShots ?? 0));
}

/**
 * Refuses to edit an order that is no longer a draft. Otherwise the produced order could differ from the audited one.
 */
export function refuseOrderEdit(o: Pick<OrderFacts, "orderState">): Refusal | undefined {
  return o.orderState === draft ? undefined : wrongState;
}

/** Refuses to delete completed orders (spec admin §4: "Options with completed items! Please remove!!"). */
export function refuseOrderDelete(o: Pick<OrderFacts, "orderState">): Refusal | undefined {
  if (o.orderState === done || o.orderState === closed) return refusals.alreadyCompleted();
  return o.orderState === draft ? undefined : wrongState;
}
