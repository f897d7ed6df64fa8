import { AppError, type MessageName, messageName, messages, type Refusal } from "@shotkeeper/contract/kernel";

/** A refusal by the name of its message and what it is about, such as "unknownReference MOLD_NO". */
export const named = ({ code, arg }: Refusal) => [messageName(code), arg].filter((s) => s).join(" ");

/** A message as it stands in an answer. */
export const said = (name: MessageName, arg?: string) =>
  [messages[name].code, arg].filter((s) => s).join("^");

/** The refusal that work ends in, as `named` writes it. Work that does anything else fails the test. */
export async function refusalOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof AppError) return named(cause);
    throw cause;
  }
  throw new Error("nothing was refused");
}
