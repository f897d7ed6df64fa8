import { beforeEach, describe, expect, it } from "vitest";
import { logIn, type TestServer, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

describe("the system log", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  const write = (Type: string, row: Record<string, unknown>) =>
    t.admin.mitt({ Type, MENU_ID: "BS109", TableName: "SYS_PRM", Data: [row] });
  const log = (more?: Record<string, unknown>) => t.admin.list("SYS107", "Q01", more);
  const enter = (USER_ID: string, PASSWORD: string) =>
    s.http.inject({
      method: "POST",
      url: "/login",
      payload: { TENANT_ID: t.code, USER_ID, PASSWORD, CAPTCHA_ID: "x", CAPTCHA: "test", DEV_TYPE: "PC" },
    });

  it("lists every change with its values before and after, the newest first", async () => {
    await write("insert", { PRM_ID: "COLOUR", PRM_VALUE: "red" });
    s.clock.now += 1000;
    await write("update", { PRM_ID: "COLOUR", PRM_VALUE: "blue" });
    s.clock.now += 1000;
    await write("delete", { PRM_ID: "COLOUR" });
    const rows = await log(where("TARGET", "SYS_PRM"));
    expect(rows.map((r) => [r.ACTION, r.USERNAME, r.TARGET_KEY])).toEqual([
      ["delete", "Administrator", "COLOUR"],
      ["update", "Administrator", "COLOUR"],
      ["insert", "Administrator", "COLOUR"],
    ]);
    expect(rows[1]).toMatchObject({ BEFORE: { prm_value: "red" }, AFTER: { prm_value: "blue" } });
    expect(await log(where("ACTION", ["update"], "IN"))).toHaveLength(1);
  });

  it("lists log-ins, refused log-ins and log-outs, but no password", async () => {
    expect((await enter("admin", "not-the-password")).json()).toMatchObject({ Msg: "S0001" });
    expect((await enter("admin", "secret-of-a-test")).json()).toMatchObject({ Msg: "S0006" });
    await (await logIn(s, t.id, "admin")).run("rf_LogOut");
    const rows = await log(where("TARGET", "session"));
    expect(rows.map((r) => r.ACTION).sort()).toEqual(["login", "loginFailed", "logout"]);
    expect(JSON.stringify(await log())).not.toMatch(/password_hash|argon2|not-the-password/);
  });

  it("is append-only", async () => {
    await write("insert", { PRM_ID: "COLOUR", PRM_VALUE: "red" });
    const [entry] = await log();
    for (const Type of ["insert", "update", "delete"])
      expect(
        await t.admin.mitt({
          Type,
          MENU_ID: "SYS107",
          TableName: "SYS_LOG",
          Data: [{ LOG_ID: entry?.LOG_ID }],
        }),
      ).toMatchObject({ Code: 1 });
    expect(await log()).toContainEqual(entry);
  });

  it("belongs to one tenant and needs a right; a company sees the entries of its users", async () => {
    await write("insert", { PRM_ID: "COLOUR", PRM_VALUE: "red" });
    expect(await (await TestTenant.create(s)).admin.list("SYS107", "Q01")).toEqual([]);
    const without = await t.user(null, ["BS109:Q"]);
    expect(await without.mitt({ Type: "QueryByID", MENU_ID: "SYS107", QueryID: "Q01" })).toMatchObject({
      Code: 1,
      Msg: "S0020",
    });
    const inPlant = await t.user("P1");
    expect(await inPlant.list("SYS107", "Q01")).toEqual([]);
    const colleague = await t.user("P1");
    await t.mold("M1");
    await colleague.mitt({
      Type: "update",
      MENU_ID: "BS101",
      TableName: "BS_MOLD",
      Data: [{ MOLD_NO: "M1", REMARK: "x" }],
    });
    expect(await inPlant.list("SYS107", "Q01")).toMatchObject([{ USER_ID: colleague.userId }]);
    expect(await (await t.user("P2")).list("SYS107", "Q01")).toEqual([]);
  });
});
