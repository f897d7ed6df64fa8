import { type Refusal, refuseSecondPerson } from "@shotkeeper/contract/kernel";
import { useLocale, useSession } from "../app/index.ts";
import { refusalText } from "./refusal.ts";

/**
 * Returns a function that formats why a step is not allowed now, for the tooltip of a disabled button: for the reason
 * `refusal`, or because the user did the earlier step of the document. `earlier` are the users of that step.
 */
export function useStepRefusal() {
  const locale = useLocale();
  const { user } = useSession();
  const by = { userId: user.info.userId, mayStepAlone: user.mayStepAlone };
  return (refusal: Refusal | undefined, ...earlier: readonly (string | null)[]): string | undefined =>
    refusalText(refusal ?? refuseSecondPerson(by, ...earlier), locale);
}
