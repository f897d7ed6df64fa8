import { ClientError } from "@shotkeeper/client";
import { entities } from "@shotkeeper/contract/catalogue";
import { type ErrorCode, splitMessage, wireIndex } from "@shotkeeper/contract/kernel";
import type { ErrorTexts, FieldName, Locale } from "@shotkeeper/locales";
import { fillText } from "./fill-text.ts";

/** Codes whose argument may be the wire name of a field: its label says more than MOLD_CAVE_NUM. */
const fieldCodes: ReadonlySet<string> = new Set(["S0007", "S0015", "S0029", "S0200", "S0202"]);

/** Codes whose argument may be a table: its screen's name says more than SYS_ORG. */
const tableCodes: ReadonlySet<string> = new Set(["S0014", "S0021", "S0201"]);

let names: Map<string, string> | undefined;
/** Wire spelling → field name, over all entities; the first that has it wins. */
function fieldNames(): Map<string, string> {
  if (names) return names;
  names = new Map();
  for (const e of entities)
    for (const [wire, name] of wireIndex(e.fields).toName) if (!names.has(wire)) names.set(wire, name);
  return names;
}

/** The log-in page has no names of screens. */
type MessageTexts = Pick<Locale, "errors" | "fields" | "frame"> & Partial<Pick<Locale, "menus">>;

function labelOf(wire: string, locale: MessageTexts): string {
  const name = fieldNames().get(wire);
  return (name && locale.fields[name as FieldName]) || wire;
}

function tableLabel(wire: string, { menus }: MessageTexts): string {
  const labels: Readonly<Record<string, string>> = menus ?? {};
  return labels[entities.find((e) => e.wire === wire)?.menu ?? ""] ?? wire;
}

const isCode = (code: string, errors: ErrorTexts): code is ErrorCode => code in errors;

function argumentOf(code: string, arg: string, locale: MessageTexts): string {
  if (fieldCodes.has(code)) return labelOf(arg, locale);
  return tableCodes.has(code) ? tableLabel(arg, locale) : arg;
}

/** `CODE^argument` of an answer's Msg as text; a Msg that is no code is shown as it is. */
export function textOf(msg: string, locale: MessageTexts): string {
  const { code, arg } = splitMessage(msg);
  if (!isCode(code, locale.errors)) return msg || locale.frame.messages.operationFailed;
  return fillText(locale.errors[code], arg === undefined ? undefined : argumentOf(code, arg, locale));
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
