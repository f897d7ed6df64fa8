import { beforeEach, describe, expect, it } from "vitest";
import { chainEntries, checkChain } from "../kernel/audit/chain.ts";
import { makeTestKey } from "../testing/api-key.ts";
import { type TestServer, where, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

describe("the audit log", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  const headers = { "user-agent": "Tester\u00011", "x-forwarded-for": "203.0.113.9" };
  const enter = (more: Record<string, unknown>) =>
    s.http.inject({
      method: "POST",
      url: "/login",
      headers,
      payload: {
        TENANT_ID: t.code,
        USER_ID: "admin",
        PASSWORD: "wrong",
        CAPTCHA_ID: "x",
        CAPTCHA: "test",
        DEV_TYPE: "PC",
        ...more,
      },
    });
  const tokenOf = (userId: string) => s.app.sessions.open(t.id, userId, "PC", true, s.clock.now);
  /**
   * Returns the entries of an action, the newest first. Sorts them by LOG_ID, because the test's clock stands still and
   * all entries have the same time.
   */
  const log = async (action: string) =>
    (await t.admin.list("SYS107", "Q01", where("ACTION", action))).sort(
      (a, b) => Number(b.LOG_ID) - Number(a.LOG_ID),
    );
  const from = { IP_ADDRESS: "203.0.113.9", USER_AGENT: "Tester1" };

  it("has sign-ins and refused sign-ins with address and device", async () => {
    await enter({});
    await enter({ USER_ID: "nobody" });
    await enter({ TENANT_ID: "nowhere" });
    await enter({ CAPTCHA: "" });
    expect(await log("loginFailed")).toMatchObject([
      { USER_ID: "nobody", TARGET_KEY: "PC", AFTER: { code: "S0001" }, ...from },
      { USER_ID: "admin", TARGET_KEY: "PC", AFTER: { code: "S0001" }, ...from },
    ]);
    expect((await enter({ PASSWORD: "secret-of-a-test" })).json()).toMatchObject({ Code: 0 });
    expect(await log("login")).toMatchObject([{ USER_ID: "admin", TARGET: "session", ...from }]);
  });

  it("has changes with address and device", async () => {
    const authorizations = await tokenOf("admin");
    const payload = {
      Type: "insert",
      MENU_ID: "BS109",
      TableName: "SYS_PRM",
      Data: [{ PRM_ID: "COLOUR", PRM_VALUE: "red" }],
    };
    await s.http.inject({ method: "POST", url: "/mitt", headers: { ...headers, authorizations }, payload });
    expect(await log("insert")).toMatchObject([{ TARGET_KEY: "COLOUR", ...from }]);
  });

  it("has refused operations, however often one is repeated", async () => {
    const user = await t.user("P1", ["BS101:Q"]);
    const call = () => user.mitt({ Type: "update", MENU_ID: "SYS101", TableName: "SYS_USER", Data: [{}] });
    for (let i = 0; i < 50; i++) expect((await call()).Msg).toBe("S0020");
    await user.mitt({ Type: "QueryByID", MENU_ID: "SYS107", QueryID: "Q01" });
    expect(await log("refused")).toMatchObject([
      { USER_ID: user.userId, TARGET: "SYS107/Q01", TARGET_KEY: "QueryByID", AFTER: { code: "S0020" } },
      { USER_ID: user.userId, TARGET: "SYS_USER", TARGET_KEY: "update", AFTER: { code: "S0020" } },
    ]);
  });

  it("has refused API keys, and strangers cannot flood it", async () => {
    const { keyId, key } = await makeTestKey(s.app, t.id, { scopes: ["BS101:Q"] });
    const call = (used: string, address = "203.0.113.9") =>
      s.http.inject({
        method: "POST",
        url: "/mitt",
        headers: { ...headers, "x-forwarded-for": address, authorization: `Bearer ${used}` },
        payload: { Type: "QueryByID", MENU_ID: "BS101", QueryID: "Q01", Limit: 1 },
      });
    expect((await call(key)).json()).toMatchObject({ Code: 0 });
    expect(await log("refused")).toEqual([]);
    await t.admin.run("rf_RevokeApiKey", { KEY_ID: keyId });
    for (let i = 0; i < 5; i++) expect((await call(key)).json()).toMatchObject({ Code: 1 });
    const entry = { TARGET: "SYS_API_KEY", TARGET_KEY: String(keyId) };
    expect(await log("refused")).toMatchObject([
      { ...entry, USER_ID: "admin", AFTER: { code: "S0394" }, ...from },
    ]);
    const wrong = `${key.slice(0, -5)}AAAAA`;
    for (let i = 0; i < 150; i++) await call(wrong, `198.51.${i}.1`);
    // Refused calls from the first 100 IP addresses get one log entry each. One more entry (key *) stands for all
    // further addresses. It is the newest one, so the list begins with it.
    const failed = await log("loginFailed");
    expect(failed).toHaveLength(101);
    expect(failed[0]).toMatchObject({ TARGET_KEY: "*" });
    expect(failed[1]).toMatchObject({
      ...entry,
      USER_ID: "",
      AFTER: { code: (await call(wrong)).json().Msg },
    });
    // A call with an API key that does not exist leaves no entry in the log.
    await call(key.replace(`_${keyId}_`, "_999999999_"));
    expect(await log("loginFailed")).toHaveLength(101);
  });

  it("has exports, as a caller names them or by their size", async () => {
    await t.admin.list("BS109", "Q01");
    expect(await log("export")).toEqual([]);
    await t.admin.list("BS109", "Q01", { EXPORT: "Y" });
    expect(await log("export")).toMatchObject([
      { USER_ID: "admin", TARGET: "BS109/Q01", AFTER: { rows: 1 } },
    ]);
    const Data = Array.from({ length: 600 }, (_, i) => ({ PRM_ID: `P${i}`, PRM_VALUE: "1" }));
    await t.admin.mitt({ Type: "insert", MENU_ID: "BS109", TableName: "SYS_PRM", Data });
    await t.admin.mitt({ Type: "QueryBySelf", MENU_ID: "BS109", TableName: "SYS_PRM", Limit: 500 });
    expect(await log("export")).toMatchObject([{ TARGET: "SYS_PRM", AFTER: { rows: 601 } }, {}]);
  });

  it("names the operation also if it was called at its own address", async () => {
    const post = async (userId: string, operation: string, payload: object) =>
      s.http.inject({
        method: "POST",
        url: `/mitt/${operation}`,
        headers: { ...headers, authorizations: await tokenOf(userId) },
        payload,
      });
    expect((await post("admin", "query.BS109.Q01", { EXPORT: "Y" })).json()).toMatchObject({ Code: 0 });
    expect(await log("export")).toMatchObject([{ TARGET: "BS109/Q01", TARGET_KEY: "QueryByID" }]);
    const user = await t.user("P1", ["BS101:Q"]);
    await post(user.userId, "update.SYS_USER", { Data: [{}] });
    expect(await log("refused")).toMatchObject([{ TARGET: "SYS_USER", TARGET_KEY: "update" }]);
  });

  it("is exported as JSON lines by staff with the right, and the export is recorded", async () => {
    await t.mold("M1");
    await chainEntries(s.app.db, t.id);
    const get = async (userId: string, query = "") =>
      s.http.inject({ url: `/audit.jsonl${query}`, headers: { authorizations: await tokenOf(userId) } });
    const { body, headers: sent } = await get("admin");
    expect(sent["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    const lines = body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.at(0)).toMatchObject({
      tenant: t.code,
      action: "insert",
      target: "BS_MOLD",
      key: "M1",
      line: 1,
    });
    expect(lines.at(-1)).toMatchObject({ action: "export", target: "SYS_LOG", line: null });
    const past = new Date(s.clock.now - 1000).toISOString();
    expect((await get("admin", `?to=${past}`)).body).toBe("");
    expect((await get("admin", "?to=yesterday")).json()).toMatchObject({ Msg: "S0200^to" });
    const inPlant = await t.user("P1");
    expect((await get(inPlant.userId)).json()).toMatchObject({ Code: 1, Msg: "S0020" });
    expect((await get((await t.user(null, ["BS101:Q"])).userId)).json()).toMatchObject({ Msg: "S0020" });
  });

  it("shows the state of its chain, and a check finds a changed entry", async () => {
    await t.mold("M1");
    expect(await t.admin.run("rf_GetAuditState")).toMatchObject({ CHAIN_LINES: 0, CHECK_TIME: null });
    await chainEntries(s.app.db, t.id);
    const { seq } = await checkChain(s.app.db, t.id);
    expect(await t.admin.run("rf_CheckAudit")).toMatchObject({
      CHAIN_LINES: seq,
      CHECKED_LINES: seq,
      BROKEN_LINE: null,
      CHECK_TIME: expect.any(String),
    });
  });
});
