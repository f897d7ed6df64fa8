import { defineEntity, defineEnum, field, onlyWriters, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { countWidth } from "./connector.entity.ts";

/** Protocol by which an edge gateway reads a source. */
export const edgeProtocol = defineEnum("edgeProtocol", {
  opcua: "opcua",
  modbus: "modbus",
  em63: "em63",
  tcp: "tcp",
});

/** Table of a Modbus device that holds the count: holding registers (function 3) or input registers (function 4). */
export const modbusTable = defineEnum("modbusTable", { holding: "holding", input: "input" });

/** Order of the two registers of a 32-bit count. The bytes inside a register are big-endian in any case. */
export const wordOrder = defineEnum("wordOrder", { highFirst: "highFirst", lowFirst: "lowFirst" });

/** State of a source. `unknown`: the gateway has not yet reported the state of this source. */
export const edgeSourceState = defineEnum("edgeSourceState", {
  reading: "reading",
  failing: "failing",
  off: "off",
  unknown: "unknown",
});

export const maxEdgeSources = 1000;

/** A machine, controller or folder from which an edge gateway reads counts. */
export const edgeSource = defineEntity({
  name: "edgeSource",
  wire: "BS_EDGE_SOURCE",
  access: tableRights(menus.connector, { writers: onlyWriters("staff"), peopleOnly: "writes" }),
  key: ["connectorId", "sourceId"],
  fields: {
    connectorId: field.int({ required: true, atCreation: true, reference: "BS_CONNECTOR", isPart: true }),
    /**
     * Name of the source. The name is also the device id of the source's count. With OPC UA, the device id is the name
     * of the source followed by the name of the counter.
     */
    sourceId: field.text(40, { required: true, pattern: /^[A-Za-z0-9_.-]+$/ }),
    edgeProtocol: field.choice(edgeProtocol, { required: true, atCreation: true }),
    sourceAddress: field.text(300, { required: true }),
    isEnabled: field.flag({ required: true }),
    pollSeconds: field.int({ unit: "s", required: true, min: 1, max: 3600 }),
    /** OPC UA node that holds the count. Empty: the gateway searches the nodes of the OPC UA server for counters. */
    opcNode: field.text(200),
    modbusUnit: field.int({ min: 0, max: 255 }),
    modbusTable: field.choice(modbusTable),
    /** Address of the first register, counted from 0. */
    modbusRegister: field.int({ min: 0, max: 65_535 }),
    wordOrder: field.choice(wordOrder),
    /**
     * Regular expression whose only group matches the count in a line that the source sends. Empty: the count is the
     * first whole number of the line.
     */
    linePattern: field.text(200),
    /**
     * Number of bits of a count that begins at 0 again after its largest value. Empty: a smaller count than before is
     * treated as a restart of the device.
     */
    countWidth: field.choice(countWidth),
  },
});
