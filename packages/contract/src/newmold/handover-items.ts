import { decodeValue, type Field, field } from "../kernel/index.ts";

/** A thing of the handover pack: is it there, what is to be said of it, and the document itself where there is one. */
export interface HandoverItem {
  readonly name: string;
  readonly ok: boolean;
  readonly note: string;
  /** Where the document is, and what it was called. */
  readonly filePath?: string;
  readonly fileName?: string;
}

const texts: Readonly<Record<"name" | "note" | "filePath" | "fileName", Field>> = {
  name: field.text(80),
  note: field.text(200),
  filePath: field.text(80),
  fileName: field.text(200),
};
const most = 40;

const isItem = (x: unknown): x is HandoverItem => {
  if (typeof x !== "object" || x === null || Array.isArray(x)) return false;
  const values = x as Record<string, unknown>;
  const hasFile = "filePath" in values;
  if (Object.keys(values).length !== (hasFile ? 5 : 3) || typeof values.ok !== "boolean") return false;
  if (hasFile && !/^\/files\/[\w-]+$/.test(String(values.filePath))) return false;
  return Object.entries(texts)
    .slice(0, hasFile ? 4 : 2)
    .every(([k, f]) => typeof values[k] === "string" && decodeValue(values[k], f) !== undefined);
};

/** The items in a value from the wire; undefined: it is no list of items, each with a name. */
export function readHandoverItems(value: unknown): readonly HandoverItem[] | undefined {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value) || value.length > most || !value.every(isItem)) return undefined;
  return value.every((i) => i.name.trim() !== "") ? value : undefined;
}

/** Items that are not there yet; a pack without any item is not checked at all. */
export function missingItems(items: unknown): number {
  const list = readHandoverItems(items) ?? [];
  return list.length === 0 ? 1 : list.filter((i) => !i.ok).length;
}
