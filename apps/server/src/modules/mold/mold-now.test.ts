import { moldCauses } from "@shotkeeper/contract/indicator";
import type { Condition, SortKey } from "@shotkeeper/contract/kernel";
import { moldList } from "@shotkeeper/contract/mold";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { selectPage } from "../../kernel/select.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { rowsRead } from "../../testing/plan.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { moldCausesImpl } from "../indicator/cause.queries.ts";
import { storeFacts, storeMoldFacts } from "../indicator/index.ts";
import { moldListImpl } from "./mold.queries.ts";

const hour = 3_600_000;
const pageSize = 50;
let s: TestServer;
let t: TestTenant;

const ctx = () => systemCtxOf(t);

/** Inserts `size` molds of two plants with counters and readings, and warnings of some of them. */
async function addMolds(size: number): Promise<void> {
  const id = t.id;
  await t.rows(sql`
    insert into mold (
      tenant_id, mold_no, mold_name, oem_id, plant_id, maker_id, service_state, life_ten_thousands, opening_count,
      daily_maintenance_hours, major_maintenance_hours, planned_t0, handover_date
    )
    select
      ${id}, 'N' || lpad(i::text, 6, '0'), 'Mold ' || i % 97, 'O1', 'P' || i % 2 + 1, 'M1',
      case when i % 50 = 0 then 1 else 0 end, nullif(i % 20, 0), i * 7919 % 100000, 100, 1000, '2025-01-01',
      '2025-01-01'
    from generate_series(1, ${size}::int) i
    returning 1
  `);
  await t.rows(sql`
    insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled)
    select ${id}, m.mold_no, ${t.code} || m.mold_no, 'LTE', 1, true, false
    from mold m
    where m.tenant_id = ${id}
    returning 1
  `);
  await t.rows(sql`
    insert into counter_state (tenant_id, counter_id, last_at, count_at, last_shots, last_shot_at, bound_shots)
    select
      ${id}, c.counter_id, x.at, x.at, c.counter_id % 3, x.at - c.counter_id % 20 * interval '1 day',
      c.counter_id * 31 % 5000
    from counter c
    cross join lateral (
      select ${new Date(noon)}::timestamptz - c.counter_id % 70 * interval '1 hour' as at
    ) x
    where c.tenant_id = ${id}
    returning 1
  `);
  await t.rows(sql`
    insert into binding (tenant_id, mold_id, counter_id, bound_at)
    select ${id}, m.mold_id, c.counter_id, ${new Date(noon - 40 * 24 * hour)}
    from mold m
    join counter c on c.tenant_id = m.tenant_id and c.writer_id = m.mold_no
    where m.tenant_id = ${id} and m.mold_id % 30 <> 0
    returning 1
  `);
  await t.rows(sql`
    insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at)
    select
      ${id}, k.kind, 1, case when b.mold_id % 2 = 0 then b.mold_id end, b.counter_id, ${new Date(noon)},
      ${new Date(noon)}
    from binding b
    join (values ('silent', 25), ('battery', 40), ('idle', 60)) k (kind, share) on b.mold_id % k.share = 0
    where b.tenant_id = ${id}
    returning 1
  `);
}

const statementOf = async (where: Condition[], sort: SortKey[], page = 1, total?: number) => {
  const asked = { where, sort, paging: { page, limit: pageSize } };
  const source = await moldListImpl.instead?.(ctx(), asked);
  if (!source) throw new Error("the page is not found by stored facts");
  const known = total === undefined ? undefined : { count: total, isCounted: true };
  return selectPage({ ...asked, source, fields: moldList.columns, key: moldList.key }, ctx(), known);
};

