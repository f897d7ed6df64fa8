import { decodeValue, type Field, field } from "../kernel/index.ts";

/** An item of the handover pack: whether it is complete, a note, and possibly a file. */
export interface HandoverItem {
  readonly name: string;
  readonly ok: boolean;
  readonly note: string;
  /** Path of the attached file. */
  readonly filePath?: string;
  /** Original name of the attached file. */
  readonly fileName?: string;
}

const texts: Readonly<Record<"name" | "note" | "filePath" | "fileName", Field>> = {
  name: field.text(80),
  note: field.text(200),
  filePath: field.text(80),
  fileName: field.text(200),
};
/** Structure of the items of a handover pack on the wire. An item has both filePath and fileName, or neither. */
export const handoverPack = {
  list: {
    properties: { name: "text", ok: "boolean", note: "text" },
    optional: { filePath: "text", fileName: "text" },
  },
} as const;

const maxItems = 40;

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

/**
 * Parses the items of a handover pack from the wire. Returns undefined if the value is not a list of items or if an
 * item has no name.
 */
export function readHandoverItems(value: unknown): readonly HandoverItem[] | undefined {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value) || value.length > maxItems || !value.every(isItem)) return undefined;
  return value.every((i) => i.name.trim() !== "") ? value : undefined;
}

/**
 * Returns the number of items of a handover pack that are not complete. An empty pack counts as one incomplete item.
 */
export function missingItems(items: unknown): number {
  const list = readHandoverItems(items) ?? [];
  return list.length === 0 ? 1 : list.filter((i) => !i.ok).length;
}
