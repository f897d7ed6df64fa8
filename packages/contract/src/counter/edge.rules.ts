import type { Refusal, ValueOf } from "../kernel/index.ts";
import { refusals } from "../kernel/index.ts";
import { edgeProtocol, type edgeSource } from "./edge.entity.ts";

type SourceFields = (typeof edgeSource)["fields"];
/** Source in the form that the rules need: missing fields are null. */
export type EdgeSource = {
  readonly [K in Exclude<
    keyof SourceFields,
    "connectorId" | "createdBy" | "createdDate" | "updatedBy" | "updatedDate"
  >]: ValueOf<SourceFields[K]>;
};

const { opcua, modbus, em63, tcp } = edgeProtocol.values;

const hostPort = /^(?:\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/;
const addresses: Readonly<Record<EdgeSource["edgeProtocol"], RegExp>> = {
  [opcua]: /^opc\.tcp:\/\/[^\s/]+(?:\/\S*)?$/,
  [modbus]: hostPort,
  [tcp]: hostPort,
  // Absolute path of a folder on Linux, on a Windows drive, or on a Windows share.
  [em63]: /^(?:\/|[A-Za-z]:[\\/]|\\\\[^\\]+\\)/,
};

/** For each protocol: the fields that only sources with this protocol have. */
const fieldsOf: Readonly<Record<EdgeSource["edgeProtocol"], readonly (keyof EdgeSource)[]>> = {
  [opcua]: ["opcNode"],
  [modbus]: ["modbusUnit", "modbusTable", "modbusRegister", "wordOrder"],
  [em63]: [],
  [tcp]: ["linePattern"],
};

/** Returns true if a text is a regular expression with exactly one group. */
export function isLinePattern(text: string): boolean {
  try {
    // Adds the empty text as an alternative, so that the expression matches "". The match then has one element more
    // than the expression has groups.
    return new RegExp(`${text}|`).exec("")?.length === 2;
  } catch {
    return false;
  }
}

/**
 * Returns why the fields of a source are invalid, or do not fit its protocol or each other. Returns undefined if the
 * source is valid. The server and the form share this rule.
 */
export function refuseEdgeSource(s: EdgeSource): Refusal | undefined {
  const match = addresses[s.edgeProtocol].exec(s.sourceAddress);
  const port = match?.[1];
  if (!match || (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65_535)))
    return refusals.invalidField("sourceAddress");
  if (s.edgeProtocol === tcp && port === undefined) return refusals.invalidField("sourceAddress");
  for (const [protocol, names] of Object.entries(fieldsOf))
    for (const name of names)
      if (protocol !== s.edgeProtocol && s[name] !== null) return refusals.invalidField(name);
  if (s.opcNode !== null && !/^(?:ns=\d+;|nsu=[^;]+;)?[isgb]=.+$/.test(s.opcNode))
    return refusals.invalidField("opcNode");
  if (s.linePattern !== null && !isLinePattern(s.linePattern)) return refusals.invalidField("linePattern");
  if (s.edgeProtocol !== modbus) return undefined;
  const missing = (["modbusTable", "modbusRegister", "countWidth"] as const).find((name) => s[name] === null);
  if (missing) return refusals.missingField(missing);
  if (s.countWidth !== 16 && s.countWidth !== 32) return refusals.invalidField("countWidth");
  if (s.countWidth === 32 && s.wordOrder === null) return refusals.missingField("wordOrder");
  if (s.countWidth === 32 && s.modbusRegister === 65_535) return refusals.invalidField("modbusRegister");
  return undefined;
}
