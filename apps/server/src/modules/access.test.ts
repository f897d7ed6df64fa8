import { errors } from "@shotkeeper/contract/kernel";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { sampleInput, sampleKey } from "../testing/operations.ts";
import { readingAt } from "../testing/reading.ts";
import { logIn, noon, type TestServer, type TestUser, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

/**
 * Sends each registered operation as several kinds of callers that lack the right to it. The server must refuse all
 * of them.
 */
describe("every operation is refused", () => {
  let s: TestServer;
  let mine: TestTenant;
  let other: TestTenant;
  beforeAll(async () => {
    s = await withServer();
    mine = await TestTenant.create(s);
    other = await TestTenant.create(s);
    for (const t of [mine, other]) {
      const mold = await t.mold(`SECRET-${t.code}`);
      const counter = await t.counter(`C-${t.code}`, mold);
      await s.app.ledger.ingest(t.id, [
        readingAt(counter, noon - 7_200_000, 10, {
          receivedAt: noon,
          battery: 5,
          lowBattery: 1,
          lng: 113.5,
          lat: 23.25,
        }),
        readingAt(counter, noon - 3_600_000, 100, {
          receivedAt: noon,
          battery: 5,
          lowBattery: 1,
          lng: 113.5,
          lat: 23.25,
        }),
      ]);
      await s.app.db.run(t.id, [
        sql`
          insert into parameter (tenant_id, prm_id, prm_value)
          values (${t.id}, ${`SECRET-${t.code}`}, ${`SECRET-${t.code}`})
        `,
        sql`
          insert into maintenance_task (tenant_id, task_id, kind, mold_no, state, raised_at)
          values (${t.id}, ${`T-${t.code}`}, 1, ${`SECRET-${t.code}`}, 1, ${new Date(noon)})
        `,
      ]);
    }
  });

  /** Returns a request for every registered operation, in the form that its screen sends. */
  function bodies(): { name: string; menu: string | undefined; body: Record<string, unknown> }[] {
    const { registry } = s.app;
    const samples = (field: string) => {
      if (field === "moldNo") return `SECRET-${mine.code}`;
      if (/[wW]riterId$/.test(field)) return `C-${mine.code}`;
      return field === "taskId" ? `T-${mine.code}` : undefined;
    };
    const all: { name: string; menu: string | undefined; body: Record<string, unknown> }[] = [];
    for (const { query: q } of registry.queries.values())
      all.push({
        name: `${q.menu}/${q.id}`,
        menu: q.access.kind === "right" ? q.menu : undefined,
        body: { Type: "QueryByID", MENU_ID: q.menu, QueryID: q.id, Limit: 1000 },
      });
    for (const { entity: e, writes } of registry.tables.values()) {
      const key = sampleKey(e, samples);
      all.push({
        name: `read ${e.wire}`,
        // undefined for a table with anonymous fields: visitors may read it without a right, so no refusal is expected.
        menu: e.access.anonymousFields ? undefined : e.menu,
        body: { Type: "QueryBySelf", MENU_ID: e.menu, TableName: e.wire, SelecFields: "*", Limit: 1000 },
      });
      for (const Type of ["insert", "update", "delete"]) {
        all.push({
          name: `${Type} ${e.wire}`,
          menu: e.menu,
          body: { Type, MENU_ID: e.menu, TableName: e.wire, Data: [key] },
        });
      }
      if (writes.includes("A"))
        all.push({
          name: `DoHDAndDT ${e.wire}`,
          menu: e.menu,
          body: { Type: "DoHDAndDT", MENU_ID: e.menu, HD: { TableName: e.wire, Data: [key] }, DT: [] },
        });
    }
    for (const { command: c } of registry.commands.values())
      all.push({
        name: c.type,
        menu: c.access.kind === "right" ? c.access.menus[0] : undefined,
        body: { Type: c.type, InParams: sampleInput(c, samples) },
      });
    return all;
  }

  // spec: admin 8.10, 8.11
  it("without a session", async () => {
    for (const { name, body } of bodies()) {
      for (const [token, code] of [
        [undefined, "S0009"],
        ["{token}", "S0009"],
        ["x", "S0010"],
        [`${mine.id}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`, "S0010"],
        [`${mine.id}' or 1=1`, "S0010"],
      ] as const) {
        const answer = await s.http.inject({
          method: "POST",
          url: "/mitt",
          headers: token === undefined ? {} : { Authorizations: token },
          // Names the tenant, whose shop is closed. Otherwise the server might choose a tenant whose shop is open.
          payload: { ...body, TENANT_ID: mine.code },
        });
        expect(answer.json(), `${name} ${token}`).toEqual({ Code: 1, Msg: code });
      }
    }
  });

  // spec: admin 6.5, 6.6, 8.26
  it("to a role without the right", async () => {
    const poor = await mine.user(null, []);
    let tried = 0;
    for (const { name, menu, body } of bodies()) {
      if (menu === undefined || menu === "SYS100") continue;
      tried++;
      expect(await poor.mitt(body), name).toMatchObject({ Code: 1, Msg: "S0020" });
    }
    expect(tried).toBeGreaterThan(40);
  });

  it("with the MENU_ID of a screen to which the table does not belong", async () => {
    for (const { name, body } of bodies()) {
      if (!("TableName" in body)) continue;
      const answer = await mine.admin.mitt({ ...body, MENU_ID: "KB101" });
      expect(answer, name).toMatchObject({ Code: 1, Msg: "S0020" });
    }
  });

  // spec: admin 1.1
  it("to another tenant, which sees and changes nothing", async () => {
    const before = await snapshot(mine);
    for (const { name, body } of bodies()) {
      const answer = await other.admin.mitt(body);
      // An error may repeat values of the request. But no answer may contain data of the other tenant.
      expect(JSON.stringify(answer.ReturnData ?? null), name).not.toContain(mine.code);
    }
    expect(await snapshot(mine)).toEqual(before);
  });

  it("to another organization, for molds outside its scope", async () => {
    const strangers = await Promise.all(["P2", "M2", "O2"].map((o) => mine.user(o)));
    const before = await snapshot(mine);
    for (const stranger of strangers) {
      for (const { name, body } of bodies()) {
        if (
          /^(insert|update|delete|DoHDAndDT|read) (SYS_|BS109)/.test(name) ||
          name.startsWith("rf_GetAutoDocNo")
        )
          continue;
        if (/ (SYS_PRM)$/.test(name) || /^(SYS|BS109)/.test(name)) continue;
        const answer = await stranger.mitt(body);
        expect(JSON.stringify(answer.ReturnData ?? null), name).not.toContain(`SECRET-${mine.code}`);
      }
    }
    expect(await snapshot(mine)).toEqual(before);
  });

  it("by row-level security, even if the SQL names no tenant", async () => {
    const [tables = []] = await s.app.db.platform(
      sql`
        select c.relname as name
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p')
          and not c.relispartition
          and c.relname not in ('chip', 'job', 'tenant')
      `,
    );
    for (const { name } of tables as unknown as { name: string }[]) {
      const [all = []] = await s.app.db.run(other.id, [
        sql`select count(*) as n from ${sql.id(name)} where tenant_id <> ${other.id}`,
      ]);
      expect(Number(all[0]?.n), name).toBe(0);
      const [none = []] = await s.app.db.platform(sql`select count(*) as n from ${sql.id(name)}`);
      expect(Number(none[0]?.n), name).toBe(0);
    }
    await expect(
      s.app.db.run(other.id, [
        sql`insert into parameter (tenant_id, prm_id, prm_value) values (${mine.id}, 'x', 'x')`,
      ]),
    ).rejects.toThrow();
  });

  it("for updates and deletions of log entries", async () => {
    for (const statement of [
      sql`update system_log set user_id = 'x' where tenant_id = ${mine.id}`,
      sql`delete from system_log where tenant_id = ${mine.id}`,
      sql`delete from reading where tenant_id = ${mine.id}`,
    ]) {
      await expect(s.app.db.run(mine.id, [statement])).rejects.toThrow();
    }
  });

  /** Returns all rows of those tables of a tenant that the refused requests would have changed. */
  async function snapshot(t: TestTenant): Promise<unknown> {
    return s.app.db.run(
      t.id,
      [
        "mold",
        "counter",
        "binding",
        "reading",
        "shot_hour",
        "warning",
        "maintenance_task",
        "parameter",
        "organization",
        "role",
        '"user"',
        "count_correction",
        "quarantine",
      ].map((name) => sql`select to_jsonb(x) as x from ${sql.raw(name)} x order by to_jsonb(x)::text`),
    );
  }
});

describe("bad input", () => {
  let s: TestServer;
  let t: TestTenant;
  let user: TestUser;
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    user = await logIn(s, t.id, "admin");
    await t.mold("GOOD");
  });

  const row = {
    MOLD_NO: "M1",
    ENGINE_ID: "O1",
    DAY_MAINTAIN_TIME: 100,
    BIG_MAINTAIN_TIME: 1000,
    MD_T0_TIME: "2026-01-01",
    MD_OVER_TIME: "2026-02-01",
  };
  const insert = (data: unknown) =>
    user.mitt({ Type: "insert", MENU_ID: "BS101", TableName: "BS_MOLD", Data: data });

  // spec: admin 5.20, 5.23, 8.14, 8.25, 8.28
  it.each([
    ["no rows", [], "S0007^Data"],
    ["a row that is none", ["x"], "S0007^Data"],
    ["a missing key", [{ ...row, MOLD_NO: undefined }], "S0007^MOLD_NO"],
    ["an empty required field", [{ ...row, ENGINE_ID: "" }], "S0007^ENGINE_ID"],
    ["an unknown field", [{ ...row, HACK: 1 }], "S0015^HACK"],
    ["a prototype field", [JSON.parse(`{"__proto__":{"x":1},"MOLD_NO":"M1"}`)], "S0206"],
    ["a text for a number", [{ ...row, PRODUCT_CYCLE: "fast" }], "S0200^PRODUCT_CYCLE"],
    ["an object for a text", [{ ...row, MOLD_NAME: { a: 1 } }], "S0200^MOLD_NAME"],
    ["a number out of range", [{ ...row, PRODUCT_CYCLE: -1 }], "S0200^PRODUCT_CYCLE"],
    ["a day that is none", [{ ...row, MD_T0_TIME: "2026-02-30" }], "S0200^MD_T0_TIME"],
    ["a value outside its enumeration", [{ ...row, RUNWAY: 99 }], "S0200^RUNWAY"],
    ["a text that is too long", [{ ...row, MOLD_NAME: "x".repeat(101) }], "S0200^MOLD_NAME"],
    ["NUL", [{ ...row, MOLD_NAME: "a\u0000b" }], "S0200^MOLD_NAME"],
    ["markup", [{ ...row, MOLD_NAME: "<img src=x onerror=alert(1)>" }], "S0019"],
    ["a script", [{ ...row, MOLD_NAME: "javascript:alert(1)" }], "S0019"],
    ["a reference to nothing", [{ ...row, ENGINE_ID: "NOPE" }], "S0202^ENGINE_ID"],
    ["a duplicate", [{ ...row, MOLD_NO: "GOOD" }], "S0029^MOLD_NO"],
    [
      "one bad row among good ones",
      [row, { ...row, MOLD_NO: "M2", PRODUCT_CYCLE: "x" }],
      "S0200^PRODUCT_CYCLE",
    ],
    ["the same key twice", [row, row], "S0029^MOLD_NO"],
  ])("refuses %s and stores nothing", async (_name, data, msg) => {
    expect(await insert(data)).toEqual({ Code: 1, Msg: msg });
    expect(await t.rows(sql`select mold_no from mold where tenant_id = ${t.id}`)).toEqual([
      { mold_no: "GOOD" },
    ]);
  });

  it("treats injection attempts as text", async () => {
    const evil = `x'); drop table mold; --`;
    expect(
      await user.list("BS101", "Q01", {
        WhereStr: [{ Field: "MOLD_NAME", ConditionalCode: "EQ", Value: evil }],
      }),
    ).toEqual([]);
    expect(
      await user.list("BS101", "Q01", {
        WhereStr: [{ Field: "MOLD_NO", ConditionalCode: "LIKE", Value: "%" }],
      }),
    ).toEqual([]);
    expect(
      await user.list("BS101", "Q01", {
        WhereStr: [{ Field: "MOLD_NO", ConditionalCode: "LIKE", Value: "_OOD" }],
      }),
    ).toEqual([]);
    for (const Field of [`MOLD_NO" or 1=1`, "tenant_id", "mold_id", "closed_shots"]) {
      const answer = await user.mitt({
        Type: "QueryByID",
        MENU_ID: "BS101",
        QueryID: "Q01",
        WhereStr: [{ Field, ConditionalCode: "EQ", Value: 1 }],
      });
      expect(answer).toMatchObject({ Code: 1 });
      expect(answer.Msg).toMatch(/^S0015/);
    }
    expect(
      await user.mitt({
        Type: "QueryByID",
        MENU_ID: "BS101",
        QueryID: "Q01",
        Sort: [{ Field: "MOLD_NO", Sort: "asc; drop table mold" }],
      }),
    ).toEqual({ Code: 1, Msg: "S0200^Sort" });
    expect((await user.list("BS101", "Q01")).length).toBe(1);
  });

  // spec: admin 7.6, 8.9, 8.13, 8.14
  it.each([
    ["no Type", {}, "S0008"],
    ["an unknown Type", { Type: "rf_Nothing" }, "S0008^rf_Nothing"],
    ["an inherited Type", { Type: "constructor" }, "S0008^constructor"],
    ["an unknown table", { Type: "QueryBySelf", MENU_ID: "BS101", TableName: "pg_user" }, "S0014^pg_user"],
    [
      "an unknown column",
      { Type: "QueryBySelf", MENU_ID: "BS101", TableName: "BS_MOLD", SelecFields: "MOLD_NO,password" },
      "S0015^password",
    ],
    ["a page that is none", { Type: "QueryByID", MENU_ID: "BS101", QueryID: "Q01", Page: 0 }, "S0200^Page"],
    [
      "a limit that is too large",
      { Type: "QueryByID", MENU_ID: "BS101", QueryID: "Q01", Limit: 1_000_001 },
      "S0200^Limit",
    ],
    [
      "a filter that does not parse",
      {
        Type: "QueryByID",
        MENU_ID: "BS101",
        QueryID: "Q01",
        WhereStr: [{ Field: "PRODUCT_CYCLE", ConditionalCode: "GT", Value: "x", FieldType: "number" }],
      },
      "S0200^PRODUCT_CYCLE",
    ],
    [
      "a write to a table of commands",
      { Type: "delete", MENU_ID: "BS104", TableName: "BS_MOLD_WRITER", Data: [{ BIND_ID: 1 }] },
      "S0020",
    ],
  ])("refuses %s", async (_name, body, msg) => {
    expect(await user.mitt(body as Record<string, unknown>)).toMatchObject({ Code: 1, Msg: msg });
  });

  it("answers transport failures with their status and the same envelope", async () => {
    const send = (payload: string, type = "application/json", url = "/mitt") =>
      s.http.inject({ method: "POST", url, headers: { "content-type": type }, payload });
    for (const url of ["/mitt", "/login", "/jsq"]) {
      expect((await send("{", "application/json", url)).statusCode, url).toBe(400);
      expect((await send("<a/>", "application/xml", url)).statusCode, url).toBe(415);
      expect(
        (await send(`{"Type":"${"x".repeat(10_000_000)}"}`, "application/json", url)).statusCode,
        url,
      ).toBe(413);
      for (const text of ["null", "[]", "1", '"x"']) {
        const answer = await send(text, "application/json", url);
        expect(answer.json().Code, `${url} ${text}`).toBe(1);
        expect(answer.statusCode, `${url} ${text}`).toBeLessThan(500);
      }
    }
    const gone = await s.http.inject({ method: "GET", url: "/nothing/../../etc/passwd" });
    expect(gone.statusCode).toBe(404);
  });

  it("never shows a stack trace or SQL", async () => {
    for (const code of [errors.internalError("1")]) expect(code.message).not.toMatch(/select|at /);
    const answer = await s.http.inject({
      method: "POST",
      url: "/mitt",
      payload: { Type: "QueryByID", MENU_ID: { a: 1 }, QueryID: ["x"] },
      headers: { Authorizations: "x" },
    });
    expect(answer.body).not.toMatch(/select |Error:|node_modules/);
  });

  it("refuses the second of two users who save the same record", async () => {
    const [first] = await user.list("BS101", "Q01");
    const update = (MOLD_NAME: string, UPDATED_DATE: unknown) =>
      user.mitt({
        Type: "update",
        MENU_ID: "BS101",
        TableName: "BS_MOLD",
        Data: [{ MOLD_NO: "GOOD", MOLD_NAME, UPDATED_DATE }],
      });
    s.clock.now = noon + 1000;
    expect(await update("one", first?.UPDATED_DATE)).toMatchObject({ Code: 0, Msg: "S0023" });
    s.clock.now = noon + 2000;
    expect(await update("two", first?.UPDATED_DATE)).toMatchObject({ Code: 1, Msg: "S0017" });
    expect((await user.list("BS101", "Q01"))[0]?.MOLD_NAME).toBe("one");
    s.clock.now = noon;
  });
});
