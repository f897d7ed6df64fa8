import { moldMoves, returnVisits } from "@shotkeeper/contract/indicator";
import type { Condition, Query } from "@shotkeeper/contract/kernel";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import type { QueryImpl } from "../../kernel/registry.ts";
import { selectPage } from "../../kernel/select.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { rowsRead } from "../../testing/plan.ts";
import { noon, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { indicatorLists } from "./lists.queries.ts";

const molds = 20_000;
const visits = 3;
const pageSize = 50;
/** SQL array of the places that the molds visit in turn. */
const places = sql.raw("(array['P1', 'M1', null, 'P2', 'M2', 'M2', null])");
let t: TestTenant;

const implOf = (query: Query): QueryImpl => {
  const found = indicatorLists.find((l) => l.query === query);
  if (!found) throw new Error("the list is not implemented");
  return found;
};
const is = (field: string, value: string): Condition => ({ field, operator: "EQ", value });

describe("lists of moves and returns", () => {
  beforeAll(async () => {
    const s = await withServer();
    t = await TestTenant.create(s);
    const { id } = t;
    await t.rows(sql`
      insert into mold (
        tenant_id, mold_no, mold_name, oem_id, plant_id, maker_id, daily_maintenance_hours, major_maintenance_hours,
        planned_t0, handover_date
      )
      select
        ${id}, 'V' || lpad(i::text, 5, '0'), 'Mold ' || i, 'O1', 'P' || i % 2 + 1, 'M' || i % 2 + 1, 100, 1000,
        '2025-01-01', '2025-01-01'
      from generate_series(1, ${molds}::int) i
      returning 1
    `);
    // Each mold goes from place to place. Some visits are at no registered place, and some follow one another at the
    // same place. The visit number k + 1 is the one before the visit number k.
    await t.rows(sql`
      insert into mold_visit (
        tenant_id, mold_id, visit_from, last_at, visit_to, org_id, longitude, latitude, fixes, visit_source, before_id,
        before_lng, before_lat
      )
      select
        ${id}, m.mold_id, x.began, x.began + interval '1 hour', x.began + interval '1 hour', x.org_id, 113.5 + k, 23.25,
        5, 'position', b.org_id, b.longitude, b.latitude
      from mold m
      cross join generate_series(1, ${visits}::int) k
      cross join lateral (
        select
          ${new Date(noon)}::timestamptz - k * interval '1 day' - m.mold_id % 100000 * interval '7 seconds' as began,
          ${places}[(m.mold_id + k) % 7 + 1] as org_id
      ) x
      left join lateral (
        select ${places}[(m.mold_id + j) % 7 + 1] as org_id, 113.5 + j as longitude, 23.25 as latitude
        from generate_series(k + 1, ${visits}::int) j
        where x.org_id is not null and ${places}[(m.mold_id + j) % 7 + 1] is not null
        order by j
        limit 1
      ) b on true
      where m.tenant_id = ${id}
      returning 1
    `);
    await s.app.db.platform(sql`select app_analyze()`);
  }, 300_000);

  it.each([
    [moldMoves, []],
    [returnVisits, []],
    [moldMoves, [is("plantId", "P1")]],
    [returnVisits, [is("makerId", "M1")]],
  ] as [Query, Condition[]][])("are found without reading all visits, %#", async (query, where) => {
    const asked = { where, sort: [], paging: { page: 2, limit: pageSize } };
    const page = { ...asked, source: implOf(query), fields: query.columns, key: query.key };
    const known = { count: molds, isCounted: true };
    expect(await rowsRead(t, selectPage(page, systemCtxOf(t), known))).toBeLessThanOrEqual(20 * pageSize);
  });

  it.each([
    [moldMoves, "MOVE_KM", "MOVED_AT"],
    [returnVisits, "VISIT_DAYS", "VISIT_FROM"],
  ] as const)(
    "have the same rows and total, page by page and all together, %#",
    async (query, figure, time) => {
      interface Page {
        readonly list: readonly object[];
        readonly count: number;
      }
      for (const user of [t.admin, await t.user("M1"), await t.user("P2")]) {
        const page = async (Field: string, n: number, Limit: number) => {
          const sort = { Sort: [{ Field, Sort: "desc" }], Page: n, Limit };
          const body = { Type: "QueryByID", MENU_ID: query.menu, QueryID: query.id, WhereStr: [], ...sort };
          return (await user.mitt<Page>(body)).ReturnData;
        };
        // A list that is sorted by a computed figure computes all rows. The other one finds the rows of a page first.
        const all = await page(figure, 1, 50_000);
        const pages = [];
        for (let n = 1; n <= Math.ceil(all.count / 1000); n++) pages.push(await page(time, n, 1000));
        expect(pages.map((p) => p.count)).toEqual(pages.map(() => all.count));
        expect(all.count).toBeGreaterThan(100);
        const texts = (rows: readonly object[]) => rows.map((r) => JSON.stringify(r)).sort();
        expect(texts(pages.flatMap((p) => p.list))).toEqual(texts(all.list));
      }
    },
  );
});
