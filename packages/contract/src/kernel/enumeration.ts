/** A closed set of named values. Code uses the names; the database and the wire use the values. */
export interface EnumDef<
  V extends Readonly<Record<string, number | string>> = Readonly<Record<string, number | string>>,
> {
  readonly name: string;
  readonly values: V;
}

export type EnumValue<D extends EnumDef> = D["values"][keyof D["values"]];
export type EnumName<D extends EnumDef> = keyof D["values"] & string;

export function defineEnum<const V extends Readonly<Record<string, number | string>>>(
  name: string,
  values: V,
): EnumDef<V> {
  return { name, values };
}

/** Returns the name of a value, such as "draft" for 0. Returns undefined if the enumeration has no such value. */
export function nameOf<D extends EnumDef>(def: D, value: unknown): EnumName<D> | undefined {
  for (const [name, v] of Object.entries(def.values)) if (v === value) return name as EnumName<D>;
  return undefined;
}
