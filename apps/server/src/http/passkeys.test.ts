import { tokenHeader } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { TestAuthenticator } from "../testing/authenticator.ts";
import { logIn as signIn, type TestServer, type TestUser, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

// Address of the server in the tests' requests. The server uses this address, because PUBLIC_URL is not set.
const site = "http://localhost";
const password = "secret-of-a-test";

type Json = Record<string, unknown>;
interface Answer {
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: Json & { OPTIONS: { challenge: string; user?: { id: string } } };
}

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

async function post(url: string, payload: object, token?: unknown): Promise<Answer> {
  const headers = { host: "localhost", ...(token === undefined ? {} : { [tokenHeader]: String(token) }) };
  return (await s.http.inject({ method: "POST", url, payload, headers })).json();
}
const logIn = (userId = "admin") =>
  post("/login", {
    ...{ TENANT_ID: t.code, USER_ID: userId, PASSWORD: password },
    ...{ CAPTCHA_ID: "x", CAPTCHA: "test", DEV_TYPE: "PC" },
  });
const enter = (passkey: unknown) => post("/login/passkey", { PASSKEY: passkey, DEV_TYPE: "PC" });
const options = async (url: string, body: object = {}) => (await post(url, body)).ReturnData.OPTIONS;

async function begin(user: TestUser = t.admin) {
  const { OPTIONS } = await user.run<{ OPTIONS: Answer["ReturnData"]["OPTIONS"] }>("rf_BeginPasskey", {
    PASSWORD: password,
  });
  return OPTIONS;
}
const add = (credential: unknown, user: TestUser = t.admin, name = "Laptop") =>
  user.mitt<Json>({ Type: "rf_AddPasskey", InParams: { PASSKEY_NAME: name, CREDENTIAL: credential } });

async function enrolled(verifiesUser = true): Promise<TestAuthenticator> {
  const device = new TestAuthenticator(site, verifiesUser);
  expect(await add(device.create(await begin()))).toMatchObject({ Code: 0 });
  return device;
}

describe("a passkey", () => {
  it("is added with the password, listed, renamed and removed", async () => {
    expect(await t.admin.mitt({ Type: "rf_BeginPasskey", InParams: { PASSWORD: "wrong" } })).toMatchObject({
      Msg: "S0031",
    });
    const device = new TestAuthenticator(site);
    const done = await add(device.create(await begin()));
    expect(done.ReturnData.RECOVERY_CODES).toHaveLength(10);
    const state = () => t.admin.run<{ PASSKEYS: Json[] }>("rf_SecondFactorState");
    expect((await state()).PASSKEYS).toMatchObject([
      { PASSKEY_ID: device.id, PASSKEY_NAME: "Laptop", USED_AT: null },
    ]);
    await t.admin.run("rf_RenamePasskey", { PASSKEY_ID: device.id, PASSKEY_NAME: "Phone" });
    expect((await state()).PASSKEYS).toMatchObject([{ PASSKEY_NAME: "Phone" }]);
    const remove = (given: string) =>
      t.admin.mitt({ Type: "rf_RemovePasskey", InParams: { PASSKEY_ID: device.id, PASSWORD: given } });
    expect(await remove("wrong")).toMatchObject({ Msg: "S0031" });
    expect(await remove(password)).toMatchObject({ Code: 0 });
    expect(await state()).toMatchObject({ PASSKEYS: [], RECOVERY_CODES_LEFT: 0 });
  });

  it("excludes devices that have one already, and is stored once", async () => {
    const device = await enrolled();
    const again = await begin();
    expect(again).toMatchObject({ excludeCredentials: [{ id: device.id }], rp: { id: "localhost" } });
    expect(await add(device.create(again))).toMatchObject({ Msg: "S0424" });
  });

  it("needs an unused challenge of the same user, and the right origin", async () => {
    const challenge = await begin();
    const other = await t.user(null);
    const device = new TestAuthenticator(site);
    expect(await add(device.create(challenge), other)).toMatchObject({ Msg: "S0424" });
    expect(await add(new TestAuthenticator("http://elsewhere").create(await begin()))).toMatchObject({
      Msg: "S0424",
    });
    expect(await add(device.create(await begin()))).toMatchObject({ Code: 0 });
    expect(await add(new TestAuthenticator(site).create({ challenge: "AAAA" }))).toMatchObject({
      Msg: "S0424",
    });
    for (const odd of [null, "x", {}, { id: 5, response: {} }, { id: "a", response: {} }, [1]])
      expect((await add(odd)).Code).toBe(1);
    const late = await begin();
    s.clock.now += 5 * 60_000 + 1;
    expect(await add(new TestAuthenticator(site).create(late))).toMatchObject({ Msg: "S0424" });
  });
});

describe("a passkey as second factor", () => {
  it("completes the log-in, once per challenge", async () => {
    const device = await enrolled(false);
    const first = await logIn();
    expect(first.ReturnData).toMatchObject({ KIND: "verify", FACTORS: ["passkey", "recovery"] });
    const { TICKET } = first.ReturnData;
    const wanted = await options("/login/second/passkey", { TICKET });
    expect(wanted).toMatchObject({ allowCredentials: [{ id: device.id }], userVerification: "preferred" });
    const answer = device.get(wanted);
    expect(await post("/login/second", { TICKET, PASSKEY: answer })).toMatchObject({ Code: 0, Msg: "S0006" });
    const again = (await logIn()).ReturnData.TICKET;
    expect(await post("/login/second", { TICKET: again, PASSKEY: answer })).toMatchObject({ Msg: "S0424" });
  });

  it("is refused for a passkey of another user and for a challenge of another log-in", async () => {
    const device = await enrolled();
    const other = await t.user(null);
    await t.rows(
      sql`update "user" set password_hash = (
        select password_hash from "user" where tenant_id = ${t.id} and user_id = 'admin'
      ) where tenant_id = ${t.id}`,
    );
    const theirs = new TestAuthenticator(site);
    expect(await add(theirs.create(await begin(other)), other)).toMatchObject({ Code: 0 });
    const [a, b] = [(await logIn()).ReturnData.TICKET, (await logIn()).ReturnData.TICKET];
    const use = async (by: TestAuthenticator, of: unknown, on: unknown) =>
      post("/login/second", {
        TICKET: on,
        PASSKEY: by.get(await options("/login/second/passkey", { TICKET: of })),
      });
    expect(await use(theirs, a, a)).toMatchObject({ Msg: "S0424" });
    expect(await use(device, a, b)).toMatchObject({ Msg: "S0424" });
    expect(await use(device, b, b)).toMatchObject({ Code: 0 });
  });
});

describe("a log-in by passkey alone", () => {
  it("opens a session without user name and password", async () => {
    const ways = async () => (await post("/login/ways", { TENANT_ID: t.code })).ReturnData;
    expect(await ways()).toEqual({ SSO: null, PASSKEY: "N" });
    const device = await enrolled();
    expect(await ways()).toEqual({ SSO: null, PASSKEY: "Y" });
    const answer = await enter(device.get(await options("/login/passkey/options")));
    expect(answer).toMatchObject({ Code: 0, Msg: "S0006" });
    const list = await post("/mitt", { Type: "rf_MySessions" }, answer.ReturnData.token);
    expect(list.ReturnData).toMatchObject([{ METHOD: "passkey", IS_CURRENT: "Y" }, {}]);
  });

  it("needs a device that verifies the person", async () => {
    const device = await enrolled(false);
    expect(await enter(device.get(await options("/login/passkey/options")))).toMatchObject({ Msg: "S0424" });
  });

  it("refuses a used challenge, a counter that went back, and foreign tenants in the handle", async () => {
    const device = await enrolled();
    const answer = device.get(await options("/login/passkey/options"));
    expect(await enter(answer)).toMatchObject({ Code: 0 });
    expect(await enter(answer)).toMatchObject({ Msg: "S0424" });
    // Imitates a copy of the passkey: its signature counter is behind the counter that the server has stored. The
    // server must refuse it.
    device.count = 0;
    expect(await enter(device.get(await options("/login/passkey/options")))).toMatchObject({ Msg: "S0424" });
    device.count = 5;
    const moved = device.get(await options("/login/passkey/options"));
    const handle = Buffer.from(`${t.id + 1}.x`).toString("base64url");
    expect(await enter({ ...moved, response: { ...moved.response, userHandle: handle } })).toMatchObject({
      Msg: "S0424",
    });
    expect(await enter(undefined)).toMatchObject({ Msg: "S0424" });
  });

  it("is refused for a disabled user", async () => {
    const device = await enrolled();
    await t.rows(sql`update "user" set status = 1 where user_id = 'admin'`);
    expect(await enter(device.get(await options("/login/passkey/options")))).toMatchObject({ Msg: "S0004" });
  });
});

it("a required factor can be a passkey, set up during the log-in", async () => {
  await t.rows(sql`update tenant set require_second_factor = true where tenant_id = ${t.id}`);
  const { TICKET } = (await logIn()).ReturnData;
  const device = new TestAuthenticator(site);
  const credential = device.create(await options("/login/enrol/passkey", { TICKET }));
  const done = await post("/login/enrol/passkey/confirm", {
    TICKET,
    PASSKEY: credential,
    PASSKEY_NAME: "Key",
  });
  expect(done.ReturnData.RECOVERY_CODES).toHaveLength(10);
  const user = await signIn(s, t.id, "admin");
  expect(
    await user.mitt({ Type: "rf_RemovePasskey", InParams: { PASSKEY_ID: device.id, PASSWORD: password } }),
  ).toMatchObject({ Msg: "S0423" });
});

it("of several concurrent enrolments of a first factor, one wins", async () => {
  await t.rows(sql`update tenant set require_second_factor = true where tenant_id = ${t.id}`);
  const tickets = [];
  for (let i = 0; i < 3; i++) tickets.push((await logIn()).ReturnData.TICKET);
  const requests = [];
  for (const TICKET of tickets) {
    const PASSKEY = new TestAuthenticator(site).create(await options("/login/enrol/passkey", { TICKET }));
    requests.push({ TICKET, PASSKEY, PASSKEY_NAME: "Key" });
  }
  const answers = await Promise.all(requests.map((r) => post("/login/enrol/passkey/confirm", r)));
  expect(answers.map((a) => a.Msg).sort()).toEqual(["S0006", "S0422", "S0422"]);
  expect(await t.rows(sql`select credential_id from user_passkey`)).toHaveLength(1);
});
