import { describe, expect, it } from "vitest";
import { refusals } from "../kernel/index.ts";
import { knownParameters, refuseOrder, refusePrompt, refuseValue } from "./parameter.rules.ts";

const value = refusals.invalidField("prmValue");

describe("a parameter's value", () => {
  // spec: admin 9.7
  it.each([
    ["WARN_BATTERY_LOW", "25", undefined],
    ["WARN_BATTERY_LOW", "0", value],
    ["WARN_BATTERY_LOW", "100", value],
    ["WARN_BATTERY_LOW", "twenty", value],
    ["WARN_BATTERY_LOW", "", value],
    ["WARN_BATTERY_LOW", "20.5", value],
    ["WARN_CYCLE_L1", "2.5", undefined],
    ["WARN_CYCLE_L1", "2.55", value],
    ["WARN_CYCLE_L1", "2.", value],
    ["SHOP_POSTAGE_CITY", "19.99", undefined],
    ["SHOP_POSTAGE_CITY", "1.15", undefined],
    ["SHOP_POSTAGE_CITY", "12.50", undefined],
    ["SHOP_POSTAGE_CITY", "12.505", value],
    ["SHOP_OPEN", "1", undefined],
    ["SHOP_OPEN", "1.0", value],
    ["SHOP_OPEN", "01", value],
    ["MAINTAIN_TIMES", "-0", value],
    ["READING_MONTHS", "0", undefined],
    ["READING_MONTHS", "5", value],
    ["READING_MONTHS", "6", undefined],
    ["READING_MONTHS", "241", value],
    ["WARN_RSSI", "-105", undefined],
    ["WARN_RSSI", "1e2", value],
    ["OWN", "anything at all", undefined],
    ["OWN", "x".repeat(765), undefined],
    ["OWN", "x".repeat(766), refusals.configurationTooLong()],
    ["OWN", "模".repeat(255), undefined],
    ["OWN", "模".repeat(256), refusals.configurationTooLong()],
  ])("%s = %s", (id, text, refusal) => {
    expect(refuseValue(id, text)).toEqual(refusal);
  });
});

// spec: admin 5.22, 9.8
it.each([
  ["x".repeat(256), undefined],
  ["x".repeat(257), refusals.promptTooLong()],
  ["模".repeat(85), undefined],
  ["模".repeat(86), refusals.promptTooLong()],
])("limits a remark to 256 bytes: %s", (text, refusal) => {
  expect(refusePrompt(text)).toEqual(refusal);
});

it("has defaults that pass the rules", () => {
  for (const p of knownParameters)
    if (p.standard !== null) expect(refuseValue(p.id, String(p.standard)), p.id).toBeUndefined();
  expect(refuseOrder({}, new Set(knownParameters.map((p) => p.id)))).toBeUndefined();
});

it.each([
  [{ WARN_BATTERY_URGENT: "20" }, "WARN_BATTERY_URGENT", "WARN_BATTERY_LOW"],
  [{ WARN_BATTERY_LOW: "30" }, "WARN_BATTERY_LOW", "WARN_BATTERY_CLEAR"],
  [{ WARN_CYCLE_L2: "5" }, "WARN_CYCLE_L2", "WARN_CYCLE_L1"],
  [{ WARN_IDLE_L1: "30" }, "WARN_IDLE_L1", "WARN_IDLE_L2"],
  [{ WARN_SILENT: "168" }, "WARN_SILENT", "WARN_OFFLINE"],
])("keeps the levels in order: %o", (values, changed, other) => {
  expect(refuseOrder(values, new Set([changed]))).toEqual(refusals.parameterOrder(other));
  // Values that break a rule may have been stored before the rule existed. They must not block changes of other
  // parameters.
  expect(refuseOrder(values, new Set(["MAINTAIN_TIMES"]))).toBeUndefined();
});
