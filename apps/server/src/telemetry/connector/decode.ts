import type { ConnectorKind, FieldMap } from "@shotkeeper/contract/counter";
import { type Refusal, refusals } from "@shotkeeper/contract/kernel";
import { kinds } from "./kinds/index.ts";
import type { Message, Opened, PlatformKeys } from "./kinds/kind.ts";
import { valueAt } from "./pointer.ts";
import { readCount, readId, readOptional, readTime, shown } from "./values.ts";

/** Maximum number of readings in a message. */
const maxItems = 1000;

export interface DeviceReading {
  readonly deviceId: string;
  readonly count: number;
  /**
   * Time of the message, epoch ms. Null: the message has no time, so the time at which the server received it is used.
   */
  readonly at: number | null;
  readonly battery: number | null;
  readonly rssi: number | null;
}

/** Part of a message: a reading, a refusal, or a `notice`, which gives no reading and is only shown in the log. */
export type Part =
  | { readonly reading: DeviceReading }
  | { readonly notice: Refusal; readonly deviceId?: string | undefined }
  | { readonly refusal: Refusal; readonly deviceId?: string | undefined };

export interface DecodeSettings {
  readonly kind: ConnectorKind;
  readonly map: FieldMap;
  readonly keys: PlatformKeys;
}

/**
 * Returns the device id in a topic: the text where the pattern has `{id}`. Returns "" if the pattern has no `{id}`, and
 * undefined if the topic does not match the pattern.
 */
export function matchTopic(pattern: string, topic: string): string | undefined {
  const levels = topic.split("/");
  let id = "";
  const wanted = pattern.split("/");
  for (const [i, level] of wanted.entries()) {
    if (level === "#") return id;
    const found = levels[i];
    if (found === undefined) return undefined;
    if (level === "{id}") id = found;
    else if (level !== "+" && level !== found) return undefined;
  }
  return wanted.length === levels.length ? id : undefined;
}

/** Parses the JSON of a message, and removes the envelope that an IoT platform has put around the content. */
export function open(message: Message, { kind, keys }: Omit<DecodeSettings, "map">): Opened {
  let json: unknown;
  try {
    json = JSON.parse(message.body);
  } catch {
    return { refusal: refusals.malformedBody() };
  }
  return kinds[kind].open(json, message, keys);
}

/**
 * Decodes a message into parts: readings, refusals of wrong input, and valid parts without a reading (`notice`), such
 * as a LoRaWAN frame with another port than the field map names. Only the connector's log shows a `notice`. A pure
 * function: it stores nothing.
 */
export function decode(message: Message, settings: DecodeSettings): readonly Part[] {
  const { map } = settings;
  let idOfTopic = "";
  if (message.topic !== undefined && map.topicPattern !== null) {
    const found = matchTopic(map.topicPattern, message.topic);
    if (found === undefined) return [{ refusal: refusals.connectorTopic(shown(message.topic)) }];
    if (found !== "") {
      const id = readId(found, map.topicPattern);
      if ("refusal" in id) return [id];
      idOfTopic = id.value;
    }
  }
  const opened = open(message, settings);
  if ("notice" in opened) return [withReadId(opened)];
  if ("refusal" in opened) return [opened];
  const { framePort } = opened;
  if (framePort !== undefined && map.framePort !== null && framePort !== map.framePort)
    return [{ notice: refusals.framePortOther(framePort) }];
  const items = itemsOf(opened.body, map.itemsPath);
  if (!Array.isArray(items)) return [{ refusal: items as Refusal }];
  return items.map((item: unknown) => readItem(item, opened, message, map, idOfTopic));
}

/** Checks the device id of a part that gives no reading (`notice`). Returns a refusal if the id is invalid. */
function withReadId(part: Extract<Part, { notice: Refusal }>): Part {
  if (part.deviceId === undefined) return part;
  const id = readId(part.deviceId, "deviceId");
  return "refusal" in id ? id : { ...part, deviceId: id.value };
}

function itemsOf(body: unknown, path: string | null): readonly unknown[] | Refusal {
  if (path === null) return [body];
  const items = valueAt(body, path);
  return Array.isArray(items) && items.length > 0 && items.length <= maxItems
    ? items
    : refusals.connectorNoItems(path);
}

/**
 * Reads one reading. Each value is looked up in the item first and then in the whole message, because a message with
 * several readings may contain the device id only once, outside of the array of items.
 */
function readItem(
  item: unknown,
  { body, zeros, isSparse }: Extract<Opened, { body: unknown }>,
  message: Message,
  map: FieldMap,
  idOfTopic: string,
): Part {
  const find = (path: string) =>
    valueAt(item, path) ?? valueAt(body, path) ?? (zeros?.includes(path) ? 0 : undefined);
  const { idPath, countPath, timePath } = map;
  let deviceId = idOfTopic;
  if (deviceId === "") {
    if (idPath === null) return { refusal: refusals.missingField("idPath") };
    const value = find(idPath);
    if (value === undefined || value === null) return { refusal: refusals.connectorNoValue(idPath) };
    const id = readId(value, idPath);
    if ("refusal" in id) return id;
    deviceId = id.value;
  }
  const refuse = (refusal: Refusal): Part => ({ refusal, deviceId });
  if (countPath === null) return refuse(refusals.missingField("countPath"));
  const value = find(countPath);
  if (value === undefined || value === null) {
    const refusal = refusals.connectorNoValue(countPath);
    return isSparse ? { notice: refusal, deviceId } : refuse(refusal);
  }
  const count = readCount(value, map, countPath);
  if ("refusal" in count) return refuse(count.refusal);
  let at: number | null = null;
  if (timePath !== null) {
    const time = find(timePath);
    if (time === undefined || time === null) return refuse(refusals.connectorNoValue(timePath));
    const read = readTime(time, timePath, message.receivedAt);
    if ("refusal" in read) return refuse(read.refusal);
    at = read.value;
  }
  const optional = (path: string | null, min: number, max: number) =>
    path === null ? null : readOptional(find(path), min, max);
  return {
    reading: {
      deviceId,
      count: count.value,
      at,
      battery: optional(map.batteryPath, 0, 100),
      rssi: optional(map.rssiPath, -200, 0),
    },
  };
}
