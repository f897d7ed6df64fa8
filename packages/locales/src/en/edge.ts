import type { Texts } from "../types.ts";
import type { edge as model } from "../zh-CN/edge.ts";

export const edge: Texts<typeof model> = {
  sources: "Sources",
  add: "Add source",
  title: (protocol, source) => (source === undefined ? `New source: ${protocol}` : `${protocol}: ${source}`),
  none: "No sources yet",
  noneHint: "Add the machines that the gateway reads. It starts to read a new source within half a minute.",
  notConnected: "The gateway has not reported yet",
  connectHint:
    "Install it on a computer in the factory, and run: npm run edge -- --connect <address>. The address was shown when the connector was made; Replace secret shows a new one.",
  away: "The gateway does not report",
  awayHint:
    "It keeps its readings and sends them when it is connected again. Check the computer and its network.",
  addresses: {
    opcua: "Such as opc.tcp://10.0.0.12:4840",
    modbus: "Host and port, such as 10.0.0.12:502",
    em63: "Folder of the session files, as the gateway sees it, such as /srv/em63/imm-1 or \\\\pc-1\\em63",
    tcp: "Host and port, such as 10.0.0.12:4001",
  },
  hints: {
    sourceId: "Becomes the device ID. Letters, digits, point, hyphen and underscore.",
    opcNode:
      "Such as ns=4;i=6001. Empty: all counters of OPC 40077, 40083 and 40082-5 are found by browsing.",
    modbusUnit: "Empty: 1.",
    modbusRegister: "Counted from 0: register 40001 of a manual is 0.",
    registers: "16 bits: one register. 32 bits: two.",
    linePattern:
      "Regular expression with one group, such as N=(\\d+). Empty: the first whole number of the line.",
    countWidth: "Only if the count begins at 0 again after its largest value.",
  },
};
