import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { orderState } from "./order.entity.ts";

type State = EnumValue<typeof orderState>;

export interface OrderFacts {
  readonly orderState: State | null;
  readonly submittedBy: string | null;
  /** Auditor and submitter must be different users (parameter ORDER_AUDIT_OTHER). */
  readonly auditByOther: boolean | null;
  readonly serviceState: EnumValue<typeof serviceState> | null;
  /** The order that the mold runs now. */
  readonly busyWith: string | null;
  readonly plannedShots: number | null;
  readonly madeShots: number | null;
}

export type OrderStep = "submit" | "withdraw" | "audit" | "start" | "close" | "split";

const { draft, submitted, audited, running, done, closed } = orderState.values;

/**
 * The states in which a step is allowed, and the state it leads to. A job sets `done` when the planned shots are
 * made.
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

/** Returns why a step is not allowed now, or undefined. Server and screen use the same function. */
export function refuseOrderStep(step: OrderStep, o: OrderFacts, userId: string): Refusal | undefined {
  if (!isIn(o, orderSteps[step].from)) return wrongState;
  if (step === "audit" && o.auditByOther && o.submittedBy === userId) return refusals.ownOrder();
  if (step === "start") {
    if (o.serviceState === serviceState.values.scrapped) return wrongState;
    if (o.busyWith !== null) return refusals.otherOrderRunning(o.busyWith);
  }
  // One shot stays in the order, and shots that are already made stay too.
  if (step === "split" && splittable(o) < 1) return refusals.splitTooLarge(0);
  return undefined;
}

/** Returns the most shots that can be split off: made shots stay in the order, and at least one shot does. */
export function splittable(o: Pick<OrderFacts, "plannedShots" | "madeShots">): number {
  return Math.max(0, (o.plannedShots ?? 0) - Math.max(1, o.madeShots ?? 0));
}

/** Only a draft can be edited, so that the audited order is the one that is produced. */
export function refuseOrderEdit(o: Pick<OrderFacts, "orderState">): Refusal | undefined {
  return o.orderState === draft ? undefined : wrongState;
}

/** Completed orders cannot be deleted (spec admin §4: "Options with completed items! Please remove!!"). */
export function refuseOrderDelete(o: Pick<OrderFacts, "orderState">): Refusal | undefined {
  if (o.orderState === done || o.orderState === closed) return refusals.alreadyCompleted();
  return o.orderState === draft ? undefined : wrongState;
}
