import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { warningKind } from "./warning.entity.ts";

interface WarningFacts {
  readonly kind: EnumValue<typeof warningKind> | null;
  readonly isOpen: boolean | null;
  readonly causeGone: boolean | null;
}

/**
 * Returns why a user may not close the warning now. Returns undefined if closing is allowed. The server and the screens
 * share this rule.
 */
export function refuseClear(w: WarningFacts): Refusal | undefined {
  if (!w.isOpen) return refusals.wrongState();
  // Refuses to close a warning about a removed counter until a reading has reported that the counter is back.
  return w.kind === warningKind.values.removal && !w.causeGone ? refusals.wrongState() : undefined;
}
