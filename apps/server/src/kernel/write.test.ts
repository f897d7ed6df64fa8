import { codes, errors, field, onWire } from "@shotkeeper/contract/kernel";
import { dictionaryItem, organization } from "@shotkeeper/contract/system";
import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "./ctx.ts";
import { sql } from "./db/sql.ts";
import { type TableImpl, table } from "./registry.ts";
import { refusalOf } from "./testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "./testing/tenant.ts";
import { noon, testCtx } from "./testing/test-ctx.ts";
import { shown, toy } from "./testing/toys.ts";
import { prepareWrite, write } from "./write.ts";

const orgs = table(organization, {
  from: "organization",
  writes: ["A", "M", "D"],
  where: () => sql`t.type = 'plant'`,
});
const items = table(dictionaryItem, { from: "dictionary_item", writes: ["A", "M", "D"] });
const plant = (id: string, more: object = {}) => ({
  ORGANIZATION_ID: id,
  ORGANIZATION_NAME: `Name ${id}`,
  ORGANIZATION_TYPE: "plant",
  ...more,
});

let t: KernelTenant;
beforeEach(async () => {
  t = await kernelTenant();
});
const insert = (...rows: object[]) => write(t.ctx, orgs, "insert", rows);
const stored = () => t.rows(sql`select org_id, org_name, city, radius from organization order by org_id`);
const log = () =>
  t.rows(sql`select user_id, action, target, target_key, before, after from system_log order by log_id`);

describe("written rows", () => {
  // spec: admin 3.46, 7.10
  it("are stored with creation and update fields, and logged", async () => {
    await insert(plant("A", { CITY: "Ningbo", RADIUS: null }));
    expect(await stored()).toEqual([{ org_id: "A", org_name: "Name A", city: "Ningbo", radius: null }]);
    const at = new Date(noon).toISOString();
    const [stamps] = await t.rows(
      sql`select created_by, created_date, updated_by, updated_date from organization`,
    );
    expect(stamps).toEqual({ created_by: "ann", created_date: at, updated_by: "ann", updated_date: at });
    expect(await log()).toMatchObject([
      {
        user_id: "ann",
        action: "insert",
        target: "SYS_ORG",
        target_key: "A",
        before: null,
        after: { org_id: "A", org_name: "Name A", type: "plant", city: "Ningbo", created_by: "ann" },
      },
    ]);
  });

  it("change only the sent fields", async () => {
    await insert(plant("A", { CITY: "Ningbo" }), plant("B"));
    await write(t.ctx, orgs, "update", { ORGANIZATION_ID: "A", CITY: null, RADIUS: 300 });
    expect(await stored()).toEqual([
      { org_id: "A", org_name: "Name A", city: null, radius: 300 },
      { org_id: "B", org_name: "Name B", city: null, radius: null },
    ]);
    await write(
      t.ctx,
      orgs,
      "update",
      ["A", "B"].map((id) => ({ ORGANIZATION_ID: id, CITY: id })),
    );
    expect((await stored()).map((r) => r.city)).toEqual(["A", "B"]);
    const [one, ...two] = (await log()).slice(2);
    expect(one).toMatchObject({
      action: "update",
      target_key: "A",
      before: { city: "Ningbo" },
      after: { city: null, radius: 300 },
    });
    // The statement writes its log entries in any order, so they are sorted before the comparison.
    two.sort((a, b) => String(a.target_key).localeCompare(String(b.target_key)));
    expect(two).toMatchObject([
      { action: "update", target_key: "A", before: { city: null }, after: { city: "A" } },
      { action: "update", target_key: "B", before: { city: null }, after: { city: "B" } },
    ]);
  });

  // spec: admin 7.10
  it("are deleted, one or several, and logged completely", async () => {
    await insert(plant("A"), plant("B"), plant("C"));
    await write(t.ctx, orgs, "delete", [{ ORGANIZATION_ID: "A" }]);
    await write(t.ctx, orgs, "delete", [{ ORGANIZATION_ID: "B" }, { ORGANIZATION_ID: "C" }]);
    expect(await stored()).toEqual([]);
    expect((await log()).slice(3)).toMatchObject(
      ["A", "B", "C"].map((id) => ({
        action: "delete",
        target_key: id,
        after: null,
        before: { org_name: `Name ${id}` },
      })),
    );
  });

  it("may name different fields and are still written all or none", async () => {
    await insert(plant("A", { CITY: "X" }), plant("B"), plant("C", { CITY: "Y" }));
    expect((await stored()).map((r) => r.city)).toEqual(["X", null, "Y"]);
    expect(await refusalOf(() => insert(plant("D"), plant("A", { CITY: "Z" })))).toBe(
      "duplicate ORGANIZATION_ID",
    );
    expect((await stored()).map((r) => r.org_id)).toEqual(["A", "B", "C"]);
    expect(await log()).toHaveLength(3);
  });

  it("are identified by every part of the key", async () => {
    await t.rows(sql`insert into dictionary (tenant_id, dict_code, dict_name) values (${t.id}, 'D', 'D')`);
    const item = (value: string, name: string) => ({ ITEM_ID: "D", ITEM_VALUE: value, DICT_DATA_NAME: name });
    await write(t.ctx, items, "insert", [item("1", "a"), item("2", "b")]);
    await write(t.ctx, items, "update", [item("2", "c")]);
    await write(t.ctx, items, "delete", [{ ITEM_ID: "D", ITEM_VALUE: "1" }]);
    expect(await t.rows(sql`select item_value, item_name from dictionary_item`)).toEqual([
      { item_value: "2", item_name: "c" },
    ]);
    expect((await log()).map((l) => l.target_key)).toEqual(["D/1", "D/2", "D/2", "D/1"]);
    expect(await refusalOf(() => write(t.ctx, items, "insert", [{ ...item("3", "x"), ITEM_ID: "E" }]))).toBe(
      "unknownReference ITEM_ID",
    );
  });
});

