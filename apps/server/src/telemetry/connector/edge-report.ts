import { edgeSourceState, maxEdgeSources } from "@shotkeeper/contract/counter";
import { errors, onWire } from "@shotkeeper/contract/kernel";

const { reading, failing } = edgeSourceState.values;
type ReportedState = typeof reading | typeof failing;

/** Report of a gateway about one source. Times are epoch ms. */
interface SourceReport {
  readonly sourceId: string;
  readonly state: ReportedState;
  readonly error: string | null;
  readonly readAt: number | null;
  /** Count of the source's first counter, exactly as the device shows it. */
  readonly count: number | null;
  /** Number of counters that the gateway has found at this source. */
  readonly counters: number | null;
}

/** Report of a gateway about itself and its sources. */
export interface EdgeReport {
  readonly version: string;
  /** Number of readings that the gateway has stored and not sent yet. */
  readonly backlog: number;
  readonly oldestAt: number | null;
  /** Problem of the gateway itself, such as a full disk. Null: there is none. */
  readonly trouble: string | null;
  readonly sources: readonly SourceReport[];
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (v: unknown): v is Json => typeof v === "object" && v !== null && !Array.isArray(v);
const maxTime = 253_402_300_799_999;

function text(v: unknown, name: string, max: number): string {
  if (typeof v !== "string" || v.length > max || /\p{C}/u.test(v)) throw errors.invalidField(onWire(name));
  return v;
}

function whole(v: unknown, name: string, max: number): number {
  if (typeof v !== "number" || !Number.isSafeInteger(v) || v < 0 || v > max)
    throw errors.invalidField(onWire(name));
  return v;
}

const orNull = <T>(v: unknown, read: (v: unknown) => T): T | null =>
  v === null || v === undefined ? null : read(v);

function sourceReport(v: unknown, i: number): SourceReport {
  const at = (name: string) => `sources.${i}.${name}`;
  if (!isObject(v)) throw errors.invalidField(onWire(`sources.${i}`));
  if (v.state !== reading && v.state !== failing) throw errors.invalidField(onWire(at("state")));
  return {
    sourceId: text(v.sourceId, at("sourceId"), 40),
    state: v.state,
    error: orNull(v.error, (x) => text(x, at("error"), 300)),
    readAt: orNull(v.readAt, (x) => whole(x, at("readAt"), maxTime)),
    count: orNull(v.count, (x) => whole(x, at("count"), Number.MAX_SAFE_INTEGER)),
    counters: orNull(v.counters, (x) => whole(x, at("counters"), 1_000_000)),
  };
}

/** Reads the report of a gateway. Throws an error that names the wrong field. */
export function readEdgeReport(body: string): EdgeReport {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw errors.malformedBody();
  }
  if (!isObject(json)) throw errors.malformedBody();
  const { sources } = json;
  if (!Array.isArray(sources)) throw errors.missingField(onWire("sources"));
  if (sources.length > maxEdgeSources) throw errors.tooManyRows(maxEdgeSources);
  return {
    version: text(json.version, "version", 40),
    backlog: whole(json.backlog, "backlog", Number.MAX_SAFE_INTEGER),
    oldestAt: orNull(json.oldestAt, (v) => whole(v, "oldestAt", maxTime)),
    trouble: orNull(json.trouble, (v) => text(v, "trouble", 500)),
    sources: sources.map(sourceReport),
  };
}
