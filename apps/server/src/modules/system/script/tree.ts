/** Object of the parser's syntax tree, as JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** Node of the syntax tree, which the parser writes as an object with one property: { ColumnRef: { … } }. */
export interface Node {
  readonly kind: string;
  readonly fields: Json;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the node of a value. A value that is no node gets the kind "?", which no rule allows. */
export function nodeOf(value: unknown): Node {
  const [entry, ...more] = isJson(value) ? Object.entries(value) : [];
  if (!entry || more.length > 0) return { kind: "?", fields: {} };
  return { kind: entry[0], fields: jsonOf(entry[1]) };
}

/** Returns the text of a String node, or undefined for another node. */
export function nameOf(value: unknown): string | undefined {
  const { kind, fields } = nodeOf(value);
  return kind === "String" ? String(fields.sval ?? "") : undefined;
}

/** Returns the texts of a list of String nodes. A node of another kind becomes "*". */
export const namesOf = (value: unknown): readonly string[] => listOf(value).map((n) => nameOf(n) ?? "*");

/** Returns the first position found in a syntax tree: a byte offset in the statement. Undefined: the tree has none. */
export function positionOf(value: unknown): number | undefined {
  if (!isJson(value) && !Array.isArray(value)) return undefined;
  // The parser writes -1 for an unknown position, so -1 is ignored. For the position 0 it writes no `location`.
  const own = isJson(value) ? value.location : undefined;
  if (typeof own === "number" && own >= 0) return own;
  for (const child of Object.values(value)) {
    const found = positionOf(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
