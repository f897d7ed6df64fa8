import { type Field, type Fields, stamps } from "@shotkeeper/contract/kernel";

export interface LogChange {
  readonly name: string;
  /** Declaration of the changed field. Undefined for a value that a command logged and that is not an entity field. */
  readonly field: Field | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

const camel = (column: string) => column.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
const record = (x: unknown): Readonly<Record<string, unknown>> =>
  typeof x === "object" && x !== null && !Array.isArray(x) ? (x as Readonly<Record<string, unknown>>) : {};
const isTexts = (x: unknown): x is readonly string[] =>
  Array.isArray(x) && x.every((item) => typeof item === "string");

/**
 * Returns the values that differ between the rows `before` and `after` of a log entry: fields of the entity, and other
 * values that have a label. For lists of texts, returns only the removed and the added texts.
 * @param others declarations of values that are not fields of the entity, by name
 */
export function logChanges(
  before: unknown,
  after: unknown,
  fields: Fields,
  isLabelled: (name: string) => boolean,
  others: Fields = {},
): LogChange[] {
  const [old, fresh] = [record(before), record(after)];
  const order = Object.keys(fields);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .map((column) => ({ column, name: camel(column) }))
    .filter(({ name }) => !(name in stamps) && (name in fields || isLabelled(name)))
    .sort((a, b) => place(a.name) - place(b.name))
    .flatMap(({ column, name }): LogChange[] => {
      const [a, b] = [old[column] ?? null, fresh[column] ?? null];
      if (JSON.stringify(a) === JSON.stringify(b)) return [];
      const field = fields[name] ?? others[name];
      if (isTexts(a) && isTexts(b))
        return [
          { name, field, before: a.filter((x) => !b.includes(x)), after: b.filter((x) => !a.includes(x)) },
        ];
      return [{ name, field, before: a, after: b }];
    });
}
