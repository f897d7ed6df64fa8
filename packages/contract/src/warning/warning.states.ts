import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { warningKind } from "./warning.entity.ts";

interface WarningFacts {
  readonly kind: EnumValue<typeof warningKind> | null;
  readonly isOpen: boolean | null;
  readonly causeGone: boolean | null;
}

/** Returns why a person may not close the warning now; undefined where they may. Used by server and screen. */
export function refuseClear(w: WarningFacts): Refusal | undefined {
  if (!w.isOpen) return refusals.wrongState();
  // A removal stays open until the label is back.
  return w.kind === warningKind.values.removal && !w.causeGone ? refusals.wrongState() : undefined;
}
