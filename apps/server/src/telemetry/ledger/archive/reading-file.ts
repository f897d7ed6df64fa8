import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { sql } from "../../../kernel/db/sql.ts";

/** All values of a reading. Times are microseconds since 1970. */
export interface ArchivedReading {
  readonly counter_id: number;
  readonly at: number;
  readonly count: number;
  readonly received_at: number;
  readonly device_at: number | null;
  readonly channel: number;
  readonly flags: number;
  readonly battery: number | null;
  readonly low_battery: number | null;
  readonly rssi: number | null;
  readonly removed: number | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly reader_id: string | null;
  /** Cycles in milliseconds, separated by commas. */
  readonly cycles: string | null;
}

type Element = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];
const kinds = {
  whole: { type: "INT64" },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MICROS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
  },
  double: { type: "DOUBLE" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
} as const satisfies Record<string, Omit<Element, "name">>;

/**
 * Columns of a file in their order. `from`: SQL expression on the reading (alias `r`) that gives the value of the
 * column.
 */
const columns: readonly { name: keyof ArchivedReading; kind: keyof typeof kinds; from: string }[] = [
  { name: "counter_id", kind: "whole", from: "r.counter_id" },
  { name: "at", kind: "time", from: "r.at" },
  { name: "count", kind: "whole", from: "r.count" },
  { name: "received_at", kind: "time", from: "r.received_at" },
  { name: "device_at", kind: "time", from: "r.device_at" },
  { name: "channel", kind: "whole", from: "r.channel" },
  { name: "flags", kind: "whole", from: "r.flags" },
  { name: "battery", kind: "whole", from: "r.battery" },
  { name: "low_battery", kind: "whole", from: "r.low_battery" },
  { name: "rssi", kind: "whole", from: "r.rssi" },
  { name: "removed", kind: "whole", from: "r.removed" },
  { name: "lng", kind: "double", from: "r.lng" },
  { name: "lat", kind: "double", from: "r.lat" },
  { name: "reader_id", kind: "text", from: "r.reader_id" },
  { name: "cycles", kind: "text", from: "array_to_string(r.cycles, ',')" },
];

const valueSql = ({ kind, from }: (typeof columns)[number]) =>
  kind === "time" ? `(extract(epoch from ${from}) * 1000000)::bigint` : from;

/** SQL expression: a reading (alias `r`) as a JSON object of type `ArchivedReading`. */
export const archivedReadingSql = sql.raw(
  `json_build_object(${columns.map((c) => `'${c.name}', ${valueSql(c)}`).join(", ")})`,
);

/** SQL expression: the hash of a reading (alias `r`). It must equal `hashOf` of the same reading. */
export const readingHashSql = sql.raw(
  `('x' || left(md5(concat_ws('|', ${columns
    .map((c) =>
      c.kind === "double"
        ? `coalesce(encode(float8send(${c.from}), 'hex'), '~')`
        : `coalesce((${valueSql(c)})::text, '~')`,
    )
    .join(", ")})), 15))::bit(60)::bigint`,
);

const doubles = Buffer.alloc(8);
function textOf(kind: keyof typeof kinds, value: string | number | null): string {
  if (value === null) return "~";
  if (kind !== "double") return String(value);
  doubles.writeDoubleBE(Number(value));
  return doubles.toString("hex");
}

/** Returns 60 bits of the MD5 hash of a reading's values. */
function hashOf(r: ArchivedReading): bigint {
  const text = columns.map((c) => textOf(c.kind, r[c.name])).join("|");
  return BigInt(`0x${createHash("md5").update(text).digest("hex").slice(0, 15)}`);
}

/** Sums over readings, used to compare two sets. Sets with equal sums and equal hash are taken to be the same. */
export interface ReadingSums {
  readonly rows: number;
  readonly countSum: bigint;
  readonly hash: bigint;
}

/** Collects the bytes of a file, so that they can be written while the file grows. */
class ChunkWriter extends ByteWriter {
  take(): Buffer {
    const bytes = Buffer.from(this.getBytes());
    this.index = 0;
    return bytes;
  }
}

