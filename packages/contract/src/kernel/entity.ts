import type { MenuId } from "../menus.ts";
import type { TableAccess } from "./access.ts";
import { type Fields, field, type RowOf, wireName } from "./field.ts";

/** Fields that every stored record has. Only the server sets them. */
export const stamps = {
  createdBy: field.text(50, { readOnly: true }),
  createdDate: field.time({ readOnly: true }),
  updatedBy: field.text(50, { readOnly: true }),
  updatedDate: field.time({ readOnly: true }),
} as const;

/**
 * Declares that rows of an entity are archived instead of deleted. The field holds the time of archiving, null for rows
 * in use. Lists leave archived rows out unless a condition names this field. The server refuses new references to
 * archived rows.
 */
export const archiving = { archivedDate: field.time({ readOnly: true }) } as const;

/**
 * Declares that rows of an entity can be sample data. Only the command that adds sample data marks rows. The command
 * that removes sample data deletes the marked rows and all data derived from them, such as readings. Users can change
 * the other fields of marked rows.
 */
export const sampling = { isSample: field.flag({ readOnly: true, hasDefault: true }) } as const;

/** Returns true if rows of the entity can be sample data. */
export const canBeSample = (fields: Fields): boolean => fields.isSample !== undefined;

/** Returns true if rows of the entity or query can be archived. */
export const isArchivable = (fields: Fields): boolean => fields.archivedDate !== undefined;

export interface Entity<F extends Fields = Fields> {
  /** Name in camelCase. The database table has the same name in snake_case. */
  readonly name: string;
  /** Name of the table on the wire (TableName). */
  readonly wire: string;
  /** The screen that owns the table. The rights Q, A, M and D on this screen apply to the table. */
  readonly menu: MenuId;
  readonly access: TableAccess;
  /** Fields that together identify a row within its tenant. */
  readonly key: readonly string[];
  readonly fields: F;
  /** True: users may add rows without a connection. Their device queues the row and sends it later. */
  readonly offline?: true;
}

/** Returns all screens that show the table's rows. The first is the screen that owns the table. */
export const screensOf = (e: Pick<Entity, "access">): readonly MenuId[] => [
  e.access.menu,
  ...e.access.readOn,
];

export type Row<E extends Entity> = E extends Entity<infer F> ? RowOf<F> : never;

export function defineEntity<const F extends Fields>(e: {
  name: string;
  wire: string;
  access: TableAccess;
  key: readonly (keyof F & string)[];
  fields: F;
  offline?: true;
}): Entity<F & typeof stamps> {
  return { ...e, menu: e.access.menu, fields: { ...e.fields, ...stamps } };
}

export type Pick_<F extends Fields, K extends keyof F> = { readonly [P in K]: F[P] };

/** Returns the named fields of an entity, in the given order, as columns of a query. */
export function pick<F extends Fields, const K extends keyof F & string>(
  e: { readonly fields: F },
  ...names: readonly K[]
): Pick_<F, K> {
  const out: Partial<Record<K, F[K]>> = {};
  for (const n of names) out[n] = e.fields[n];
  return out as Pick_<F, K>;
}

export interface WireIndex {
  readonly toName: ReadonlyMap<string, string>;
  readonly toWire: ReadonlyMap<string, string>;
  /** Names of the fields that a new row must contain. */
  readonly required: readonly string[];
}

const indexes = new WeakMap<Fields, WireIndex>();

/** Returns the mapping between field names and wire names. The mapping is computed once per `fields` object. */
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
