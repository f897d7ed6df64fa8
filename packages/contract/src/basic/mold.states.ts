import type { EnumValue, ErrorCode } from "../kernel/index.ts";
import { serviceState } from "./mold.entity.ts";

interface MoldFacts {
  readonly serviceState: EnumValue<typeof serviceState> | null;
  /** The counter that is on it. */
  readonly counterNo: string | null;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly arg?: string;
}

/** Why a mold may not go to another plant now; undefined when it may. Server and screen ask the same function. */
export function refuseTransfer(m: MoldFacts): Refusal | undefined {
  return m.serviceState === serviceState.values.scrapped ? { code: "S0212" } : undefined;
}

export function refuseScrap(m: MoldFacts): Refusal | undefined {
  if (m.serviceState === serviceState.values.scrapped) return { code: "S0212" };
  return m.counterNo === null ? undefined : { code: "S0226", arg: m.counterNo };
}
