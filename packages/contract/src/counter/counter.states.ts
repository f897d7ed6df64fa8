import type { EnumValue, ErrorCode } from "../kernel/index.ts";
import { counterState } from "./counter.entity.ts";

interface CounterFacts {
  readonly state: EnumValue<typeof counterState> | null;
  readonly moldNo: string | null;
}

/** Why a counter may not be taken out of service now. Server and screen ask the same function. */
export function refuseRetire(c: CounterFacts): { readonly code: ErrorCode } | undefined {
  if (c.state === counterState.values.retired) return { code: "S0217" };
  return c.moldNo ? { code: "S0101" } : undefined;
}