const is = (field: string, value: string | number): Condition => ({ field, operator: "EQ", value });
const by = (field: string, direction: "asc" | "desc" = "desc"): SortKey => ({ field, direction });
const requests: [string, Condition[], SortKey[]][] = [
  ["with a frequent state", [is("liveState", "silent")], []],
  ["with a rare state", [is("liveState", "inRepair")], []],
  ["with a state, by last shot", [is("liveState", "idle")], [by("lastShotAt", "asc")]],
  ["by count", [], [by("countTimes")]],
  ["by count, ascending", [], [by("countTimes", "asc")]],
  ["by used life", [], [by("lifeUsed")]],
  ["by last shot", [], [by("lastShotAt")]],
  ["with warnings", [{ field: "openWarnings", operator: "GT", value: 0 }], []],
  ["by warnings", [], [by("openWarnings")]],
  ["by warnings, ascending", [], [by("openWarnings", "asc")]],
  ["of a plant, by count", [is("plantId", "P1")], [by("countTimes")]],
  ["of a plant, with a state", [is("plantId", "P1"), is("liveState", "running")], []],
  ["by warnings and name", [], [by("openWarnings"), by("moldName", "asc")]],
];

describe("stored facts of molds", () => {
  const size = 2_000;
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    await addMolds(size);
    await storeFacts(ctx());
    await s.app.db.platform(sql`select app_analyze()`);
  });

  /** Compares the stored facts with those that the list computes for an export, which never uses stored facts. */
  const expectEqual = async () => {
    const stored = await t.rows<Record<string, unknown>>(sql`
      select
        n.mold_no as "MOLD_NO", n.live_state as "Work_Stat", n.count_times as "COUNT_TIMES",
        n.life_used::float8 as "LIFE_USED", n.last_shot_at as "LAST_SHOT_AT", n.open_warnings as "OPEN_WARNINGS"
      from mold_now n
      where n.tenant_id = ${t.id} and n.archived_date is null
      order by n.mold_no
    `);
    const shown = await t.admin.list(moldList.menu, moldList.id, { Limit: 10_000 });
    const time = (x: unknown) => (x === null ? null : new Date(String(x)).getTime());
    const facts = (r: Record<string, unknown>) => [
      r.MOLD_NO,
      r.Work_Stat,
      Number(r.COUNT_TIMES),
      r.LIFE_USED === null ? null : Number(r.LIFE_USED),
      time(r.LAST_SHOT_AT),
      Number(r.OPEN_WARNINGS),
    ];
    expect(stored.map(facts)).toEqual(shown.map(facts));
    expect(stored.length).toBeGreaterThan(size / 2);
  };

  it("equal the computed ones, also after changes of all kinds and some time", async () => {
    await expectEqual();
    const some = sql`in (select m.mold_id from mold m where m.tenant_id = ${t.id} and m.mold_id % 7 = 3)`;
    const changes = [
      sql`
        update mold set service_state = 4, opening_count = 5
        where tenant_id = ${t.id} and mold_id % 11 = 1
        returning 1
      `,
      sql`update mold set archived_date = now() where tenant_id = ${t.id} and mold_id % 13 = 1 returning 1`,
      sql`update binding set unbound_at = ${new Date(noon)} where tenant_id = ${t.id} and mold_id ${some} returning 1`,
      sql`update warning set cleared_at = now() where tenant_id = ${t.id} and warning_id % 3 = 0 returning 1`,
      sql`
        update counter_state set bound_shots = bound_shots + 9
        where tenant_id = ${t.id} and counter_id % 5 = 0
        returning 1
      `,
      sql`delete from mold where tenant_id = ${t.id} and mold_id % 30 = 0 returning 1`,
    ];
    for (const change of changes) {
      await t.rows(change);
      expect(await storeFacts(ctx())).toBeGreaterThan(0);
      await expectEqual();
    }
    s.clock.now = noon + 9 * 24 * hour;
    expect(await storeFacts(ctx())).toBeGreaterThan(0);
    await expectEqual();
    expect(await storeFacts(ctx())).toBe(0);
    s.clock.now = noon;
    await storeFacts(ctx());
    const deleted = await t.rows(sql`delete from mold_now where tenant_id = ${t.id} returning 1`);
    expect(await storeFacts(ctx(), 7)).toBe(deleted.length);
    await expectEqual();
  });

  it.each(requests)("give the pages and totals of the computed list, %s", async (_name, where, sort) => {
    const asked = { fields: moldList.columns, key: moldList.key, where, sort, names: ["moldNo"] };
    for (const page of [1, 2, 17]) {
      const paging = { page, limit: pageSize };
      const source = await moldListImpl.instead?.(ctx(), { ...asked, paging });
      if (!source) throw new Error("the page is not found by stored facts");
      const [[stored], [computed]] = await s.app.db.run(t.id, [
        selectPage({ ...asked, source, paging }, ctx()),
        selectPage({ ...asked, source: moldListImpl, paging }, ctx()),
      ]);
      expect(stored).toEqual(computed);
      expect(Number(stored?.count)).toBeGreaterThan(0);
    }
  });

  it("fill a page although molds were archived since the last run", async () => {
    const archive = (at: Date | null) => sql`
      update mold set archived_date = ${at}
      where tenant_id = ${t.id} and mold_id in (
        select n.mold_id from mold_now n
        where n.tenant_id = ${t.id} and n.archived_date is null
        order by n.count_times desc
        limit 5
      )
      returning 1
    `;
    await t.rows(archive(new Date(noon)));
    const [row] = await t.rows<{ list: string }>(await statementOf([], [by("countTimes")]));
    expect(JSON.parse(String(row?.list))).toHaveLength(pageSize);
    await t.rows(archive(null));
  });

  it("are not used for other conditions, for exports and when the job does not run", async () => {
    const used = async (where: Condition[], sort: SortKey[], limit = pageSize) =>
      (await moldListImpl.instead?.(ctx(), { where, sort, paging: { page: 1, limit } })) !== undefined;
    expect(await used([], [by("countTimes")])).toBe(true);
    expect(await used([], [by("moldNo")])).toBe(false);
    expect(await used([is("battery", 5)], [by("countTimes")])).toBe(false);
    expect(await used([], [by("countTimes")], 5000)).toBe(false);
    s.clock.now = noon + hour;
    expect(await used([], [by("countTimes")])).toBe(false);
    s.clock.now = noon;
  });

  it("are stored only for large tenants", async () => {
    const small = await TestTenant.create(s);
    await small.mold("S1");
    await storeMoldFacts(systemCtxOf(small));
    expect(await small.rows(sql`select mold_id from mold_now where tenant_id = ${small.id}`)).toEqual([]);
  });
});

