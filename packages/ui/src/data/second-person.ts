import { type Command, type Refusal, refuseSecondPerson } from "@shotkeeper/contract/kernel";
import { useLocale, useSession } from "../app/index.ts";
import { refusalText } from "./refusal.ts";

/**
 * Returns a function that gives the reason why a command is not allowed now, as a text for the tooltip of a disabled
 * button. Undefined: the command is allowed. The reason is the given refusal. Without a refusal, it may be the rule of
 * two persons: the user did the earlier step of the document, so another user must run this command.
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
