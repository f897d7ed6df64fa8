import { type Condition, pick, type SortKey } from "@shotkeeper/contract/kernel";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Ctx } from "./ctx.ts";
import { sql } from "./db/sql.ts";
import { type Source, table } from "./registry.ts";
import { type PageText, type Selection, selectPage } from "./select.ts";
import { type KernelTenant, kernelTenant } from "./testing/tenant.ts";
import { toy } from "./testing/toys.ts";

interface Toy {
  readonly toyNo: string;
  readonly toyName: string | null;
  readonly pieces: number | null;
  readonly isSold: boolean | null;
}
const fields = pick(toy, "toyNo", "toyName", "pieces", "isSold");
const texts = ["ark", "Ball", "bal%", "a_k", "back\\slash", ""];

let t: KernelTenant;
beforeAll(async () => {
  t = await kernelTenant();
});

/**
 * Ways in which a query source can give its rows (see `Source`). The result of a query must be the same for each way.
 */
const ways = ["plain", "joins", "onePass", "page"] as const;
type Way = (typeof ways)[number];

/**
 * Returns a query source that gives the rows `toys` in the way `way`. In the way `joins`, the joins find exactly one
 * row for each toy.
 */
function sourceOf(toys: readonly Toy[], way: Way) {
  const from = (ctx: Ctx) => sql`(
      select ${ctx.who.tenantId}::int as tenant_id, x.*
      from json_to_recordset(${JSON.stringify(toys)}::json)
        as x("toyNo" text, "toyName" text, pieces int, "isSold" boolean)
    ) y cross join lateral (
      select y.tenant_id, y."toyNo" as toy_no, y."toyName" as toy_name, y.pieces, y."isSold" as is_sold
    ) t`;
  const page: Source["page"] = (ctx, { where, orderAndLimit }) => ({
    rows: sql`(select t.* from ${from(ctx)} where ${where} ${orderAndLimit}) t`,
    counted: from(ctx),
  });
  return table(toy, {
    writes: [],
    from,
    ...(way === "joins"
      ? { joins: () => sql`cross join (select 1 as one) l`, columns: { pieces: "t.pieces * l.one" } }
      : {}),
    ...(way === "onePass" ? { isOnePass: true } : {}),
    ...(way === "page" ? { page } : {}),
  });
}

/**
 * Returns whether a row meets a condition. The test compares the result with that of SQL. As in SQL, a comparison with
 * null is not true.
 */
function holds(row: Toy, { field, operator, value }: Condition): boolean {
  const own = row[field as keyof Toy];
  if (operator === "EQ") return value === "" ? (own ?? "") === "" : own === value;
  if (operator === "NEQ") return value === "" ? (own ?? "") !== "" : own !== value;
  if (own === null) return false;
  if (operator === "IN") return (value as readonly unknown[]).includes(own);
  if (operator === "LIKE") return String(own).toLowerCase().includes(String(value).toLowerCase());
  const [a, b] = [Number(own), Number(value)];
  return { GT: a > b, EGT: a >= b, LT: a < b, ELT: a <= b }[operator];
}

/**
 * Order of two rows, with which the test compares the order of SQL. Empty values come last. Equal rows are ordered
 * by key, in the direction of the last sort criterion.
 */
function compare(a: Toy, b: Toy, sort: readonly SortKey[]): number {
  const last = sort.at(-1)?.direction ?? "asc";
  for (const { field, direction } of [...sort, { field: "toyNo", direction: last } as const]) {
    const [x, y] = [a[field as keyof Toy], b[field as keyof Toy]];
    if (x === y) continue;
    if (x === null || y === null) return x === null ? 1 : -1;
    return (x < y ? -1 : 1) * (direction === "asc" ? 1 : -1);
  }
  return 0;
}

const anyToys = fc
  .array(
    fc.record({
      toyName: fc.constantFrom(null, ...texts),
      pieces: fc.constantFrom(null, 1, 2, 3),
      isSold: fc.constantFrom(null, true, false),
    }),
    { maxLength: 12 },
  )
  .map((rows) => rows.map((row, i): Toy => ({ toyNo: `T${String((i * 7) % 13).padStart(2, "0")}`, ...row })));
const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constant("pieces"),
    operator: fc.constantFrom("EQ", "NEQ", "GT", "EGT", "LT", "ELT"),
    value: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    field: fc.constant("toyName"),
    operator: fc.constantFrom("EQ", "NEQ"),
    value: fc.constantFrom(...texts),
  }),
  fc.record({
    field: fc.constantFrom("toyName", "pieces"),
    operator: fc.constant("LIKE"),
    value: fc.constantFrom("a", "%", "_", "\\", "L", "1"),
  }),
  fc.record({ field: fc.constant("toyName"), operator: fc.constant("IN"), value: fc.subarray(texts) }),
  fc.record({
    field: fc.constant("toyNo"),
    operator: fc.constant("EQ"),
    value: fc.constantFrom("T00", "T07", "X"),
  }),
  fc.record({ field: fc.constant("isSold"), operator: fc.constantFrom("EQ", "NEQ"), value: fc.boolean() }),
);
const anySort: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc.record({ field: fc.constantFrom("pieces", "toyNo"), direction: fc.constantFrom("asc", "desc") }),
  { maxLength: 2, selector: (k) => k.field },
);

it("equals filtering, sorting and paging of all rows in memory", async () => {
  let pages = 0;
  await fc.assert(
    fc.asyncProperty(
      anyToys,
      fc.array(anyCondition, { maxLength: 2 }),
      anySort,
      fc.record({ page: fc.integer({ min: 1, max: 3 }), limit: fc.integer({ min: 1, max: 5 }) }),
      fc.constantFrom(...ways),
      async (toys, where, sort, paging, way) => {
        const source = sourceOf(toys, way);
        const s: Selection = { source, fields, key: ["toyNo"], where, sort, paging, sums: ["pieces"] };
        const [found] = (await t.rows(selectPage(s, t.ctx))) as unknown as (PageText & { totals: string })[];
        const rows = toys
          .filter((row) => where.every((c) => holds(row, c)))
          .sort((a, b) => compare(a, b, sort));
        const start = (paging.page - 1) * paging.limit;
        const flag = (v: boolean | null) => (v === null ? null : v ? "Y" : "N");
        const expected = rows
          .slice(start, start + paging.limit)
          .map((r) => ({ TOY_NO: r.toyNo, TITLE: r.toyName, PIECES: r.pieces, IS_SOLD: flag(r.isSold) }));
        expect(JSON.parse(found?.list ?? "")).toEqual(expected);
        expect(Number(found?.count)).toBe(rows.length);
        expect(JSON.parse(found?.totals ?? "")).toEqual({
          PIECES: rows.reduce((n, r) => n + (r.pieces ?? 0), 0),
        });
        if (expected.length > 1) pages++;
      },
    ),
    { numRuns: 300 },
  );
  expect(pages).toBeGreaterThan(5);
});
