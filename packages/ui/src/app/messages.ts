import { ClientError } from "@shotkeeper/client";
import { entities } from "@shotkeeper/contract/catalogue";
import { isMessage, messageName, splitMessage, wireIndex } from "@shotkeeper/contract/kernel";
import { type FieldName, type Locale, menuLabel } from "@shotkeeper/locales";
import { fillText } from "./fill-text.ts";

/** Codes whose argument may be the wire name of a field, which is shown as its label. */
const aboutFields = (code: string) =>
  isMessage(
    { code },
    "missingField",
    "unknownField",
    "duplicate",
    "invalidField",
    "unknownReference",
    "notWritable",
  );

/** Codes whose argument may be a table, which is shown as its screen's name. */
const aboutTables = (code: string) => isMessage({ code }, "unknownTable", "tableNotAccessible", "inUse");

let names: Map<string, string> | undefined;
/**
 * Returns the map from wire name to field name over all entities. If several entities have a wire name, the first one
 * wins.
 */
function fieldNames(): Map<string, string> {
  if (names) return names;
  names = new Map();
  for (const e of entities)
    for (const [wire, name] of wireIndex(e.fields).toName) if (!names.has(wire)) names.set(wire, name);
  return names;
}

/** Menus are optional, because the log-in page does not load them. */
type MessageTexts = Pick<Locale, "errors" | "fields" | "shell"> & Partial<Pick<Locale, "menus">>;

function labelOf(wire: string, locale: MessageTexts): string {
  const name = fieldNames().get(wire);
  return (name && locale.fields[name as FieldName]) || wire;
}

/** The name of a table's screen. A code that is no table's is the id of a screen. */
function tableLabel(wire: string, { menus, shell }: MessageTexts): string {
  const own: Readonly<Record<string, string>> = shell.messages.usages;
  const menu = entities.find((e) => e.wire === wire)?.menu ?? wire;
  return own[wire] ?? (menus ? menuLabel(menus, menu) : wire);
}

/** `PRD_ORDER:2,CT102:31` → "Production orders 2, Counter log 31". */
function usageText(arg: string, locale: MessageTexts): string {
  const items = arg.split(",").map((item) => {
    const [wire = "", n = ""] = item.split(":");
    return `${tableLabel(wire, locale)} ${n}`;
  });
  return items.join(", ");
}

function argumentOf(code: string, arg: string, locale: MessageTexts): string {
  if (aboutFields(code)) return labelOf(arg, locale);
  if (isMessage({ code }, "usedBy")) return usageText(arg, locale);
  return aboutTables(code) ? tableLabel(arg, locale) : arg;
}

/** Formats an answer's Msg (`CODE^argument`). Unknown codes are shown unchanged. */
export function textOf(msg: string, locale: MessageTexts): string {
  const { code, arg } = splitMessage(msg);
  const name = messageName(code);
  if (!name) return msg || locale.shell.messages.operationFailed;
  return fillText(locale.errors[name], arg === undefined ? undefined : argumentOf(code, arg, locale));
}

/** Returns the text of a failure; "" if the user aborted the call. */
export function messageOf(error: unknown, locale: MessageTexts): string {
  const m = locale.shell.messages;
  if (!(error instanceof ClientError)) return m.unexpected;
  if (error.local === "aborted") return "";
  if (error.local === "timeout") return m.timeout;
  if (error.local === "network") return m.network;
  return textOf(error.message, locale);
}
