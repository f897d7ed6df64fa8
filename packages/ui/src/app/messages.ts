import { ClientError } from "@shotkeeper/client";
import { entities } from "@shotkeeper/contract/catalogue";
import { type ErrorCode, splitMessage, wireIndex } from "@shotkeeper/contract/kernel";
import type { ErrorTexts, FieldName, Locale } from "@shotkeeper/locales";
import { fillText } from "./fill-text.ts";

/** Codes whose argument may be the wire name of a field: its label says more than MOLD_CAVE_NUM. */
const fieldCodes: ReadonlySet<string> = new Set(["S0007", "S0015", "S0029", "S0200", "S0202"]);

let names: Map<string, string> | undefined;
/** Wire spelling → field name, over all entities; the first that has it wins. */
function fieldNames(): Map<string, string> {
  if (names) return names;
  names = new Map();
  for (const e of entities)
    for (const [wire, name] of wireIndex(e.fields).toName) if (!names.has(wire)) names.set(wire, name);
  return names;
}

type MessageTexts = Pick<Locale, "errors" | "fields" | "frame">;

function labelOf(wire: string, locale: MessageTexts): string {
  const name = fieldNames().get(wire);
  return (name && locale.fields[name as FieldName]) || wire;
}

const isCode = (code: string, errors: ErrorTexts): code is ErrorCode => code in errors;

/** `CODE^argument` of an answer's Msg as text; a Msg that is no code is shown as it is. */
export function textOf(msg: string, locale: MessageTexts): string {
  const { code, arg } = splitMessage(msg);
  if (!isCode(code, locale.errors)) return msg || locale.frame.messages.operationFailed;
  const argument = arg !== undefined && fieldCodes.has(code) ? labelOf(arg, locale) : arg;
  return fillText(locale.errors[code], argument);
}

/** What to tell the user about a failure; "" when there is nothing to tell (he aborted it himself). */
export function messageOf(error: unknown, locale: MessageTexts): string {
  const m = locale.frame.messages;
  if (!(error instanceof ClientError)) return m.unexpected;
  if (error.local === "aborted") return "";
  if (error.local === "timeout") return m.timeout;
  if (error.local === "network") return m.network;
  return textOf(error.message, locale);
}
