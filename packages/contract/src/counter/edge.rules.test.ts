import { expect, it } from "vitest";
import { wireMessage } from "../kernel/index.ts";
import { type EdgeSource, isLinePattern, refuseEdgeSource } from "./edge.rules.ts";

const base: EdgeSource = {
  sourceId: "imm-1",
  edgeProtocol: "opcua",
  sourceAddress: "opc.tcp://10.0.0.1:4840",
  isEnabled: true,
  pollSeconds: 30,
  opcNode: null,
  modbusUnit: null,
  modbusTable: null,
  modbusRegister: null,
  wordOrder: null,
  linePattern: null,
  countWidth: null,
};
const modbus = {
  edgeProtocol: "modbus",
  sourceAddress: "10.0.0.2:502",
  modbusTable: "holding",
  modbusRegister: 100,
  countWidth: 32,
  wordOrder: "highFirst",
} as const;

const reason = (s: Partial<EdgeSource>) => {
  const refusal = refuseEdgeSource({ ...base, ...s });
  return refusal && wireMessage(refusal);
};

it("accepts complete sources of each protocol", () => {
  expect(reason({})).toBeUndefined();
  expect(reason({ opcNode: "ns=2;s=Counter" })).toBeUndefined();
  expect(reason({ ...modbus })).toBeUndefined();
  expect(reason({ ...modbus, countWidth: 16, wordOrder: null, sourceAddress: "[::1]" })).toBeUndefined();
  for (const sourceAddress of ["/srv/em63/imm1", "C:\\em63", "\\\\pc\\em63"])
    expect(reason({ edgeProtocol: "em63", sourceAddress })).toBeUndefined();
  expect(reason({ edgeProtocol: "tcp", sourceAddress: "plc:4001", linePattern: "N=(\\d+)" })).toBeUndefined();
});

it.each<[Partial<EdgeSource>, string]>([
  [{ sourceAddress: "http://x" }, "S0200^SOURCE_ADDRESS"],
  [{ opcNode: "Counter" }, "S0200^OPC_NODE"],
  [{ modbusUnit: 1 }, "S0200^MODBUS_UNIT"],
  [{ ...modbus, modbusRegister: null }, "S0007^MODBUS_REGISTER"],
  [{ ...modbus, countWidth: null }, "S0007^COUNT_WIDTH"],
  [{ ...modbus, countWidth: 24 }, "S0200^COUNT_WIDTH"],
  [{ ...modbus, wordOrder: null }, "S0007^WORD_ORDER"],
  [{ ...modbus, modbusRegister: 65_535 }, "S0200^MODBUS_REGISTER"],
  [{ ...modbus, sourceAddress: "plc:70000" }, "S0200^SOURCE_ADDRESS"],
  [{ edgeProtocol: "em63", sourceAddress: "em63" }, "S0200^SOURCE_ADDRESS"],
  [{ edgeProtocol: "tcp", sourceAddress: "plc" }, "S0200^SOURCE_ADDRESS"],
  [{ edgeProtocol: "tcp", sourceAddress: "plc:1", linePattern: "(" }, "S0200^LINE_PATTERN"],
])("refuses %o by its field", (source, message) => {
  expect(reason(source)).toBe(message);
});

it("wants exactly one group in a line pattern", () => {
  expect([isLinePattern("\\d+"), isLinePattern("(\\d+) (x)"), isLinePattern("C=(\\d+);")]).toEqual([
    false,
    false,
    true,
  ]);
});
