import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../kernel/config.ts";
import { sql } from "../kernel/db/sql.ts";
import { makeApp } from "../make-app.ts";
import { signInAtProvider, startProvider, type TestProvider } from "../testing/oidc-provider.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { buildHttp } from "./server.ts";

type Json = Record<string, unknown>;
interface Answer {
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: Json;
}

let provider: TestProvider;
let s: TestServer;
let strict: FastifyInstance;
let t: TestTenant;
beforeAll(async () => {
  provider = await startProvider("https://shots.example.com/");
  const bare = await withServer();
  const env = { ...process.env, CAPTCHA_BYPASS_CODE: "test", LOG_LEVEL: "silent" };
  const config = readConfig({ ...env, PUBLIC_URL: "https://shots.example.com", SSO_ALLOW_PRIVATE: "on" });
  const app = makeApp(config, bare.app.db, () => bare.clock.now);
  s = { app, http: await buildHttp(app), clock: bare.clock };
  strict = await buildHttp(makeApp(readConfig(env), bare.app.db, () => bare.clock.now));
});
afterAll(async () => {
  await s.http.close();
  await strict.close();
  await provider.stop();
});
beforeEach(async () => {
  await withServer();
  t = await TestTenant.create(s);
  provider.accounts.clear();
  await t.rows(sql`
    insert into role (tenant_id, role_code, role_name, data_scope)
    select ${t.id}, x, x, 'tenant' from unnest(array['clerk', 'auditor']) x
  `);
});

const settings = (more: Json = {}) => ({
  SIGN_ON_MODE: "optional",
  ISSUER: provider.issuer,
  CLIENT_ID: provider.clientId,
  CLIENT_SECRET: provider.clientSecret,
  PROVIDER_NAME: "Works account",
  ROLE_CLAIM: "groups",
  ROLE_MAP: [
    { value: "it", role: "auditor" },
    { value: "molds", role: "clerk" },
  ],
  CREATES_USERS: "Y",
  LINKS_BY_MAIL: "N",
  PASSWORD: "secret-of-a-test",
  ...more,
});
async function save(more: Json = {}): Promise<Answer> {
  const { UPDATED_DATE } = await t.admin.run<Json>("rf_SsoSettings");
  return t.admin.mitt({ Type: "rf_SaveSso", InParams: { ...settings(more), UPDATED_DATE } });
}
async function post(url: string, payload: object, token?: unknown): Promise<Answer> {
  const headers = token === undefined ? {} : { [tokenHeader]: String(token) };
  return (await s.http.inject({ method: "POST", url, payload, headers })).json();
}
const start = async () =>
  (await post("/login/sso/start", { TENANT_ID: t.code, DEV_TYPE: "PC" })).ReturnData as {
    URL: string;
    BROWSER: string;
  };
const finish = (answer: URLSearchParams, browser: string) =>
  post("/login/sso/finish", { ANSWER: answer.toString(), BROWSER: browser });
async function signIn(subject: string, claims: Json = {}): Promise<Answer> {
  provider.accounts.set(subject, claims);
  const { URL: url, BROWSER } = await start();
  return finish(await signInAtProvider(url, subject), BROWSER);
}
async function userOf(token: unknown): Promise<Json> {
  const answer = await s.http.inject({ url: "/user", headers: { [tokenHeader]: String(token) } });
  return answer.json().data.user.info;
}
const logIn = (userId = "admin") =>
  post("/login", {
    ...{ TENANT_ID: t.code, USER_ID: userId, PASSWORD: "secret-of-a-test" },
    ...{ CAPTCHA_ID: "x", CAPTCHA: "test", DEV_TYPE: "PC" },
  });
const ann = {
  preferred_username: "ann.lin",
  name: "Ann Lin",
  email: "Ann@Example.com",
  email_verified: true,
};

