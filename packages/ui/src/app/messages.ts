import { ClientError } from "@shotkeeper/client";
import { entities } from "@shotkeeper/contract/catalogue";
import { isMessage, messageName, splitMessage, wireIndex } from "@shotkeeper/contract/kernel";
import { readUsages, type Usage } from "@shotkeeper/contract/usage-lists";
import { type FieldName, type Locale, menuLabel } from "@shotkeeper/locales";
import { fillText } from "./fill-text.ts";

/**
 * Returns true for message codes whose argument may be the wire name of a field. The message then shows the field's
 * label.
 */
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

/**
 * Returns true for message codes whose argument may be a table. The message then shows the name of the table's screen.
 */
const aboutTables = (code: string) => isMessage({ code }, "unknownTable", "tableNotAccessible", "inUse");

let names: Map<string, string> | undefined;
/**
 * Returns a map from the wire names of fields to field names, over all entities. If two entities use the same wire
 * name, the first one decides.
 */
function fieldNames(): Map<string, string> {
  if (names) return names;
  names = new Map();
  for (const e of entities)
    for (const [wire, name] of wireIndex(e.fields).toName) if (!names.has(wire)) names.set(wire, name);
  return names;
}

/**
 * Texts from which messages are made. The names of menu entries are optional, because the log-in page does not load
 * them.
 */
type MessageTexts = Pick<Locale, "errors" | "fields" | "shell"> & Partial<Pick<Locale, "menus" | "offline">>;

/** Returns the label of a field by its wire name. `table` is the wire name of its table, if it is known. */
function labelOf(wire: string, locale: MessageTexts, table?: string): string {
  const own = entities.find((e) => e.wire === table);
  const name = (own && wireIndex(own.fields).toName.get(wire)) ?? fieldNames().get(wire);
  return (name && locale.fields[name as FieldName]) || wire;
}

/**
 * Returns the name of the screen that shows the table `wire`. If there is no such table, `wire` is the id of a screen.
 */
function tableLabel(wire: string, { menus, shell }: MessageTexts): string {
  const own: Readonly<Record<string, string>> = shell.messages.usages;
  const menu = entities.find((e) => e.wire === wire)?.menu ?? wire;
  return own[wire] ?? (menus ? menuLabel(menus, menu) : wire);
}

/**
 * Returns a text that says how many records use a row, by screen: `PRD_ORDER.MOLD_NO:2,CT102:31` → "Production orders
 * 2, Counter log 31".
 */
function usageText(arg: string, locale: MessageTexts): string {
  const sums = new Map<string, number>();
  for (const { wire, rows } of readUsages(arg)) sums.set(wire, (sums.get(wire) ?? 0) + rows);
  return [...sums].map(([wire, n]) => `${tableLabel(wire, locale)} ${n}`).join(", ");
}

/** Returns the text of a link to the records that use a row: "Molds (Injection plant): 56". */
export function usageLabel({ wire, field, rows }: Usage, locale: MessageTexts): string {
  const of = field === undefined ? "" : ` (${labelOf(field, locale, wire)})`;
  return `${tableLabel(wire, locale)}${of}: ${rows}`;
}

function argumentOf(code: string, arg: string, locale: MessageTexts): string {
  if (aboutFields(code)) return labelOf(arg, locale);
  if (isMessage({ code }, "usedBy", "activeIn", "scrapBlocked")) return usageText(arg, locale);
  return aboutTables(code) ? tableLabel(arg, locale) : arg;
}

/** Returns the text for the Msg of an answer (`CODE^argument`). An unknown code is shown unchanged. */
export function textOf(msg: string, locale: MessageTexts): string {
  const { code, arg } = splitMessage(msg);
  const name = messageName(code);
  if (!name) return msg || locale.shell.messages.operationFailed;
  return fillText(locale.errors[name], arg === undefined ? undefined : argumentOf(code, arg, locale));
}

/** Returns the message for a failed call. Returns "" if the user aborted the call. */
export function messageOf(error: unknown, locale: MessageTexts): string {
  const m = locale.shell.messages;
  if (!(error instanceof ClientError)) return m.unexpected;
  if (error.local === "aborted") return "";
  if (error.local === "queued") return locale.offline?.queued ?? "";
  if (error.local === "timeout") return m.timeout;
  if (error.local === "network") return m.network;
  return textOf(error.message, locale);
}
