import { AppError, type MessageName, messageName, messages, type Refusal } from "@shotkeeper/contract/kernel";

/** Formats a refusal as the name of its message and its argument, such as "unknownReference MOLD_NO". */
export const named = ({ code, arg }: Refusal) => [messageName(code), arg].filter((s) => s).join(" ");

/** Formats a message with its argument in the form in which an answer contains it. */
export const said = (name: MessageName, arg?: string) =>
  [messages[name].code, arg].filter((s) => s).join("^");

/** Returns the error with which `work` is refused as text, formatted like `named`. Any other outcome fails the test. */
export async function refusalOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof AppError) return named(cause);
    throw cause;
  }
  throw new Error("nothing was refused");
}
