import type { Field } from "@shotkeeper/contract/kernel";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { TextRow } from "../../kernel/range-rows.ts";
import type { FileColumn } from "./datasets.ts";

type Element = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];
type Value = string | number | bigint | boolean | null;

/** Digits of a decimal column. 18 digits fit into 64 bits. */
const precision = 18;

const dayMs = 86_400_000;
const isNumber = (f: Field) =>
  f.type === "int" || typeof Object.values(f.options?.values ?? {})[0] === "number";

/**
 * Returns the type of a column: exact decimals, times in microseconds, and text for fields without a Parquet type of
 * their own.
 */
function elementOf({ name, field }: FileColumn): Element {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  if (isNumber(field)) return { ...optional, type: "INT64" };
  switch (field.type) {
    case "decimal":
      return { ...optional, type: "INT64", converted_type: "DECIMAL", precision, scale: field.scale ?? 0 };
    case "flag":
      return { ...optional, type: "BOOLEAN" };
    case "date":
      return { ...optional, type: "INT32", converted_type: "DATE" };
    case "time":
      return {
        ...optional,
        type: "INT64",
        converted_type: "TIMESTAMP_MICROS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
      };
    default:
      return { ...optional, type: "BYTE_ARRAY", converted_type: "UTF8" };
  }
}

/** Returns the digits of a decimal text without its point: 12.5 with two decimals becomes 1250. */
function unscaled(text: string, scale: number): bigint {
  const [whole = "0", part = ""] = text.split(".");
  const digits = part.replace(/0+$/, "");
  if (digits.length > scale) throw new Error(`${text} has more than ${scale} decimals`);
  return BigInt(whole + digits.padEnd(scale, "0"));
}

/** Returns the microseconds since 1970 of a time with six decimals. */
const microseconds = (text: string) =>
  BigInt(Date.parse(`${text.slice(0, 19)}Z`)) * 1000n + BigInt(text.slice(20, 26));

function parquetValue(f: Field, text: string | null): Value {
  if (text === null) return null;
  if (isNumber(f)) return BigInt(text);
  if (f.type === "decimal") return unscaled(text, f.scale ?? 0);
  if (f.type === "flag") return text === "true";
  if (f.type === "date") return Date.parse(`${text}T00:00:00Z`) / dayMs;
  if (f.type === "time") return microseconds(text);
  return text;
}

/** Collects the bytes of a file, so that the finished bytes can be sent before the file is complete. */
class ChunkWriter extends ByteWriter {
  /** Returns the bytes since the last call. */
  take(): Buffer {
    const bytes = Buffer.from(this.getBytes());
    this.index = 0;
    return bytes;
  }
}

/** Yields a Parquet file (Snappy). Each chunk of rows becomes a row group. */
export async function* encodeParquet(
  columns: readonly FileColumn[],
  chunks: AsyncIterable<TextRow[]>,
): AsyncGenerator<Buffer> {
  const writer = new ChunkWriter();
  const schema: Element[] = [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)];
  const file = new ParquetWriter({ writer, schema, createdBy: "Shotkeeper" });
  for await (const rows of chunks) {
    const columnData = columns.map(({ name, field }, i) => ({
      name,
      data: rows.map((row) => parquetValue(field, row[i] ?? null)),
    }));
    await file.write({ columnData, rowGroupSize: rows.length });
    yield writer.take();
  }
  await file.finish();
  yield writer.take();
}
