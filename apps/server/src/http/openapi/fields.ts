import {
  type AnswerFields,
  type Field,
  type Fields,
  isFixed,
  isPart,
  type Output,
  type OutputField,
  type Shape,
  wireName,
} from "@shotkeeper/contract/kernel";
import { describeField, type Language } from "./language.ts";
import { list, object, orNull, type Schema, text } from "./schema.ts";

/** Direction of a value: sent by the caller, or answered by the server. */
type Direction = "input" | "answer";

function shapeSchema(lang: Language, shape: Shape | undefined, direction: Direction): Schema {
  if (shape === undefined) return {};
  if (typeof shape === "string") return shape === "text" ? text : { type: shape };
  const inner = (s: Shape) => shapeSchema(lang, s, direction);
  if ("list" in shape) return list(inner(shape.list));
  if ("map" in shape) return { type: "object", additionalProperties: inner(shape.map) };
  if ("record" in shape)
    return direction === "input" ? inputSchema(lang, shape.record) : rowSchema(lang, shape.record);
  const all = Object.entries({ ...shape.properties, ...shape.optional });
  return object(Object.fromEntries(all.map(([name, s]) => [name, inner(s)])), Object.keys(shape.properties));
}

/** Returns the schema of a value that is not null. */
function valueSchema(lang: Language, f: Field, direction: Direction): Schema {
  const isInput = direction === "input";
  const bounds =
    isInput && !f.virtual
      ? {
          ...(f.min === undefined ? {} : { minimum: f.min }),
          ...(f.max === undefined ? {} : { maximum: f.max }),
        }
      : {};
  switch (f.type) {
    case "text":
      if (!isInput) return text;
      return {
        type: "string",
        ...(f.length === undefined ? {} : { maxLength: f.length }),
        ...(f.pattern && f.pattern.flags === "" ? { pattern: f.pattern.source } : {}),
      };
    case "int":
      return { type: "integer", ...bounds };
    case "decimal":
      return { type: "number", ...bounds };
    case "flag":
      return { type: "string", enum: ["Y", "N"] };
    case "date":
      return { type: "string", format: "date" };
    case "time":
      return { type: "string", format: "date-time" };
    case "choice": {
      const values = Object.values(f.options?.values ?? {});
      return { type: typeof values[0] === "number" ? "integer" : "string", enum: values };
    }
    case "json":
      return shapeSchema(lang, f.shape, direction);
  }
}

/** Returns the schema of a field as it appears in requests or answers. */
function fieldSchema(lang: Language, name: string, f: Field, direction: Direction): Schema {
  const described = [
    describeField(lang, name, f),
    ...(f.type === "decimal" && f.scale !== undefined
      ? [f.rounds ? `Rounded to ${f.scale} decimals` : `Decimals: ${f.scale}`]
      : []),
    ...(f.atCreation ? ["Accepted in a new row; afterwards only commands change it"] : []),
  ].filter(Boolean);
  const value = valueSchema(lang, f, direction);
  return {
    ...(f.required || (direction === "answer" && f.hasDefault) ? value : orNull(value)),
    ...(described.length > 0 ? { description: described.join(". ") } : {}),
    ...(direction === "input" && f.secret ? { writeOnly: true } : {}),
  };
}

const propertiesOf = (lang: Language, fields: Fields, direction: Direction) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, f]) => [wireName(name, f), fieldSchema(lang, name, f, direction)]),
  );

const wireNames = (fields: Fields, isIn: (f: Field, name: string) => boolean) =>
  Object.entries(fields)
    .filter(([name, f]) => isIn(f, name))
    .map(([name, f]) => wireName(name, f));

const shown = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, f]) => !f.secret));

/** Returns the schema of a row of an answer. `isWhole`: every row has all fields. */
export const rowSchema = (lang: Language, fields: Fields, isWhole = true): Schema =>
  object(propertiesOf(lang, shown(fields), "answer"), isWhole ? wireNames(shown(fields), () => true) : []);

/** Returns the schema of a record that a caller sends, for example the input of a command. */
export const inputSchema = (lang: Language, fields: Fields): Schema =>
  object(
    propertiesOf(lang, fields, "input"),
    wireNames(fields, (f) => f.required === true && !f.readOnly && !f.virtual),
  );

/** Returns the schema of a row in an insert request. Fields that only the server or commands write are left out. */
export const newRowSchema = (lang: Language, fields: Fields): Schema =>
  inputSchema(lang, Object.fromEntries(Object.entries(fields).filter(([, f]) => !isFixed(f, "insert"))));

/**
 * Returns the schema of a row in an update request: the key, all fields that a caller may change, and `UPDATED_DATE`
 * for the optimistic lock. Only the key is required.
 */
export function changeSchema(lang: Language, fields: Fields, key: readonly string[]): Schema {
  const sent = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, f]) => key.includes(name) || name === "updatedDate" || !isFixed(f, "update"),
    ),
  );
  return object(
    propertiesOf(lang, sent, "input"),
    wireNames(sent, (_, name) => key.includes(name)),
  );
}

/** Returns the schema of a row in a request that sends only the keys of rows, such as a deletion. */
export const keySchema = (lang: Language, fields: Fields, key: readonly string[]): Schema =>
  object(propertiesOf(lang, Object.fromEntries(key.map((k) => [k, fields[k] as Field])), "input"));

function outputFieldSchema(lang: Language, name: string, f: OutputField): Schema {
  if ("type" in f) return fieldSchema(lang, name, f, "answer");
  switch (f.kind) {
    case "rows":
      return list(outputSchema(lang, f.of));
    case "nested":
      return f.nullable ? orNull(outputSchema(lang, f.of)) : outputSchema(lang, f.of);
    case "values":
      return list(shapeSchema(lang, f.shape, "answer"));
    case "keyed":
      return {
        type: "object",
        additionalProperties: f.of ? outputSchema(lang, f.of) : shapeSchema(lang, f.shape, "answer"),
      };
  }
}

function outputSchema(lang: Language, of: Output): Schema {
  const fields = Object.entries(of);
  return object(
    Object.fromEntries(
      fields.map(([name, f]) => [wireName(name, f as Field), outputFieldSchema(lang, name, f)]),
    ),
  );
}

/** Returns the schema of the ReturnData of a command or preview. */
export function answerSchema(lang: Language, a: AnswerFields): Schema {
  if (!isPart(a)) return Object.keys(a).length === 0 ? { type: "null" } : outputSchema(lang, a);
  return a.kind === "value" ? shapeSchema(lang, a.shape, "answer") : outputFieldSchema(lang, "", a);
}
