import { tokenHeader } from "@shotkeeper/contract/kernel";
import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

const password = "secret-of-a-test";
const minute = 60_000;

interface Answer {
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: Record<string, unknown> & { token?: string; TICKET?: string };
}

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

async function post(url: string, payload: object, token?: string): Promise<Answer> {
  const headers = token === undefined ? {} : { [tokenHeader]: token };
  return (await s.http.inject({ method: "POST", url, payload, headers })).json();
}
const logIn = (more: object = {}) =>
  post("/login", {
    TENANT_ID: t.code,
    USER_ID: "admin",
    PASSWORD: password,
    CAPTCHA_ID: "x",
    CAPTCHA: "test",
    DEV_TYPE: "PC",
    ...more,
  });
const second = (ticket: unknown, more: object) => post("/login/second", { TICKET: ticket, ...more });
const run = (type: string, input: object = {}) => t.admin.mitt({ Type: type, InParams: input });
const codeOf = (secret: unknown, at = s.clock.now) =>
  new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: at });

/** Sets up the authenticator app of the administrator by the commands of the profile. */
async function enrol(): Promise<{ secret: string; codes: string[] }> {
  const { SECRET: secret } = await t.admin.run<{ SECRET: string }>("rf_BeginTotp", { PASSWORD: password });
  const done = await t.admin.run<{ RECOVERY_CODES: string[] }>("rf_ConfirmTotp", {
    TOTP_CODE: codeOf(secret),
  });
  s.clock.now += minute;
  return { secret, codes: done.RECOVERY_CODES };
}