describe("a sign-in at the provider", () => {
  it("creates a user with the mapped role at the first time, and finds the user by the subject later", async () => {
    expect(await save()).toMatchObject({ Code: 0 });
    const first = await signIn("s-1", { ...ann, groups: ["canteen", "molds"] });
    expect(first).toMatchObject({ Code: 0, Msg: "S0006" });
    expect(await userOf(first.ReturnData.token)).toMatchObject({
      USER_ID: "ann.lin",
      USERNAME: "Ann Lin",
      E_MAIL: "ann@example.com",
      ROLE_CODE: "clerk",
    });
    // Meanwhile the account at the provider got another name and another group. The user must keep the id and get the
    // role of the new group.
    const later = await signIn("s-1", { preferred_username: "renamed", groups: ["it", "molds"] });
    expect(await userOf(later.ReturnData.token)).toMatchObject({ USER_ID: "ann.lin", ROLE_CODE: "auditor" });
    const list = await post("/mitt", { Type: "rf_MySessions" }, later.ReturnData.token);
    expect(list.ReturnData).toMatchObject([{ METHOD: "sso" }, { METHOD: "sso" }]);
    expect(
      await t.rows(sql`select action from system_log where user_id = 'ann.lin' order by log_id`),
    ).toEqual(["sso", "login", "sso", "login"].map((action) => ({ action })));
  });

  it("uses a code flow with PKCE, state and nonce", async () => {
    await save();
    const url = new URL((await start()).URL);
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: "https://shots.example.com/",
      scope: "openid profile email",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(query[name]?.length).toBeGreaterThan(20);
  });

  it("refuses a changed state, another browser, a used answer, and a late one", async () => {
    await save();
    provider.accounts.set("s-1", { ...ann, groups: ["it"] });
    const [a, b] = [await start(), await start()];
    const answer = await signInAtProvider(a.URL, "s-1");
    const changed = new URLSearchParams(answer);
    changed.set("state", `${t.id}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`);
    expect(await finish(changed, a.BROWSER)).toMatchObject({ Msg: "S0422" });
    expect(await finish(answer, b.BROWSER)).toMatchObject({ Msg: "S0422" });
    // Answers the second sign-in (b) with the code that the provider gave for the first one (a). This code must be
    // refused, because sign-in a has another verifier (PKCE) and another nonce.
    const foreign = new URLSearchParams(answer);
    foreign.set("state", new URL(b.URL).searchParams.get("state") ?? "");
    expect((await finish(foreign, b.BROWSER)).Msg).toMatch(/^S0427/);
    expect((await finish(answer, a.BROWSER)).Msg).toBe("S0006");
    expect(await finish(answer, a.BROWSER)).toMatchObject({ Msg: "S0422" });
    const late = await start();
    const lateAnswer = await signInAtProvider(late.URL, "s-1");
    s.clock.now += 10 * 60_000 + 1;
    expect(await finish(lateAnswer, late.BROWSER)).toMatchObject({ Msg: "S0422" });
  });

  it("refuses an ID token with another nonce, and a code that was used already", async () => {
    await save();
    provider.accounts.set("s-1", { ...ann, groups: ["it"] });
    const a = await start();
    const answer = await signInAtProvider(a.URL, "s-1");
    const [flow] = await t.rows(sql`select * from sso_flow where tenant_id = ${t.id}`);
    await t.rows(sql`update sso_flow set nonce = 'another'`);
    expect((await finish(answer, a.BROWSER)).Msg).toMatch(/^S0427/);
    // Stores the used flow (the row of the sign-in) again. Even then, the provider refuses the used code.
    await t.rows(
      sql`insert into sso_flow select * from json_populate_record(null::sso_flow, ${JSON.stringify(flow)}::json)`,
    );
    expect(await finish(answer, a.BROWSER)).toMatchObject({ Msg: "S0427^invalid_grant" });
    expect(await t.rows(sql`select 1 from user_sso`)).toEqual([]);
  });

  it("reports a refusal on the provider's page", async () => {
    await save();
    const { URL: url, BROWSER } = await start();
    const state = new URL(url).searchParams.get("state") ?? "";
    const answer = new URLSearchParams({ error: "access_denied", state, iss: provider.issuer });
    expect(await finish(answer, BROWSER)).toMatchObject({ Msg: "S0427^access_denied" });
  });
});

