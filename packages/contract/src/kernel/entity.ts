import { type Fields, field, type RowOf, wireName } from "./field.ts";

/** Stamps every stored record carries; the server sets them. */
export const stamps = {
  createdBy: field.text(50, { readOnly: true }),
  createdDate: field.time({ readOnly: true }),
  updatedBy: field.text(50, { readOnly: true }),
  updatedDate: field.time({ readOnly: true }),
} as const;

export interface Entity<F extends Fields = Fields> {
  /** camelCase; labels and events use it. Its snake_case is the table. */
  readonly name: string;
  /** TableName on the wire. */
  readonly wire: string;
  /** The screen that owns it: its Q A M D are this screen's. */
  readonly menu: string;
  /** Screens that show rows of it too: Q there lets read what the table's own condition lets see, and its files. */
  readonly also?: readonly string[];
  /** Fields that identify a row within its tenant. */
  readonly key: readonly string[];
  readonly fields: F;
}

/** All screens on which rows of it are seen. */
export const screensOf = (e: Pick<Entity, "menu" | "also">): readonly string[] => [e.menu, ...(e.also ?? [])];

export type Row<E extends Entity> = E extends Entity<infer F> ? RowOf<F> : never;

export function defineEntity<const F extends Fields>(e: {
  name: string;
  wire: string;
  menu: string;
  also?: readonly string[];
  key: readonly (keyof F & string)[];
  fields: F;
}): Entity<F & typeof stamps> {
  return { ...e, fields: { ...e.fields, ...stamps } };
}

export type Pick_<F extends Fields, K extends keyof F> = { readonly [P in K]: F[P] };

/** Some of an entity's fields, in this order: what a query borrows from an entity. */
export function pick<F extends Fields, const K extends keyof F & string>(
  e: { readonly fields: F },
  ...names: readonly K[]
): Pick_<F, K> {
  const out: Partial<Record<K, F[K]>> = {};
  for (const n of names) out[n] = e.fields[n];
  return out as Pick_<F, K>;
}

export interface WireIndex {
  /** wire spelling → field name */
  readonly toName: ReadonlyMap<string, string>;
  /** field name → wire spelling */
  readonly toWire: ReadonlyMap<string, string>;
  /** Fields that a new row must bring. */
  readonly required: readonly string[];
}

const indexes = new WeakMap<Fields, WireIndex>();

/** Both directions between field names and wire spellings, made once a set of fields. */
export function wireIndex(fields: Fields): WireIndex {
  const known = indexes.get(fields);
  if (known) return known;
  const toName = new Map<string, string>();
  const toWire = new Map<string, string>();
  const required: string[] = [];
  for (const [name, f] of Object.entries(fields)) {
    const wire = wireName(name, f);
    toWire.set(name, wire);
    toName.set(wire, name);
    if (f.required && !f.readOnly && !f.virtual) required.push(name);
  }
  const made = { toName, toWire, required };
  indexes.set(fields, made);
  return made;
}
