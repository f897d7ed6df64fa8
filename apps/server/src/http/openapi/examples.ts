import { type Field, type Fields, isFixed, wireName } from "@shotkeeper/contract/kernel";

/** Values of fields in examples, by field name. Other fields get a value of their type. */
const samples: Readonly<Record<string, unknown>> = {
  moldNo: "M2026-001",
  moldName: "Door panel, left",
  writerId: "C0001",
  chipCode: "867959060000001",
  productNo: "P-1001",
  orderId: "PO20260520001",
  at: "2026-05-20T04:00:00Z",
  periodFrom: "2026-05-01",
  periodTo: "2026-05-31",
  qty: 100,
  reason: "Counted by hand",
};

/** Returns an example of a field's value, or undefined if the field's pattern allows none of the known texts. */
function exampleOf(name: string, f: Field): unknown {
  const sample = samples[name];
  if (sample !== undefined && f.type !== "choice") return fits(sample, f) ? sample : undefined;
  switch (f.type) {
    case "text":
      return ["text", "1", "13800000000", "2026"].find((t) => fits(t, f));
    case "int":
    case "decimal":
      return Math.max(f.min ?? 1, Math.min(1, f.max ?? 1));
    case "flag":
      return "Y";
    case "date":
      return "2026-05-20";
    case "time":
      return "2026-05-20T04:00:00Z";
    case "choice":
      return Object.values(f.options?.values ?? {})[0];
    case "json":
      return undefined;
  }
}

const fits = (value: unknown, f: Field) =>
  typeof value !== "string" ||
  ((f.length === undefined || value.length <= f.length) && (!f.pattern || f.pattern.test(value)));

/**
 * Returns an example of a record that a caller sends: its key and its required fields. If it has neither of them, the
 * example has the first field for which a value is known. Returns undefined if a required field has no example.
 */
export function exampleRecord(fields: Fields, key: readonly string[] = []): object | undefined {
  const own = Object.entries(fields).filter(([name, f]) => key.includes(name) || !isFixed(f, "insert"));
  const needed = own.filter(([name, f]) => f.required || key.includes(name));
  const chosen =
    needed.length > 0 ? needed : own.filter(([name, f]) => exampleOf(name, f) !== undefined).slice(0, 1);
  const values = chosen.map(([name, f]) => [wireName(name, f), exampleOf(name, f)] as const);
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
}
