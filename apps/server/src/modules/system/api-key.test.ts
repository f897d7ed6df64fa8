import { keyScopes } from "@shotkeeper/contract/system";
import { beforeEach, describe, expect, it } from "vitest";
import { buildHttp } from "../../http/server.ts";
import { hashSecret } from "../../kernel/auth/secret.ts";
import { sql } from "../../kernel/db/sql.ts";
import { makeApp } from "../../make-app.ts";
import { makeTestKey, principalOfKey, type TestKey } from "../../testing/api-key.ts";
import { logIn, type TestAnswer, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const day = 86_400_000;
const hour = 3_600_000;

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

const molds = { Type: "QueryByID", MENU_ID: "BS101", QueryID: "Q01", Page: 1, Limit: 100 };

async function call<T = { list: Record<string, unknown>[] }>(
  key: Pick<TestKey, "headers">,
  payload: Record<string, unknown> = molds,
  o: { url?: string; remoteAddress?: string; http?: TestServer["http"] } = {},
): Promise<TestAnswer<T>> {
  const answer = await (o.http ?? s.http).inject({
    method: "POST",
    url: o.url ?? "/mitt",
    headers: key.headers,
    payload,
    ...(o.remoteAddress === undefined ? {} : { remoteAddress: o.remoteAddress }),
  });
  return answer.json<TestAnswer<T>>();
}

const make = (o: Parameters<typeof makeTestKey>[2]) => makeTestKey(s.app, t.id, o);
const ask = (input: Record<string, unknown>) =>
  t.admin.mitt({
    Type: "rf_MakeApiKey",
    InParams: {
      KEY_NAME: "ERP",
      SCOPES: ["BS101:Q"],
      EXPIRES_TIME: new Date(s.clock.now + day).toISOString(),
      ...input,
    },
  });
const list = () => t.admin.list("SYS112", "Q01");

describe("an API key", () => {
  it("is shown once, stored as a hash and listed with its last use", async () => {
    const key = await make({ scopes: ["BS101:Q"], days: 2 });
    expect(key.key).toMatch(new RegExp(`^sk_${t.id}_${key.keyId}_[A-Za-z0-9_-]{43}$`));
    const [row] = await t.rows(sql`select * from api_key where tenant_id = ${t.id}`);
    expect(row?.secret_hash).toBe(hashSecret(key.key));
    expect(JSON.stringify(row)).not.toContain(key.key.slice(-30));
    const [log] = await t.rows(
      sql`select * from system_log where tenant_id = ${t.id} and target = 'SYS_API_KEY'`,
    );
    expect(log).toMatchObject({ action: "insert", after: { scopes: ["BS101:Q"] } });
    expect(JSON.stringify(log)).not.toContain(key.key.slice(-30));
    expect(await list()).toMatchObject([{ KEY_STATE: "active", LAST_USED_TIME: null, USER_ID: "admin" }]);
    expect(await call(key, molds, { remoteAddress: "203.0.113.9" })).toMatchObject({ Code: 0 });
    const [listed] = await list();
    expect(listed).toMatchObject({
      KEY_PREFIX: key.key.slice(0, `sk_${t.id}_${key.keyId}_`.length + 4),
      LAST_USED_FROM: "203.0.113.9",
    });
    expect(Date.parse(String(listed?.LAST_USED_TIME))).toBe(s.clock.now);
    expect(JSON.stringify(listed)).not.toContain(hashSecret(key.key));
  });

  it("names itself in the system log, next to the user for whom it acts", async () => {
    const key = await make({ scopes: ["BS109:A"] });
    const row = { PRM_ID: "COLOUR", PRM_VALUE: "red" };
    const insert = { Type: "insert", MENU_ID: "BS109", TableName: "SYS_PRM", Data: [row] };
    expect(await call(key, insert)).toMatchObject({ Code: 0 });
    const [listed] = await list();
    const log = await t.admin.list("SYS107", "Q01");
    expect(log.find((r) => r.TARGET === "SYS_PRM" && r.TARGET_KEY === "COLOUR")).toMatchObject({
      USER_ID: "admin",
      API_KEY: listed?.KEY_NAME,
    });
    expect(log.find((r) => r.TARGET === "SYS_API_KEY")).toMatchObject({ USER_ID: "admin", API_KEY: null });
    // Rules that require a second person compare user ids. A key has the user id of its maker, so both count as one
    // person.
    expect((await principalOfKey(s.app, key)).userId).toBe("admin");
  });

  it("expires, at most two years after it was made", async () => {
    const at = (days: number) => new Date(s.clock.now + days * day).toISOString();
    expect((await ask({ EXPIRES_TIME: at(731) })).Msg).toBe("S0200^EXPIRES_TIME");
    expect((await ask({ EXPIRES_TIME: at(0) })).Msg).toBe("S0200^EXPIRES_TIME");
    expect((await ask({ EXPIRES_TIME: null })).Msg).toBe("S0007^EXPIRES_TIME");
    const key = await make({ scopes: ["BS101:Q"], days: 730 });
    s.clock.now += 730 * day - 1;
    expect(await call(key)).toMatchObject({ Code: 0 });
    s.clock.now += 1;
    expect((await call(key)).Msg).toBe("S0391");
    const admin = await logIn(s, t.id, "admin");
    expect(await admin.list("SYS112", "Q01")).toMatchObject([{ KEY_STATE: "expired" }]);
    const rotate = (more: object) =>
      admin.mitt({ Type: "rf_RotateApiKey", InParams: { KEY_ID: key.keyId, OVERLAP_HOURS: 24, ...more } });
    expect((await rotate({})).Msg).toBe("S0391");
    expect(await rotate({ EXPIRES_TIME: new Date(s.clock.now + day).toISOString() })).toMatchObject({
      Code: 0,
    });
    // A later expiry of the API key does not make its expired old secret valid again.
    expect((await call(key)).Msg).toBe("S0391");
  });

  it("is replaced: the old secret is valid for the overlap", async () => {
    const old = await make({ scopes: ["BS101:Q"] });
    const rotate = async (hours: number) => {
      const input = { KEY_ID: old.keyId, OVERLAP_HOURS: hours };
      const { KEY } = await t.admin.run<{ KEY: string }>("rf_RotateApiKey", input);
      return { headers: { authorization: `Bearer ${KEY}` } };
    };
    const second = await rotate(2);
    expect([(await call(old)).Code, (await call(second)).Code]).toEqual([0, 0]);
    s.clock.now += 2 * hour - 1;
    expect((await call(old)).Code).toBe(0);
    s.clock.now += 1;
    expect([(await call(old)).Msg, (await call(second)).Code]).toEqual(["S0391", 0]);
    const third = await rotate(0);
    expect([(await call(second)).Msg, (await call(third)).Code]).toEqual(["S0391", 0]);
    expect((await call(old)).Msg).toBe("S0390");
    expect(
      (await t.admin.mitt({ Type: "rf_RotateApiKey", InParams: { KEY_ID: 0, OVERLAP_HOURS: 1 } })).Msg,
    ).toBe("S0202^KEY_ID");
  });

  it("is revoked at once, on other servers too", async () => {
    const other = makeApp(s.app.config, s.app.db, s.app.now);
    const http = await buildHttp(other);
    const key = await make({ scopes: ["BS101:Q"] });
    expect([(await call(key)).Code, (await call(key, molds, { http })).Code]).toEqual([0, 0]);
    await t.admin.run("rf_RevokeApiKey", { KEY_ID: key.keyId });
    expect([(await call(key)).Msg, (await call(key, molds, { http })).Msg]).toEqual(["S0394", "S0394"]);
    await http.close();
    const again = await t.admin.mitt({ Type: "rf_RevokeApiKey", InParams: { KEY_ID: key.keyId } });
    expect(again.Msg).toBe("S0394");
    expect(await list()).toMatchObject([{ KEY_STATE: "revoked", REVOKED_BY: "admin" }]);
    const log = await t.rows(sql`select 1 from system_log where tenant_id = ${t.id} and action = 'revoke'`);
    expect(log).toHaveLength(1);
  });

  it("works in its networks only", async () => {
    expect((await ask({ NETWORKS: "10.0.0.0/33" })).Msg).toBe("S0200^NETWORKS");
    expect((await ask({ NETWORKS: "example.com" })).Msg).toBe("S0200^NETWORKS");
    const key = await make({ scopes: ["BS101:Q"], networks: "10.1.0.0/16,203.0.113.7 2001:db8::/32" });
    const from = async (remoteAddress: string) => (await call(key, molds, { remoteAddress })).Msg;
    for (const inside of ["10.1.255.255", "203.0.113.7", "::ffff:10.1.0.1", "2001:db8:1::1"])
      expect([inside, await from(inside)]).toEqual([inside, "S0018"]);
    for (const outside of ["10.2.0.0", "203.0.113.8", "::ffff:10.2.0.1", "2001:db9::1"])
      expect([outside, await from(outside)]).toEqual([outside, `S0392^${outside}`]);
  });

  it("never has more rights than its maker", async () => {
    const rights = ["SYS112:Q", "SYS112:A", "BS101:Q", "BS101:M", "BS109:Q"];
    const maker = await t.user(null, rights);
    const wide = { KEY_NAME: "x", SCOPES: ["BS101:Q", "BS101:D"], EXPIRES_TIME: new Date(s.clock.now + day) };
    expect((await maker.mitt({ Type: "rf_MakeApiKey", InParams: wide })).Msg).toBe("S0393^BS101:D");
    expect((await ask({ SCOPES: ["SYS101:M"] })).Msg).toBe("S0200^SCOPES");
    expect((await ask({ SCOPES: ["SYS112:A"] })).Msg).toBe("S0200^SCOPES");
    expect((await ask({ SCOPES: [] })).Msg).toBe("S0007^SCOPES");
    expect((await ask({ SCOPES: "BS101:Q" })).Msg).toBe("S0007^SCOPES");
    const key = await make({ scopes: ["BS101:Q", "BS101:M", "BS109:Q"], userId: maker.userId });
    expect([...(await principalOfKey(s.app, key)).rights].sort()).toEqual(["BS101:M", "BS101:Q", "BS109:Q"]);
    await t.admin.run("rf_AssignRights", { ROLE_CODE: maker.userId, RIGHTS: ["BS109:Q"] });
    expect([...(await principalOfKey(s.app, key)).rights]).toEqual(["BS109:Q"]);
    expect((await call(key)).Msg).toBe("S0020");
  });

  it("is blocked while its maker is disabled, and dies with its maker", async () => {
    const maker = await t.user(null);
    const key = await make({ scopes: ["BS101:Q"], userId: maker.userId });
    const set = (status: number) =>
      t.rows(
        sql`update "user" set status = ${status} where tenant_id = ${t.id} and user_id = ${maker.userId}`,
      );
    await set(1);
    expect((await call(key)).Msg).toBe("S0395");
    expect(await list()).toMatchObject([{ KEY_STATE: "blocked" }]);
    await set(0);
    expect((await call(key)).Code).toBe(0);
    await t.rows(sql`delete from "user" where tenant_id = ${t.id} and user_id = ${maker.userId}`);
    expect((await call(key)).Msg).toBe("S0390");
  });

  it("shrinks to the maker's organization if the maker does", async () => {
    const maker = await t.user(null);
    const own = await make({ scopes: ["BS101:Q"], userId: maker.userId });
    const other = await make({ scopes: ["BS101:Q"], orgId: "P2", userId: maker.userId });
    expect((await principalOfKey(s.app, other)).scope).toEqual({ kind: "plant", orgId: "P2" });
    await t.rows(
      sql`update role set data_scope = 'organization' where tenant_id = ${t.id} and role_code = ${maker.userId}`,
    );
    await t.rows(
      sql`update "user" set org_id = 'P1' where tenant_id = ${t.id} and user_id = ${maker.userId}`,
    );
    expect((await principalOfKey(s.app, own)).scope).toEqual({ kind: "plant", orgId: "P1" });
    expect((await call(other)).Msg).toBe("S0395");
    expect((await list()).map((r) => r.KEY_STATE)).toEqual(["blocked", "active"]);
  });

  it("is refused after the licence has ended", async () => {
    const key = await make({ scopes: ["BS101:Q"] });
    await t.rows(
      sql`update tenant set validity_control = true, due_date = '2026-05-19' where tenant_id = ${t.id}`,
    );
    expect((await call(key)).Msg).toBe("S0005");
  });

  it("can only be made by users who see the whole tenant", async () => {
    const plant = await t.user("P1");
    const input = { KEY_NAME: "x", SCOPES: ["BS101:Q"], EXPIRES_TIME: new Date(s.clock.now + day) };
    expect((await plant.mitt({ Type: "rf_MakeApiKey", InParams: input })).Msg).toBe("S0020");
    expect((await plant.mitt({ ...molds, MENU_ID: "SYS112" })).Msg).toBe("S0020");
    expect((await ask({ ORGANIZATION_ID: "NOBODY" })).Msg).toBe("S0202^ORGANIZATION_ID");
    await ask({});
    expect((await ask({})).Msg).toBe("S0029^KEY_NAME");
  });
});

describe("rows of an API key", () => {
  it("of an organization are those that its users see, in every query", async () => {
    await t.mold("M-P1", { SAVE_ADDRESS: "P1" });
    await t.mold("M-P2", { SAVE_ADDRESS: "P2", ENGINE_ID: "O2", MOLD_MAKE_ID: "M2" });
    await t.counter("W-1");
    const scopes = keyScopes();
    const user = await t.user("P1", scopes);
    const key = await make({ scopes, orgId: "P1" });
    const numbers = (await call(key)).ReturnData.list.map((r) => r.MOLD_NO);
    expect(numbers).toEqual(["M-P1"]);
    let compared = 0;
    for (const { query } of s.app.registry.queries.values()) {
      if (query.access.kind !== "right") continue;
      const body = { Type: "QueryByID", MENU_ID: query.menu, QueryID: query.id, Page: 1, Limit: 100 };
      const [ofUser, ofKey] = [await user.mitt(body), await call(key, body)];
      const name = `${query.menu} ${query.id}`;
      if (query.access.peopleOnly) expect([name, ofKey.Msg]).toEqual([name, "S0020"]);
      else expect([name, ofKey.Msg, ofKey.ReturnData]).toEqual([name, ofUser.Msg, ofUser.ReturnData]);
      compared++;
    }
    expect(compared).toBeGreaterThan(60);
  });

  it("are those of its own tenant", async () => {
    const b = await TestTenant.create(s);
    await t.mold("M-A");
    await b.mold("M-B");
    const key = await make({ scopes: ["BS101:Q"] });
    expect((await call(key, { ...molds, TENANT_ID: b.code })).ReturnData.list).toMatchObject([
      { MOLD_NO: "M-A" },
    ]);
    const keyOfB = await makeTestKey(s.app, b.id, { scopes: ["BS101:Q"] });
    const [secret, idOfB] = [key.key.slice(-43), keyOfB.keyId];
    for (const forged of [
      `sk_${b.id}_${key.keyId}_${secret}`,
      `sk_${b.id}_${idOfB}_${secret}`,
      "sk_x",
      "sk_1_1_",
    ])
      expect((await call({ headers: { authorization: `Bearer ${forged}` } })).Msg).toBe("S0390");
  });
});

describe("other APIs", () => {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  it("take a key from the header Authorization, and ignore other values of it", async () => {
    for (const authorization of ["Basic abc", "Bearer abc", "Bearer 12.abc", "sk_1_1_x"])
      expect((await call({ headers: { authorization } })).Msg).toBe("S0009");
  });

  it("accept readings of a key that may register counters", async () => {
    await t.counter("W-1");
    const [chip] = await t.rows(sql`select chip_code from counter where tenant_id = ${t.id}`);
    const reading = { WRITER_IMIE: chip?.chip_code, COUNT_TIMES: 5, sendTime: new Date(s.clock.now - hour) };
    const report = async (scopes: string[], orgId?: string) =>
      call<{ accepted: number }>(
        await make({ scopes, ...(orgId === undefined ? {} : { orgId }) }),
        { Type: "report", Data: [reading] },
        { url: "/jsq" },
      );
    expect((await report(["CT101:Q"])).Msg).toBe("S0020");
    expect((await report(["CT101:M"], "P1")).Msg).toBe("S0020");
    expect(await report(["CT101:M"])).toMatchObject({ Code: 0, ReturnData: { accepted: 1 } });
  });

  it("show a key nothing about its maker", async () => {
    const key = await make({ scopes: ["BS101:Q"] });
    const get = async (url: string) =>
      (await s.http.inject({ url, headers: bearer(key.key) })).json<TestAnswer>();
    expect((await get("/user")).Msg).toBe("S0020");
    expect((await get("/packages/apk")).Msg).toBe("S0020");
    const upload = await s.http.inject({
      method: "POST",
      url: "/UploadFiles",
      headers: { ...bearer(key.key), "content-type": "multipart/form-data; boundary=x" },
      payload:
        '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n',
    });
    expect(upload.json()).toMatchObject({ Msg: "S0020" });
    expect((await call(key, { Type: "QueryByID", MENU_ID: "SYS100", QueryID: "Q01" })).Msg).toBe("S0020");
    expect((await call(key, { Type: "rf_ReadNotices", InParams: {} })).Msg).toBe("S0020");
  });
});
