import { everyRight } from "@shotkeeper/contract/system";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import type { LiveEvent } from "../../kernel/events.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const send = (user: TestUser, Type: string, data: Record<string, unknown>) =>
  user.mitt({ Type, MENU_ID: "SYS102", TableName: "SYS_ROLE", Data: [data] });
const assign = (user: TestUser, ROLE_CODE: string, RIGHTS: unknown, more = {}) =>
  user.mitt({ Type: "rf_AssignRights", InParams: { ROLE_CODE, RIGHTS, ...more } });

describe("roles", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const rightsOf = async (code: string) =>
    (await t.admin.list("SYS102", "Q02", where("ROLE_CODE", code))).map((r) => r.AUTHORITY);
  const clerk = { ROLE_CODE: "clerk", ROLE_NAME: "Clerk", DATA_SCOPE: "organization" };
  const roleOf = async (u: TestUser) =>
    String(
      (await t.rows(sql`select role_code from "user" where tenant_id = ${t.id} and user_id = ${u.userId}`))[0]
        ?.role_code,
    );

  // spec: admin 1.13, 2.57, 6.3
  it("are added, changed and deleted, and show their number of users", async () => {
    expect(await send(t.admin, "insert", clerk)).toMatchObject({ Msg: "S0022" });
    expect(await send(t.admin, "update", { ROLE_CODE: "clerk", ROLE_NAME: "Clerks" })).toMatchObject({
      Msg: "S0023",
    });
    const list = await t.admin.list("SYS102", "Q01");
    expect(list.map((r) => [r.ROLE_CODE, r.ROLE_NAME, r.USER_COUNT])).toEqual([
      ["admin", "Administrator", 1],
      ["clerk", "Clerks", 0],
    ]);
    expect(await send(t.admin, "delete", { ROLE_CODE: "clerk" })).toMatchObject({ Msg: "S0024" });
    expect(await send(t.admin, "delete", { ROLE_CODE: "admin" })).toEqual({
      Code: 1,
      Msg: "S0233^SYS_USER.ROLE_CODE:1",
    });
  });

  it.each([
    ["no code", { ROLE_CODE: "" }, "S0007^ROLE_CODE"],
    ["no name", { ROLE_NAME: "" }, "S0007^ROLE_NAME"],
    ["no scope", { DATA_SCOPE: undefined }, "S0007^DATA_SCOPE"],
    ["a code that is none", { ROLE_CODE: "a b" }, "S0200^ROLE_CODE"],
    ["a code that there is", { ROLE_CODE: "admin" }, "S0029^ROLE_CODE"],
  ])("are refused with %s", async (_what, change, Msg) => {
    expect(await send(t.admin, "insert", { ...clerk, ...change })).toEqual({ Code: 1, Msg });
  });

  // spec: admin 6.4, 6.5
  it("get rights, which always include the right to query, and the change is logged", async () => {
    await send(t.admin, "insert", clerk);
    expect(await assign(t.admin, "clerk", ["BS101:M", "KB101:Q"])).toMatchObject({
      ReturnData: { COUNT: 3 },
    });
    expect(await rightsOf("clerk")).toEqual(["BS101:M", "BS101:Q", "KB101:Q"]);
    await t.rows(sql`insert into role_right values (${t.id}, 'clerk', 'LATER101:Q')`);
    await assign(t.admin, "clerk", ["KB101:Q"]);
    expect(await rightsOf("clerk")).toEqual(["KB101:Q", "LATER101:Q"]);
    const log = await t.admin.list("SYS107", "Q01", where("ACTION", ["rights"], "IN"));
    expect(log.map((r) => r.AFTER)).toContainEqual({ rights: ["BS101:M", "BS101:Q", "KB101:Q"] });
  });

  it("refuse unknown rights, and rights that were assigned on an outdated state", async () => {
    await send(t.admin, "insert", clerk);
    expect(await assign(t.admin, "clerk", ["BS101:X"])).toMatchObject({ Msg: "S0200^RIGHTS" });
    expect(await assign(t.admin, "clerk", "BS101:Q")).toMatchObject({ Msg: "S0007^RIGHTS" });
    expect(await assign(t.admin, "nobody", ["BS101:Q"])).toMatchObject({ Msg: "S0202^ROLE_CODE" });
    const [read] = await t.admin.list("SYS102", "Q01", where("ROLE_CODE", "clerk"));
    s.clock.now += 1000;
    expect(await assign(t.admin, "clerk", ["BS101:Q"], { UPDATED_DATE: read?.UPDATED_DATE })).toMatchObject({
      Code: 0,
    });
    expect(await assign(t.admin, "clerk", ["KB101:Q"], { UPDATED_DATE: read?.UPDATED_DATE })).toMatchObject({
      Msg: "S0213",
    });
    expect(await rightsOf("clerk")).toEqual(["BS101:Q"]);
  });

  it("take effect at once for signed-in users and notify them", async () => {
    const user = await t.user("P1", ["BS101:Q", "KB101:Q"]);
    const code = await roleOf(user);
    const events: LiveEvent[] = [];
    const stop = s.app.events.listen(t.id, (e) => events.push(e));
    expect(await user.list("BS101", "Q01")).toEqual([]);
    await assign(t.admin, code, ["KB101:Q"]);
    // The refusal proves that the change of rights has cleared the cache. The cached session cannot have expired,
    // because the test clock stands still.
    expect(await user.mitt({ Type: "QueryByID", MENU_ID: "BS101", QueryID: "Q01" })).toMatchObject({
      Msg: "S0020",
    });
    await t.mold("M1", { SAVE_ADDRESS: "P2" });
    await assign(t.admin, code, ["BS101:Q"]);
    expect(await user.list("BS101", "Q01")).toEqual([]);
    await send(t.admin, "update", { ROLE_CODE: code, DATA_SCOPE: "tenant" });
    expect(await user.list("BS101", "Q01")).toHaveLength(1);
    stop();
    expect(events.filter((e) => e.type === "session")).toHaveLength(3);
  });

  it("cannot lose the rights that the caller needs to restore them", async () => {
    const less = everyRight().filter((r) => !r.startsWith("SYS102"));
    expect(await assign(t.admin, "admin", less)).toEqual({ Code: 1, Msg: "S0240" });
    expect(await send(t.admin, "update", { ROLE_CODE: "admin", DATA_SCOPE: "organization" })).toEqual({
      Code: 1,
      Msg: "S0240",
    });
  });

  it("are assigned by a company's user only if that user has all of their rights", async () => {
    await send(t.admin, "insert", clerk);
    await assign(t.admin, "clerk", ["KB101:Q"]);
    const local = await t.user("P1", ["SYS102:Q", "SYS102:A", "SYS102:M", "KB101:Q"]);
    const codes = async () => (await local.list("SYS102", "Q01")).map((r) => r.ROLE_CODE);
    expect(await codes()).toEqual(["clerk", await roleOf(local)].sort());
    expect(await assign(local, "clerk", ["KB101:Q", "BS101:Q"])).toMatchObject({ Msg: "S0020" });
    expect(await assign(local, "admin", [])).toMatchObject({ Msg: "S0202^ROLE_CODE" });
    expect(await send(local, "update", { ROLE_CODE: "clerk", DATA_SCOPE: "tenant" })).toMatchObject({
      Msg: "S0020",
    });
    expect(await send(local, "update", { ROLE_CODE: "admin", REMARK: "x" })).toMatchObject({ Msg: "S0017" });
    expect(await assign(local, "clerk", ["SYS102:Q"])).toMatchObject({ Code: 0 });
  });

  it("belong to one tenant and need a right to change", async () => {
    await send(t.admin, "insert", clerk);
    const other = await TestTenant.create(s);
    expect(await assign(other.admin, "clerk", [])).toMatchObject({ Msg: "S0202^ROLE_CODE" });
    expect((await other.admin.list("SYS102", "Q01")).map((r) => r.ROLE_CODE)).toEqual(["admin"]);
    const reader = await t.user(null, ["SYS102:Q"]);
    expect(await assign(reader, "clerk", [])).toMatchObject({ Msg: "S0020" });
    for (const type of ["insert", "update", "delete"])
      expect(await send(reader, type, clerk)).toMatchObject({ Code: 1, Msg: "S0020" });
  });
});
