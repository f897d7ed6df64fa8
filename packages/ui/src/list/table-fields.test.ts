import { field, type ImportFault } from "@shotkeeper/contract/kernel";
import { describe, expect, it } from "vitest";
import { sampleEntity, sampleQuery, sampleRow } from "../gallery/sample.ts";
import { setZone } from "../time/index.ts";
import { fieldValue, outcomesOf, tableFields, updateRows } from "./table-fields.ts";

const all = Object.keys(sampleEntity.fields);

describe("the fields that a list edits in its cells", () => {
  it("are those of the form that may change, without the key", () => {
    expect(tableFields(sampleEntity, sampleQuery, all)).toEqual([
      "moldName",
      "moldAge",
      "plantId",
      "cavities",
      "standardCycle",
      "isValid",
      "handoverDate",
      "startTime",
      "remark",
    ]);
    const fields = {
      ...sampleEntity.fields,
      moldName: field.text(50, { atCreation: true }),
      remark: field.text(500, { filesOf: { table: "X", key: ["moldNo"] } }),
      cavities: field.int({ readOnly: true }),
    };
    expect(tableFields({ ...sampleEntity, fields }, sampleQuery, ["moldName", "remark", "cavities"])).toEqual(
      [],
    );
  });

  it("are none if the rows lack what an update needs", () => {
    const { updatedDate: _, ...columns } = sampleQuery.columns;
    expect(tableFields(sampleEntity, { ...sampleQuery, columns }, all)).toEqual([]);
    const { moldNo: __, ...others } = sampleQuery.columns;
    expect(tableFields(sampleEntity, { ...sampleQuery, columns: others }, all)).toEqual([]);
  });
});

it("converts the values of cells as the form does", () => {
  setZone("Asia/Shanghai");
  const of = (name: keyof typeof sampleEntity.fields, value: unknown) =>
    fieldValue(value, sampleEntity.fields[name]);
  expect(of("remark", "  x ")).toBe("x");
  expect(of("remark", "   ")).toBeNull();
  expect(of("cavities", undefined)).toBeNull();
  expect(of("startTime", "2026-03-05 08:30:00")).toBe("2026-03-05T00:30:00.000Z");
  expect(of("startTime", "2026-03-05T08:30:00.000+00:00")).toBe("2026-03-05T08:30:00.000+00:00");
  expect(of("handoverDate", "2026-03-05")).toBe("2026-03-05");
});

const [a, b] = [sampleRow(0), sampleRow(1)];
const rows = [
  { key: "M-0001", row: a, values: { moldName: " New ", cavities: 3 } },
  { key: "M-0002", row: b, values: { remark: null } },
];

it("sends the key, UPDATED_DATE and the changed fields only", () => {
  expect(updateRows(sampleEntity, rows)).toEqual([
    { moldNo: "M-0001", updatedDate: a.updatedDate, moldName: "New", cavities: 3 },
    { moldNo: "M-0002", updatedDate: b.updatedDate, remark: null },
  ]);
});

it("says what became of each row", () => {
  const fault = (row: number, field: string | null, message: string): ImportFault => ({
    row,
    field,
    message,
  });
  const outcomes = (faults: ImportFault[], lost = new Map()) =>
    outcomesOf(sampleEntity, rows, faults, (f) => f.message, lost);
  expect(outcomes([])).toEqual([
    { key: "M-0001", saved: true },
    { key: "M-0002", saved: true },
  ]);
  expect(outcomes([fault(0, "MOLD_NAME", "taken"), fault(1, null, "locked")])).toEqual([
    { key: "M-0001", saved: false, errors: [{ field: "moldName", text: "taken" }] },
    { key: "M-0002", saved: false, errors: [{ field: undefined, text: "locked" }] },
  ]);
  expect(outcomes([fault(1, null, "changed")], new Map([["M-0002", undefined]]))[1]).toEqual({
    key: "M-0002",
    saved: false,
    current: undefined,
  });
});
