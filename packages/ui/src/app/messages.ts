import { ClientError } from "@shotkeeper/client";
import { entities } from "@shotkeeper/contract/catalogue";
import { isMessage, messageName, splitMessage, wireIndex } from "@shotkeeper/contract/kernel";
import { type FieldName, type Locale, menuLabel } from "@shotkeeper/locales";
import { fillText } from "./fill-text.ts";

/** Codes whose argument may be the wire name of a field: its label says more than MOLD_CAVE_NUM. */
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

/** Codes whose argument may be a table: its screen's name says more than SYS_ORG. */
const aboutTables = (code: string) => isMessage({ code }, "unknownTable", "tableNotAccessible", "inUse");

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

/** `CODE^argument` of an answer's Msg as text; a Msg that is no code is shown as it is. */
export function textOf(msg: string, locale: MessageTexts): string {
  const { code, arg } = splitMessage(msg);
  const name = messageName(code);
  if (!name) return msg || locale.shell.messages.operationFailed;
  return fillText(locale.errors[name], arg === undefined ? undefined : argumentOf(code, arg, locale));
}

/** What to tell the user about a failure; "" when there is nothing to tell (he aborted it himself). */
export function messageOf(error: unknown, locale: MessageTexts): string {
  const m = locale.shell.messages;
  if (!(error instanceof ClientError)) return m.unexpected;
  if (error.local === "aborted") return "";
  if (error.local === "timeout") return m.timeout;
  if (error.local === "network") return m.network;
  return textOf(error.message, locale);
}
