import { type Condition, type Fields, type Operator, pick } from "@shotkeeper/contract/kernel";
import { describe, expect, it } from "vitest";
import { sql } from "./db/sql.ts";
import { table } from "./registry.ts";
import { conditionSql, namesOneRow, type Selection, selectPage } from "./select.ts";
import { said } from "./testing/refusal.ts";
import { testCtx } from "./testing/test-ctx.ts";
import { shown, toy } from "./testing/toys.ts";

const ctx = testCtx();
const fields = pick(toy, "toyNo", "toyName", "pieces", "isSold", "total");

const source = table(toy, {
  from: "wood_toy",
  writes: [],
  columns: { total: "t.price * t.pieces", toyName: (c) => sql`upper(t.toy_name || ${c.who.userId})` },
});

const selection = (more: Partial<Selection> = {}): Selection => ({
  source,
  fields,
  key: ["toyNo"],
  where: [],
  sort: [],
  paging: { page: 1, limit: 20 },
  ...more,
});

const page = (more: Partial<Selection> = {}) => shown(selectPage(selection(more), ctx));
const isNo = (value: string): Condition => ({ field: "toyNo", operator: "EQ", value });

/**
 * Returns the inner SELECT of a statement of `selectPage`, which selects the rows. Leaves out the outer SELECT, which
 * counts them and writes them as JSON.
 */