/** Yields a Parquet file (Snappy) of readings. Each chunk becomes a row group. */
export async function* encodeReadings(
  chunks: AsyncIterable<readonly ArchivedReading[]>,
): AsyncGenerator<Buffer> {
  const writer = new ChunkWriter();
  const schema: Element[] = [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, kind }) => ({ name, repetition_type: "OPTIONAL" as const, ...kinds[kind] })),
  ];
  const file = new ParquetWriter({ writer, schema, createdBy: "Shotkeeper" });
  for await (const rows of chunks) {
    const columnData = columns.map(({ name, kind }) => ({
      name,
      data: rows.map((r) => {
        const value = r[name];
        return value !== null && (kind === "whole" || kind === "time") ? BigInt(value) : value;
      }),
    }));
    await file.write({ columnData, rowGroupSize: rows.length });
    yield writer.take();
  }
  await file.finish();
  yield writer.take();
}

/** Opens a file for reading. The caller must close it. */
async function openFile(path: string): Promise<{ file: AsyncBuffer; close: () => Promise<void> }> {
  const handle = await open(path, "r");
  const { size } = await handle.stat();
  const slice = async (start: number, end = size) => {
    const bytes = new Uint8Array(new ArrayBuffer(end - start));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    if (bytesRead !== bytes.length) throw new Error("the file is shorter than its footer says");
    return bytes.buffer;
  };
  return { file: { byteLength: size, slice }, close: () => handle.close() };
}

type Decoded = Readonly<Record<string, unknown>>;
const numberIn = (row: Decoded, name: keyof ArchivedReading) => Number(row[name]);
const orNull = <T>(value: unknown, convert: (value: unknown) => T) =>
  value === null || value === undefined ? null : convert(value);

/** Converts a decoded row to a reading. The decoder returns whole numbers and times as BigInt. */
const readingOfRow = (row: Decoded): ArchivedReading => ({
  counter_id: numberIn(row, "counter_id"),
  at: numberIn(row, "at"),
  count: numberIn(row, "count"),
  received_at: numberIn(row, "received_at"),
  device_at: orNull(row.device_at, Number),
  channel: numberIn(row, "channel"),
  flags: numberIn(row, "flags"),
  battery: orNull(row.battery, Number),
  low_battery: orNull(row.low_battery, Number),
  rssi: orNull(row.rssi, Number),
  removed: orNull(row.removed, Number),
  lng: orNull(row.lng, Number),
  lat: orNull(row.lat, Number),
  reader_id: orNull(row.reader_id, String),
  cycles: orNull(row.cycles, String),
});

/** Yields the readings of a file from row `first` (included) to row `end` (excluded), one row group at a time. */
export async function* readReadings(
  path: string,
  first = 0,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<ArchivedReading[]> {
  const { file, close } = await openFile(path);
  try {
    const metadata = await parquetMetadataAsync(file);
    let begin = 0;
    for (const group of metadata.row_groups) {
      const groupEnd = begin + Number(group.num_rows);
      const [rowStart, rowEnd] = [Math.max(begin, first), Math.min(groupEnd, end)];
      if (rowStart < rowEnd) {
        // Keeps times as microseconds, because a Date would round them to milliseconds.
        const parsers = { timestampFromMicroseconds: (us: bigint) => us };
        const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, parsers });
        yield rows.map(readingOfRow);
      }
      begin = groupEnd;
    }
  } finally {
    await close();
  }
}

/** Reads a whole file and returns its sums, which are compared with those of the database. */
export async function sumsOfFile(path: string): Promise<ReadingSums> {
  let rows = 0;
  let countSum = 0n;
  let hash = 0n;
  for await (const chunk of readReadings(path)) {
    rows += chunk.length;
    for (const r of chunk) {
      countSum += BigInt(r.count);
      hash += hashOf(r);
    }
  }
  return { rows, countSum, hash };
}
