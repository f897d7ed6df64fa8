import type { EnumValue, Refusal, ValueOf } from "../kernel/index.ts";
import { refusals } from "../kernel/index.ts";
import { connectorKind, type fieldMap } from "./connector.entity.ts";

export type ConnectorKind = EnumValue<typeof connectorKind>;

/** Field map as it is stored: every field is present, empty fields are null. */
export type FieldMap = { readonly [K in keyof typeof fieldMap]: ValueOf<(typeof fieldMap)[K]> };

const { http, mqtt, chirpstack, tts, ctwing, onenet, edge, sparkplug } = connectorKind.values;

export const emptyFieldMap: FieldMap = {
  itemsPath: null,
  idPath: null,
  countPath: null,
  timePath: null,
  batteryPath: null,
  rssiPath: null,
  topicPattern: null,
  framePort: null,
  byteOffset: null,
  byteLength: null,
  byteOrder: null,
  isSigned: null,
  countWidth: null,
  shotsPerCount: null,
  countsPerShot: null,
};

/**
 * Parts of the field map that are the same for all connectors of a kind, because the sending system fixes its format.
 * Users then only have to choose the other parts, such as the field of the count.
 */
const known: Readonly<Record<ConnectorKind, Partial<FieldMap>>> = {
  [http]: {},
  [mqtt]: {},
  [chirpstack]: { idPath: "/deviceInfo/devEui", timePath: "/time", rssiPath: "/rxInfo/0/rssi" },
  [tts]: {
    idPath: "/end_device_ids/dev_eui",
    timePath: "/uplink_message/received_at",
    rssiPath: "/uplink_message/rx_metadata/0/rssi",
  },
  [ctwing]: { idPath: "/deviceId", timePath: "/timestamp" },
  [onenet]: { idPath: "/deviceName" },
  [edge]: { itemsPath: "/readings", idPath: "/device", countPath: "/count", timePath: "/at" },
  [sparkplug]: { itemsPath: "/samples", idPath: "/device", timePath: "/at" },
};

/** Returns the initial field map of a new connector of this kind. */
export const initialFieldMap = (kind: ConnectorKind): FieldMap => ({ ...emptyFieldMap, ...known[kind] });

/** Kinds of connectors whose messages may come by MQTT. */
export const mqttKinds: readonly ConnectorKind[] = [mqtt, chirpstack, tts];
/** Kinds of connectors to LoRaWAN networks. Only their messages have a LoRaWAN port (`framePort`). */
export const lorawanKinds: readonly ConnectorKind[] = [chirpstack, tts];

/**
 * Returns how many values a count of this width has, for example 65,536 for 16 bits. After the largest value, the
 * count begins at 0 again. Returns undefined without a width: the count never begins at 0 again.
 */
export const turnOf = (width: number | null): number | undefined => (width === null ? undefined : 2 ** width);

/** Returns the count, in shots, after which a device begins at 0 again. Null: the default of the ledger. */
export function maxCountOf(map: FieldMap): number | null {
  const turn = turnOf(map.countWidth);
  return turn === undefined ? null : (turn * (map.shotsPerCount ?? 1)) / (map.countsPerShot ?? 1) - 1;
}

/**
 * Returns why a connector with this field map may not be active. Returns undefined if the connector may be active. The
 * server and the screen share this rule.
 */
export function refuseActivation(kind: ConnectorKind, map: FieldMap): Refusal | undefined {
  if (map.countPath === null) return refusals.missingField("countPath");
  const idInTopic = map.topicPattern?.split("/").includes("{id}") === true;
  if (kind === mqtt && map.topicPattern === null) return refusals.missingField("topicPattern");
  if (map.idPath === null && !(mqttKinds.includes(kind) && idInTopic)) return refusals.missingField("idPath");
  return refuseFieldMap(kind, map);
}

/** Returns why a field map has invalid or contradicting settings. Returns undefined if the field map is valid. */
export function refuseFieldMap(kind: ConnectorKind, map: FieldMap): Refusal | undefined {
  if (map.framePort !== null && !lorawanKinds.includes(kind)) return refusals.invalidField("framePort");
  if (map.topicPattern !== null && !isTopicPattern(map.topicPattern))
    return refusals.invalidField("topicPattern");
  if ((map.byteOffset === null) !== (map.byteLength === null))
    return refusals.missingField(map.byteOffset === null ? "byteOffset" : "byteLength");
  // Refuses a count width (number of bits of the count) for the whole connector of an edge gateway, because each
  // source of the gateway has its own count width.
  if (kind === edge && map.countWidth !== null) return refusals.invalidField("countWidth");
  if (map.countWidth !== null) {
    // Requires the time of the reading. Without a time, a message that comes late or twice would look as if the count
    // had begun at 0 again.
    if (map.timePath === null) return refusals.widthNeedsTime();
    // Requires that the values from 0 to the largest value make a whole number of shots. Otherwise the shots would
    // jump each time the count begins at 0 again.
    const max = maxCountOf(map);
    if (max === null || !Number.isInteger(max) || max < 1) return refusals.invalidField("countsPerShot");
    if (map.byteLength !== null && map.byteLength * 8 < map.countWidth)
      return refusals.invalidField("countWidth");
  }
  return undefined;
}

/** Returns whether a text is a pattern of MQTT topics: levels with at most one `{id}`, and `#` only at the end. */
function isTopicPattern(text: string): boolean {
  const levels = text.split("/");
  return (
    levels.filter((level) => level === "{id}").length <= 1 &&
    levels.every(
      (level, i) =>
        level === "+" ||
        level === "{id}" ||
        (level === "#" && i === levels.length - 1) ||
        /^[^+#{}\s]+$/.test(level),
    )
  );
}

/** Returns the id of the source of a device that an edge gateway reads: the device id up to the first slash. */
export const sourceOfDevice = (deviceId: string): string => deviceId.split("/", 1)[0] ?? "";

/**
 * Returns the chip code that is suggested for a device: the device id, cut to 50 characters, with "-" in place of
 * characters that a chip code cannot have.
 */
export const suggestedChip = (deviceId: string): string =>
  deviceId.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 50);