describe("the user of an account", () => {
  it("is not created without a role, unless there is a default role", async () => {
    await save();
    expect(await signIn("s-1", { ...ann, groups: ["canteen"] })).toMatchObject({ Msg: "S0429" });
    await save({ DEFAULT_ROLE: "clerk" });
    const entered = await signIn("s-1", { ...ann, groups: ["canteen"] });
    expect(await userOf(entered.ReturnData.token)).toMatchObject({ ROLE_CODE: "clerk" });
    await save();
    expect(await signIn("s-1", { ...ann, groups: [] })).toMatchObject({ Msg: "S0429" });
  });

  it("is not created if the settings forbid it, or if the user id is taken", async () => {
    await save({ CREATES_USERS: "N" });
    expect(await signIn("s-1", { ...ann, groups: ["it"] })).toMatchObject({ Msg: "S0428" });
    await save();
    expect(await signIn("s-2", { ...ann, preferred_username: "ADMIN", groups: ["it"] })).toMatchObject({
      Msg: "S0428",
    });
  });

  it("reads the role from a nested claim", async () => {
    await save({ ROLE_CLAIM: "realm_access.roles" });
    const entered = await signIn("s-1", { ...ann, realm_access: { roles: ["molds"] } });
    expect(await userOf(entered.ReturnData.token)).toMatchObject({ ROLE_CODE: "clerk" });
  });

  it("is linked by mail only if the settings say so, the provider has verified it, and it is unique", async () => {
    await t.rows(sql`insert into "user" (tenant_id, user_id, user_name, mail, role_code)
      values (${t.id}, 'old', 'Old', 'ANN@example.com', 'clerk')`);
    const claims = { ...ann, preferred_username: "admin" };
    await save({ CREATES_USERS: "N" });
    expect(await signIn("s-1", claims)).toMatchObject({ Msg: "S0428" });
    await save({ CREATES_USERS: "N", LINKS_BY_MAIL: "Y" });
    expect(await signIn("s-1", { ...claims, email_verified: false })).toMatchObject({ Msg: "S0428" });
    expect(await signIn("s-1", { ...claims, email_verified: undefined })).toMatchObject({ Msg: "S0428" });
    const entered = await signIn("s-1", claims);
    // The claims name no role, so the linked user keeps the role "clerk".
    expect(await userOf(entered.ReturnData.token)).toMatchObject({ USER_ID: "old", ROLE_CODE: "clerk" });
    // A second account of the provider has the same mail address. It may be another person, so it is not linked.
    expect(await signIn("s-2", claims)).toMatchObject({ Msg: "S0428" });
    expect(await signIn("s-1", {})).toMatchObject({ Code: 0 });
  });

  it.each(["an applicant", "a buyer"])("is not the one of %s with the same mail address", async (who) => {
    await t.rows(sql`insert into customer (tenant_id, cust_id, cust_name) values (${t.id}, 'c1', 'Company')`);
    const [status, customer] = who === "a buyer" ? [0, "c1"] : [2, null];
    await t.rows(sql`insert into "user" (tenant_id, user_id, user_name, mail, status, cust_id)
      values (${t.id}, 'ann@example.com', 'Mallory', 'ann@example.com', ${status}, ${customer})`);
    await save({ LINKS_BY_MAIL: "Y" });
    // The applicant or buyer already has the id ann@example.com, which the new user would get otherwise. So the new
    // user must get the id Ann.
    const claims = { ...ann, preferred_username: "Ann@Example.com", groups: ["it"] };
    const created = await signIn("s-1", claims);
    expect(await userOf(created.ReturnData.token)).toMatchObject({ USER_ID: "Ann", ROLE_CODE: "auditor" });

    await t.rows(sql`delete from user_sso`);
    await t.rows(sql`delete from "user" where tenant_id = ${t.id} and user_id = 'Ann'`);
    await t.rows(sql`insert into "user" (tenant_id, user_id, user_name, mail, role_code)
      values (${t.id}, 'old', 'Old', 'ann@example.com', 'clerk')`);
    const linked = await signIn("s-1", claims);
    expect(await userOf(linked.ReturnData.token)).toMatchObject({ USER_ID: "old", ROLE_CODE: "clerk" });
  });

  it("stays locked out if a disabled user has its mail address", async () => {
    await t.rows(sql`insert into "user" (tenant_id, user_id, user_name, mail, status, role_code)
      values (${t.id}, 'old', 'Old', 'ann@example.com', 1, 'clerk')`);
    await save({ LINKS_BY_MAIL: "Y" });
    expect(await signIn("s-1", { ...ann, groups: ["it"] })).toMatchObject({ Msg: "S0004" });
    expect(await t.rows(sql`select 1 from "user" where user_id = 'ann.lin'`)).toEqual([]);
  });

  it("must have a verified mail address in the tenant's domain, if one is set", async () => {
    await save({ MAIL_DOMAIN: "example.com" });
    const claims = { ...ann, groups: ["it"] };
    expect(await signIn("s-1", { ...claims, email: "ann@example.com.evil.org" })).toMatchObject({
      Msg: "S0428",
    });
    expect(await signIn("s-1", { ...claims, email: "ann@notexample.com" })).toMatchObject({ Msg: "S0428" });
    expect(await signIn("s-1", { ...claims, email_verified: false })).toMatchObject({ Msg: "S0428" });
    expect(await signIn("s-1", claims)).toMatchObject({ Code: 0 });
  });

  it("cannot enter if it is disabled", async () => {
    await save();
    await signIn("s-1", { ...ann, groups: ["it"] });
    await t.rows(sql`update "user" set status = 1 where user_id = 'ann.lin'`);
    expect(await signIn("s-1", { ...ann, groups: ["it"] })).toMatchObject({ Msg: "S0004" });
  });
});

