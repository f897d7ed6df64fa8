import { AppError, type MessageName, messages } from "@shotkeeper/contract/kernel";
import { serverTexts } from "@shotkeeper/locales/server";
import { UsageError } from "./usage.ts";

/** Returns the message of a refusal as a sentence, with its code: `Refused: … (S0032)`. */
function refusalText(cause: AppError): string {
  const name = (Object.keys(messages) as MessageName[]).find((n) => messages[n].code === cause.code);
  const text = name ? serverTexts.en.errors[name].replace("%s", cause.arg ?? "") : "";
  return `Refused: ${text} (${cause.message})`;
}

/** Returns the text with which a command of the operator ends after a failure. `command` names the command. */
export function failureText(cause: unknown, command: string): string {
  const isParse =
    cause instanceof TypeError && "code" in cause && String(cause.code).startsWith("ERR_PARSE_ARGS");
  if (cause instanceof UsageError || isParse)
    return `${(cause as Error).message}\nTry shotkeeper ${command} --help.`;
  if (cause instanceof AppError) return refusalText(cause);
  return cause instanceof Error ? cause.message : String(cause);
}
