import { type Command, type Refusal, refuseSecondPerson } from "@shotkeeper/contract/kernel";
import { useLocale, useSession } from "../app/index.ts";
import { refusalText } from "./refusal.ts";

/**
 * Returns a function that gives the reason why a command is not allowed now for a row. The reason is a text for the
 * tooltip of a disabled button. The reason is `refusal`, or the rule of the second person: the command must be run by
 * another user than the one who did the earlier step of the document. `row` has the fields with the users of the
 * earlier step.
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
