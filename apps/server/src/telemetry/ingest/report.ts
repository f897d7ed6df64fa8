import { channel } from "@shotkeeper/contract/counter";
import { isRealDay, onWire, refusals, wireMessage } from "@shotkeeper/contract/kernel";
import type { IncomingReading } from "../ledger/incoming.ts";

/** Item of a report (one reading as a client sent it), not yet validated. */
export type ReportItem = Readonly<Record<string, unknown>>;

/** Reason why an item is not a valid reading: a message code with its argument, such as `S0200^COUNT_TIMES`. */
type Refusal = string;

type Draft = { -readonly [K in keyof IncomingReading]: IncomingReading[K] };

const maxCycles = 10_000;
/** Shortest valid cycle, s. A shorter cycle comes from a bouncing contact. */
const minCycle = 0.05;
/** Longest valid cycle, s: one day. A longer cycle is not plausible. */
const maxCycle = 86_400;
/** End of the year 9999, ms. A later device time is unusable, because it has no ISO form that the database accepts. */
const maxInstant = 253_402_300_799_999;

const chipPattern = /^[A-Za-z0-9_-]{1,50}$/;
const isoPattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/;
const digitsPattern = /^\d{1,16}$/;

export function isItem(x: unknown): x is ReportItem {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}

/** Returns the chip code of an item. Returns undefined if the chip code is missing or malformed. */
export function chipOf(item: ReportItem): string | undefined {
  const chip = item.WRITER_IMIE;
  return typeof chip === "string" && chipPattern.test(chip) ? chip : undefined;
}

/**
 * Parses a device time. Returns epoch ms, or null if the time is unusable. A reading without a usable time is still
 * accepted, and the ledger uses the time at which the server received the reading.
 * Text without a time zone is read as UTC+8, the home time zone of Shotkeeper, as in all ingest APIs.
 */
export function parseSendTime(v: unknown): number | null {
  let ms: number;
  if (typeof v === "number") ms = Math.trunc(v);
  else if (typeof v === "string") {
    if (digitsPattern.test(v)) ms = Number(v);
    else {
      const m = isoPattern.exec(v);
      // Rejects days such as 30 February, which `Date.parse` would read as a day of March.
      if (!m || !isRealDay(v.slice(0, 10))) return null;
      if (m[1]) ms = Date.parse(v.length > 10 ? v.replace(" ", "T") : v);
      else ms = Date.parse(v.length > 10 ? `${v.replace(" ", "T")}+08:00` : `${v}T00:00:00+08:00`);
    }
  } else return null;
  return ms >= 0 && ms <= maxInstant ? ms : null;
}

/** Parses 0 or 1, given as number or text. Returns -1 for any other value. */
function bit(v: unknown): number {
  if (v === 0 || v === "0") return 0;
  if (v === 1 || v === "1") return 1;
  return -1;
}

const isEmpty = (v: unknown) => v === null || v === undefined || v === "";

function within(v: unknown, min: number, max: number): v is number {
  return typeof v === "number" && v >= min && v <= max;
}

/**
 * Parses the field `Reader_Id`, a card number. It must be short, printable and without markup. Returns undefined if it
 * is invalid.
 */
function cardText(v: unknown): string | undefined {
  const s = typeof v === "number" && Number.isSafeInteger(v) ? String(v) : v;
  if (typeof s !== "string" || s.length > 50) return undefined;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    // Rejects control characters (the database cannot store NUL), the characters < and >, and halves of surrogate
    // pairs.
    if (c < 32 || c === 60 || c === 62 || c === 127 || (c >= 0xd800 && c <= 0xdfff)) return undefined;
  }
  return s;
}

function readCoordinate(v: unknown, r: Draft): boolean {
  if (typeof v !== "string" || v.length > 50) return false;
  const comma = v.indexOf(",");
  if (comma < 1) return false;
  const a = v.slice(0, comma).trim();
  const b = v.slice(comma + 1).trim();
  if (a === "" || b === "") return false;
  const lng = Number(a);
  const lat = Number(b);
  if (!(lng >= -180 && lng <= 180 && lat >= -90 && lat <= 90)) return false;
  r.lng = lng;
  r.lat = lat;
  return true;
}

function readCycles(v: unknown, r: Draft): boolean {
  if (!Array.isArray(v) || v.length > maxCycles) return false;
  const list: readonly unknown[] = v;
  const out = new Array<number>(list.length);
  for (let i = 0; i < list.length; i++) {
    const s = list[i];
    if (!within(s, minCycle, maxCycle)) return false;
    out[i] = Math.round(s * 1000);
  }
  if (out.length > 0) r.cycles = out;
  return true;
}

/** Parses one field into `r`. Returns the reason for refusal, or "" if the field is valid. */
function readField(name: string, v: unknown, r: Draft): Refusal {
  switch (name) {
    case "WRITER_IMIE":
      return "";
    case "COUNT_TIMES":
      if (!within(v, 0, Number.MAX_SAFE_INTEGER) || !Number.isInteger(v))
        return wireMessage(refusals.invalidField(onWire("COUNT_TIMES")));
      r.count = v;
      return "";
    case "sendTime":
      r.sentAt = parseSendTime(v);
      return "";
    case "percentage":
      if (isEmpty(v)) return "";
      if (!within(v, 0, 100)) return wireMessage(refusals.invalidField(onWire("percentage")));
      r.battery = Math.round(v);
      return "";
    case "rssi":
      if (isEmpty(v)) return "";
      if (!within(v, -200, 0)) return wireMessage(refusals.invalidField(onWire("rssi")));
      r.rssi = Math.round(v);
      return "";
    case "Electricity_Mark":
    case "Remove_Sign": {
      if (isEmpty(v)) return "";
      const b = bit(v);
      if (b < 0) return wireMessage(refusals.invalidField(onWire(name)));
      if (name === "Remove_Sign") r.removed = b;
      else r.lowBattery = b;
      return "";
    }
    case "coordinate":
      return isEmpty(v) || readCoordinate(v, r)
        ? ""
        : wireMessage(refusals.invalidField(onWire("coordinate")));
    case "Reader_Id": {
      if (isEmpty(v)) return "";
      const text = cardText(v);
      if (text === undefined) return wireMessage(refusals.invalidField(onWire("Reader_Id")));
      r.readerId = text;
      return "";
    }
    case "cycles":
      return v === null || readCycles(v, r) ? "" : wireMessage(refusals.invalidField(onWire("cycles")));
    default:
      return wireMessage(refusals.unknownField(onWire(name.slice(0, 60))));
  }
}

/**
 * Validates an item of a known counter. Returns the reading, or the reason for refusal. Written by hand as a single
 * pass for speed, because it runs for every reading.
 */
export function parseReport(
  item: ReportItem,
  counterId: number,
  receivedAt: number,
  channelValue: number = channel.values.http,
): IncomingReading | Refusal {
  const r: Draft = {
    counterId,
    sentAt: null,
    receivedAt,
    count: -1,
    channel: channelValue,
    battery: null,
    lowBattery: null,
    rssi: null,
    lng: null,
    lat: null,
    removed: null,
    readerId: null,
    cycles: null,
  };
  for (const name in item) {
    const refusal = readField(name, item[name], r);
    if (refusal !== "") return refusal;
  }
  return r.count < 0 ? wireMessage(refusals.missingField(onWire("COUNT_TIMES"))) : r;
}
