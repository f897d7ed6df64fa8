import { AppError, type MessageName, messageName, messages, type Refusal } from "@shotkeeper/contract/kernel";

/** Returns a refusal as text: the name of its message, and its argument, such as "unknownReference MOLD_NO". */
export const named = ({ code, arg }: Refusal) => [messageName(code), arg].filter((s) => s).join(" ");

/** Returns a message as an answer of the server contains it: its code and its argument, joined by "^". */
export const said = (name: MessageName, arg?: string) =>
  [messages[name].code, arg].filter((s) => s).join("^");

/**
 * Returns the error that `work` throws as text, such as "unknownReference MOLD_NO". Any other outcome fails the test.
 */
export async function refusalOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof AppError) return named(cause);
    throw cause;
  }
  throw new Error("nothing was refused");
}
