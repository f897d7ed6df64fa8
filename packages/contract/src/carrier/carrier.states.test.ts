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

it("waits before the first step, and is what the last step says that has a meaning", () => {
  expect(expressState([])).toBe("waiting");
  expect(expressState(["50", "44", "80", "9999"].map((c) => route("2026-05-01 08:00:00", c)))).toBe("signed");
  expect(expressState(["80", "99"].map((c) => route("2026-05-01 08:00:00", c)))).toBe("returned");
});

it("knows no step without a code, whatever else is said of it", () => {
  expect(expressState([{ acceptTime: "", remark: "signed" }])).toBe("underWay");
});

it("puts steps in order whatever order they come in, and leaves those of one moment as they came", () => {
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
