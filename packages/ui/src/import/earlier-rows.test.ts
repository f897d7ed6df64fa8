import { codes, type ImportFault } from "@shotkeeper/contract/kernel";
import { expect, it } from "vitest";
import { earlierRows } from "./earlier-rows.ts";

const duplicate = (row: number, field = "NO"): ImportFault => ({
  row,
  field,
  message: `${codes.duplicate}^${field}`,
});

it("finds the first row with the same parts of the key", () => {
  const rows = [{ ORG: 1, NO: "A" }, { ORG: 2, NO: "A" }, { ORG: 1, NO: "A" }, { NAME: "x" }, { NAME: "x" }];
  const faults = [duplicate(2), duplicate(4, "NAME"), { row: 1, field: null, message: codes.duplicate }];
  const earlierRow = earlierRows(rows, faults, ["ORG", "NO"]);
  expect(faults.map(earlierRow)).toEqual([0, 3, undefined]);
});

it("finds no row if the first row is a duplicate of a stored row, or if there is no earlier row", () => {
  const rows = [{ NO: "A" }, { NO: "A" }, { NO: "B" }];
  const faults = [duplicate(0), duplicate(1), duplicate(2)];
  expect(faults.map(earlierRows(rows, faults, ["NO"]))).toEqual([undefined, undefined, undefined]);
});

it("reads each row a few times only, with thousands of duplicates", () => {
  let readCount = 0;
  const rows = Array.from({ length: 5000 }, (_, i) => ({
    get NO() {
      readCount++;
      return `M-${i % 2500}`;
    },
  }));
  const faults = rows.map((_, i) => duplicate(i)).slice(2500);
  const found = faults.map(earlierRows(rows, faults, ["NO"]));
  expect(found).toEqual(faults.map((f) => f.row - 2500));
  expect(readCount).toBeLessThan(3 * rows.length);
});
