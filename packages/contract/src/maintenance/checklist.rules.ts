import { decodeValue, defineEnum, type EnumValue, field, nameOf } from "../kernel/index.ts";
import type { Refusal } from "./task.states.ts";

export const itemResult = defineEnum("itemResult", { ok: "ok", notOk: "notOk", na: "na" });

export interface ChecklistItem {
  readonly name: string;
  /** Something is measured: in this unit. */
  readonly unit: string | null;
}

/** What was found at one item of a checklist; in the spelling of the wire, for it is kept as it is. */
export interface ItemResult {
  readonly ITEM: string;
  readonly RESULT: EnumValue<typeof itemResult>;
  readonly VALUE: string | null;
  readonly NOTE: string | null;
}

export const mostItems = 60;
const itemText = field.text(100);
const valueText = field.text(50);
const noteText = field.text(200);

/** One item a line; "clearance | mm" asks for a value in that unit. */
export function itemsOf(text: string | null | undefined): ChecklistItem[] {
  return (text ?? "").split("\n").flatMap((line) => {
    const [name = "", unit = ""] = line.split("|").map((part) => part.trim());
    return name === "" ? [] : [{ name, unit: unit === "" ? null : unit }];
  });
}

/** Why a text is no list of items: there is none, there are too many, one is too long, or one stands there twice. */
export function refuseItems(text: string): Refusal | undefined {
  const items = itemsOf(text);
  const isGood =
    items.length > 0 &&
    items.length <= mostItems &&
    items.every((i) => [...i.name].length <= 100 && [...(i.unit ?? "")].length <= 20) &&
    new Set(items.map((i) => i.name)).size === items.length;
  return isGood ? undefined : { code: "S0200", arg: "ITEMS" };
}

/** Results as somebody sent them, checked; undefined: they are none. Markup is refused as in any text (S0019). */
export function resultsOf(value: unknown): ItemResult[] | undefined {
  if (!Array.isArray(value) || value.length > mostItems) return undefined;
  const results: ItemResult[] = [];
  for (const row of value as readonly unknown[]) {
    if (typeof row !== "object" || row === null) return undefined;
    const { ITEM, RESULT, VALUE, NOTE } = row as Readonly<Record<string, unknown>>;
    const texts = [decodeValue(ITEM, itemText), decodeValue(VALUE, valueText), decodeValue(NOTE, noteText)];
    if (texts.includes(undefined) || texts[0] === null || !nameOf(itemResult, RESULT)) return undefined;
    results.push({
      ITEM: texts[0] as string,
      RESULT: RESULT as ItemResult["RESULT"],
      VALUE: texts[1] as string | null,
      NOTE: texts[2] as string | null,
    });
  }
  return new Set(results.map((r) => r.ITEM)).size === results.length ? results : undefined;
}

interface Offered {
  readonly moldType: string | null;
  readonly checklistName: string;
}

/** The checklists that a mold may be checked by, the one made for its type first. */
export function checklistsFor<T extends Offered>(all: readonly T[], moldType: string | null): T[] {
  const rank = (c: T) => (c.moldType === moldType && moldType !== null ? 0 : 1);
  return all
    .filter((c) => !c.moldType || c.moldType === moldType)
    .sort((a, b) => rank(a) - rank(b) || a.checklistName.localeCompare(b.checklistName));
}
