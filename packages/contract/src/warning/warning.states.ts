import type { EnumValue, ErrorCode } from "../kernel/index.ts";
import { warningKind } from "./warning.entity.ts";

interface WarningFacts {
  readonly kind: EnumValue<typeof warningKind> | null;
  readonly isOpen: boolean | null;
  readonly causeGone: boolean | null;
}

/** Why a warning may not be closed by a person now. Server and screen ask the same function. */
export function refuseClear(w: WarningFacts): { readonly code: ErrorCode } | undefined {
  if (!w.isOpen) return { code: "S0212" };
  // A label that is still off cannot be confirmed to be back on.
  return w.kind === warningKind.values.removal && !w.causeGone ? { code: "S0212" } : undefined;
}
