import {
  decodeOutput,
  decodeValue,
  defineEnum,
  type EnumValue,
  encodeOutput,
  field,
  type Refusal,
  refusals,
} from "../kernel/index.ts";

export const itemResult = defineEnum("itemResult", { ok: "ok", notOk: "notOk", na: "na" });

export interface ChecklistItem {
  readonly name: string;
  /** Unit of the value that the person who does the maintenance measures; null if the item asks for no value. */
  readonly unit: string | null;
}

/** Result of one item of a checklist, as the person who does the maintenance has entered it. */
export interface ItemResult {
  readonly item: string;
  readonly result: EnumValue<typeof itemResult>;
  readonly value: string | null;
  readonly note: string | null;
}
/** A result that a user is still entering: `result` may be null. */
export interface ItemDraft extends Omit<ItemResult, "result"> {
  readonly result: ItemResult["result"] | null;
}
/**
 * Result of an item of a checklist, with the wire names (ITEM, RESULT, VALUE, NOTE) with which it is sent and stored.
 */
export type WireResult = Readonly<Record<string, unknown>>;

export const maxItems = 60;
export const resultFields = {
  item: field.text(100, { required: true }),
  result: field.choice(itemResult),
  value: field.text(50),
  note: field.text(200),
} as const;

const itemResults = Object.values(itemResult.values);
const isTextOrNull = (v: unknown): v is string | null => v === null || typeof v === "string";
const isRow = (row: unknown): row is WireResult => typeof row === "object" && row !== null;

/** Parses the items of a checklist, one per line. A line such as "clearance | mm" asks for a measured value in mm. */
export function itemsOf(text: string | null | undefined): ChecklistItem[] {
  return (text ?? "").split("\n").flatMap((line) => {
    const [name = "", unit = ""] = line.split("|").map((part) => part.trim());
    return name === "" ? [] : [{ name, unit: unit === "" ? null : unit }];
  });
}

/**
 * Returns why a text is not a valid list of items: empty, too many items, an item too long, or a duplicate. Returns
 * undefined if the text is valid.
 */
export function refuseItems(text: string): Refusal | undefined {
  const items = itemsOf(text);
  const isGood =
    items.length > 0 &&
    items.length <= maxItems &&
    items.every((i) => [...i.name].length <= 100 && [...(i.unit ?? "")].length <= 20) &&
    new Set(items.map((i) => i.name)).size === items.length;
  return isGood ? undefined : refusals.invalidField("items");
}

/**
 * Parses the results of a filled-in checklist from the wire. Returns undefined if the results are invalid. Throws S0019
 * if a text contains markup.
 */
export function readResults(value: unknown): ItemResult[] | undefined {
  if (!Array.isArray(value) || value.length > maxItems) return undefined;
  const results: ItemResult[] = [];
  for (const row of value as readonly unknown[]) {
    if (!isRow(row)) return undefined;
    const sent = decodeOutput(row, resultFields);
    const [item, measured, note] = [
      decodeValue(sent.item, resultFields.item),
      decodeValue(sent.value, resultFields.value),
      decodeValue(sent.note, resultFields.note),
    ];
    const result = itemResults.find((r) => r === sent.result);
    if (typeof item !== "string" || result === undefined || !isTextOrNull(measured) || !isTextOrNull(note))
      return undefined;
    results.push({ item, result, value: measured, note });
  }
  return new Set(results.map((r) => r.item)).size === results.length ? results : undefined;
}

/** Parses checklist results that a user is still entering. Unlike in `readResults`, a result may be null. */
export function readDrafts(value: unknown): ItemDraft[] {
  if (!Array.isArray(value)) return [];
  const text = (v: unknown) => (typeof v === "string" ? v : null);
  return value.filter(isRow).map((row) => {
    const { item, result, value: measured, note } = decodeOutput(row, resultFields);
    return {
      item: text(item) ?? "",
      result: itemResults.find((r) => r === result) ?? null,
      value: text(measured),
      note: text(note),
    };
  });
}

export const writeResults = (results: readonly ItemDraft[]): WireResult[] =>
  results.map((r) => encodeOutput({ ...r }, resultFields));

interface OfferedList {
  readonly moldType: string | null;
  readonly checklistName: string;
}

/** Returns the checklists for a type of mold. Checklists for exactly this type come before those for every type. */
export function checklistsFor<T extends OfferedList>(all: readonly T[], moldType: string | null): T[] {
  const rank = (c: T) => (c.moldType === moldType && moldType !== null ? 0 : 1);
  return all
    .filter((c) => !c.moldType || c.moldType === moldType)
    .sort((a, b) => rank(a) - rank(b) || a.checklistName.localeCompare(b.checklistName));
}

/**
 * Refuses to finish a task unless the results answer all items of one of the offered checklists. No checklist is
 * required if none is offered. Only the server applies this rule, because the form always sends all items.
 * @param offered texts of the items of each checklist
 */
export function refuseIncomplete(
  offered: readonly string[],
  results: readonly Pick<ItemResult, "item">[],
): Refusal | undefined {
  const answered = new Set(results.map((r) => r.item));
  const open = offered.map((items) => itemsOf(items).filter((i) => !answered.has(i.name)).length);
  return open.length === 0 || open.includes(0) ? undefined : refusals.checklistIncomplete(Math.min(...open));
}
