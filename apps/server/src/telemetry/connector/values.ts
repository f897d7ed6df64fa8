import type { FieldMap } from "@shotkeeper/contract/counter";
import { byteOrder, turnOf } from "@shotkeeper/contract/counter";
import { type Refusal, refusals } from "@shotkeeper/contract/kernel";
import { jsonOf } from "../ingest/refused.ts";
import { parseSendTime } from "../ingest/report.ts";

/** Result of reading a value: the value, or the reason why there is none. */
export type Read<T> = { readonly value: T } | { readonly refusal: Refusal };

/** Numbers below this are seconds, others milliseconds: 1e11 s is the year 5138, and 1e11 ms is 1973. */
const firstMs = 100_000_000_000;
/** A message's time may be ahead of the server's clock by at most this number of ms. The ledger has the same limit. */
const maxLeadMs = 600_000;
const maxIdLength = 100;

/** Returns a value as a short text, to be shown in the reason of a refusal. */
export function shown(value: unknown): string {
  const text = jsonOf(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const at = (path: string, value: unknown) => `${path} = ${shown(value)}`;

/** Reads a device id: a text without control characters, or a whole number. */
export function readId(value: unknown, path: string): Read<string> {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  // The id must be short and printable, because rows and lists contain it.
  if (typeof text !== "string" || !/^[^\p{C}<>]+$/u.test(text.trim()) || text.trim().length > maxIdLength)
    return { refusal: refusals.connectorNoId(at(path, value)) };
  return { value: text.trim() };
}

/** Reads a time: ISO 8601 (without a zone: UTC+8), or seconds or milliseconds since 1970. Returns epoch ms. */
export function readTime(value: unknown, path: string, receivedAt: number): Read<number> {
  const n = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  const ms = typeof n === "number" && n < firstMs ? n * 1000 : n;
  const time = parseSendTime(ms);
  if (time === null || Number.isNaN(time) || time < Date.UTC(2015, 0))
    return { refusal: refusals.connectorNoTime(at(path, value)) };
  if (time > receivedAt + maxLeadMs) return { refusal: refusals.connectorTimeAhead(at(path, value)) };
  return { value: time };
}

const base64Pattern = /^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2,3}={0,2})?$/;

/** Reads the count from the bytes of a base64 text. */
function readBytes(value: unknown, map: FieldMap, path: string): Read<number> {
  const { byteOffset: offset, byteLength: length } = map;
  if (offset === null || length === null || typeof value !== "string" || !base64Pattern.test(value))
    return { refusal: refusals.connectorBytes(at(path, value)) };
  const bytes = Buffer.from(value, "base64");
  if (bytes.length < offset + length)
    return { refusal: refusals.connectorBytes(`${path}: ${bytes.length} B < ${offset + length} B`) };
  const isLittle = map.byteOrder === byteOrder.values.little;
  if (map.isSigned)
    return { value: isLittle ? bytes.readIntLE(offset, length) : bytes.readIntBE(offset, length) };
  return { value: isLittle ? bytes.readUIntLE(offset, length) : bytes.readUIntBE(offset, length) };
}

/**
 * Reads the count of a message in shots. A count with a small maximum (such as 16 bits) is returned as the device sent
 * it: the ledger recognizes from the stored readings when the count has passed its maximum and begun again at 0.
 */
export function readCount(value: unknown, map: FieldMap, path: string): Read<number> {
  let raw: unknown = value;
  if (map.byteOffset !== null) {
    const read = readBytes(value, map, path);
    if ("refusal" in read) return read;
    raw = read.value;
  } else if (typeof value === "string" && /^\d{1,15}$/.test(value.trim())) raw = Number(value);
  if (typeof raw !== "number" || !Number.isSafeInteger(raw) || raw < 0)
    return { refusal: refusals.connectorNoCount(at(path, raw)) };
  const turn = turnOf(map.countWidth);
  if (turn !== undefined && raw >= turn)
    return { refusal: refusals.connectorCountTooWide(`${path} = ${raw} > ${turn - 1}`) };
  // Rounds down to whole shots. The count is cumulative, so the pulses of an incomplete shot count with a later
  // message.
  const count = Math.floor((raw * (map.shotsPerCount ?? 1)) / (map.countsPerShot ?? 1));
  return Number.isSafeInteger(count)
    ? { value: count }
    : { refusal: refusals.connectorNoCount(at(path, raw)) };
}

/**
 * Reads an optional number of a message, such as the battery charge. Returns null if the number is missing or not
 * between `min` and `max`. The reading is then stored without this number.
 */
export function readOptional(value: unknown, min: number, max: number): number | null {
  return typeof value === "number" && value >= min && value <= max ? Math.round(value) : null;
}
