import { type Command, type Refusal, refuseSecondPerson } from "@shotkeeper/contract/kernel";
import { useLocale, useSession } from "../app/index.ts";
import { refusalText } from "./refusal.ts";

/**
 * Returns a function that gives the reason why a command is not allowed now, as a text for the tooltip of a disabled
 * button. This is the given `refusal`, or the rule that another user must have done the earlier step of the document
 * (`row`). Undefined: the command is allowed.
 */
export function useStepRefusal() {
  const locale = useLocale();
  const { user } = useSession();
  const by = { userId: user.info.userId, mayStepAlone: user.mayStepAlone };
  return (
    refusal: Refusal | undefined,
    command: Pick<Command, "secondPerson"> | undefined,
    row: Readonly<Record<string, unknown>>,
  ): string | undefined => refusalText(refusal ?? (command && refuseSecondPerson(command, row, by)), locale);
}
