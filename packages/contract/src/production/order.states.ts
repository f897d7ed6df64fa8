import { serviceState } from "../basic/mold.entity.ts";
import type { EnumValue, ErrorCode } from "../kernel/index.ts";
import { orderState } from "./order.entity.ts";

type State = EnumValue<typeof orderState>;

export interface OrderFacts {
  readonly orderState: State | null;
  readonly submittedBy: string | null;
  /** The tenant wants somebody else to audit than who submitted (parameter ORDER_AUDIT_OTHER). */
  readonly auditByOther: boolean | null;
  readonly serviceState: EnumValue<typeof serviceState> | null;
  /** The order that the mold runs at present. */
  readonly busyWith: string | null;
  readonly plannedShots: number | null;
  readonly madeShots: number | null;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly arg?: string;
}

export type OrderStep = "submit" | "withdraw" | "audit" | "start" | "close" | "split";

const { draft, submitted, audited, running, done, closed } = orderState.values;

/** From which states a step leads where; splitting leaves an order where it is. Done comes by the count alone. */
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
const wrongState: Refusal = { code: "S0212" };

/** Why a step may not be taken now; undefined when it may. Server and screen ask the same function. */
export function refuseStep(step: OrderStep, o: OrderFacts, userId: string): Refusal | undefined {
  if (!isIn(o, orderSteps[step].from)) return wrongState;
  if (step === "audit" && o.auditByOther && o.submittedBy === userId) return { code: "S0251" };
  if (step === "start") {
    if (o.serviceState === serviceState.values.scrapped) return wrongState;
    if (o.busyWith !== null) return { code: "S0250", arg: o.busyWith };
  }
  // Of one shot, and of what has been made, nothing can be split off.
  if (step === "split" && splittable(o) < 1) return { code: "S0252", arg: "0" };
  return undefined;
}

/** The most shots that can be split off: at least one stays, and so does what has been made. */
export function splittable(o: Pick<OrderFacts, "plannedShots" | "madeShots">): number {
  return Math.max(0, (o.plannedShots ?? 0) - Math.max(1, o.madeShots ?? 0));
}

/** Only a draft is edited: what was submitted is withdrawn first, so that what was audited is what is made. */
export function refuseOrderEdit(o: Pick<OrderFacts, "orderState">): Refusal | undefined {
  return o.orderState === draft ? undefined : wrongState;
}

/** Completed items stay (spec admin §4: "Options with completed items! Please remove!!"). */
export function refuseOrderDelete(o: Pick<OrderFacts, "orderState">): Refusal | undefined {
  if (o.orderState === done || o.orderState === closed) return { code: "S0211" };
  return o.orderState === draft ? undefined : wrongState;
}
