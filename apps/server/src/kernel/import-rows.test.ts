import { errors, field, importLimit, onWire } from "@shotkeeper/contract/kernel";
import { dictionaryItem, organization } from "@shotkeeper/contract/system";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "./db/sql.ts";
import { fieldFaults, importedRows, importRows } from "./import-rows.ts";
import { table } from "./registry.ts";
import { refusalOf, said } from "./testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "./testing/tenant.ts";
import { toy } from "./testing/toys.ts";

describe("the rows of a sheet", () => {
  it("are objects, at least one and at most the limit", async () => {
    const row = { A: 1 };
    const [copy] = importedRows([row]);
    expect(copy).toEqual(row);
    expect(copy).not.toBe(row);
    expect(importedRows(Array(importLimit).fill(row))).toHaveLength(importLimit);
    for (const none of [undefined, null, [], {}, "x"])
      expect(await refusalOf(() => importedRows(none))).toBe("missingField ROWS");
    expect(await refusalOf(() => importedRows(Array(importLimit + 1).fill(row)))).toBe(
      `tooManyRows ${importLimit}`,
    );
    for (const odd of [null, 1, "x", []])
      expect(await refusalOf(() => importedRows([row, odd]))).toBe("invalidField ROWS");
  });

  it("are checked for all faults at once", () => {
    expect(fieldFaults({ TOY_NO: "A", PIECES: 3 }, toy.fields, 0)).toEqual([]);
    expect(fieldFaults({ PIECES: "x", TITLE: "<script>", PIGEON: 1, PRICE: 1 }, toy.fields, 4)).toEqual([
      { row: 4, field: "PIECES", message: said("invalidField", "PIECES") },
      { row: 4, field: "TITLE", message: said("suspiciousText") },
      { row: 4, field: "PIGEON", message: said("unknownField", "PIGEON") },
      { row: 4, field: "TOY_NO", message: said("missingField", "TOY_NO") },
    ]);
    expect(fieldFaults({ TOY_NO: "" }, toy.fields, 0)).toEqual([
      { row: 0, field: "TOY_NO", message: said("missingField", "TOY_NO") },
    ]);
  });

  it("may omit fields that the server sets", () => {
    const fields = {
      a: field.text(5, { required: true, readOnly: true }),
      b: field.text(5, { required: true, virtual: true }),
      c: field.text(5, { required: true }),
    };
    expect(fieldFaults({}, fields, 0)).toEqual([{ row: 0, field: "C", message: said("missingField", "C") }]);
  });
});

const orgs = table(organization, { from: "organization", writes: ["A"] });
const items = table(dictionaryItem, { from: "dictionary_item", writes: ["A"] });
const plant = (id: string, more: object = {}) => ({
  ORGANIZATION_ID: id,
  ORGANIZATION_NAME: `Name ${id}`,
  ORGANIZATION_TYPE: "plant",
  ...more,
});

