import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { connector, connectorDeviceState, messageOutcome } from "./connector.entity.ts";

const access = right(menus.connector, "Q", { only: ["staff"] });

/** Lists the connectors. Counts the messages of each connector by outcome. */
export const connectorList = defineQuery({
  menu: menus.connector,
  id: "Q01",
  access,
  key: ["connectorId"],
  columns: {
    ...connector.fields,
    lastMessageAt: field.time({ virtual: true }),
    bookedCount: field.int({ virtual: true }),
    duplicateCount: field.int({ virtual: true }),
    quarantinedCount: field.int({ virtual: true }),
    unknownCount: field.int({ virtual: true }),
    noticeCount: field.int({ virtual: true }),
    refusedCount: field.int({ virtual: true }),
    /** Number of messages that arrived while the connector was not active. */
    inactiveCount: field.int({ virtual: true }),
    /**
     * Number of messages from unknown devices that are not in the list of waiting devices, because the list was full.
     */
    unlistedCount: field.int({ virtual: true }),
    /** Number of devices that wait for adoption. */
    waitingDevices: field.int({ virtual: true }),
    hasToken: field.flag({ virtual: true }),
    hasAesKey: field.flag({ virtual: true }),
    /**
     * Time of the last report of an edge gateway. The report also contains the fields below: version, number of unsent
     * readings, time of the oldest unsent reading, and trouble.
     */
    edgeSeenAt: field.time({ virtual: true }),
    edgeVersion: field.text(40, { virtual: true }),
    edgeBacklog: field.int({ virtual: true }),
    edgeOldestAt: field.time({ virtual: true }),
    edgeTrouble: field.text(500, { virtual: true }),
  },
});

/**
 * Lists the latest messages of each connector in their original form: up to 50 messages with the outcome `booked`,
 * `duplicate` or `inactive`, and up to 200 with another outcome.
 */
export const connectorMessageList = defineQuery({
  menu: menus.connector,
  id: "Q02",
  access,
  key: ["messageId"],
  columns: {
    messageId: field.int(),
    connectorId: field.int(),
    receivedAt: field.time({ wire: "RECEIVED_TIME" }),
    messageOutcome: field.choice(messageOutcome),
    /** Message code with its argument, such as `S0601^/object/count`. Empty: the readings were stored. */
    outcomeReason: field.text(500),
    remoteId: field.text(100),
    countTimes: field.int({ unit: "shots" }),
    /** MQTT topic. For a message that came by HTTP: the query parameters of the URL. */
    topic: field.text(300),
    payload: field.text(8000),
    isCut: field.flag(),
  },
});

/** Lists the devices that the connectors have seen. */
export const connectorDeviceList = defineQuery({
  menu: menus.connector,
  id: "Q03",
  access,
  key: ["connectorId", "remoteId"],
  columns: {
    connectorId: field.int({ required: true }),
    /** Id of the device in the other system. */
    remoteId: field.text(100, { required: true }),
    connectorDeviceState: field.choice(connectorDeviceState),
    /** Counter of an adopted device. */
    writerId: field.text(50),
    chipCode: field.text(50, { wire: "WRITER_IMIE" }),
    /**
     * Registered counter that has the suggested chip code of the device (`suggestedChip`). With this chip code, the
     * adoption uses this counter and registers no new one. Empty for an adopted device.
     */
    matchingWriter: field.text(50),
    firstAt: field.time(),
    lastMessageAt: field.time(),
    messageCount: field.int(),
    /** Count of the last message, in shots. */
    countTimes: field.int({ unit: "shots" }),
    /**
     * Latest event of the device that a message without a count reported, such as a reset of the frame counter, and its
     * time (two fields).
     */
    lastNotice: field.text(500),
    lastNoticeAt: field.time(),
  },
});
