import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { testDb } from "../../testing/database.ts";
import { float8Column, int2Column, int4Column, int8Column, textColumn } from "./column.ts";
import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

const same = <T>(value: T) => value;

describe("columns of a batch", () => {
  let db: Db;
  beforeAll(async () => {
    db = await testDb();
  });

  const numbers = fc.record({
    int8: fc.option(fc.maxSafeInteger()),
    int4: fc.option(fc.integer()),
    int2: fc.option(fc.integer({ min: -32_768, max: 32_767 })),
    float8: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    // PostgreSQL stores no character with the code 0.
    text: fc.option(fc.string({ unit: "binary" }).map((t) => t.replaceAll("\0", ""))),
  });

  it("arrive in PostgreSQL as the same values, in order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(numbers, { maxLength: 20 }), async (rows) => {
        const [found] = await db.platform(sql`
          select x.*
          from unnest(
            ${int8Column(rows, (r) => r.int8)}::bigint[], ${int4Column(rows, (r) => r.int4)}::int[],
            ${int2Column(rows, (r) => r.int2)}::smallint[],
            ${float8Column(rows, (r) => r.float8)}::float8[], ${textColumn(rows, (r) => r.text)}::text[]
          ) with ordinality as x (int8, int4, int2, float8, text, place)
          order by x.place
        `);
        // PostgreSQL prints the float −0 as "-0", which is equal to 0.
        const plain = (r: object) => JSON.parse(JSON.stringify(r));
        expect(found?.map(plain)).toEqual(rows.map((r, i) => ({ ...plain(r), place: i + 1 })));
      }),
      { numRuns: 60 },
    );
  });

  it("refuse a number that does not fit, and never store another one", () => {
    for (const value of [32_768, -32_769, 1.5, Number.NaN]) {
      expect(() => int2Column([value], same)).toThrow(`does not fit into smallint: ${value}`);
    }
    for (const value of [2_147_483_648, -2_147_483_649, 0.5, Number.NaN]) {
      expect(() => int4Column([value], same)).toThrow(`does not fit into int: ${value}`);
    }
    for (const value of [2 ** 53, -(2 ** 53), 0.5, Number.NaN]) {
      expect(() => int8Column([value], same)).toThrow(`does not fit into bigint: ${value}`);
    }
  });
});