describe("refused rows", () => {
  // spec: admin 8.16, 8.17
  it("are missing or outside of the caller's scope", async () => {
    await insert(plant("A"));
    await t.rows(
      sql`insert into organization (tenant_id, org_id, org_name, type) values (${t.id}, 'O', 'O', 'oem')`,
    );
    for (const id of ["GONE", "O"]) {
      expect(await refusalOf(() => write(t.ctx, orgs, "update", { ORGANIZATION_ID: id, CITY: "x" }))).toBe(
        "nothingUpdated",
      );
      expect(await refusalOf(() => write(t.ctx, orgs, "delete", { ORGANIZATION_ID: id }))).toBe(
        "nothingDeleted",
      );
      const both = ["A", id].map((o) => ({ ORGANIZATION_ID: o, CITY: "x" }));
      expect(await refusalOf(() => write(t.ctx, orgs, "update", both))).toBe("nothingUpdated");
      expect(await refusalOf(() => write(t.ctx, orgs, "delete", both))).toBe("nothingDeleted");
    }
    expect((await stored()).map((r) => r.city)).toEqual([null, null]);
    const other = await kernelTenant();
    expect(await refusalOf(() => write(other.ctx, orgs, "update", { ORGANIZATION_ID: "A", CITY: "x" }))).toBe(
      "nothingUpdated",
    );
  });

  // A transaction of several round trips uses no views of shards, so Citus runs the statements in a cluster.
  it("were changed by another user before a transaction", async () => {
    await insert(plant("A"));
    const row = (CITY: string) => ({
      ORGANIZATION_ID: "A",
      CITY,
      UPDATED_DATE: new Date(noon).toISOString(),
    });
    const change = async (CITY: string) => {
      const { statements } = await prepareWrite({ ...t.ctx, now: noon + 1000 }, orgs, "update", row(CITY));
      const found = await t.ctx.db.tx(t.id, (tx) => tx.all(statements));
      return found.at(-1)?.[0]?.changed;
    };
    expect(await change("first")).toBe(1);
    await expect(change("second")).rejects.toMatchObject({ state: "SK017" });
    expect((await stored()).map((r) => r.city)).toEqual(["first"]);
  });

  it("were changed by another user after they were read", async () => {
    await insert(plant("A"), plant("B"));
    const seen = new Date(noon).toISOString();
    const change = (ids: string[], CITY: string, UPDATED_DATE: string) =>
      write(
        { ...t.ctx, now: noon + 1000 },
        orgs,
        "update",
        ids.map((id) => ({ ORGANIZATION_ID: id, CITY, UPDATED_DATE })),
      );
    await change(["A"], "first", seen);
    expect(await refusalOf(() => change(["A"], "second", seen))).toBe("nothingUpdated");
    expect(await refusalOf(() => change(["A", "B"], "second", seen))).toBe("nothingUpdated");
    expect((await stored()).map((r) => r.city)).toEqual(["first", null]);
    // A row without `updatedDate` has no optimistic lock. The other rows of the same request keep theirs.
    for (const order of [1, -1]) {
      const rows = [
        { ORGANIZATION_ID: "B", CITY: "third", UPDATED_DATE: null },
        { ORGANIZATION_ID: "A", CITY: "third", UPDATED_DATE: seen },
      ];
      const mixed = order === 1 ? rows : rows.reverse();
      expect(await refusalOf(() => write(t.ctx, orgs, "update", mixed))).toBe("nothingUpdated");
    }
    expect((await stored()).map((r) => r.city)).toEqual(["first", null]);
    const remove = (UPDATED_DATE: string) =>
      write(t.ctx, orgs, "delete", { ORGANIZATION_ID: "A", UPDATED_DATE });
    expect(await refusalOf(() => remove(seen))).toBe("nothingDeleted");
    await remove(new Date(noon + 1000).toISOString());
    expect((await stored()).map((r) => r.org_id)).toEqual(["B"]);
  });

  it("are refused by the table or by its own check", async () => {
    const readOnly = table(organization, { from: "organization", writes: ["M"] });
    expect(await refusalOf(() => write(t.ctx, readOnly, "insert", plant("A")))).toBe(
      "tableNotAccessible SYS_ORG",
    );
    expect(await refusalOf(() => write(t.ctx, readOnly, "delete", plant("A")))).toBe(
      "tableNotAccessible SYS_ORG",
    );
    const picky = {
      ...orgs,
      check: async (_: Ctx, action: string, rows: readonly Record<string, unknown>[]) => {
        if (rows.some((r) => r.city === "x")) throw errors.invalidField(onWire(action));
      },
    };
    expect(await refusalOf(() => write(t.ctx, picky, "insert", plant("A", { CITY: "x" })))).toBe(
      "invalidField A",
    );
    await write(t.ctx, picky, "insert", plant("A"));
    expect(await refusalOf(() => write(t.ctx, picky, "update", { ORGANIZATION_ID: "A", CITY: "x" }))).toBe(
      "invalidField M",
    );
    expect(await refusalOf(() => write(t.ctx, picky, "delete", { ORGANIZATION_ID: "A", CITY: "x" }))).toBe(
      "invalidField D",
    );
  });

  it("are empty, too many, or contradict the declaration", async () => {
    const refused = (type: "insert" | "update" | "delete", data: unknown) =>
      refusalOf(() => prepareWrite(testCtx(), orgs, type, data));
    for (const data of [undefined, null, []]) expect(await refused("insert", data)).toBe("missingField Data");
    expect(await refused("delete", Array(100_001).fill({}))).toBe("tooManyRows 100000");
    expect(await refused("delete", Array(100_000).fill({}))).toMatch(/^missingField/);
    expect(await refused("insert", { ORGANIZATION_ID: "A" })).toBe("missingField ORGANIZATION_NAME");
    for (const type of ["update", "delete"] as const)
      expect(await refused(type, { CITY: "x" })).toBe("missingField ORGANIZATION_ID");
    expect(await refused("insert", plant("A", { PIGEON: 1 }))).toBe("unknownField PIGEON");
  });

  it("leave other failures unchanged", async () => {
    const broken = { ...orgs, after: () => [sql`select 1/0`] };
    await expect(write(t.ctx, broken, "insert", plant("A"))).rejects.toMatchObject({ state: "22012" });
    expect(await stored()).toEqual([]);
  });
});