describe("the authenticator app", () => {
  it("is set up with the password and a first code, and gives ten recovery codes", async () => {
    expect(await run("rf_BeginTotp", { PASSWORD: "wrong" })).toMatchObject({ Code: 1, Msg: "S0031" });
    expect(await run("rf_BeginTotp")).toMatchObject({ Code: 1, Msg: "S0007^PASSWORD" });
    const key = await t.admin.run<{ SECRET: string; URI: string }>("rf_BeginTotp", { PASSWORD: password });
    expect(key.URI).toMatch(/^otpauth:\/\/totp\/Shotkeeper:/);
    expect(await run("rf_ConfirmTotp", { TOTP_CODE: "000000" })).toMatchObject({ Code: 1, Msg: "S0421" });
    expect((await logIn()).ReturnData.token).toBeDefined();
    const done = await run("rf_ConfirmTotp", { TOTP_CODE: codeOf(key.SECRET) });
    const codes = (done.ReturnData as { RECOVERY_CODES: string[] }).RECOVERY_CODES;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(await run("rf_BeginTotp", { PASSWORD: password })).toMatchObject({ Code: 1, Msg: "S0212" });
    const stored = JSON.stringify(
      await t.rows(sql`
        select k.secret, c.code_hash
        from user_totp k
        join user_recovery_code c on c.tenant_id = k.tenant_id
        where k.tenant_id = ${t.id}
      `),
    );
    expect(stored).not.toContain(key.SECRET);
    for (const code of codes) expect(stored).not.toContain(code.replaceAll("-", ""));
  });

  it("must be confirmed within a quarter of an hour", async () => {
    const { SECRET } = await t.admin.run<{ SECRET: string }>("rf_BeginTotp", { PASSWORD: password });
    s.clock.now += 15 * minute;
    expect(await run("rf_ConfirmTotp", { TOTP_CODE: codeOf(SECRET) })).toMatchObject({ Msg: "S0421" });
  });

  it("makes the log-in ask for a code, which opens the session", async () => {
    const { secret } = await enrol();
    const first = await logIn();
    expect(first).toMatchObject({
      Code: 0,
      Msg: "S0420",
      ReturnData: { KIND: "verify", FACTORS: ["totp", "recovery"] },
    });
    expect(first.ReturnData.token).toBeUndefined();
    const ticket = first.ReturnData.TICKET;
    expect(await post("/mitt", { Type: "rf_MySessions" }, ticket)).toMatchObject({ Msg: "S0010" });
    const answer = await second(ticket, { CODE: codeOf(secret) });
    expect(answer).toMatchObject({ Code: 0, Msg: "S0006" });
    expect(await post("/mitt", { Type: "rf_MySessions" }, answer.ReturnData.token)).toMatchObject({
      Code: 0,
    });
    // The ticket for the second step can be used only once.
    s.clock.now += minute;
    expect(await second(ticket, { CODE: codeOf(secret) })).toMatchObject({ Code: 1, Msg: "S0422" });
  });

  it("accepts a code once, also in concurrent requests, and no earlier code", async () => {
    const { secret } = await enrol();
    const code = codeOf(secret);
    const tickets = await Promise.all([logIn(), logIn(), logIn()]);
    const answers = await Promise.all(tickets.map((x) => second(x.ReturnData.TICKET, { CODE: code })));
    expect(answers.map((a) => a.Msg).sort()).toEqual(["S0006", "S0421", "S0421"]);
    const { TICKET } = (await logIn()).ReturnData;
    expect(await second(TICKET, { CODE: codeOf(secret, s.clock.now - 30_000) })).toMatchObject({
      Msg: "S0421",
    });
    expect(await second(TICKET, { CODE: codeOf(secret, s.clock.now + 30_000) })).toMatchObject({ Code: 0 });
  });

  it("accepts codes of the neighbouring half minutes only", async () => {
    const { secret } = await enrol();
    s.clock.now += 5 * minute;
    const { TICKET } = (await logIn()).ReturnData;
    for (const off of [-60_000, 60_000])
      expect(await second(TICKET, { CODE: codeOf(secret, s.clock.now + off) })).toMatchObject({
        Msg: "S0421",
      });
    expect(await second(TICKET, { CODE: codeOf(secret, s.clock.now - 30_000) })).toMatchObject({ Code: 0 });
  });

  it("locks the second step after five wrong codes for a quarter of an hour, whatever the ticket", async () => {
    const { secret } = await enrol();
    const { TICKET } = (await logIn()).ReturnData;
    const wrong = await Promise.all(Array.from({ length: 8 }, () => second(TICKET, { CODE: "000000" })));
    expect(wrong.map((a) => a.Msg).sort()).toEqual([
      ...Array.from({ length: 5 }, () => "S0203^15").slice(0, 3),
      ...Array.from({ length: 5 }, () => "S0421"),
    ]);
    const fresh = (await logIn()).ReturnData.TICKET;
    expect(await second(fresh, { CODE: codeOf(secret) })).toMatchObject({ Msg: "S0203^15" });
    s.clock.now += 15 * minute;
    const later = (await logIn()).ReturnData.TICKET;
    expect(await second(later, { CODE: codeOf(secret) })).toMatchObject({ Code: 0 });
    const logged = await t.rows(sql`select 1 from system_log where target = 'secondFactor'`);
    expect(logged).toHaveLength(5);
  });

  it("gives the second step five minutes", async () => {
    const { secret } = await enrol();
    const { TICKET } = (await logIn()).ReturnData;
    s.clock.now += 5 * minute + 1;
    expect(await second(TICKET, { CODE: codeOf(secret) })).toMatchObject({ Msg: "S0422" });
    expect(await second("1.AAAAAAAAAAAAAAAAAAAAAAAA", { CODE: "1" })).toMatchObject({ Msg: "S0422" });
    expect(await second("x", { CODE: "1" })).toMatchObject({ Msg: "S0422" });
  });

  it("is removed with the password, together with the recovery codes", async () => {
    await enrol();
    expect(await run("rf_RemoveTotp", { PASSWORD: "wrong" })).toMatchObject({ Msg: "S0031" });
    expect(await run("rf_RemoveTotp", { PASSWORD: password })).toMatchObject({ Code: 0 });
    expect((await logIn()).ReturnData.token).toBeDefined();
    expect(await t.rows(sql`select 1 from user_recovery_code`)).toEqual([]);
    expect(await run("rf_RemoveTotp", { PASSWORD: password })).toMatchObject({ Msg: "S0016" });
  });
});

