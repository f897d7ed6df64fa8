import { expect, it } from "vitest";
import { edgeFaultOf } from "./edge-fault.ts";

it.each([
  ["The product cannot be reached: connect ECONNREFUSED 127.0.0.1:8080", "serverUnreachable"],
  ["The product refuses the secret. Connect the gateway again with --connect", "secretRefused"],
  ["The product answers 500 S0001", "serverRefused"],
  ["The product sent no receipt", "noReceipt"],
  ["The connector is not active. Readings are kept until it is", "inactive"],
  ["The disk is full: no reading is stored", "diskFull"],
  ["No answer in time", "noAnswer"],
  ["The machine does not answer the request file", "noAnswer"],
  ["connect ECONNREFUSED 10.0.0.1:502", "connectionRefused"],
  ["getaddrinfo ENOTFOUND imm-1", "hostUnknown"],
  ["ENOENT: no such file or directory, stat '/srv/em63'", "folderMissing"],
  ["IMM-1: -3 is no count", "noCount"],
  ["The line has no count: hello", "noCount"],
  ["IMM-1: 70000 does not fit into 16 bits", "countTooLarge"],
  ["1 registers instead of 2", "badValue"],
  ["The value is BadNodeIdUnknown", "badValue"],
  ["The value is no count: true", "noCount"],
  ["Modbus: ModbusException Illegal data address", "modbusError"],
  ["Another machine answers at this address: IMM_2", "otherMachine"],
  ["E47: job refused", "other"],
])("reads %s", (text, code) => {
  expect(edgeFaultOf(text)).toBe(code);
});