describe("who must use the single sign-on", () => {
  const password = () =>
    t.rows(sql`update "user" set password_hash = (
        select password_hash from "user" where tenant_id = ${t.id} and user_id = 'admin'
      ) where tenant_id = ${t.id}`);

  it("is nobody if it is optional or off, apart from roles that must", async () => {
    const user = await t.user(null, ["SYS109:Q"]);
    await password();
    await save();
    expect(await logIn(user.userId)).toMatchObject({ Code: 0 });
    await t.rows(sql`update role set require_sso = true where role_code = ${user.userId}`);
    expect(await logIn(user.userId)).toMatchObject({ Code: 1, Msg: "S0426" });
    expect(await logIn()).toMatchObject({ Code: 0 });
    await save({ SIGN_ON_MODE: "off" });
    expect(await logIn(user.userId)).toMatchObject({ Code: 0 });
    expect(await post("/login/sso/start", { TENANT_ID: t.code, DEV_TYPE: "PC" })).toMatchObject({
      Msg: "S0430",
    });
  });

  it("is everybody but those who may change the settings, so that there is a way in without the provider", async () => {
    const user = await t.user(null, ["SYS109:Q"]);
    await password();
    await save({ SIGN_ON_MODE: "required" });
    expect(await logIn(user.userId)).toMatchObject({ Msg: "S0426" });
    expect(await logIn()).toMatchObject({ Code: 0, Msg: "S0006" });
    expect(await signIn("s-1", { ...ann, groups: ["it"] })).toMatchObject({ Code: 0 });
  });

  it("can be everybody", async () => {
    await save({ SIGN_ON_MODE: "requiredForAll" });
    expect(await logIn()).toMatchObject({ Msg: "S0426" });
  });

  it("is not asked for a second factor, which is the provider's matter", async () => {
    await save();
    await t.rows(sql`update tenant set require_second_factor = true where tenant_id = ${t.id}`);
    const entered = await signIn("s-1", { ...ann, groups: ["it"] });
    expect(await post("/mitt", { Type: "rf_MySessions" }, entered.ReturnData.token)).toMatchObject({
      Code: 0,
    });
  });
});

