import { tokenHeader } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import type { LiveEvent } from "../../kernel/events.ts";
import { logIn, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const row = {
  USER_ID: "zhao",
  USERNAME: "Zhao Min",
  STATUS: 0,
  PHONE: "13800000001",
  E_MAIL: "z@example.com",
};

const send = (user: TestUser, Type: string, data: Record<string, unknown>) =>
  user.mitt({ Type, MENU_ID: "SYS101", TableName: "SYS_USER", Data: [data] });
const run = (user: TestUser, Type: string, USER_ID: string) => user.mitt({ Type, InParams: { USER_ID } });

describe("users", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const one = async (id: string) => (await t.admin.list("SYS101", "Q01", where("USER_ID", id)))[0];
  const enter = async (USER_ID: string, PASSWORD: string) =>
    (
      await s.http.inject({
        method: "POST",
        url: "/login",
        payload: { TENANT_ID: t.code, USER_ID, PASSWORD, CAPTCHA_ID: "x", CAPTCHA: "test", DEV_TYPE: "PC" },
      })
    ).json();
  const newPassword = async (id: string) =>
    (await t.admin.run<{ PASSWORD: string }>("rf_ResetPassword", { USER_ID: id })).PASSWORD;
  /** Adds a role that has these rights and no users. */
  const role = async (code: string, scope: "tenant" | "organization", rights: string[]) => {
    await t.rows(
      sql`insert into role (tenant_id, role_code, role_name, data_scope) values (${t.id}, ${code}, ${code}, ${scope})`,
    );
    await t.rows(sql`insert into role_right select ${t.id}, ${code}, unnest(${rights}::text[])`);
    return code;
  };

  // spec: admin 2.56, 3.1
  it("are added, changed and deleted, with role and company by name", async () => {
    await role("clerk", "organization", ["KB101:Q"]);
    const added = { ...row, ROLE_CODE: "clerk", ORGANIZATION_ID: "P1" };
    expect(await send(t.admin, "insert", added)).toMatchObject({ Msg: "S0022" });
    expect(await one("zhao")).toMatchObject({
      ...added,
      ROLE_NAME: "clerk",
      ORGANIZATION_NAME: "Name of P1",
      HAS_PASSWORD: "N",
      LOGIN_COUNT: 0,
      LAST_LOGIN_TIME: null,
    });
    expect(await send(t.admin, "update", { USER_ID: "zhao", PHONE: "13900000000" })).toMatchObject({
      Msg: "S0023",
    });
    expect(await send(t.admin, "delete", { USER_ID: "zhao" })).toMatchObject({ Msg: "S0024" });
    expect(await one("zhao")).toBeUndefined();
  });

  it("are added once if requests at the same moment differ only in capitals", async () => {
    // Makes 16 spellings of one id: letter i of the n-th spelling is a capital if bit i of n is set.
    const ids = Array.from({ length: 16 }, (_, n) =>
      [..."qian"].map((c, i) => ((n >> i) & 1 ? c.toUpperCase() : c)).join(""),
    );
    const answers = await Promise.all(
      ids.map((USER_ID) => send(t.admin, "insert", { ...row, USER_ID, ROLE_CODE: "" })),
    );
    expect(answers.filter((a) => a.Code === 0)).toHaveLength(1);
    for (const a of answers) expect(["S0022", "S0029^USER_ID"]).toContain(a.Msg);
    const [found] = await t.rows(
      sql`select count(*)::int as n from "user" where tenant_id = ${t.id} and lower(user_id) = 'qian'`,
    );
    expect(found?.n).toBe(1);
  });

  it.each([
    ["take the role from", "update", { ROLE_CODE: "clerk" }],
    ["disable", "update", { STATUS: 1 }],
    ["delete", "delete", {}],
  ] as const)(
    "leave one administrator if two %s each other at the same moment",
    async (_what, type, change) => {
      await role("clerk", "organization", ["KB101:Q"]);
      for (let i = 0; i < 5; i++) {
        const [a, b] = [await t.user(null), await t.user(null)];
        const answers = await Promise.all([
          send(a, type, { USER_ID: b.userId, ...change }),
          send(b, type, { USER_ID: a.userId, ...change }),
        ]);
        expect(answers.map((x) => x.Code).sort()).toEqual([0, 1]);
        // The other request was refused. S0020: its user had already lost the right. S0010: the session of its user had
        // already ended.
        expect(["S0020", "S0010"]).toContain(answers.find((x) => x.Code === 1)?.Msg);
      }
    },
  );

  it.each([
    ["no id", { USER_ID: "" }, "S0007^USER_ID"],
    ["an id that nobody can type", { USER_ID: "赵 敏" }, "S0200^USER_ID"],
    ["no name", { USERNAME: "" }, "S0007^USERNAME"],
    ["no status", { STATUS: null }, "S0007^STATUS"],
    ["a phone number that is none", { PHONE: "abc" }, "S0200^PHONE"],
    ["a phone number without digits", { PHONE: "1- - - -" }, "S0200^PHONE"],
    ["a mail address that is none", { E_MAIL: "z.example.com" }, "S0200^E_MAIL"],
    ["an unknown role", { ROLE_CODE: "king" }, "S0202^ROLE_CODE"],
    ["an unknown company", { ORGANIZATION_ID: "X9" }, "S0202^ORGANIZATION_ID"],
    ["markup", { NICKNAME: "<b>z</b>" }, "S0019"],
    ["an id that there is", { USER_ID: "admin" }, "S0029^USER_ID"],
    ["a password sent along", { PASSWORD_HASH: "x" }, "S0015^PASSWORD_HASH"],
  ])("are refused with %s", async (_what, change, Msg) => {
    expect(await send(t.admin, "insert", { ...row, ...change })).toEqual({ Code: 1, Msg });
  });

  it("log in only with the newest password, which is shown once", async () => {
    await send(t.admin, "insert", { ...row, ROLE_CODE: "admin" });
    expect(await enter("zhao", "")).toMatchObject({ Code: 1 });
    const first = await newPassword("zhao");
    expect(first).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await enter("zhao", first)).toMatchObject({ Msg: "S0006" });
    expect(await one("zhao")).toMatchObject({ HAS_PASSWORD: "Y", LOGIN_COUNT: 1 });
    expect((await one("zhao"))?.LAST_LOGIN_TIME).toBeTruthy();
    const second = await newPassword("zhao");
    expect(await one("zhao")).toMatchObject({ LOGIN_COUNT: 0 });
    expect(await enter("zhao", first)).toMatchObject({ Msg: "S0001" });
    expect(await enter("zhao", second)).toMatchObject({ Msg: "S0006" });
    expect(JSON.stringify(await t.admin.list("SYS107", "Q01"))).not.toContain(second);
  });

  it("can log in with a new password after they were locked out", async () => {
    await send(t.admin, "insert", { ...row, ROLE_CODE: "admin" });
    await newPassword("zhao");
    for (let i = 0; i < 5; i++) await enter("zhao", "wrong");
    expect(await enter("zhao", "wrong")).toMatchObject({ Msg: "S0203^1" });
    expect(await enter("zhao", await newPassword("zhao"))).toMatchObject({ Msg: "S0006" });
  });

  it("lose their session if disabled, deleted or forced out, and get a new role immediately", async () => {
    const events: LiveEvent[] = [];
    const stop = s.app.events.listen(t.id, (e) => events.push(e));
    const ask = (u: TestUser) => u.mitt({ Type: "QueryByID", MENU_ID: "BS101", QueryID: "Q01" });
    const [a, b, c, d] = [await t.user(null), await t.user(null), await t.user(null), await t.user(null)];
    for (const u of [a, b, c, d]) expect(await ask(u)).toMatchObject({ Code: 0 });
    await send(t.admin, "update", { USER_ID: a.userId, STATUS: 1 });
    await send(t.admin, "delete", { USER_ID: b.userId });
    expect(await run(t.admin, "rf_ForceOut", c.userId)).toMatchObject({ ReturnData: { COUNT: 1 } });
    for (const u of [a, b, c]) expect(await ask(u)).toMatchObject({ Msg: "S0010" });
    await role("poor", "tenant", ["KB101:Q"]);
    await send(t.admin, "update", { USER_ID: d.userId, ROLE_CODE: "poor" });
    expect(await ask(d)).toMatchObject({ Msg: "S0020" });
    stop();
    expect(events.filter((e) => e.type === "session").map((e) => e.users)).toEqual(
      [a, b, c, d].map((u) => [u.userId]),
    );
  });

  it("cannot lock themselves out or raise their own rights", async () => {
    const own = { Code: 1, Msg: "S0240" };
    await role("other", "tenant", ["KB101:Q"]);
    expect(await send(t.admin, "delete", { USER_ID: "admin" })).toEqual(own);
    expect(await send(t.admin, "update", { USER_ID: "admin", STATUS: 1 })).toEqual(own);
    expect(await send(t.admin, "update", { USER_ID: "admin", ROLE_CODE: "other" })).toEqual(own);
    expect(await run(t.admin, "rf_ResetPassword", "admin")).toEqual(own);
    expect(await run(t.admin, "rf_ForceOut", "admin")).toEqual(own);
    expect(await send(t.admin, "update", { USER_ID: "admin", NICKNAME: "Boss" })).toMatchObject({ Code: 0 });
    const people = await t.user(null, ["SYS101:Q", "SYS101:A", "SYS101:M", "KB101:Q"]);
    expect(await send(people, "insert", { ...row, ROLE_CODE: "admin" })).toMatchObject({ Msg: "S0020" });
    expect(await run(people, "rf_ResetPassword", "admin")).toMatchObject({ Msg: "S0020" });
    expect(await send(people, "update", { USER_ID: "admin", NICKNAME: "x" })).toMatchObject({ Msg: "S0020" });
    expect((await people.list("SYS101", "Q02")).map((r) => r.ROLE_CODE)).not.toContain("admin");
    expect(await send(people, "insert", { ...row, ROLE_CODE: "other" })).toMatchObject({ Msg: "S0022" });
  });

  it("of a company are managed by that company only", async () => {
    const rights = ["SYS101:Q", "SYS101:A", "SYS101:M", "SYS101:D", "KB101:Q"];
    await role("clerk", "organization", ["KB101:Q"]);
    const local = await t.user("P1", rights);
    const stranger = await t.user("P2", ["KB101:Q"]);
    const mine = { ...row, ROLE_CODE: "clerk", ORGANIZATION_ID: "P1" };
    expect(await send(local, "insert", { ...mine, ORGANIZATION_ID: "P2" })).toMatchObject({ Msg: "S0020" });
    expect(await send(local, "insert", { ...mine, ORGANIZATION_ID: null })).toMatchObject({ Msg: "S0020" });
    expect(await send(local, "insert", mine)).toMatchObject({ Msg: "S0022" });
    expect(await send(local, "update", { USER_ID: "zhao", ORGANIZATION_ID: "P2" })).toMatchObject({
      Msg: "S0020",
    });
    expect((await local.list("SYS101", "Q01")).map((r) => r.USER_ID).sort()).toEqual(
      [local.userId, "zhao"].sort(),
    );
    expect(await send(local, "delete", { USER_ID: stranger.userId })).toMatchObject({ Msg: "S0016" });
    expect(await run(local, "rf_ResetPassword", stranger.userId)).toMatchObject({ Msg: "S0202^USER_ID" });
    expect(await send(local, "delete", { USER_ID: "zhao" })).toMatchObject({ Msg: "S0024" });
  });

  it("belong to one tenant and need a right to change", async () => {
    await send(t.admin, "insert", row);
    const other = await TestTenant.create(s);
    expect((await other.admin.list("SYS101", "Q01")).map((r) => r.USER_ID)).toEqual(["admin"]);
    expect(await run(other.admin, "rf_ResetPassword", "zhao")).toMatchObject({ Msg: "S0202^USER_ID" });
    expect(await run(other.admin, "rf_ForceOut", "zhao")).toMatchObject({ Msg: "S0202^USER_ID" });
    const reader = await t.user(null, ["SYS101:Q"]);
    for (const type of ["insert", "update", "delete"])
      expect(await send(reader, type, row)).toMatchObject({ Code: 1, Msg: "S0020" });
    for (const type of ["rf_ResetPassword", "rf_ForceOut"])
      expect(await run(reader, type, "zhao")).toMatchObject({ Code: 1, Msg: "S0020" });
  });

  // spec: admin 7.24, 7.25
  it("are disabled and deleted by the legacy calls under the same rules", async () => {
    await send(t.admin, "insert", row);
    const token = await s.app.sessions.open(t.id, "admin", "PC", true, s.clock.now);
    const call = async (method: "PUT" | "DELETE", url: string, payload?: Record<string, unknown>) =>
      (
        await s.http.inject({
          method,
          url,
          headers: { [tokenHeader]: token },
          ...(payload ? { payload } : {}),
        })
      ).json();
    expect(await call("PUT", "/system/user/status", { userId: "zhao", status: 1 })).toMatchObject({
      Msg: "S0023",
    });
    expect(await one("zhao")).toMatchObject({ STATUS: 1 });
    expect(await call("PUT", "/system/user/status", { userId: "admin", status: 1 })).toMatchObject({
      Msg: "S0240",
    });
    expect(await call("DELETE", "/system/user/zhao")).toMatchObject({ Msg: "S0024" });
    expect(await (await logIn(s, t.id, "admin")).list("SYS101", "Q01", where("USER_ID", "zhao"))).toEqual([]);
  });
});
