import type { Explanation } from "@shotkeeper/contract/mold";
import { expect, it } from "vitest";
import { ledgerSum } from "./ledger-lines.ts";

const binding = (counter: string, from: string, shots: number) => ({
  writerId: counter,
  bindTime: from,
  unbindTime: null,
  shots: shots,
  readings: 1,
  firstCount: 0,
  lastCount: shots,
  estimated: 0,
});
const explanation: Explanation = {
  moldNo: "M1",
  at: "2026-03-01T00:00:00Z",
  total: 1_580,
  opening: 1_000,
  bindings: [binding("C2", "2026-02-01T00:00:00Z", 200), binding("C1", "2026-01-01T00:00:00Z", 400)],
  corrections: [
    {
      qty: -20,
      reason: "trial",
      createdBy: "admin",
      createdDate: "2026-01-15T00:00:00Z",
      isEstimated: false,
      gapFrom: null,
      gapTo: null,
    },
  ],
};

it("lists the summands by time, and their sum equals the total", () => {
  const sum = ledgerSum(explanation);
  expect(sum.lines.map((l) => [l.kind, l.shots])).toEqual([
    ["opening", 1_000],
    ["binding", 400],
    ["correction", -20],
    ["binding", 200],
  ]);
  expect(sum).toMatchObject({ sum: 1_580, addsUp: true });
});

it("reports that the sum differs from the total", () => {
  expect(ledgerSum({ ...explanation, total: 1_600 }).addsUp).toBe(false);
});
