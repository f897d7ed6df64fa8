/**
 * State of a parcel. `expressState` finds the state from the opCode of the parcel's latest step. An opCode is SF
 * Express's code for a route step.
 */
export type ExpressState =
  | "waiting"
  | "pickedUp"
  | "leaving"
  | "arrived"
  | "underWay"
  | "delivering"
  | "signed"
  | "problem"
  | "returned";

const byCode: Readonly<Record<string, ExpressState>> = {
  50: "pickedUp",
  54: "pickedUp",
  30: "leaving",
  31: "arrived",
  36: "underWay",
  44: "delivering",
  80: "signed",
  8000: "signed",
  33: "problem",
  70: "problem",
  99: "returned",
  648: "returned",
};

export interface ExpressRoute {
  /** Local time in the carrier's time zone: "2026-05-01 08:30:00". */
  readonly acceptTime: string;
  readonly remark: string;
  readonly acceptAddress?: string;
  readonly opCode?: string;
}

/**
 * Returns the state of a parcel from its latest step with a known opCode. Returns "waiting" if there are no steps, and
 * "underWay" if no step has a known code.
 */
export function expressState(routes: readonly ExpressRoute[]): ExpressState {
  if (routes.length === 0) return "waiting";
  for (const r of [...routes].reverse()) {
    const state = byCode[r.opCode ?? ""];
    if (state) return state;
  }
  return "underWay";
}

/** Sorts route steps by time, earliest first. Steps with equal times keep their order. */
export function sortedRoutes(routes: readonly ExpressRoute[]): ExpressRoute[] {
  return [...routes].sort((a, b) => (a.acceptTime < b.acceptTime ? -1 : a.acceptTime > b.acceptTime ? 1 : 0));
}
