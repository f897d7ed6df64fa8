import type { Explanation } from "@shotkeeper/contract/basic";
import { expect, it } from "vitest";
import { ledgerSum } from "./ledger-lines.ts";

const binding = (counter: string, from: string, shots: number) => ({
  WRITER_ID: counter,
  BIND_TIME: from,
  UNBIND_TIME: null,
  SHOTS: shots,
  READINGS: 1,
  FIRST_COUNT: 0,
  LAST_COUNT: shots,
  ESTIMATED: 0,
});
const explanation: Explanation = {
  MOLD_NO: "M1",
  AT: "2026-03-01T00:00:00Z",
  TOTAL: 1_580,
  OPENING: 1_000,
  BINDINGS: [binding("C2", "2026-02-01T00:00:00Z", 200), binding("C1", "2026-01-01T00:00:00Z", 400)],
  CORRECTIONS: [{ QTY: -20, REASON: "trial", CREATED_BY: "admin", CREATED_DATE: "2026-01-15T00:00:00Z" }],
};

it("puts the summands in the order in which they came to be, and they add up", () => {
  const sum = ledgerSum(explanation);
  expect(sum.lines.map((l) => [l.kind, l.shots])).toEqual([
    ["opening", 1_000],
    ["binding", 400],
    ["correction", -20],
    ["binding", 200],
  ]);
  expect(sum).toMatchObject({ sum: 1_580, addsUp: true });
});

it("says when they do not", () => {
  expect(ledgerSum({ ...explanation, TOTAL: 1_600 }).addsUp).toBe(false);
});
