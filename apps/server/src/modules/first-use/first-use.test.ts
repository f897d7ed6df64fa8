import { codes } from "@shotkeeper/contract/kernel";
import { beforeEach, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { freshCode, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { ofCounters, ofMolds } from "./remove-samples.command.ts";

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

const facts = async (user: TestUser = t.admin) =>
  (await user.mitt({ Type: "rf_GetFirstUse", MENU_ID: "SYS105" })).ReturnData as Record<string, number>;
const add = (user: TestUser = t.admin) =>
  user.mitt({ Type: "rf_AddSamples", MENU_ID: "SYS105", InParams: { LANGUAGE: "en" } });
const remove = (user: TestUser = t.admin) => user.mitt({ Type: "rf_RemoveSamples", MENU_ID: "SYS105" });

/**
 * Returns the number of rows by table, for the tenant's tables that have rows. Leaves out the system log, its audit
 * chain, jobs and sessions, because requests and jobs change these tables even without sample data.
 */
async function sizes(): Promise<Record<string, number>> {
  const tables = await t.rows<{ name: string }>(sql`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('system_log', 'audit_line', 'audit_head', 'job', 'session')
    order by c.relname
  `);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await t.rows<{ n: number }>(
      sql`select count(*)::int as n from ${sql.id(name)} where tenant_id = ${t.id}`,
    );
    if (row && row.n > 0) found[name] = row.n;
  }
  return found;
}

it("counts companies, people, molds, counters and first readings, without sample data", async () => {
  const zero = { MOLDS: 0, BOUND: 0, REPORTING: 0, SAMPLES: 0 };
  expect(await facts()).toMatchObject({ OEMS: 2, PLANTS: 0, MAKERS: 0, USERS: 1, ...zero });
  const mold = await t.mold("M-1");
  await t.counter("C-1", mold);
  expect(await facts()).toMatchObject({ ...zero, MOLDS: 1, BOUND: 1 });
  await add();
  expect(await facts()).toMatchObject({ OEMS: 2, PLANTS: 0, MOLDS: 1, BOUND: 1, REPORTING: 0, SAMPLES: 6 });
});

it("adds sample data with figures, marks them, and removes them without a trace", async () => {
  const before = await sizes();
  expect(await add()).toMatchObject({ Code: 0, ReturnData: { MOLDS: 6 } });
  expect(await add()).toMatchObject({ Code: 1 });
  const molds = await t.admin.list("BS101", "Q01");
  expect(molds).toHaveLength(6);
  expect(molds.find((m) => m.MOLD_NO === "SAMPLE-01")).toMatchObject({ MOLD_NAME: "Front panel" });
  expect(Number(molds.find((m) => m.MOLD_NO === "SAMPLE-01")?.COUNT_TIMES)).toBeGreaterThan(5000);
  for (const table of ["organization", "supplier_binding", "manufacturer_binding", "mold", "counter"]) {
    const [row] = await t.rows<{ n: number; marked: number }>(sql`
      select count(*)::int as n, count(*) filter (where is_sample)::int as marked
      from ${sql.id(table)}
      where tenant_id = ${t.id}
    `);
    expect([table, row?.marked]).toEqual([table, (row?.n ?? 0) - (before[table] ?? 0)]);
  }
  expect(await remove()).toMatchObject({ Code: 0, ReturnData: { MOLDS: 6 } });
  expect(await remove()).toMatchObject({ Msg: codes.nothingChanged });
  expect(await sizes()).toEqual(before);
  expect(await add()).toMatchObject({ Code: 0 });
});

it("shows and forgets the sample data on the workplace at once", async () => {
  const shots = async () => {
    const { DAYS } = (await t.admin.mitt({ Type: "rf_Workplace" })).ReturnData as {
      DAYS: { SHOTS: number }[];
    };
    return DAYS.filter((d) => d.SHOTS > 0).length;
  };
  expect(await shots()).toBe(0);
  await add();
  expect(await shots()).toBeGreaterThanOrEqual(14);
  await remove();
  expect(await shots()).toBe(0);
});

it("keeps the sample data that real rows refer to, and says which", async () => {
  await add();
  const own = await t.mold("M-1", {
    ENGINE_ID: "SAMPLE-OEM",
    SAVE_ADDRESS: "SAMPLE-PLANT-1",
    MOLD_MAKE_ID: "SAMPLE-MAKER",
  });
  expect(await remove()).toMatchObject({
    Code: 1,
    Msg: "S0233^BS_MOLD.ENGINE_ID:1,BS_MOLD.MOLD_MAKE_ID:1,BS_MOLD.SAVE_ADDRESS:1",
  });
  expect((await t.admin.list("BS101", "Q01")).length).toBe(7);
  await t.admin.mitt({
    Type: "delete",
    MENU_ID: "BS101",
    TableName: "BS_MOLD",
    Data: [{ MOLD_NO: own.moldNo }],
  });

  // The server must refuse to bind a real counter to a sample mold, and a sample counter to a real mold.
  await t.admin.mitt({
    Type: "rf_UnbindCounter",
    MENU_ID: "BS104",
    InParams: { WRITER_ID: "SAMPLE-01", REASON: "x" },
  });
  await t.counter("C-1");
  expect(
    await t.admin.mitt({
      Type: "rf_BindCounter",
      MENU_ID: "BS104",
      InParams: { MOLD_NO: "SAMPLE-01", WRITER_ID: "C-1" },
    }),
  ).toMatchObject({ Code: 1, Msg: "S0200^WRITER_ID" });
  await t.mold("M-2");
  expect(
    await t.admin.mitt({
      Type: "rf_BindCounter",
      MENU_ID: "BS104",
      InParams: { MOLD_NO: "M-2", WRITER_ID: "SAMPLE-01" },
    }),
  ).toMatchObject({ Code: 1, Msg: "S0200^WRITER_ID" });
  expect(await remove()).toMatchObject({ Code: 0 });
});

it("removes what came of sample molds by itself, and what was done to their count", async () => {
  const before = await sizes();
  await add();
  const correction = { MOLD_NO: "SAMPLE-02", QTY: 10, REASON: "try" };
  expect(
    await t.admin.mitt({ Type: "rf_CorrectCount", MENU_ID: "BS101", InParams: correction }),
  ).toMatchObject({ Code: 0 });
  await t.admin.mitt({
    Type: "update",
    MENU_ID: "BS101",
    TableName: "BS_MOLD",
    Data: [{ MOLD_NO: "SAMPLE-02", PRODUCT_CYCLE: 50 }],
  });
  expect(await remove()).toMatchObject({ Code: 0 });
  expect(await sizes()).toEqual(before);
});

it("lets nobody mark a row, and nobody but the tenant's staff add or remove sample data", async () => {
  const row = {
    ORGANIZATION_ID: freshCode("o"),
    ORGANIZATION_NAME: "x",
    ORGANIZATION_TYPE: "oem",
    IS_SAMPLE: "Y",
  };
  expect(
    await t.admin.mitt({ Type: "insert", MENU_ID: "SYS105", TableName: "SYS_ORG", Data: [row] }),
  ).toMatchObject({ Code: 1 });
  await expect(
    t.rows(sql`update organization set is_sample = true where tenant_id = ${t.id} and org_id = 'O1'`),
  ).rejects.toThrow(/fixed/);
  const plant = await t.user("P1");
  for (const answer of [await add(plant), await remove(plant)])
    expect(answer).toMatchObject({ Code: 1, Msg: "S0020" });
});

it("leaves the sample data of other tenants alone", async () => {
  const other = await TestTenant.create(s);
  await add();
  await add(other.admin);
  await remove();
  expect(await facts(other.admin)).toMatchObject({ SAMPLES: 6 });
});

it("knows every table whose rows come of a mold or counter", async () => {
  const columns = await t.rows<{ name: string; col: string }>(sql`
    select c.relname as name, a.attname as col
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('mold_id', 'counter_id')
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname not in (
        'mold', 'counter', 'binding', 'warning',
        -- The stored days of all molds are deleted (\`forgetMoldDays\`). A job adds them up again.
        'counter_seen', 'mold_changed', 'mold_day', 'mold_day_fact',
        -- The function app_free_chips deletes the rows of this table.
        'chip',
        -- The function app_remove_sample_readings deletes the rows of these tables.
        'reading', 'reading_archive_counter', 'reading_day', 'reading_late', 'reading_place', 'reading_unclocked',
        'count_correction'
      )
    order by 1
  `);
  const known = new Set<string>([...ofCounters, ...ofMolds]);
  // Of all tables with a mold or counter, only `inventory_line` is neither in `ofCounters` nor in `ofMolds`. The
  // removal of sample data does not delete lines of stock-takes: it treats a line with the number of a sample mold as
  // real data, and is refused.
  expect([...new Set(columns.map((c) => c.name))].filter((name) => !known.has(name))).toEqual([
    "inventory_line",
  ]);
});
