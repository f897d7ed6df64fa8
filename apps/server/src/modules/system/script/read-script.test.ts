import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../kernel/db/sql.ts";
import { scriptCatalogue } from "../../../kernel/script/catalogue.ts";
import { type TestServer, withServer } from "../../../testing/server.ts";
import { functions, types } from "./allowed.ts";
import { readScript } from "./read-script.ts";
import { castCalls, directCalls, dottedCalls } from "./testing/escapes.ts";

const parameters = [{ name: "p", label: "P", type: "text" as const }];

/** Functions that run SQL, read or write files, change settings, or wait. */
const dangerous =
  `ts_stat ts_rewrite query_to_xml query_to_xmlschema database_to_xml schema_to_xml table_to_xml
  cursor_to_xml set_config current_setting pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file lo_import lo_export
  lo_get lo_put pg_sleep pg_terminate_backend pg_cancel_backend pg_reload_conf pg_notify pg_advisory_lock nextval
  setval currval dblink app_set_tenant app_create_tenant app_script_tenant generate_series repeat lpad regexp_replace
  row_to_json to_json jsonb_path_query xpath pg_get_viewdef has_table_privilege`.split(/\s+/);

describe("the check of a script", () => {
  let s: TestServer;
  let views: ReadonlyMap<string, readonly string[]>;
  let functionNames: readonly string[];
  let typeNames: readonly string[];
  let operatorNames: readonly string[];
  const names = async (statement: ReturnType<typeof sql<{ name: string }>>) =>
    (await s.app.db.platform(statement))[0].map((r) => r.name);
  beforeAll(async () => {
    s = await withServer();
    const catalogue = await scriptCatalogue(s.app.db);
    views = new Map([...catalogue].map(([view, columns]) => [view, columns.map((c) => c.name)]));
    functionNames = await names(sql<{ name: string }>`select distinct proname::text as name from pg_proc`);
    typeNames = await names(sql<{ name: string }>`select distinct typname::text as name from pg_type`);
    operatorNames = await names(
      sql<{ name: string }>`select distinct oprname::text as name from pg_operator`,
    );
  });
  const read = (text: string) => readScript(text, parameters, views);
  const outcome = (text: string): Promise<string> =>
    read(text).then(
      () => "accepted",
      (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
    );
  /** Returns the statements that the check of scripts did not refuse (errors S0291 and S0293). */
  const accepted = async (statements: readonly string[]) => {
    const found: string[] = [];
    for (const text of statements) if (!/^S029[13]/.test(await outcome(text))) found.push(text);
    return found;
  };

  it("refuses every function of the database by every direct call, if it is not on the list", async () => {
    const unlisted = functionNames.filter((f) => !functions.has(f));
    expect(unlisted.length).toBeGreaterThan(2000);
    // Tries only every eighth kind of call for each function, beginning with another kind for the next function. So
    // every kind of call occurs with hundreds of functions.
    const turns = unlisted.flatMap((f, i) => directCalls(f).filter((_, j) => (i + j) % 8 === 0));
    expect(await accepted(turns)).toEqual([]);
    expect(await accepted(dangerous.flatMap((f) => directCalls(f)))).toEqual([]);
  });

  it("refuses every function of the database by every call that looks like a column", async () => {
    const columns = new Set([...(views.get("mold") ?? []), ...(views.get("organization") ?? [])]);
    const called = functionNames.filter((f) => !columns.has(f));
    expect(await accepted(called.flatMap((f) => dottedCalls(f)))).toEqual([]);
  });

  it("refuses every type of the database in a cast, if it is not on the list", async () => {
    const unlisted = typeNames.filter((t) => !types.has(t));
    expect(await accepted(unlisted.flatMap((t) => castCalls(t)))).toEqual([]);
  });

  it("refuses every operator of the database by its qualified name, and unlisted ones plainly", async () => {
    const qualified = operatorNames.flatMap((o) => [
      `select 'x' operator(pg_catalog.${o}) 'y'`,
      `select 1 from mold order by mold_no using ${o}`,
    ]);
    expect(await accepted(qualified)).toEqual([]);
    const listed = new Set("+ - * / % = <> != < > <= >= || -> ->>".split(" "));
    const plain = operatorNames.filter((o) => !listed.has(o)).flatMap((o) => [`select 'x' ${o} 'y'`]);
    expect(await accepted(plain)).toEqual([]);
  });

  it.each([
    ["a whole row", "select m from mold m"],
    ["a whole row as text", "select m::text from mold m"],
    ["a whole row as argument", "select count(m) from mold m"],
    ["a star as argument", "select count(m.*) from mold m"],
    ["a star in a row", "select row(m.*) = row(1) from mold m"],
    ["a row value", "select row(1, 2)"],
    ["a system column", "select ctid from mold"],
    ["a system column of an alias", "select m.tableoid from mold m"],
    ["the current user", "select current_user"],
    ["the session's user", "select session_user"],
    ["the current schema", "select current_schema"],
    ["the current role", "select current_role"],
    ["a collation of another kind", 'select mold_no collate "de-x-icu" from mold'],
    ["a table with a schema", "select * from public.mold"],
    ["a table of another database", "select * from a.script.mold"],
    ["a catalogue", "select * from pg_class"],
    ["a lock", "select * from mold for update"],
    ["a lock without waiting", "select * from mold for share skip locked"],
    ["a new table", "select * into x from mold"],
    ["a change in a WITH", "with x as (insert into mold values (1) returning 1) select * from x"],
    [
      "a merge in a WITH",
      "with x as (merge into mold m using mold n on true when matched then delete) select 1",
    ],
    ["a parameter of the protocol", "select $1"],
    ["a comment", "select /* x */ 1"],
    ["quotes by dollars", "select $x$a$x$"],
    ["an escape string", String.raw`select E'\x41'`],
    ["a Unicode name", String.raw`select U&"\0061"`],
    ["a bit string", "select B'01'"],
    ["a national string", "select N'x'"],
    ["two statements", "select 1; select 2"],
    ["a search in a WITH", "with x as (select 1 as a) search depth first by a set b select * from x"],
    ["XML", "select xmlparse(content '<a/>')"],
    ["JSON syntax", "select json_object('a': 1)"],
    ["a row type", "select * from json_to_recordset('[]') as x(a int)"],
    ["a name of a function in a column list", "select x.length from (select mold_no) as x(a)"],
    [
      "a whole row in the order of an aggregate",
      "select 1 as m from mold m order by string_agg('a', ',' order by m)",
    ],
    ["an array of arrays as type", "select '{}'::text[][]"],
    ["a type modifier that is computed", "select '1'::numeric(1 + 1)"],
  ])("refuses %s", async (_what, text) => {
    expect(await outcome(text)).toMatch(/^S029[13]/);
  });

  it.each([
    "select * from mold",
    "select m.* from mold m",
    "select m.mold_no, o.org_name from mold m join organization o on o.org_id = m.plant_id",
    "select * from mold natural join mold_standard",
    "select mold_no from mold m join mold_standard s using (mold_id)",
    "select count(*) from mold group by plant_id having count(*) > 1",
    "select plant_id, count(*) as n from mold group by 1 order by n desc nulls last limit 10 offset 2",
    "select plant_id as p, count(*) from mold group by p order by 2",
    "select count(*), grouping(plant_id) from mold group by rollup (plant_id, maker_id)",
    "select * from (select mold_no as a from mold) x(b) where x.b like 'M%' escape '!'",
    "select * from mold m, lateral (select count(*) as n from mold_standard s where s.mold_id = m.mold_id) l",
    "with a as (select mold_id from mold), b as (select * from a) select count(*) from b, a where a.mold_id > 1",
    "with mold as (select 1 as one) select mold.one from mold",
    "select mold_no from mold union all select org_name from organization order by mold_no",
    "select * from (values (1, 'a'), (2, 'b')) v(n, t) where v.n > 1",
    "select case when cavities > 1 then 'many' else 'one' end, coalesce(mold_name, '-') from mold",
    "select extract(year from now()), trim(both ' ' from mold_no), position('a' in mold_no) from mold",
    "select now() at time zone 'Asia/Shanghai', current_date - 1, interval '1 day', date '2026-01-01'",
    "select sum(cavities) over (order by mold_no rows between 1 preceding and current row) from mold",
    "select rank() over w from mold window w as (order by cavities desc)",
    "select percentile_cont(0.5) within group (order by cavities) filter (where cavities > 0) from mold",
    "select string_agg(distinct mold_no, ',' order by mold_no) from mold",
    "select (array[1, 2])[1], 1 = any(array[1, 2]), (plant_id, maker_id) in (('a', 'b')) from mold",
    "select exists (select 1 from organization o where o.org_id = m.plant_id) from mold m",
    "select parameters.prm_id from script.parameter parameters",
    "select (select max(mold_no) from mold) as most, -1, +2.5, 'it''s', null is null, not true",
    'select mold_no as "Mold No." from mold order by "Mold No."',
    'select cavities::numeric(10, 2), mold_no::varchar(5) collate "C" from mold where mold_no = :p',
    "select distinct on (plant_id) plant_id, mold_no from mold order by plant_id, mold_no",
  ])("accepts %s", async (text) => {
    expect(await outcome(text)).toBe("accepted");
  });

  it.each([
    ["select mold_no,\n  pg_sleep(1) from mold", "S0291^pg_sleep( (2:3)"],
    ["select 'Kühlung 冷却', pg_sleep(1)", "S0291^pg_sleep( (1:22)"],
    ["select '😀', pg_sleep(1)", "S0291^pg_sleep( (1:14)"],
    ["select :p, :q", "S0291^:q (1:12)"],
    ["select :p,  (mold_no).lower from mold", "S0291^(…).lower (1:14)"],
    ["select 1 from mold, session", "S0291^session (1:21)"],
    ["select x.nothing\nfrom mold x", 'S0293^column "x.nothing" does not exist (1:8)'],
    ["select 1 frm mold whre", 'S0293^syntax error at or near "mold" (1:14)'],
    ["select '冷却' frm mold whre", 'S0293^syntax error at or near "mold" (1:17)'],
  ])("names what is refused and where: %s", async (text, message) => {
    expect(await outcome(text)).toBe(message);
  });

  it("limits the size of a statement", async () => {
    const joined = (n: number) =>
      Array.from({ length: n }, (_, i) => `organization o${i}`).join(" natural join ");
    expect(await outcome(`select count(*) from ${joined(16)}`)).toBe("accepted");
    expect(await outcome(`select count(*) from ${joined(17)}`)).toMatch(/^S0291\^17 sources/);
    expect(await outcome(`select count(*) from ${joined(120)}`)).toMatch(/^S0291\^nesting/);
    expect(await outcome(`select ${"(".repeat(59)}1${")".repeat(59)}`)).toBe("accepted");
    for (const [before, inside, after] of [
      ["", "1", " + 1"],
      ["not ", "true", ""],
      ["", "1", " isnull"],
      ["", "1", " notnull"],
      ["", "1", " is null"],
      ["", "1", "::int"],
      ["", "1", ' collate "C"'],
      ["", "now()", " at time zone 'UTC'"],
      ["", "1", " union select 1"],
      ["", "1 from mold", " cross join mold"],
      ["(", "1", ")"],
      ["(select ", "1", ")"],
      ["case when true then ", "1", " end"],
      ["coalesce(", "1", ")"],
      ["array[", "1", "]"],
    ] as const)
      for (const n of [70, 450, 600, 1200, 3900]) {
        const text = `select ${before.repeat(n)}${inside}${after.repeat(n)}`;
        if (text.length <= 20_000) expect(await outcome(text), text.slice(0, 40)).toMatch(/^S029[13]/);
      }
    // The parser merges the signs with a number into one constant. Signs before a column are nested operators.
    expect(await outcome(`select ${"- ".repeat(70)}1`)).toBe("accepted");
    expect(await outcome(`select ${"- ".repeat(501)}1`)).toMatch(/^S0291\^500 operators/);
    expect(await outcome(`select ${"- ".repeat(70)}mold_id from mold`)).toMatch(/^S0291\^nesting/);
    expect(await outcome(`select 1${", 1".repeat(1990)}`)).toMatch(/^S0291\^1991 columns/);
    expect(await outcome(`select 1${", 1".repeat(3000)}`)).toMatch(/^S0291\^4000 words/);
    expect(await outcome("select 1")).toBe("accepted");
  });

  it("finds the columns that a statement reads", async () => {
    const used = async (text: string) =>
      Object.fromEntries([...(await read(text)).views].map(([view, columns]) => [view, [...columns].sort()]));
    expect(await used("select m.mold_no from mold m where cavities > 1")).toEqual({
      mold: ["cavities", "mold_no"],
    });
    expect(await used("select count(*) from mold")).toEqual({ mold: [] });
    expect((await used("select * from mold")).mold).toEqual([...(views.get("mold") ?? [])].sort());
    expect((await used("select s.a from mold as s(a)")).mold).toEqual([...(views.get("mold") ?? [])].sort());
    expect(await used("with mold as (select org_id from organization) select * from mold")).toEqual({
      organization: ["org_id"],
    });
  });
});