const rowsOf = (statement: string) =>
  /from \((select t\.|select (?:.*?) from (?:"|\().*?)\) r(?:\)|$)/.exec(statement)?.[1] ?? statement;

describe("a page", () => {
  it("is one statement: rows as JSON, in a total order, and the count over all pages", () => {
    expect(page({ names: ["toyNo", "pieces"], paging: { page: 3, limit: 10 } })).toBe(
      "select list, case when n > 0 and n < ‹10›::bigint then ‹20›::bigint + n else (select count(*)" +
        ' from "wood_toy" t' +
        " where t.tenant_id = ‹7›) end as count from (select coalesce(json_agg(r), '[]')::text as list," +
        ' count(*) as n from (select t.toy_no as "TOY_NO", t.pieces as "PIECES" from "wood_toy" t where' +
        " t.tenant_id = ‹7› order by t.toy_no limit ‹10› offset ‹20›) r) p",
    );
  });

  it("reads at most one row by its key and counts it", () => {
    expect(page({ names: ["toyNo"], where: [isNo("A")] })).toBe(
      "select coalesce(json_agg(r), '[]')::text as list, count(*) as count from (select t.toy_no as \"TOY_NO\"" +
        ' from "wood_toy" t where t.tenant_id = ‹7› and t.toy_no = ‹"A"›) r',
    );
  });

  it("uses the key only if every part is named, on the first page", () => {
    const asks = (where: Condition[], more: Partial<Selection> = {}) =>
      namesOneRow(selection({ where, ...more }));
    const key = ["toyNo", "pieces"];
    const pieces: Condition = { field: "pieces", operator: "EQ", value: 3 };
    expect(asks([isNo("A")])).toBe(true);
    expect(asks([isNo("A"), pieces])).toBe(true);
    expect(asks([isNo("A"), pieces], { key })).toBe(true);
    expect(asks([isNo("A")], { key })).toBe(false);
    expect(asks([pieces], { key })).toBe(false);
    expect(asks([])).toBe(false);
    expect(asks([{ ...isNo("A"), operator: "LIKE" }])).toBe(false);
    expect(asks([isNo("A")], { paging: { page: 2, limit: 20 } })).toBe(false);
  });

  it("returns all non-secret fields by wire name", () => {
    const names = [...page({ fields: toy.fields }).matchAll(/ as "(\w+)"/g)].map((m) => m[1]);
    expect(names).toEqual(
      [
        "TOY_NO",
        "TITLE",
        "PIECES",
        "PRICE",
        "IS_SOLD",
        "MADE_ON",
        "SEEN_AT",
        "COLOUR",
        "FACTS",
        "TOTAL",
      ].concat(["CREATED_BY", "CREATED_DATE", "UPDATED_BY", "UPDATED_DATE"]),
    );
  });

  it("returns the requested fields in their order", () => {
    const names = (list: string[]) => [...page({ names: list }).matchAll(/ as "(\w+)"/g)].map((m) => m[1]);
    expect(names(["total", "toyName", "toyNo"])).toEqual(["TOTAL", "TITLE", "TOY_NO"]);
    expect(names(["toyName"])).toEqual(["TITLE"]);
    expect(() => page({ names: ["gone"] })).toThrow(said("unknownField", "gone"));
  });

  it("writes flags as Y and N, and puts computed columns in parentheses", () => {
    const list = page({ names: ["isSold", "total", "toyName"] });
    expect(list).toContain("case when t.is_sold then 'Y' when not t.is_sold then 'N' end as \"IS_SOLD\"");
    expect(list).toContain('(t.price * t.pieces) as "TOTAL"');
    expect(list).toContain('(upper(t.toy_name || ‹"ann"›)) as "TITLE"');
  });

  it("builds a column that depends on the request for every request", () => {
    const of = (userId: string) =>
      shown(selectPage(selection(), testCtx({ who: { ...ctx.who, userId, tenantId: 8 } })));
    for (const userId of ["ann", "bob"]) {
      expect(of(userId)).toContain(`(upper(t.toy_name || ‹"${userId}"›)) as "TITLE"`);
      expect(of(userId)).toContain("t.tenant_id = ‹8›");
    }
  });

  it("caches columns per set of fields", () => {
    expect(page({ fields: pick(toy, "toyNo") })).not.toContain("PIECES");
    expect(page({ fields: pick(toy, "toyNo", "pieces") })).toContain("PIECES");
    expect(page({ fields: pick(toy, "toyNo") })).not.toContain("PIECES");
    const other = table(toy, { from: "other_toy", writes: [], columns: { pieces: "1" } });
    expect(page({ source: other })).toContain('(1) as "PIECES"');
  });
});

describe("the order of a page", () => {
  const orderOf = (more: Partial<Selection>) => /order by (.*?) limit/.exec(page(more))?.[1];

  it("is that of the key, or the default order of the source", () => {
    expect(orderOf({ key: ["pieces", "toyNo"] })).toBe("t.pieces, t.toy_no");
    const own = { ...source, order: [{ field: "pieces", direction: "desc" } as const] };
    expect(orderOf({ source: own })).toBe("t.pieces desc, t.toy_no");
  });

  it("is what the caller requests: empty values last, ties broken by the rest of the key", () => {
    const sort = [
      { field: "toyName", direction: "desc" },
      { field: "toyNo", direction: "asc" },
    ] as const;
    expect(orderOf({ sort, key: ["toyNo", "pieces"] })).toBe(
      '(upper(t.toy_name || ‹"ann"›)) desc nulls last, t.toy_no asc nulls last, t.pieces',
    );
    const own = { ...source, order: [{ field: "pieces", direction: "desc" } as const] };
    expect(orderOf({ source: own, sort: sort.slice(1) })).toBe("t.toy_no asc nulls last");
  });
});

describe("a known total", () => {
  const maker = sql`left join maker m on m.maker_id = t.maker_id`;
  const joined = table(toy, {
    from: "wood_toy",
    writes: [],
    joins: () => ({ m: maker }),
    columns: { total: "t.price * t.pieces" },
  });
  const at = (number: number, more: Partial<Selection> = {}, isCounted = true) =>
    shown(
      selectPage(
        selection({ source: joined, names: ["toyNo"], paging: { page: number, limit: 20 }, ...more }),
        ctx,
        { count: 105, isCounted },
      ),
    );

  it("is returned without a count", () => {
    expect(at(1)).toContain("else ‹105›::bigint end as count");
    expect(at(1)).not.toContain("(select count(*)");
  });

  it("lets the last page be read from the end", () => {
    expect(rowsOf(at(3))).toContain("order by t.toy_no limit ‹20› offset ‹40›");
    expect(rowsOf(at(5))).toContain("order by t.toy_no limit ‹20› offset ‹80›");
    expect(at(6)).toContain("order by t.toy_no desc limit ‹5› offset ‹0›) t left join maker m");
    expect(at(6)).toContain("m.maker_id = t.maker_id order by t.toy_no)");
    expect(at(7)).toContain("order by t.toy_no limit ‹20› offset ‹120›");
  });

  it("turns directions and nulls round", () => {
    const sort = [
      { field: "pieces", direction: "desc" },
      { field: "total", direction: "asc" },
    ] as const;
    const turned = at(6, { sort });
    expect(turned).toContain(
      "order by t.pieces asc nulls first, (t.price * t.pieces) desc nulls first, t.toy_no desc limit ‹5› offset ‹0›)",
    );
    expect(turned).toContain(
      "order by t.pieces desc nulls last, (t.price * t.pieces) asc nulls last, t.toy_no",
    );
  });

  it("does not turn the order if it is an estimate, or if the joins are not separate from the table", () => {
    const usual = "order by t.toy_no limit ‹20› offset ‹100›";
    expect(at(6, {}, false)).toContain(usual);
    const withoutJoins = table(toy, {
      from: "wood_toy",
      writes: [],
      columns: { total: "t.price * t.pieces" },
    });
    expect(at(6, { source: withoutJoins })).toContain(usual);
  });
});

describe("look-ups", () => {
  const joined = table(toy, {
    from: "wood_toy",
    writes: [],
    joins: (c) => sql`left join maker m on m.tenant_id = ${c.who.tenantId} and m.maker_id = t.maker_id`,
    columns: { total: "m.total" },
  });
  const join = "left join maker m on m.tenant_id = ‹7› and m.maker_id = t.maker_id";
  const pieces: Condition = { field: "pieces", operator: "GT", value: 3 };
  const total: Condition = { field: "total", operator: "GT", value: 3 };
  const small = { source: joined, names: ["toyNo", "total"] };
  const columns = 'select t.toy_no as "TOY_NO", (m.total) as "TOTAL" from';

  it("are joined to the page's rows only, if conditions and order use the table alone", () => {
    const statement = page({ ...small, where: [pieces] });
    expect(rowsOf(statement)).toContain(
      `${columns} (select t.* from "wood_toy" t where t.tenant_id = ‹7› and t.pieces > ‹3› order by t.toy_no` +
        ` limit ‹20› offset ‹0›) t ${join} order by t.toy_no`,
    );
    expect(statement).toContain(
      '(select count(*) from "wood_toy" t where t.tenant_id = ‹7› and t.pieces > ‹3›)',
    );
  });

  it("are joined to all rows if the order needs them, but not for the count", () => {
    const statement = page({ ...small, sort: [{ field: "total", direction: "asc" }] });
    expect(statement).toContain(
      `${columns} "wood_toy" t ${join} where t.tenant_id = ‹7› order by (m.total) asc`,
    );
    expect(statement).toContain('(select count(*) from "wood_toy" t where t.tenant_id = ‹7›)');
    expect(page({ ...small, key: ["total"] })).toContain(`${columns} "wood_toy" t ${join} where`);
  });

  it("are joined for the count too, if a condition needs them", () => {
    const statement = page({ ...small, where: [pieces, total] });
    expect(statement).toContain(`${columns} "wood_toy" t ${join} where`);
    expect(statement).toContain(`(select count(*) from "wood_toy" t ${join} where t.tenant_id = ‹7› and`);
  });

  it("with names are joined before the page is found only if conditions or order need them", () => {
    const named = table(toy, {
      from: "wood_toy",
      writes: [],
      joins: () => ({
        m: sql`left join maker m on m.maker_id = t.maker_id`,
        o: sql`left join owner o on o.owner_id = m.owner_id`,
        p: sql`left join place p on p.place_id = t.place_id`,
      }),
      columns: { total: "o.total", toyName: "p.name" },
    });
    const all =
      "left join maker m on m.maker_id = t.maker_id left join owner o on o.owner_id = m.owner_id" +
      " left join place p on p.place_id = t.place_id";
    const statement = page({
      source: named,
      names: ["total", "toyName"],
      where: [total],
      sort: [{ field: "pieces", direction: "asc" }],
    });
    const two =
      "left join maker m on m.maker_id = t.maker_id left join owner o on o.owner_id = m.owner_id where";
    expect(statement).toContain(`(select t.* from "wood_toy" t ${two}`);
    expect(statement).toContain(`(select count(*) from "wood_toy" t ${two}`);
    expect(statement).toContain(`‹0›) t ${all} order by t.pieces`);
    const sorted = page({ source: named, names: ["total"], sort: [{ field: "toyName", direction: "asc" }] });
    expect(sorted).toContain(
      '(select t.* from "wood_toy" t left join place p on p.place_id = t.place_id where',
    );
  });

  it("are joined to a row that is read by its key", () => {
    expect(page({ ...small, where: [isNo("A")] })).toContain(`${columns} "wood_toy" t ${join} where`);
  });
});

describe("sums over all pages", () => {
  it("are computed over the same rows as the page", () => {
    expect(
      page({ sums: ["pieces", "total"], where: [{ field: "pieces", operator: "LT", value: 9 }] }),
    ).toContain(
      ", (select json_build_object('PIECES', coalesce(sum(t.pieces), 0), 'TOTAL', coalesce(sum((t.price" +
        " * t.pieces)), 0))::text" +
        ' from "wood_toy" t where t.tenant_id = ‹7› and t.pieces < ‹9›) as totals from (',
    );
    expect(page({ sums: ["pieces"], where: [isNo("A")] })).toMatch(/as count, \(select json_build_object/);
  });

  it("are omitted if none are requested", () => {
    for (const sums of [undefined, [], ["gone"]]) expect(page({ sums })).not.toContain("totals");
  });
});

describe("conditions", () => {
  const of = (operator: Operator, value: Condition["value"], name = "toyNo") =>
    shown(conditionSql({ field: name, operator, value }, (fields as Fields)[name] as never, sql`x`));

  it.each<[Operator, string]>([
    ["GT", "x > ‹5›"],
    ["EGT", "x >= ‹5›"],
    ["LT", "x < ‹5›"],
    ["ELT", "x <= ‹5›"],
    ["EQ", "x = ‹5›"],
    ["NEQ", "x is distinct from ‹5›"],
  ])("compare by %s", (operator, text) => {
    expect(of(operator, 5)).toBe(text);
  });

  it("treat empty text like null", () => {
    expect(of("EQ", "")).toBe("coalesce(x, '') = ''");
    expect(of("NEQ", "")).toBe("coalesce(x, '') <> ''");
  });

  it("match a part of a text literally, and in numbers as written", () => {
    expect(of("LIKE", "a")).toBe('x ilike ‹"%a%"›');
    expect(of("LIKE", "10%_\\")).toBe(String.raw`x ilike ‹"%10\\%\\_\\\\%"›`);
    expect(of("LIKE", "12", "pieces")).toBe('(x)::text ilike ‹"%12%"›');
  });

  it("match any value of a list; an empty list matches nothing", () => {
    expect(of("IN", ["a", "b"])).toBe('x = any(‹["a","b"]›)');
    expect(of("IN", [])).toBe("false");
  });

  it("compare a whole number with a fraction", () => {
    expect(of("GT", 1.5, "pieces")).toBe("(x)::numeric > ‹1.5›");
    expect(of("IN", [1, 2.5], "pieces")).toBe("(x)::numeric = any(‹[1,2.5]›)");
    expect(of("GT", 2, "pieces")).toBe("x > ‹2›");
  });

  it("are combined by AND with the condition of the source", () => {
    const own = table(toy, { from: "wood_toy", writes: [], where: () => sql`not t.is_gone` });
    const where: Condition[] = [
      { field: "pieces", operator: "EGT", value: 2 },
      { field: "total", operator: "LT", value: 9 },
    ];
    expect(page({ source: own, where })).toContain(
      "where t.tenant_id = ‹7› and not t.is_gone and t.pieces >= ‹2› and t.total < ‹9› order by",
    );
    expect(() => page({ where: [{ field: "gone", operator: "EQ", value: 1 }] })).toThrow(
      said("unknownField", "gone"),
    );
  });
});

it("are passed to a source that uses them", () => {
  const passed: (readonly Condition[])[] = [];
  const own = table(toy, {
    writes: [],
    from: (_, conditions) => {
      passed.push(conditions);
      return sql`big_toy t`;
    },
  });
  const where = [isNo("A")];
  expect(page({ source: own, where })).toContain("from big_toy t where");
  expect(passed).toEqual([where]);
});
