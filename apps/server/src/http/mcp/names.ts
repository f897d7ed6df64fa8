import { type Field, type Fields, nameOf, type Output, type OutputField } from "@shotkeeper/contract/kernel";
import type { Schema } from "../openapi/schema.ts";

/**
 * Converts between wire values and the values that MCP tools show to a language model: camelCase names, booleans, and
 * choices by their names. A model understands `liveState: "running"` without a table of codes.
 */

const isField = (f: OutputField): f is Field => "type" in f;

function nameValue(value: unknown, f: OutputField | undefined): unknown {
  if (f === undefined || value === null || value === undefined) return value;
  if (isField(f)) return f.options ? (nameOf(f.options, value) ?? value) : value;
  if (f.kind === "rows") return (value as readonly object[]).map((row) => nameValues(row, f.of));
  if (f.kind === "nested") return nameValues(value, f.of);
  const { of } = f as { readonly of?: Output };
  if (f.kind === "keyed" && of)
    return Object.fromEntries(
      Object.entries(value).map(([key, row]) => [key, nameValues(row as object, of)]),
    );
  return value;
}

/** Replaces the values of choices in a decoded record by their names. */
export const nameValues = (row: object, of: Output): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, nameValue(value, of[name])]));

/** Returns the wire value of a choice that is given by its name. Other values are returned unchanged. */
export const valueOfName = (value: unknown, f: Field | undefined): unknown =>
  f?.options && typeof value === "string" ? (f.options.values[value] ?? value) : value;

/**
 * Returns the JSON schema of a tool's argument. `isPart`: the tool finds all rows whose field contains the argument, so
 * the argument may be any text.
 */
export function argumentSchema(f: Field, description: string, isPart = false): Schema {
  const about = description === "" ? {} : { description };
  if (isPart) return { type: "string", ...about };
  switch (f.type) {
    case "int":
      return { type: "integer", ...about };
    case "decimal":
      return { type: "number", ...about };
    case "flag":
      return { type: "boolean", ...about };
    case "choice":
      return { type: "string", enum: Object.keys(f.options?.values ?? {}), ...about };
    case "date":
      return { type: "string", format: "date", ...about };
    case "time":
      return {
        type: "string",
        description: [description, "ISO 8601 with its zone"].filter(Boolean).join(". "),
      };
    default:
      return { type: "string", ...about };
  }
}

/** Returns the fields of a record as text: `countTimes (Total shots, shots)`. */
export function describeColumns(fields: Fields, describe: (name: string, f: Field) => string): string {
  return Object.entries(fields)
    .map(([name, f]) => {
      const about = describe(name, f);
      return about === "" ? name : `${name} (${about})`;
    })
    .join(", ");
}
