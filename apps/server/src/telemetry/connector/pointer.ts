/**
 * Returns the value at a JSON pointer (RFC 6901), such as `/rxInfo/0/rssi`. Returns undefined if there is no value.
 * `~1` stands for "/" and `~0` for "~" in a name.
 */
export function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d{0,8})$/.test(name) ? value[Number(name)] : undefined;
    else if (typeof value === "object" && value !== null && Object.hasOwn(value, name))
      value = (value as Readonly<Record<string, unknown>>)[name];
    else return undefined;
  }
  return value;
}