describe("recovery codes", () => {
  it("open a session once each", async () => {
    const { codes } = await enrol();
    const [one = "", two = ""] = codes;
    const first = await second((await logIn()).ReturnData.TICKET, { RECOVERY_CODE: one.toLowerCase() });
    expect(first).toMatchObject({ Code: 0 });
    const { TICKET } = (await logIn()).ReturnData;
    expect(await second(TICKET, { RECOVERY_CODE: one })).toMatchObject({ Msg: "S0421" });
    expect(await second(TICKET, { RECOVERY_CODE: two.replaceAll("-", " ") })).toMatchObject({ Code: 0 });
    expect(await t.admin.run("rf_SecondFactorState")).toMatchObject({ RECOVERY_CODES_LEFT: 8 });
  });

  it("stay valid if the log-in is refused because no licence seat is free", async () => {
    const { codes } = await enrol();
    const { TICKET } = (await logIn()).ReturnData;
    await t.rows(sql`update tenant set pc_count = 1 where tenant_id = ${t.id}`);
    const other = await t.user(null, []);
    await s.app.sessions.open(t.id, other.userId, "PC", true, s.clock.now);
    expect(await second(TICKET, { RECOVERY_CODE: codes[0] })).toMatchObject({ Code: 1, Msg: "S0020" });
    await t.rows(sql`delete from session where tenant_id = ${t.id}`);
    expect(await second(TICKET, { RECOVERY_CODE: codes[0] })).toMatchObject({ Code: 0 });
  });

  it("are replaced as a whole, with the password", async () => {
    const { codes } = await enrol();
    expect(await run("rf_RenewRecoveryCodes", { PASSWORD: "wrong" })).toMatchObject({ Msg: "S0031" });
    const fresh = await t.admin.run<{ RECOVERY_CODES: string[] }>("rf_RenewRecoveryCodes", {
      PASSWORD: password,
    });
    const { TICKET } = (await logIn()).ReturnData;
    expect(await second(TICKET, { RECOVERY_CODE: codes[0] })).toMatchObject({ Msg: "S0421" });
    expect(await second(TICKET, { RECOVERY_CODE: fresh.RECOVERY_CODES[0] })).toMatchObject({ Code: 0 });
  });

  it("do not exist without a factor", async () => {
    expect(await run("rf_RenewRecoveryCodes", { PASSWORD: password })).toMatchObject({ Msg: "S0212" });
  });
});

describe("a required second factor", () => {
  const require = (needed: boolean) =>
    t.rows(sql`update tenant set require_second_factor = ${needed} where tenant_id = ${t.id}`);

  it("leads a user without one to set it up, and to nothing else", async () => {
    await require(true);
    s.clock.now += 4000;
    // The tenant now requires a second factor (`require`). This ends the user's session, because the session began
    // without one.
    expect(await run("rf_MySessions")).toMatchObject({ Msg: "S0010" });
    const first = await logIn();
    expect(first.ReturnData).toMatchObject({ KIND: "enrol", FACTORS: [] });
    const TICKET = first.ReturnData.TICKET;
    expect(await post("/mitt", { Type: "rf_MySessions" }, TICKET)).toMatchObject({ Msg: "S0010" });
    expect(await second(TICKET, { CODE: "000000" })).toMatchObject({ Msg: "S0422" });
    const key = await post("/login/enrol/totp", { TICKET });
    const confirm = (code: string) => post("/login/enrol/totp/confirm", { TICKET, CODE: code });
    expect(await confirm("000000")).toMatchObject({ Msg: "S0421" });
    const done = await confirm(codeOf(key.ReturnData.SECRET));
    expect(done.ReturnData.RECOVERY_CODES).toHaveLength(10);
    expect(await post("/mitt", { Type: "rf_MySessions" }, done.ReturnData.token)).toMatchObject({ Code: 0 });
    expect(await confirm(codeOf(key.ReturnData.SECRET))).toMatchObject({ Msg: "S0422" });
    expect((await logIn()).ReturnData).toMatchObject({ KIND: "verify" });
  });

  it("cannot lose its last factor", async () => {
    await enrol();
    await require(true);
    expect(await run("rf_RemoveTotp", { PASSWORD: password })).toMatchObject({ Msg: "S0423" });
  });

  it("can be required by a role only", async () => {
    await t.rows(sql`update role set require_second_factor = true where role_code = 'admin'`);
    expect((await logIn()).ReturnData).toMatchObject({ KIND: "enrol" });
    const other = await t.user(null);
    expect(await other.mitt({ Type: "rf_MySessions" })).toMatchObject({ Code: 0 });
  });

  it("is set on the screens of the tenant and of roles", async () => {
    const tenant = {
      MENU_ID: "SYS109",
      TableName: "SYS_TENANT",
      Data: [{ TENANT_ID: t.code, NEEDS_SECOND_FACTOR: "Y" }],
    };
    expect(await t.admin.mitt({ Type: "update", ...tenant })).toMatchObject({ Code: 0 });
    expect((await logIn()).ReturnData).toMatchObject({ KIND: "enrol" });
  });

  it("allows no second enrolment by another ticket of the same user", async () => {
    await require(true);
    const [a, b] = [await logIn(), await logIn()];
    const key = await post("/login/enrol/totp", { TICKET: a.ReturnData.TICKET });
    const code = codeOf(key.ReturnData.SECRET);
    await post("/login/enrol/totp/confirm", { TICKET: a.ReturnData.TICKET, CODE: code });
    expect(await post("/login/enrol/totp", { TICKET: b.ReturnData.TICKET })).toMatchObject({ Msg: "S0422" });
    expect(await post("/login/enrol/passkey", { TICKET: b.ReturnData.TICKET })).toMatchObject({
      Msg: "S0422",
    });
  });
});

