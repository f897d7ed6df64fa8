import { defineEntity, defineEnum, field, onlyWriters, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { counterType } from "./counter.entity.ts";

/** Kind of system that sends messages to a connector. The kind decides how the envelope of a message is read. */
export const connectorKind = defineEnum("connectorKind", {
  http: "http",
  mqtt: "mqtt",
  chirpstack: "chirpstack",
  tts: "tts",
  ctwing: "ctwing",
  onenet: "onenet",
  edge: "edge",
  sparkplug: "sparkplug",
});

/** Number of bits of a count that begins at 0 again after its largest value. */
export const countWidth = defineEnum("countWidth", { bits8: 8, bits16: 16, bits24: 24, bits32: 32 });

export const byteOrder = defineEnum("byteOrder", { big: "big", little: "little" });

/**
 * Outcome of a received message. If the readings of a message have several outcomes, the outcome that needs most
 * attention counts:
 * - `refused`: the message, or a part of it, is no reading of this connector.
 * - `waiting`: the device is not adopted yet.
 * - `quarantined`: the reading is stored and does not count.
 * - `inactive`: the connector was not active, so the readings were not stored.
 * - `notice`: only logged, because the message has no count, another port than `framePort` or an ignored device.
 * - `booked`: the readings count.
 * - `duplicate`: the readings were stored before.
 */
export const messageOutcome = defineEnum("messageOutcome", {
  refused: "refused",
  waiting: "waiting",
  quarantined: "quarantined",
  inactive: "inactive",
  notice: "notice",
  booked: "booked",
  duplicate: "duplicate",
});

/**
 * State of a device that a connector has seen. Readings of an `ignored` device are not stored: the connector only logs
 * its messages.
 */
export const connectorDeviceState = defineEnum("connectorDeviceState", {
  waiting: "waiting",
  adopted: "adopted",
  ignored: "ignored",
});

/** JSON pointer (RFC 6901) to a value of a message, such as `/object/count`. */
const pointer = field.text(200, { pattern: /^(?:\/[^\s]*)+$/ });

/** Field map of a connector. It defines where a message holds device id, count and time, and how the count is read. */
export const fieldMap = {
  /** Array whose elements are the readings of a message. Empty: the message itself is the reading. */
  itemsPath: pointer,
  idPath: pointer,
  countPath: pointer,
  timePath: pointer,
  batteryPath: pointer,
  rssiPath: pointer,
  /** MQTT topics of the connector. `{id}` stands for the device id, `+` for any level, `#` for all further levels. */
  topicPattern: field.text(200),
  /**
   * LoRaWAN port of the frames with the count. The connector only logs the messages of other ports. Empty: all ports.
   */
  framePort: field.int({ min: 0, max: 255 }),
  /**
   * Position of the first byte of the count in base64-encoded bytes, counted from 0. Empty: the value at `countPath` is
   * the count itself.
   */
  byteOffset: field.int({ min: 0, max: 255 }),
  byteLength: field.int({ min: 1, max: 6 }),
  byteOrder: field.choice(byteOrder),
  /** True if the bytes are a signed number. A negative count is refused. */
  isSigned: field.flag(),
  /**
   * Number of bits of a count that begins at 0 again after its largest value. Empty: a smaller count than before is
   * treated as a restart of the device.
   */
  countWidth: field.choice(countWidth),
  /**
   * Number of shots for which the transmitted count rises by 1, for devices that count several shots as one. Together
   * with `countsPerShot`: shots = count × shotsPerCount / countsPerShot, rounded down. Empty: 1.
   */
  shotsPerCount: field.int({ min: 1, max: 10_000 }),
  /**
   * Number by which the transmitted count rises for each shot, for devices that send several pulses for one shot.
   * Empty: 1.
   */
  countsPerShot: field.int({ min: 1, max: 10_000 }),
} as const;

/** A connector: an address at which another system delivers messages of its devices. */
export const connector = defineEntity({
  name: "connector",
  wire: "BS_CONNECTOR",
  access: tableRights(menus.connector, { writers: onlyWriters("staff"), peopleOnly: "writes" }),
  key: ["connectorId"],
  fields: {
    connectorId: field.int({ required: true }),
    connectorName: field.text(100, { required: true, readOnly: true }),
    connectorKind: field.choice(connectorKind, { required: true, readOnly: true }),
    isActive: field.flag({ required: true, readOnly: true }),
    /** Beginning of the secret. The secret itself is stored as a hash only. */
    prefix: field.text(40, { wire: "KEY_PREFIX", readOnly: true }),
    ...fieldMap,
    /** Type and report interval of the counters that are registered for adopted devices. */
    type: field.choice(counterType, { wire: "WRITER_TYPE", required: true }),
    reportIntervalHours: field.decimal(2, {
      wire: "INT_REPORT",
      unit: "h",
      min: 0.01,
      max: 720,
      required: true,
    }),
  },
});
