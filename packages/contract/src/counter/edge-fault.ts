import { defineEnum, type EnumName } from "../kernel/index.ts";

/** Codes of the errors that an edge gateway reports, about itself or about a source. */
export const edgeFault = defineEnum("edgeFault", {
  serverUnreachable: "serverUnreachable",
  secretRefused: "secretRefused",
  gatewayUnknown: "gatewayUnknown",
  otherServer: "otherServer",
  serverRefused: "serverRefused",
  noReceipt: "noReceipt",
  inactive: "inactive",
  clockAhead: "clockAhead",
  diskFull: "diskFull",
  noAnswer: "noAnswer",
  connectionClosed: "connectionClosed",
  connectionRefused: "connectionRefused",
  hostUnknown: "hostUnknown",
  hostUnreachable: "hostUnreachable",
  folderMissing: "folderMissing",
  folderDenied: "folderDenied",
  noCount: "noCount",
  countTooLarge: "countTooLarge",
  badValue: "badValue",
  noCounterFound: "noCounterFound",
  otherMachine: "otherMachine",
  reportColumn: "reportColumn",
  modbusError: "modbusError",
  other: "other",
});
type Code = EnumName<typeof edgeFault>;

/**
 * Patterns that find the code of an error by its text, in the order in which they are tried. Edge gateways send English
 * texts instead of codes. Texts of earlier versions must stay, because such gateways are still in use. Patterns with
 * names such as ECONNREFUSED match codes of the operating system.
 */
const patterns: readonly (readonly [Code, RegExp])[] = [
  ["serverUnreachable", /^The product cannot be reached/],
  ["secretRefused", /^The product refuses the secret/],
  ["gatewayUnknown", /^The product does not know this gateway/],
  ["otherServer", /^Something else than the product answers/],
  ["serverRefused", /^The product answers \d/],
  ["noReceipt", /^The product sent no (?:receipt|configuration)/],
  ["inactive", /^The connector is not active/],
  ["clockAhead", /^The clock of this computer is ahead/],
  ["diskFull", /^The disk is full|ENOSPC/],
  ["noAnswer", /^No answer in time|^The machine does not answer|ETIMEDOUT|^Modbus: Timeout/i],
  ["connectionClosed", /^The connection was closed|^The device has closed the connection|ECONNRESET|EPIPE/],
  ["connectionRefused", /ECONNREFUSED/],
  ["hostUnknown", /ENOTFOUND|EAI_AGAIN/],
  ["hostUnreachable", /EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/],
  ["folderMissing", /ENOENT|ENOTDIR/],
  ["folderDenied", /EACCES|EPERM/],
  ["countTooLarge", / does not fit into \d+ bits$/],
  ["reportColumn", /^The report has no column /],
  ["noCount", / has no count: | is no count|^The server sent no value|^The line has no end/],
  ["badValue", /^The value is |^\d+ registers instead of /],
  ["noCounterFound", /^Browsing found no known counter/],
  ["otherMachine", /^Another machine answers at this address/],
  ["modbusError", /^Modbus: /],
];

/** Returns the code of an error that an edge gateway has reported as a text. */
export function edgeFaultOf(text: string): Code {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
}
