import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { orderState } from "./order.entity.ts";

type State = EnumValue<typeof orderState>;

export interface OrderFacts {
  readonly orderState: State | null;
  readonly submittedBy: string | null;
  /** True if the user who submitted the order may not audit it (system parameter ORDER_AUDIT_OTHER). */
  readonly auditByOther: boolean | null;
  readonly serviceState: EnumValue<typeof serviceState> | null;
  /**
   * Order number of another order that the mold runs now; null if there is none. A mold can run only one order at a
   * time.
   */
  readonly busyWith: string | null;
  readonly plannedShots: number | null;
  readonly madeShots: number | null;
}

export type OrderStep = "submit" | "withdraw" | "audit" | "start" | "close" | "split";

const { draft, submitted, audited, running, done, closed } = orderState.values;

/**
 * For each step of a production order: the states from which the step is allowed, and the state after the step. No step
 * leads to `done`: a job sets this state when the planned shots are made.
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

/**
 * Returns why a step of an order is not allowed now. Returns undefined if the step is allowed. The server and the
 * screens share this rule.
 */
export function refuseOrderStep(step: OrderStep, o: OrderFacts, userId: string): Refusal | undefined {
  if (!isIn(o, orderSteps[step].from)) return wrongState;
  if (step === "audit" && o.auditByOther && o.submittedBy === userId) return refusals.ownOrder();
  if (step === "start") {
    if (o.serviceState === serviceState.values.scrapped) return wrongState;
    if (o.busyWith !== null) return refusals.otherOrderRunning(o.busyWith);
  }
  if (step === "split" && splittable(o) < 1) return refusals.splitTooLarge(0);
  return undefined;
}

/**
 * Returns the largest number of planned shots that can be split off. The order keeps at least the shots already made,
 * and at least one planned shot.
 */
export function splittable(o: Pick<OrderFacts, "plannedShots" | "madeShots">): number {
  return Math.max(0, (o.plannedShots ?? 0) - Math.max(1, o.madeShots ?? 0));
}

/**
 * Returns true if the planned shots of a running order are made. Such an order stays in state `running` until the job
 * that sets orders to `done` counts its shots again.
 */
export function isQuantityReached(o: Pick<OrderFacts, "orderState" | "plannedShots" | "madeShots">): boolean {
  return o.orderState === running && (o.madeShots ?? 0) >= (o.plannedShots ?? Number.POSITIVE_INFINITY);
}

/**
 * Refuses to edit an order that is no longer a draft. Otherwise an audited order could differ from what was audited.
 */
export function refuseOrderEdit(o: Pick<OrderFacts, "orderState">): Refusal | undefined {
  return o.orderState === draft ? undefined : wrongState;
}

/**
 * Refuses to delete an order that is not a draft. A finished order is refused with the message "Options with completed
 * items! Please remove!!" (spec admin §4).
 */
export function refuseOrderDelete(o: Pick<OrderFacts, "orderState">): Refusal | undefined {
  if (o.orderState === done || o.orderState === closed) return refusals.alreadyCompleted();
  return o.orderState === draft ? undefined : wrongState;
}