describe("the settings", () => {
  it("name the provider on the log-in page of the tenant", async () => {
    const ways = async (code: string) => (await post("/login/ways", { TENANT_ID: code })).ReturnData;
    expect(await ways(t.code)).toEqual({ SSO: null, PASSKEY: "N" });
    await save();
    expect(await ways(t.code)).toEqual({ SSO: "Works account", PASSKEY: "N" });
    expect(await ways("nowhere")).toEqual({ SSO: null, PASSKEY: "N" });
  });

  it("never show the client secret, store it sealed, and keep it if none is sent", async () => {
    await save();
    const shown = await t.admin.run<Json>("rf_SsoSettings");
    expect(shown).toMatchObject({ HAS_SECRET: "Y", REDIRECT_URI: "https://shots.example.com/" });
    expect(JSON.stringify(shown)).not.toContain(provider.clientSecret);
    const stored = await t.rows(sql`select client_secret from sso_setting`);
    expect(stored).toEqual([{ client_secret: expect.stringMatching(/^sealed\./) }]);
    const logged = JSON.stringify(await t.rows(sql`select after from system_log where action = 'sso'`));
    expect(logged).not.toContain(provider.clientSecret);
    expect(logged).not.toContain("secret-of-a-test");
    await save({ CLIENT_SECRET: undefined });
    expect(await signIn("s-1", { ...ann, groups: ["it"] })).toMatchObject({ Code: 0 });
  });

  it("remove the client secret on request: the client is then a public one", async () => {
    await save();
    const both = { WITHOUT_SECRET: "Y" };
    expect(await save(both)).toMatchObject({ Code: 1, Msg: "S0200^CLIENT_SECRET" });
    expect(await t.admin.run("rf_SsoSettings")).toMatchObject({ HAS_SECRET: "Y" });
    const none = { ...both, CLIENT_SECRET: undefined };
    expect(await save(none)).toMatchObject({ Code: 0 });
    expect(await t.admin.run("rf_SsoSettings")).toMatchObject({ HAS_SECRET: "N" });
    expect(await t.rows(sql`select client_secret from sso_setting`)).toEqual([{ client_secret: "" }]);
    await save();
    expect(await save({ ...none, ISSUER: "https://other.example.com" })).toMatchObject({ Code: 0 });
    expect(await t.rows(sql`select client_secret from sso_setting`)).toEqual([{ client_secret: "" }]);
  });

  it("need the client secret again for another issuer, which must not get the secret of the former one", async () => {
    await save();
    const other = { ISSUER: "https://other.example.com", CLIENT_SECRET: undefined };
    expect(await save(other)).toMatchObject({ Code: 1, Msg: "S0007^CLIENT_SECRET" });
    expect(await t.rows(sql`select issuer from sso_setting`)).toEqual([{ issuer: provider.issuer }]);
    expect(await save({ ...other, CLIENT_SECRET: "secret of the other" })).toMatchObject({ Code: 0 });
    expect(await save(other)).toMatchObject({ Code: 0 });
  });

  it("are stored with the password of the caller only", async () => {
    expect(await save({ PASSWORD: null })).toMatchObject({ Code: 1, Msg: "S0007^PASSWORD" });
    expect(await save({ PASSWORD: "wrong" })).toMatchObject({ Code: 1, Msg: "S0031" });
    expect(await t.rows(sql`select 1 from sso_setting`)).toEqual([]);
    expect(await save()).toMatchObject({ Code: 0 });
  });

  it("are refused if they changed meanwhile, or name a role that the caller may not grant", async () => {
    await save();
    expect(await t.admin.mitt({ Type: "rf_SaveSso", InParams: settings() })).toMatchObject({ Msg: "S0213" });
    expect(await save({ ROLE_MAP: [{ value: "x", role: "nothing" }] })).toMatchObject({
      Msg: "S0200^ROLE_MAP",
    });
    expect(await save({ ROLE_MAP: ["x"] })).toMatchObject({ Msg: "S0200^ROLE_MAP" });
    const limited = await t.user(null, ["SYS109:Q", "SYS109:M"]);
    const { UPDATED_DATE } = await limited.run<Json>("rf_SsoSettings");
    const grab = settings({ ROLE_MAP: [{ value: "it", role: "admin" }], UPDATED_DATE });
    expect(await limited.mitt({ Type: "rf_SaveSso", InParams: grab })).toMatchObject({ Msg: "S0020" });
    const reader = await t.user(null, ["SYS109:Q"]);
    expect(await reader.mitt({ Type: "rf_SaveSso", InParams: settings() })).toMatchObject({ Msg: "S0020" });
  });

  it("are tested by reading the provider's metadata", async () => {
    expect(await t.admin.run("rf_TestSso", { ISSUER: provider.issuer })).toEqual({
      AUTHORIZATION_ENDPOINT: `${provider.issuer}/auth`,
    });
    const wrong = await t.admin.mitt({ Type: "rf_TestSso", InParams: { ISSUER: "http://127.0.0.1:1" } });
    expect(wrong.Msg).toMatch(/^S0427/);
    expect(await t.admin.mitt({ Type: "rf_TestSso", InParams: { ISSUER: "ftp://x" } })).toMatchObject({
      Code: 1,
    });
  });

  it("lead to no private address unless the operator allows it", async () => {
    const token = await s.app.sessions.open(t.id, "admin", "PC", true, s.clock.now);
    const test = async (issuer: string) =>
      (
        await strict.inject({
          method: "POST",
          url: "/mitt",
          headers: { [tokenHeader]: token },
          payload: { Type: "rf_TestSso", InParams: { ISSUER: issuer } },
        })
      ).json().Msg;
    expect(await test(provider.issuer)).toBe("S0427^https is required");
    for (const address of ["https://127.0.0.1:1", "https://10.0.0.1", "https://[::1]", "https://localhost:1"])
      expect(await test(address)).toBe("S0427^private address, SSO_ALLOW_PRIVATE is off");
  });
});
