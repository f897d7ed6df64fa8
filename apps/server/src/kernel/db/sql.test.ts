import { describe, expect, it } from "vitest";
import { Sql, sql } from "./sql.ts";

const compiled = (statement: Sql) => {
  const { text, values } = statement.compile();
  return { text, values };
};

describe("sql", () => {
  it("binds every value, in order", () => {
    expect(compiled(sql`select ${1}, ${"a"} from t where x = ${null}`)).toEqual({
      text: "select $1, $2 from t where x = $3",
      values: [1, "a", null],
    });
    expect(compiled(sql`select 1`)).toEqual({ text: "select 1", values: [] });
  });

  it("inlines nested statements and renumbers their values", () => {
    const inner = sql`b = ${2} and c = ${3}`;
    const statement = sql`select ${1} where ${inner} or ${sql.raw("true")} or d = ${4} ${sql.empty}end`;
    expect(compiled(statement)).toEqual({
      text: "select $1 where b = $2 and c = $3 or true or d = $4 end",
      values: [1, 2, 3, 4],
    });
    expect(compiled(sql`${inner}`)).toEqual({ text: "b = $1 and c = $2", values: [2, 3] });
  });

  it("returns a copy of its values", () => {
    const statement = sql`select ${1}`;
    statement.compile().values.push(2);
    expect(statement.compile().values).toEqual([1]);
  });

  it("quotes identifiers and refuses invalid ones", () => {
    for (const name of ["mold", "a_1", "_x"]) expect(sql.id(name).compile().text).toBe(`"${name}"`);
    for (const name of ["", "1a", "Mold", 'a"b', "a b", "a;", "x.y", "é", "a\n"])
      expect(() => sql.id(name)).toThrow(`not an identifier: ${name}`);
  });

  it("lists values as bound parameters", () => {
    expect(compiled(sql`(${sql.values([1, "b", null])})`)).toEqual({
      text: "($1, $2, $3)",
      values: [1, "b", null],
    });
    expect(compiled(sql.values(["only"]))).toEqual({ text: "$1", values: ["only"] });
  });

  it("joins statements, by commas or by another separator", () => {
    const pieces = [sql`a = ${1}`, sql`b`, sql`c in (${2}, ${3})`];
    expect(compiled(sql.join(pieces))).toEqual({ text: "a = $1, b, c in ($2, $3)", values: [1, 2, 3] });
    expect(sql.join(pieces, " and ").compile().text).toBe("a = $1 and b and c in ($2, $3)");
    expect(compiled(sql.join([]))).toEqual({ text: "", values: [] });
    expect(sql`x ${sql.join([sql`a`])} y`.compile().text).toBe("x a y");
  });

  it("shares the texts of statements of the same form, and only of these", () => {
    const find = (which: Sql, n: number) => sql`select ${n} from t where ${sql.join([which, which], " or ")}`;
    const one = find(sql`a = ${1}`, 2);
    expect(compiled(one)).toEqual({ text: "select $1 from t where a = $2 or a = $3", values: [2, 1, 1] });
    const byName = (name: string, n: number) => find(sql`${sql.id(name)} = ${n}`, n);
    expect(byName("a", 3).parts).toBe(byName("a", 4).parts);
    expect(compiled(byName("a", 4)).values).toEqual([4, 4, 4]);
    expect(compiled(byName("b", 5)).text).toBe(`select $1 from t where "b" = $2 or "b" = $3`);
    // A bound value and a nested fragment in the same place give different texts.
    const either = (x: unknown) => sql`select ${x}, ${sql`y`}`;
    expect(compiled(either(1))).toEqual({ text: "select $1, y", values: [1] });
    expect(compiled(either(sql`x`))).toEqual({ text: "select x, y", values: [] });
    expect(sql.join([sql`a`, sql`b`], " or ").compile().text).toBe("a or b");
    expect(sql.join([sql`a`, sql`b`], " and ").compile().text).toBe("a and b");
  });

  it("keeps a limited number of forms, and stays correct when it forgets them", () => {
    const find = (order: readonly string[], n: number) =>
      sql`select ${sql.join(order.map(sql.id))} from t limit ${n}`;
    const names = ["a", "b", "c"];
    let forms = 0;
    /** Makes new forms until the first one is forgotten. Returns the first form, and the number of new ones. */
    const forget = () => {
      const kept = find(names, 1);
      expect(find(names, 2).parts).toBe(kept.parts);
      const before = forms;
      while (find(names, 2).parts === kept.parts && forms - before < 300_000) {
        const order = [...String(forms++)].map((digit) => `f${digit}`);
        expect(find(order, 1).compile().text.length).toBeGreaterThan(20);
      }
      return { kept, made: forms - before };
    };
    // Other tests have filled a part of the memory, so the first number says nothing.
    forget();
    const { kept, made } = forget();
    expect(made).toBeGreaterThan(10_000);
    expect(made).toBeLessThan(300_000);
    expect(compiled(find(names, 2))).toEqual({ text: `select "a", "b", "c" from t limit $1`, values: [2] });
    expect(compiled(kept)).toEqual({ text: `select "a", "b", "c" from t limit $1`, values: [1] });
  });

  it("joins lists of any length", () => {
    for (const n of [1, 199, 200, 201, 5000]) {
      const values = Array.from({ length: n }, (_, i) => i);
      const statement = sql`in (${sql.values(values)})`.compile();
      expect([statement.values, statement.text.split(", ").length]).toEqual([values, n]);
    }
  });

  it("compiles missing fragments to nothing", () => {
    expect(new Sql([], []).compile().text).toBe("");
  });

  it("writes constants as literals and refuses anything else", () => {
    expect(sql`state = ${sql.constant(4)} and kind = ${sql.constant("in-use_2")}`.compile()).toMatchObject({
      text: "state = 4 and kind = 'in-use_2'",
      values: [],
    });
    expect(sql.constant(-1).compile().text).toBe("-1");
    for (const odd of [1.5, Number.NaN, 2 ** 53, "", "a'b", "a b", "a;", "a\n"])
      expect(() => sql.constant(odd)).toThrow(`not a constant: ${odd}`);
  });

  it("keeps the template of a statement", () => {
    const write = () => sql`select ${1}`;
    expect(write().template).toBe(write().template);
    expect(write().compile().template).toBe(write().template);
    expect(sql.raw("select 1").compile()).not.toHaveProperty("template");
  });
});