describe("an import", () => {
  let t: KernelTenant;
  beforeEach(async () => {
    t = await kernelTenant();
    await t.rows(sql`insert into organization (tenant_id, org_id, org_name, type)
      select ${t.id}, o->>0, o->>1, 'plant' from json_array_elements(${JSON.stringify([
        ["P1", "First"],
        ["P2", "Twin"],
        ["P3", "Twin"],
      ])}::json) o`);
  });
  const bring = (rows: object[], checkOnly = false, unique?: string[]) =>
    importRows(t.ctx, orgs, { rows, checkOnly }, unique);
  const ids = async () => (await t.rows(sql`select org_id, parent_id from organization order by 1`)).slice(3);

  it("adds all rows, or only checks them", async () => {
    const rows = [plant("X"), plant("Y")];
    expect(await bring(rows, true)).toEqual({ count: 2, faults: [] });
    expect(await ids()).toEqual([]);
    expect(await bring(rows)).toEqual({ count: 2, faults: [] });
    expect((await ids()).map((r) => r.org_id)).toEqual(["X", "Y"]);
  });

  it("adds none if one is invalid, and reports faults by row", async () => {
    const rows = [plant("X"), plant("Y", { PARENT_ID: "gone" }), plant("P1"), plant("X", { RADIUS: 1 })];
    expect(await bring(rows)).toEqual({
      count: 0,
      faults: [
        { row: 1, field: "PARENT_ID", message: said("unknownReference", "PARENT_ID") },
        { row: 2, field: "ORGANIZATION_ID", message: said("duplicate", "ORGANIZATION_ID") },
        { row: 3, field: "RADIUS", message: said("invalidField", "RADIUS") },
        { row: 3, field: "ORGANIZATION_ID", message: said("duplicate", "ORGANIZATION_ID") },
      ],
    });
    expect(await ids()).toEqual([]);
  });

  it("resolves a unique name to its key", async () => {
    const rows = [
      plant("X", { PARENT_ID: "First" }),
      plant("Y", { PARENT_ID: "P2" }),
      plant("Z", { PARENT_ID: "" }),
    ];
    expect((await bring(rows)).faults).toEqual([]);
    expect(await ids()).toEqual([
      { org_id: "X", parent_id: "P1" },
      { org_id: "Y", parent_id: "P2" },
      { org_id: "Z", parent_id: null },
    ]);
    expect((await bring([plant("V", { PARENT_ID: "Twin" })])).faults).toEqual([
      { row: 0, field: "PARENT_ID", message: said("unknownReference", "PARENT_ID") },
    ]);
    const other = await kernelTenant();
    const elsewhere = importRows(other.ctx, orgs, {
      rows: [plant("X", { PARENT_ID: "P1" })],
      checkOnly: true,
    });
    expect((await elsewhere).faults).toHaveLength(1);
  });

  it("refuses duplicates of unique fields beside the key", async () => {
    const rows = [
      plant("X", { ORGANIZATION_NAME: "First" }),
      plant("Y"),
      plant("Z", { ORGANIZATION_NAME: "Name Y" }),
    ];
    expect((await bring(rows, true)).faults).toEqual([]);
    expect((await bring(rows, true, ["orgName"])).faults).toEqual([
      { row: 0, field: "ORGANIZATION_NAME", message: said("duplicate", "ORGANIZATION_NAME") },
      { row: 2, field: "ORGANIZATION_NAME", message: said("duplicate", "ORGANIZATION_NAME") },
    ]);
    // Empty values are no duplicates: several rows of the sheet may have no city.
    expect((await bring([plant("X"), plant("Y")], true, ["city"])).faults).toEqual([]);
  });

  it("compares a key with all its parts", async () => {
    await t.rows(
      sql`insert into dictionary (tenant_id, dict_code, dict_name) values (${t.id}, 'D', 'D'), (${t.id}, 'E', 'E')`,
    );
    await t.rows(
      sql`insert into dictionary_item (tenant_id, dict_code, item_value, item_name) values (${t.id}, 'D', '1', 'one')`,
    );
    const item = (code: string, value: string) => ({ ITEM_ID: code, ITEM_VALUE: value, DICT_DATA_NAME: "x" });
    const rows = [item("D", "1"), item("D", "2"), item("E", "1"), item("D", "2"), item("F", "1")];
    expect((await importRows(t.ctx, items, { rows, checkOnly: null })).faults).toEqual([
      { row: 0, field: "ITEM_VALUE", message: said("duplicate", "ITEM_VALUE") },
      { row: 3, field: "ITEM_VALUE", message: said("duplicate", "ITEM_VALUE") },
      { row: 4, field: "ITEM_ID", message: said("unknownReference", "ITEM_ID") },
    ]);
    expect(await importRows(t.ctx, items, { rows: rows.slice(1, 3), checkOnly: null })).toEqual({
      count: 2,
      faults: [],
    });
  });

  it("calls the table's own check for complete rows", async () => {
    const picky = {
      ...orgs,
      check: (_: unknown, action: string, [row]: readonly Record<string, unknown>[]) => {
        if (row?.city === "x") throw errors.invalidField(onWire(action));
      },
    };
    const rows = [plant("X"), plant("Y", { CITY: "x" })];
    const refused = { row: 1, field: null, message: said("invalidField", "A") };
    expect((await importRows(t.ctx, picky, { rows, checkOnly: null })).faults).toEqual([refused]);
    const withFault = [...rows, plant("Z", { RADIUS: 1 })];
    expect((await importRows(t.ctx, picky, { rows: withFault, checkOnly: null })).faults).toHaveLength(1);
    const broken = {
      ...orgs,
      check: () => {
        throw new Error("a fault of the program");
      },
    };
    await expect(importRows(t.ctx, broken, { rows, checkOnly: true })).rejects.toThrow(
      "a fault of the program",
    );
  });
});
