import { defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { connector, connectorKind, fieldMap, messageOutcome } from "./connector.entity.ts";
import { counterType } from "./counter.entity.ts";

const o = { only: ["staff"], peopleOnly: true } as const;
const { connectorId } = connector.fields;

/** Maximum number of devices that one call adopts or ignores. */
export const maxAdopted = 200;

/** Creates a connector and its secret. Only the answer to this call contains the secret. */
export const makeConnector = defineCommand({
  type: "rf_MakeConnector",
  access: right(menus.connector, "A", o),
  input: {
    connectorName: field.text(100, { required: true }),
    connectorKind: field.choice(connectorKind, { required: true }),
  },
  output: {
    connectorId,
    connectorName: field.text(100, { required: true }),
    secret: field.text(100, { required: true }),
  },
});

/** Replaces the secret of a connector. The old secret stops working at once. */
export const rotateConnector = defineCommand({
  type: "rf_RotateConnector",
  access: right(menus.connector, "M", o),
  input: { connectorId },
  output: { secret: field.text(100, { required: true }) },
});

/**
 * Sets the field map of a connector, and whether it is active. Only an active connector passes readings to the ledger.
 * An inactive connector stores its messages, so that users can set up the field map.
 */
export const setConnector = defineCommand({
  type: "rf_SetConnector",
  access: right(menus.connector, "M", o),
  input: {
    connectorId,
    connectorName: field.text(100, { required: true }),
    isActive: field.flag({ required: true }),
    ...fieldMap,
    type: field.choice(counterType, { wire: "WRITER_TYPE", required: true }),
    reportIntervalHours: connector.fields.reportIntervalHours,
  },
  output: {},
});

/** Sets the two secrets that the platform OneNET shares with a connector. An empty input removes the secret. */
export const setConnectorKeys = defineCommand({
  type: "rf_SetConnectorKeys",
  access: right(menus.connector, "M", o),
  input: {
    connectorId,
    /** Token with which OneNET signs its messages. */
    platformToken: field.text(100, { secret: true }),
    /** Key with which OneNET encrypts its messages. */
    aesKey: field.text(100, { secret: true }),
  },
  output: {},
});

/** Decodes the stored messages of a connector by a field map that is not saved. Stores nothing. */
export const previewConnector = defineCommand({
  type: "rf_PreviewConnector",
  access: right(menus.connector, "Q", { only: ["staff"] }),
  input: { connectorId, ...fieldMap },
  output: {
    /**
     * Contents of the messages, without the envelope of the platform. Messages whose envelope cannot be read are left
     * out. The pointers of the field map apply to these contents.
     */
    contents: output.rows({ messageId: field.int({ required: true }), content: output.json<unknown>() }),
    parts: output.rows({
      messageId: field.int({ required: true }),
      messageOutcome: field.choice(messageOutcome, { required: true }),
      outcomeReason: field.text(500),
      remoteId: field.text(100),
      /** Count, in shots, that an active connector would pass to the ledger. */
      countTimes: field.int({ unit: "shots" }),
      at: field.time({ wire: "sendTime" }),
    }),
  },
});

/**
 * Adopts waiting devices. If a counter with the device's chip code is registered, the server matches the device with
 * this counter. Otherwise the server registers a new counter. If the connector is active, the last reading of each
 * device is passed to the ledger.
 */
export const adoptDevices = defineCommand({
  type: "rf_AdoptDevices",
  access: right(menus.connector, "M", o),
  input: {
    connectorId,
    remoteIds: field.json<readonly string[]>(),
    /**
     * Chip code of the counter. May be set only for a single device. Empty: the server derives each chip code from the
     * device id (`suggestedChip`).
     */
    chipCode: field.text(50, { wire: "WRITER_IMIE", pattern: /^[A-Za-z0-9_-]+$/ }),
  },
  output: {
    /**
     * `registered`: number of newly registered counters. `matched`: number of devices matched with registered counters.
     */
    registered: field.int({ required: true }),
    matched: field.int({ required: true }),
  },
});

/** Ignores waiting devices, or sets ignored devices to waiting again. */
export const ignoreDevices = defineCommand({
  type: "rf_IgnoreDevices",
  access: right(menus.connector, "M", o),
  input: {
    connectorId,
    remoteIds: field.json<readonly string[]>(),
    isIgnored: field.flag({ required: true }),
  },
  output: { count: field.int({ required: true }) },
});
