import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** Metric of a Sparkplug B payload, with the fields that counts need. */
export interface Metric {
  readonly name: string | undefined;
  readonly alias: bigint | undefined;
  /** Epoch ms. */
  readonly timestamp: number | undefined;
  readonly datatype: number | undefined;
  readonly isHistorical: boolean;
  /** Undefined: the metric is null, or its type is not a plain value (for example a data set). */
  readonly value: Value | undefined;
}

type Value = number | bigint | boolean | string;

export interface Payload {
  /** Epoch ms. */
  readonly timestamp: number | undefined;
  readonly seq: number | undefined;
  readonly metrics: readonly Metric[];
}

/** Number of bits by data type, for the types of Sparkplug B 3.0 (6.4.16) that are signed integers. */
const signedBits: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32, 4: 64 };
const booleanType = 11;

type Draft = { -readonly [K in keyof Metric]: Metric[K] };

/** Reads the fields of an encoded message. Skips a field that `read` does not know: `read` then returns false. */
function eachField(
  reader: BinaryReader,
  length: number,
  read: (no: number, wire: WireType) => boolean,
): void {
  const end = reader.pos + length;
  while (reader.pos < end) {
    const [no, wire] = reader.tag();
    if (!read(no, wire)) reader.skip(wire, no);
  }
}

const numberOf = (n: bigint | string): number => Number(n);

function readMetric(reader: BinaryReader): Metric {
  const m: Draft = {
    name: undefined,
    alias: undefined,
    timestamp: undefined,
    datatype: undefined,
    isHistorical: false,
    value: undefined,
  };
  const setters: Readonly<Record<number, () => void>> = {
    1: () => (m.name = reader.string()),
    2: () => (m.alias = BigInt(reader.uint64())),
    3: () => (m.timestamp = numberOf(reader.uint64())),
    4: () => (m.datatype = reader.uint32()),
    5: () => (m.isHistorical = reader.bool()),
    10: () => (m.value = reader.uint32()),
    11: () => (m.value = BigInt(reader.uint64())),
    12: () => (m.value = reader.float()),
    13: () => (m.value = reader.double()),
    14: () => (m.value = reader.bool()),
    15: () => (m.value = reader.string()),
  };
  eachField(reader, reader.uint32(), (no) => {
    setters[no]?.();
    return setters[no] !== undefined;
  });
  return m;
}

/** Decodes a Sparkplug B payload. Throws if the bytes are not a valid payload. */
export function decodePayload(bytes: Uint8Array): Payload {
  const reader = new BinaryReader(bytes);
  const metrics: Metric[] = [];
  let timestamp: number | undefined;
  let seq: number | undefined;
  eachField(reader, bytes.length, (no) => {
    if (no === 1) timestamp = numberOf(reader.uint64());
    else if (no === 2) metrics.push(readMetric(reader));
    else if (no === 3) seq = numberOf(reader.uint64());
    else return false;
    return true;
  });
  return { timestamp, seq, metrics };
}

/** Returns the value for JSON. Signed numbers are transmitted as their two's complement. */
export function plainValue(value: Value, datatype: number | undefined): string | number | boolean {
  const bits = signedBits[datatype ?? 0];
  if (bits !== undefined && (typeof value === "number" || typeof value === "bigint")) {
    const signed = BigInt.asIntN(bits, BigInt(value));
    return Number.isSafeInteger(Number(signed)) ? Number(signed) : String(signed);
  }
  if (typeof value !== "bigint") return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/**
 * Encodes the command with which the server asks a node to send its births again (the messages that announce its
 * metrics).
 */
export function rebirthCommand(now: number): Uint8Array {
  const metric = new BinaryWriter();
  metric.tag(1, WireType.LengthDelimited).string("Node Control/Rebirth");
  metric.tag(3, WireType.Varint).uint64(now);
  metric.tag(4, WireType.Varint).uint32(booleanType);
  metric.tag(14, WireType.Varint).bool(true);
  const payload = new BinaryWriter();
  payload.tag(1, WireType.Varint).uint64(now);
  payload.tag(2, WireType.LengthDelimited).bytes(metric.finish());
  return payload.finish();
}
