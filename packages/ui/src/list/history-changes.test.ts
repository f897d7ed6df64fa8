import { field } from "@shotkeeper/contract/kernel";
import { expect, it } from "vitest";
import { changesOf } from "./history-changes.ts";

const fields = {
  moldNo: field.text(10),
  moldName: field.text(10),
  updatedBy: field.text(10, { readOnly: true }),
};

it("returns changes of fields that users fill in", () => {
  const before = { mold_no: "A", mold_name: "old", updated_by: "x", tenant_id: 1 };
  const after = { mold_no: "A", mold_name: "new", updated_by: "y", tenant_id: 1 };
  expect(changesOf(before, after, fields)).toEqual([{ name: "moldName", before: "old", after: "new" }]);
});

it("returns all fields of a new record", () => {
  expect(changesOf(null, { mold_no: "A", mold_name: null }, fields)).toEqual([
    { name: "moldNo", before: null, after: "A" },
  ]);
});