describe("a page of many molds that is found by stored facts", () => {
  const size = 12_000;
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    await addMolds(size);
    await storeMoldFacts(ctx());
    await s.app.db.platform(sql`select app_analyze()`);
  });

  // The order by a name, which is not stored, needs all rows.
  const found = requests.filter(([, , sort]) => sort.length < 2);

  it.each([
    ["all", []],
    ["with a cause", [is("moldCause", "noSignal")]],
    ["of a plant", [is("plantId", "P1")]],
  ] as [string, Condition[]][])("reads few rows of the list of causes, %s", async (_name, where) => {
    const asked = { where, sort: [], paging: { page: 3, limit: pageSize } };
    const source = await moldCausesImpl.instead?.(ctx(), asked);
    if (!source) throw new Error("the page is not found by stored facts");
    const known = { count: size, isCounted: true };
    const page = { ...asked, source, fields: moldCauses.columns, key: moldCauses.key };
    expect(await rowsRead(t, selectPage(page, ctx(), known))).toBeLessThanOrEqual(20 * pageSize);
  });

  it.each(found)("reads at most 20 times the rows that it shows, %s", async (_name, where, sort) => {
    const last = size / pageSize;
    for (const page of where.length === 0 ? [1, last] : [1])
      expect(await rowsRead(t, await statementOf(where, sort, page, size))).toBeLessThanOrEqual(
        20 * pageSize,
      );
  });
});
