/** A JSON Schema (draft 2020-12) or another object of an OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: "string" };
export const integer: Schema = { type: "integer" };
export const flag: Schema = { type: "string", enum: ["Y", "N"] };
export const instant: Schema = { type: "string", format: "date-time" };

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const constant = (value: string | number): Schema => ({ const: value });
export const list = (items: Schema, more: Schema = {}): Schema => ({ type: "array", items, ...more });

/** Returns the schema of an object. Without `required`, all properties are required. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
});

/** Returns a schema that also allows null. */
export function orNull(s: Schema): Schema {
  if (Array.isArray(s.enum)) return { ...s, type: [s.type, "null"], enum: [...s.enum, null] };
  if (typeof s.type === "string") return { ...s, type: [s.type, "null"] };
  return Object.keys(s).length === 0 ? s : { anyOf: [s, { type: "null" }] };
}

/** Returns a response with a JSON body. */
export const json = (schema: Schema, description: string, more: Schema = {}): Schema => ({
  description,
  ...more,
  content: { "application/json": { schema } },
});

/** Returns a request body in JSON. */
export const body = (schema: Schema, example?: unknown): Schema => ({
  required: true,
  content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
});
