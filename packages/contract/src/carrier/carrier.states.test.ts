import { expect, it } from "vitest";
import { type ExpressRoute, expressState, sortedRoutes } from "./carrier.states.ts";

const route = (acceptTime: string, opCode?: string): ExpressRoute => ({
  acceptTime,
  remark: "",
  ...(opCode !== undefined && { opCode }),
});

it.each([
  ["50", "pickedUp"],
  ["54", "pickedUp"],
  ["30", "leaving"],
  ["31", "arrived"],
  ["36", "underWay"],
  ["44", "delivering"],
  ["80", "signed"],
  ["8000", "signed"],
  ["33", "problem"],
  ["70", "problem"],
  ["99", "returned"],
  ["648", "returned"],
  ["12345", "underWay"],
  ["", "underWay"],
  [undefined, "underWay"],
])("the carrier's code %s means %s", (code, state) => {
  expect(expressState([route("2026-05-01 08:00:00", code)])).toBe(state);
});

it("waits before the first step, and has the state of the last known step", () => {
  expect(expressState([])).toBe("waiting");
  expect(expressState(["50", "44", "80", "9999"].map((c) => route("2026-05-01 08:00:00", c)))).toBe("signed");
  expect(expressState(["80", "99"].map((c) => route("2026-05-01 08:00:00", c)))).toBe("returned");
});

it("ignores steps without a code", () => {
  expect(expressState([{ acceptTime: "", remark: "signed" }])).toBe("underWay");
});

it("sorts steps by time, stable for equal times", () => {
  const given = [
    route("2026-05-02 00:10:00", "d"),
    route("2026-05-01 09:00:00", "b"),
    route("2026-05-01 09:00:00", "c"),
    route("2025-12-31 23:59:59", "a"),
  ];
  const before = [...given];
  expect(sortedRoutes(given).map((r) => r.opCode)).toEqual(["a", "b", "c", "d"]);
  expect(given).toEqual(before);
});
