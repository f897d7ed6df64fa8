import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../kernel/db/sql.ts";
import { isCluster } from "../../../testing/cluster.ts";
import { type TestServer, type TestUser, where, withServer } from "../../../testing/server.ts";
import { TestTenant } from "../../../testing/tenant.ts";

// A Citus cluster runs no scripts.
describe.skipIf(isCluster)("scripts", () => {
  let s: TestServer;
  let t: TestTenant;
  let other: TestTenant;
  beforeAll(async () => {
    s = await withServer();
    [t, other] = [await TestTenant.create(s), await TestTenant.create(s)];
    await t.mold("MINE-1", { MOLD_NAME: "Cover" });
    await t.mold("MINE-2");
    await t.counter("W-1", await t.mold("MINE-3"));
    await other.mold("OTHERS");
    await t.months("2026-05-01");
  });
  const run = (STATEMENT: string, more: Record<string, unknown> = {}, user: TestUser = t.admin) =>
    user.mitt<{ ROWS: unknown[] }>({ Type: "rf_RunScript", InParams: { STATEMENT, ...more } });
  const save = (data: Record<string, unknown>, user: TestUser = t.admin) =>
    user.mitt({
      Type: "rf_SaveScript",
      InParams: { SCRIPT_ID: "S1", SCRIPT_NAME: "One", STATEMENT: "select 1 as n", ...data },
    });

  it("read only the tenant's rows", async () => {
    const answer = await run("select mold_no, mold_name from mold where mold_no <> 'x' order by mold_no;");
    expect(answer.ReturnData).toMatchObject({
      COLUMNS: ["mold_no", "mold_name"],
      ROWS: [{ mold_no: "MINE-1", mold_name: "Cover" }, { mold_no: "MINE-2" }, { mold_no: "MINE-3" }],
      MORE: "N",
    });
    expect((await run("select count(*) as n from mold", {}, other.admin)).ReturnData.ROWS).toEqual([
      { n: 1 },
    ]);
  });

  it("can read every view", async () => {
    for (const { VIEW } of await t.admin.run<{ VIEW: string }[]>("rf_ScriptViews"))
      expect(await run(`select count(*) as n from ${VIEW}`), VIEW).toMatchObject({ Code: 0 });
  });

  it("may join, group and use allowed functions", async () => {
    const text = `with m as (select plant_id, count(*) as n from mold group by plant_id)
      select o.org_name, m.n, round(m.n * 1.5, 2) as x, coalesce(o.city, '-') as city, to_char(now(), 'YYYY') as y,
        row_number() over (order by o.org_id) as r, m.n::numeric(10, 2) as d -- a remark
      from m join organization o on o.org_id = m.plant_id
      where o.type in ('plant') and extract(year from now()) > 2000`;
    expect(await run(text)).toMatchObject({
      Code: 0,
      ReturnData: { ROWS: [{ org_name: "Name of P1", n: 3 }] },
    });
  });

  it.each([
    ["writes", "delete from mold"],
    ["writes inside", "with x as (delete from mold returning 1) select * from x"],
    ["makes a table", "select * into stolen from mold"],
    ["is two statements", "select 1; delete from mold"],
    ["breaks out of its brackets", "select 1) x; delete from mold; select (1"],
    ["locks", "select * from mold for update"],
    ["changes the tenant", "select set_config('app.tenant_id', '1', true)"],
    ["changes the tenant by our own function", "select app_set_tenant(1) from mold"],
    [
      "changes the tenant where no plan shows it",
      "select * from mold limit length(set_config('a.b', 'c', true))",
    ],
    ["sleeps", "select pg_sleep(10)"],
    ["sleeps by another spelling", 'select "pg_sleep"(10)'],
    ["sleeps by its schema", "select pg_catalog.pg_sleep(10)"],
    ["reads a file", "select pg_read_file('/etc/passwd')"],
    ["reads large objects", "select lo_import('/etc/passwd')"],
    ["calls another database", "select * from dblink('dbname=x', 'select 1') as t(a int)"],
    ["copies", "copy mold to '/tmp/x'"],
    ["runs a query in a text", "select query_to_xml('select 1', true, true, '')"],
    ["makes rows without end", "select * from generate_series(1, 1000000000) g"],
    [
      "counts without end",
      "with recursive r as (select 1 as n union all select n + 1 from r) select * from r",
    ],
    ["fills memory", "select repeat('x', 1000000000)"],
    ["hides in a comment", "select /* */ 1"],
    ["quotes by dollars", "select $$x$$"],
    ["escapes", String.raw`select E'\x41' as a from mold where U&'\0061' = 'a'`],
    ["casts to a name", "select 'mold'::regclass"],
    ["reads the catalogue", "select * from pg_catalog.pg_user"],
    ["reads who is connected", "select * from pg_stat_activity"],
    ["reads the schema", "select * from information_schema.tables"],
    ["reads a table beside the views", "select * from public.mold"],
    ["calls a settings function", "select current_setting('app.tenant_id')"],
    ["explains", "explain select 1"],
    ["names a table", "table mold"],
    ["is no query", "values (1)"],
  ])("are refused if the script %s", async (_what, text) => {
    const before = await t.rows(sql`select count(*) as n from mold where tenant_id = ${t.id}`);
    const answer = await run(text);
    expect(answer.Code).toBe(1);
    expect(answer.Msg).toMatch(/^S0291/);
    expect(await t.rows(sql`select count(*) as n from mold where tenant_id = ${t.id}`)).toEqual(before);
  });

  it.each([
    ["password hashes", "select password_hash from users"],
    ["counters' secrets", "select secret_hash from counter"],
    ["log-ins", "select * from session"],
    ["gateways", "select * from gateway"],
    ["the tenants", "select code from tenant where code <> 'x'"],
    ["the user table itself", 'select * from "user"'],
    ["the job list", "select * from job"],
  ])("cannot read %s", async (what, text) => {
    const answer = await run(text);
    if (what === "the tenants") expect(answer.ReturnData.ROWS).toEqual([{ code: t.code }]);
    else expect(answer.Msg).toMatch(/^S029[13]/);
  });

  it("return at most ten thousand rows", async () => {
    const six = Array.from({ length: 6 }, (_, i) => `organization o${i}`).join(", ");
    const answer = await run(`select 1 as one from ${six}`);
    expect(answer.ReturnData).toMatchObject({ MORE: "Y" });
    expect(answer.ReturnData.ROWS).toHaveLength(10_000);
  });

  it("are stopped if they take too long", async () => {
    const many = Array.from({ length: 12 }, (_, i) => `organization o${i}`).join(", ");
    const began = Date.now();
    const answer = await run(`select count(*) as n from ${many}`);
    expect(answer.Msg).toBe(s.app.db.engine === "embedded" ? "S0292^2" : "S0292^5");
    expect(Date.now() - began).toBeLessThan(9000);
    expect(await run("select 1 as n")).toMatchObject({ Code: 0 });
  }, 20_000);

  it("show database errors to their author", async () => {
    expect((await run("select nothing from mold")).Msg).toMatch(/^S0293\^column "nothing" does not exist/);
    expect((await run("select 1 / 0 as x from mold")).Msg).toMatch(/^S0293\^division by zero/);
  });

  it("send parameter values separately, never inside the text of the statement", async () => {
    const PARAMETERS = [
      { name: "no", label: "Mold", type: "text" },
      { name: "from", label: "From", type: "date" },
    ];
    const text = "select mold_no from mold where mold_no = :no and current_date > :from and :no <> ''";
    const ask = (SCRIPT_VALUES: unknown) => run(text, { PARAMETERS, SCRIPT_VALUES });
    expect((await ask({ no: "MINE-2", from: "2020-01-01" })).ReturnData.ROWS).toEqual([
      { mold_no: "MINE-2" },
    ]);
    expect((await ask({ no: "' or 1=1 --", from: "2020-01-01" })).ReturnData.ROWS).toEqual([]);
    expect(await ask({ no: "x" })).toMatchObject({ Msg: "S0007^from" });
    expect(await ask({ no: { a: 1 }, from: "2020-01-01" })).toMatchObject({ Msg: "S0200^no" });
    expect((await ask({ no: "x", from: "soon" })).Msg).toMatch(/^S0293/);
    expect(await run("select :nobody as x")).toMatchObject({ Msg: "S0291^:nobody (1:8)" });
  });

  it("are saved with an optimistic lock, run by readers, and deleted", async () => {
    const reader = await t.user(null, ["SYS106:Q"]);
    expect(await save({ STATEMENT: "delete from mold" })).toMatchObject({ Msg: "S0291^delete (1:1)" });
    expect(await save({ PARAMETERS: [{ name: "BAD NAME", label: "", type: "text" }] })).toMatchObject({
      Msg: "S0200^PARAMETERS",
    });
    expect(await save({ REMARK: "first" })).toMatchObject({ Code: 0 });
    expect(await save({})).toMatchObject({ Msg: "S0029^SCRIPT_ID" });
    const [row] = await reader.list("SYS106", "Q01");
    expect(row).toMatchObject({ SCRIPT_ID: "S1", SQL_TEXT: "select 1 as n", REMARK: "first" });
    const UPDATED_DATE = row?.UPDATED_DATE;
    s.clock.now += 1000;
    expect(await save({ STATEMENT: "select 2 as n", UPDATED_DATE })).toMatchObject({ Code: 0 });
    expect(await save({ STATEMENT: "select 3 as n", UPDATED_DATE })).toMatchObject({ Msg: "S0213" });
    const ran = await reader.mitt<{ ROWS: unknown[] }>({
      Type: "rf_RunScript",
      InParams: { SCRIPT_ID: "S1" },
    });
    expect(ran.ReturnData.ROWS).toEqual([{ n: 2 }]);
    expect(await run("select 1 as n", {}, reader)).toMatchObject({ Msg: "S0020" });
    expect(await save({ SCRIPT_ID: "S2" }, reader)).toMatchObject({ Msg: "S0020" });
    const remove = {
      Type: "delete",
      MENU_ID: "SYS106",
      TableName: "SYS_SCRIPT",
      Data: [{ SCRIPT_ID: "S1" }],
    };
    expect(await other.admin.mitt(remove)).toMatchObject({ Msg: "S0016" });
    expect(await t.admin.mitt(remove)).toMatchObject({ Msg: "S0024" });
  });

  it("need tenant scope, and every run is logged", async () => {
    const local = await t.user("P1");
    expect(await run("select 1 as n", {}, local)).toMatchObject({ Msg: "S0020" });
    expect(await save({ SCRIPT_ID: "S3" }, local)).toMatchObject({ Msg: "S0020" });
    const before = (await t.admin.list("SYS107", "Q01", where("ACTION", "script"))).length;
    await run("select 1 as n");
    await run("drop table mold");
    const kept = await t.admin.list("SYS107", "Q01", where("ACTION", "script"));
    expect(kept).toHaveLength(before + 2);
    expect(JSON.stringify(kept)).toContain("S0291^drop");
    const views = await t.admin.run<{ VIEW: string; COLUMNS: string[] }[]>("rf_ScriptViews");
    expect(views.find((v) => v.VIEW === "users")?.COLUMNS).toContain("user_name");
    expect(JSON.stringify(views)).not.toMatch(/password_hash|secret_hash|tenant_id/);
  });
});