describe("an administrator", () => {
  it("removes the factors of a user who has lost them, and ends the user's sessions", async () => {
    await enrol();
    const boss = await t.user(null);
    expect(await boss.run("rf_ResetSecondFactor", { USER_ID: "admin" })).toEqual({ COUNT: 1 });
    expect(await run("rf_MySessions")).toMatchObject({ Msg: "S0010" });
    expect((await logIn()).ReturnData.token).toBeDefined();
    expect(
      await boss.mitt({ Type: "rf_ResetSecondFactor", InParams: { USER_ID: boss.userId } }),
    ).toMatchObject({
      Msg: "S0240",
    });
    const plain = await t.user(null, ["SYS101:Q"]);
    expect(await plain.mitt({ Type: "rf_ResetSecondFactor", InParams: { USER_ID: "admin" } })).toMatchObject({
      Msg: "S0020",
    });
  });

  it("cannot read the secrets of second factors by a script or a table", async () => {
    await enrol();
    for (const table of ["user_totp", "user_recovery_code", "user_passkey", "second_step", "sso_setting"])
      expect(await t.admin.mitt({ Type: "QueryBySelf", MENU_ID: "SYS101", TableName: table })).toMatchObject({
        Code: 1,
      });
  });
});

describe("my sessions", () => {
  it("lists the caller's sessions with their origin, and ends one or all others at once", async () => {
    const agent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0";
    const enter = async () => {
      const answer = await s.http.inject({
        method: "POST",
        url: "/login",
        headers: { "user-agent": agent },
        payload: {
          ...{ TENANT_ID: t.code, USER_ID: "admin", PASSWORD: password },
          ...{ CAPTCHA_ID: "x", CAPTCHA: "test", DEV_TYPE: "PDA" },
        },
      });
      return String(answer.json().ReturnData.token);
    };
    const [a, b] = [await enter(), await enter()];
    const list = await t.admin.run<Record<string, unknown>[]>("rf_MySessions");
    expect(list).toHaveLength(3);
    expect(list[0]).toMatchObject({ IS_CURRENT: "Y", DEV_TYPE: "PC", ADDRESS: null });
    expect(list[1]).toMatchObject({
      IS_CURRENT: "N",
      DEV_TYPE: "PDA",
      METHOD: "password",
      ADDRESS: "127.0.0.1",
      AGENT: agent,
      SIGNED_IN_AT: new Date(noon).toISOString(),
    });
    const ofA = await post("/mitt", { Type: "rf_MySessions" }, a);
    const mine = (ofA.ReturnData as unknown as { SESSION_ID: string }[])[0]?.SESSION_ID;
    expect(await t.admin.run("rf_EndSession", { SESSION_ID: mine })).toEqual({ COUNT: 1 });
    expect(await post("/mitt", { Type: "rf_MySessions" }, a)).toMatchObject({ Msg: "S0010" });
    expect(await t.admin.run("rf_EndOtherSessions")).toEqual({ COUNT: 1 });
    expect(await post("/mitt", { Type: "rf_MySessions" }, b)).toMatchObject({ Msg: "S0010" });
    expect(await run("rf_MySessions")).toMatchObject({ Code: 0 });
  });

  it("never ends sessions of another user", async () => {
    const other = await t.user(null);
    const [theirs] = await other.run<{ SESSION_ID: string }[]>("rf_MySessions");
    expect(await t.admin.run("rf_EndSession", { SESSION_ID: theirs?.SESSION_ID })).toEqual({ COUNT: 0 });
    expect(await t.admin.run("rf_EndOtherSessions")).toEqual({ COUNT: 0 });
    expect(await other.mitt({ Type: "rf_MySessions" })).toMatchObject({ Code: 0 });
  });

  it("counts a renewed session as one", async () => {
    const before = await t.admin.run<Record<string, unknown>[]>("rf_MySessions");
    s.clock.now += 61 * minute;
    await t.admin.run("rf_MySessions");
    s.clock.now += minute;
    const after = await t.admin.run<Record<string, unknown>[]>("rf_MySessions");
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({
      SESSION_ID: before[0]?.SESSION_ID,
      SIGNED_IN_AT: before[0]?.SIGNED_IN_AT,
      IS_CURRENT: "Y",
    });
  });
});
