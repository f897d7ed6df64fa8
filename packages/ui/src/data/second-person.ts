import { type Refusal, refuseSecondPerson } from "@shotkeeper/contract/kernel";
import { useLocale, useSession } from "../app/index.ts";
import { refusalText } from "./refusal.ts";

/**
 * Returns a function that gives the reason why a step is not allowed now, as text for the tooltip of a disabled button.
 * The reason is `refusal`, or that the user also did the earlier step of the document. `earlier` are the users of that
 * step.
 */
export function useStepRefusal() {
  const locale = useLocale();
  const { user } = useSession();
  const by = { userId: user.info.userId, mayStepAlone: user.mayStepAlone };
  return (refusal: Refusal | undefined, ...earlier: readonly (string | null)[]): string | undefined =>
    refusalText(refusal ?? refuseSecondPerson(by, ...earlier), locale);
}
