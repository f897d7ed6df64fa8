import { orderStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { returnKind, returnReason, returnStat } from "./return.entity.ts";

type Kind = EnumValue<typeof returnKind>;
type Stat = EnumValue<typeof returnStat>;

export interface ReturnFacts {
  readonly returnKind: Kind | null;
  readonly returnStat: Stat | null;
}

export type ReturnStep = "approve" | "refuse" | "withdraw" | "receive" | "settle";

const { requested, approved, toSettle } = returnStat.values;
const { cancel, exchange } = returnKind.values;
const { created, financeConfirmed } = orderStat.values;
const { wrongGoods, damaged, defective } = returnReason.values;

/** Largest number of pictures of a return. */
export const maxReturnPictures = 6;

/** Returns why a step of a return is not allowed now. Returns undefined if the step is allowed. */
export function refuseReturn(step: ReturnStep, r: ReturnFacts): Refusal | undefined {
  const is = (...stats: readonly Stat[]) => stats.some((s) => s === (r.returnStat ?? requested));
  const isAllowed = {
    approve: is(requested),
    refuse: is(requested, approved),
    withdraw: is(requested, approved),
    receive: is(approved),
    // An exchange is not settled with money, because the shipment of the replacement settles it.
    settle: is(toSettle) && r.returnKind !== exchange,
  }[step];
  return isAllowed ? undefined : refusals.wrongState();
}

/**
 * Returns why the order's state does not allow a return of this kind. Pieces that are not shipped can be cancelled, and
 * shipped pieces returned or exchanged.
 */
export function refuseRequest(
  kind: Kind,
  o: {
    readonly orderStat: EnumValue<typeof orderStat> | null;
    readonly receivedAmount?: number | null;
  },
): Refusal | undefined {
  const stat = o.orderStat ?? created;
  // Pieces can be cancelled in a confirmed order, and in a new order (`created`) for which money was received. A new
  // order without money needs no cancel document, because the step `remove` deletes the order.
  const isCancellable = stat === financeConfirmed || (stat === created && (o.receivedAmount ?? 0) > 0);
  const isAllowed = kind === cancel ? isCancellable : stat >= financeConfirmed;
  return isAllowed ? undefined : refusals.wrongState();
}

/** Returns true if a request with this reason must have a picture. */
export const needsPicture = (reason: EnumValue<typeof returnReason>): boolean =>
  reason === wrongGoods || reason === damaged || reason === defective;

/** Next action that a return needs. `nextStepOf` returns undefined if the return needs no further action. */
export type NextStep = "judge" | "sendBack" | "refund" | "replace";

export function nextStepOf(r: ReturnFacts): NextStep | undefined {
  if (r.returnStat === requested) return "judge";
  if (r.returnStat === approved) return "sendBack";
  if (r.returnStat !== toSettle) return undefined;
  return r.returnKind === exchange ? "replace" : "refund";
}