describe("a table's hooks", () => {
  it("set values, add statements to the transaction, and run after the commit", async () => {
    const heard: unknown[] = [];
    const own: TableImpl = {
      ...orgs,
      defaults: (ctx) => ({ city: ctx.who.userId }),
      after: (_, action, rows) => [
        sql`insert into dictionary (tenant_id, dict_code, dict_name) values (${t.id}, ${action}, ${rows[0]?.orgId})`,
      ],
      done: async (_, action, rows) => heard.push([action, rows[0]?.city]),
    };
    await write(t.ctx, own, "insert", plant("A", { CITY: "mine" }));
    expect(await stored()).toMatchObject([{ city: "ann" }]);
    await write(t.ctx, own, "update", { ORGANIZATION_ID: "A", CITY: "new" });
    await write(t.ctx, own, "delete", { ORGANIZATION_ID: "A" });
    expect(heard).toEqual([
      ["A", "ann"],
      ["M", "new"],
      ["D", undefined],
    ]);
    expect(await t.rows(sql`select dict_code, dict_name from dictionary order by 1`)).toEqual(
      ["A", "D", "M"].map((action) => ({ dict_code: action, dict_name: "A" })),
    );
    expect(await refusalOf(() => write(t.ctx, own, "insert", [plant("B"), plant("B")]))).toMatch(
      /^duplicate /,
    );
    expect(heard).toHaveLength(3);
  });

  it("may insert further rows from new rows, one or several", async () => {
    const own = {
      ...orgs,
      afterInsert: sql`
        insert into dictionary (tenant_id, dict_code, dict_name)
        select tenant_id, org_id, org_name
        from done
      `,
    };
    await write(t.ctx, own, "insert", plant("A"));
    await write(t.ctx, own, "insert", [plant("B"), plant("C")]);
    expect(await t.rows(sql`select dict_name from dictionary order by 1`)).toEqual(
      ["A", "B", "C"].map((id) => ({ dict_name: `Name ${id}` })),
    );
  });
});

