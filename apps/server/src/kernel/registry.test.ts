import { defineCommand, defineQuery, field, right, signedIn } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { describe, expect, it } from "vitest";
import { sql } from "./db/sql.ts";
import { handle, implement, Registry, table } from "./registry.ts";
import { testCtx } from "./testing/test-ctx.ts";
import { shown, toy, visit } from "./testing/toys.ts";

const ctx = testCtx();
const query = defineQuery({
  menu: menus.mold,
  id: "Q9",
  access: right(menus.mold, "Q"),
  key: ["a"],
  columns: { a: field.text(5), b: field.int() },
});
const command = defineCommand({
  type: "rf_Wind",
  access: signedIn,
  input: {},
  output: { sound: field.text(9) },
});

describe("a source", () => {
  it("is a table by its name, limited to the tenant", () => {
    const source = implement(query, { from: "wood_toy" });
    expect(shown(source.from(ctx, []))).toBe('"wood_toy" t');
    expect(shown(source.where(ctx))).toBe("t.tenant_id = ‹7›");
    expect(source).toMatchObject({ query, columns: {} });
    expect(source).not.toHaveProperty("joins");
    expect(source).not.toHaveProperty("order");
    expect(() => implement(query, { from: "no table" })).toThrow("not an identifier");
  });

  it("combines its condition with the tenant's and never replaces that one", () => {
    const source = implement(query, { from: "wood_toy", where: (c) => sql`t.owner = ${c.who.userId}` });
    expect(shown(source.where(ctx))).toBe('t.tenant_id = ‹7› and t.owner = ‹"ann"›');
  });

  it("uses the SQL that its module declares", () => {
    const joins = () => sql`join x`;
    const order = [{ field: "a", direction: "desc" } as const];
    const from = () => sql`y t`;
    const b = () => sql`2`;
    const source = implement(query, { from, joins, order, columns: { a: "t.x || 'y'", b } });
    expect(source.from).toBe(from);
    expect(source.joins).toBe(joins);
    expect(source.order).toBe(order);
    expect(source.columns.b).toBe(b);
    expect(shown(source.columns.a as ReturnType<typeof sql>)).toBe("t.x || 'y'");
  });
});

it("registers a table with its allowed writes and hooks", () => {
  const done = () => {};
  const t = table(toy, { from: "wood_toy", writes: ["A"], done });
  expect(t).toMatchObject({ entity: toy, writes: ["A"], done });
  expect(shown(t.from(ctx, []))).toBe('"wood_toy" t');
});

describe("the registry", () => {
  const toys = table(toy, { from: "wood_toy", writes: [] });
  const list = implement(query, { from: "wood_toy" });
  const wind = handle(command, async () => ({ sound: "wound" }));

  it("finds everything by its wire name", () => {
    const visits = table(visit, { from: "toy_visit", writes: [] });
    const r = new Registry([
      { tables: [toys] },
      { queries: [list], commands: [wind] },
      { tables: [visits] },
      {},
    ]);
    expect([...r.queries]).toEqual([["BS101/Q9", list]]);
    expect([...r.tables]).toEqual([
      ["BS_TOY", toys],
      ["BS_VISIT", visits],
    ]);
    expect([...r.commands]).toEqual([["rf_Wind", wind]]);
  });

  it("refuses two operations with the same name", () => {
    expect(() => new Registry([{ tables: [toys, toys] }])).toThrow("BS_TOY is registered twice");
    expect(() => new Registry([{ queries: [list] }, { queries: [list] }])).toThrow(
      "BS101/Q9 is registered twice",
    );
    expect(() => new Registry([{ commands: [wind] }, { commands: [wind] }])).toThrow(
      "rf_Wind is registered twice",
    );
  });
});