it("share a transaction up to twenty rows, and use a separate one above", async () => {
  const used: string[] = [];
  const db = { write: async () => used.push("shared"), run: async () => used.push("own") } as never;
  for (const n of [1, 20, 21])
    await write(
      testCtx({ db }),
      orgs,
      "insert",
      Array.from({ length: n }, (_, i) => plant(String(i))),
    );
  expect(used).toEqual(["shared", "shared", "own"]);
});

it("merge rows with the same fields into one statement", async () => {
  const toys = table(toy, { from: "wood_toy", writes: ["A", "M"] });
  const texts = async (...rows: object[]) =>
    (await prepareWrite(testCtx(), toys, "update", rows)).statements.flatMap(
      (s) => shown(s).match(/app_expect\(.*?\)/)?.[0] ?? [],
    );
  expect(await texts({ TOY_NO: "A", PIECES: 1 })).toHaveLength(1);
  expect(await texts({ TOY_NO: "A", PIECES: 1 }, { TOY_NO: "B", PIECES: 2 })).toHaveLength(1);
  expect(
    await texts({ TOY_NO: "A", PIECES: 1 }, { TOY_NO: "B", TITLE: "x" }, { TOY_NO: "C", PIECES: 3 }),
  ).toHaveLength(2);
  const { rows } = await prepareWrite(testCtx(), toys, "insert", { TOY_NO: "A", PIECES: null, TITLE: "" });
  expect(Object.keys(rows[0] ?? {})).toEqual([
    "toyNo",
    "createdBy",
    "createdDate",
    "updatedBy",
    "updatedDate",
  ]);
});

it("refuses a key from the caller if the server sets the key", async () => {
  const fields = { ...toy.fields, toyNo: field.text(20, { readOnly: true }) };
  const own = table(
    { ...toy, fields },
    { from: "wood_toy", writes: ["A"], defaults: () => ({ toyNo: "mine" }) },
  );
  const yours = () => prepareWrite(testCtx(), own, "insert", [{ PIECES: 1 }, { TOY_NO: "yours", PIECES: 1 }]);
  expect(await refusalOf(yours)).toBe("notWritable TOY_NO");
  const { rows } = await prepareWrite(testCtx(), own, "insert", [{ TOY_NO: "" }, { PIECES: 1 }]);
  expect(rows.map((r) => r.toyNo)).toEqual(["mine", "mine"]);
});

describe("an update", () => {
  const stampOf = async (orgId: string) =>
    (
      await t.rows(
        sql`select updated_date::text as at from organization where tenant_id = ${t.id} and org_id = ${orgId}`,
      )
    )[0]?.at as string | undefined;
  const logged = async () =>
    (await t.rows(sql`select log_id from system_log where tenant_id = ${t.id} and action = 'update'`)).length;

  it("reports that nothing changed if all values are stored already, and writes no log entry", async () => {
    await insert(plant("U1"), plant("U2"));
    const before = [await stampOf("U1"), await stampOf("U2"), await logged()];
    const same = [plant("U1"), plant("U2")];
    const later = { ...t.ctx, now: t.ctx.now + 1000 };
    expect(await write(later, orgs, "update", [plant("U1")])).toBe(codes.nothingChanged);
    expect(await write(later, orgs, "update", same)).toBe(codes.nothingChanged);
    expect(await write(later, orgs, "update", [{ ORGANIZATION_ID: "U1" }])).toBe(codes.nothingChanged);
    expect([await stampOf("U1"), await stampOf("U2"), await logged()]).toEqual(before);
  });

  it("logs and sets updated_date of the rows that change, and of no others", async () => {
    await insert(plant("U1"), plant("U2"));
    const before = [await stampOf("U1"), await logged()];
    const rows = [plant("U1"), { ...plant("U2"), ORGANIZATION_NAME: "Changed" }];
    expect(await write({ ...t.ctx, now: t.ctx.now + 2000 }, orgs, "update", rows)).toBe(codes.updated);
    expect([await stampOf("U1"), await logged()]).toEqual([before[0], Number(before[1]) + 1]);
  });

  it("accepts a fixed field with its stored value and refuses any other", async () => {
    await insert(plant("U1"));
    expect(await write(t.ctx, orgs, "update", [{ ...plant("U1"), CREATED_BY: t.ctx.who.userId }])).toBe(
      codes.nothingChanged,
    );
    const other = () => write(t.ctx, orgs, "update", [{ ORGANIZATION_ID: "U1", CREATED_BY: "x" }]);
    expect(await refusalOf(other)).toBe("notWritable CREATED_BY");
  });
});
