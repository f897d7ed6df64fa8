import { tokenHeader } from "@shotkeeper/contract/kernel";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { makeApp } from "../make-app.ts";
import { type Mailbox, mailbox } from "../testing/mailbox.ts";
import { noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

const minute = 60_000;
const first = "secret-of-a-test";
const second = "a much better one";

let s: TestServer;
let t: TestTenant;
let box: Mailbox | undefined;
let ip = 0;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  for (const name of ["SMTP_URL", "MAIL_FROM", "PUBLIC_URL"]) vi.stubEnv(name, "");
  ip++;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await box?.close();
  box = undefined;
});

interface Answer {
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: Record<string, string>;
}
const post = async (url: string, payload: Record<string, unknown>, token?: string): Promise<Answer> =>
  (
    await s.http.inject({
      method: "POST",
      url,
      payload,
      headers: { "x-forwarded-for": `172.20.${ip}.1`, ...(token ? { [tokenHeader]: token } : {}) },
    })
  ).json();
const captcha = { CAPTCHA_ID: "x", CAPTCHA: "test" };
const enter = (PASSWORD: string, more: Record<string, unknown> = {}) =>
  post("/login", { TENANT_ID: t.code, USER_ID: "admin", PASSWORD, DEV_TYPE: "PC", ...captcha, ...more });
const ask = (more: Record<string, unknown> = {}) =>
  post("/login/forgot", { TENANT_ID: t.code, USER_ID: "admin", LANGUAGE: "en", ...captcha, ...more });
const set = (RESET_TOKEN: string, NEW_PASSWORD: string) =>
  post("/login/reset", { RESET_TOKEN, NEW_PASSWORD });
const run = (Type: string, InParams: Record<string, unknown>, token: string) =>
  post("/mitt", { Type, InParams }, token);
const change = (token: string, OLD_PASSWORD: string, NEW_PASSWORD: string) =>
  run("rf_ChangePassword", { OLD_PASSWORD, NEW_PASSWORD }, token);

async function withMail(): Promise<Mailbox> {
  box = await mailbox();
  vi.stubEnv("SMTP_URL", box.url);
  vi.stubEnv("MAIL_FROM", "Shotkeeper <notice@example.com>");
  vi.stubEnv("PUBLIC_URL", "https://molds.example.com");
  await t.rows(sql`update "user" set mail = 'admin@example.com' where user_id = 'admin'`);
  return box;
}
/** Returns the token of the link in a mail, which is encoded as quoted-printable. */
const linkIn = (mail = "") =>
  /https:\/\/molds\.example\.com\/#\/login\?reset=(\S+)/.exec(
    mail.replaceAll("=\r\n", "").replaceAll("=3D", "="),
  )?.[1] ?? "";
const sent = async () => {
  await s.app.passwordResets.drained();
  return box?.mails ?? [];
};

describe("a forgotten password", () => {
  it("is replaced through a link in a mail, once, and ends the sessions", async () => {
    await withMail();
    const { token } = (await enter(first)).ReturnData;
    expect((await s.http.inject({ url: "/login/forgot" })).json()).toMatchObject({
      ReturnData: { AVAILABLE: "Y" },
    });
    expect(await ask()).toEqual({ Code: 0, Msg: "S0012" });
    const [mail] = await sent();
    expect(mail).toContain("To: admin@example.com");
    const link = linkIn(mail);
    expect(link).toMatch(/^\d+\.[\w-]{32}$/);
    // The database holds only the link's hash.
    expect(JSON.stringify(await t.rows(sql`select * from password_reset`))).not.toContain(link);
    // The link can be used again after a new password was refused because it breaks a rule.
    expect(await set(link, "short")).toEqual({ Code: 1, Msg: "S0411^10" });
    expect(await set(link, second)).toMatchObject({
      Code: 0,
      ReturnData: { TENANT_ID: t.code, USER_ID: "admin", deviceToken: expect.any(String) },
    });
    expect(await set(link, "yet another one")).toEqual({ Code: 1, Msg: "S0416" });
    expect(await run("rf_Search", { TEXT: "x" }, String(token))).toMatchObject({ Msg: "S0010" });
    expect(await enter(first)).toMatchObject({ Msg: "S0001" });
    expect(await enter(second)).toMatchObject({ Msg: "S0006" });
  });

  it("lets the owner in while strangers guess", async () => {
    await withMail();
    await ask();
    const [mail] = await sent();
    const { deviceToken } = (await set(linkIn(mail), second)).ReturnData;
    for (let i = 0; i < 6; i++) await enter(`wrong${i}`);
    expect(await enter(second)).toMatchObject({ Msg: "S0203^1" });
    expect(await enter(second, { DEVICE_TOKEN: deviceToken })).toMatchObject({ Msg: "S0006" });
  });

  it("is answered alike for users who do not exist or cannot get a mail", async () => {
    await withMail();
    await t.rows(
      sql`insert into "user" (tenant_id, user_id, user_name, mail, password_hash, status) values
        (${t.id}, 'nomail', 'x', null, 'x', 0), (${t.id}, 'gone', 'x', 'gone@example.com', 'x', 1),
        (${t.id}, 'nopass', 'x', 'nopass@example.com', '', 0)`,
    );
    for (const USER_ID of ["nobody", "nomail", "gone", "nopass"])
      expect(await ask({ USER_ID })).toEqual({ Code: 0, Msg: "S0012" });
    expect(await ask({ TENANT_ID: "nowhere" })).toEqual({ Code: 0, Msg: "S0012" });
    expect(await sent()).toEqual([]);
    // The server delays further requests for every user id alike, so the delay does not show which users exist.
    for (const USER_ID of ["admin", "nobody2"]) {
      for (let i = 0; i < 3; i++) expect(await ask({ USER_ID })).toMatchObject({ Code: 0 });
      expect(await ask({ USER_ID })).toMatchObject({ Msg: "S0203^1" });
    }
    expect(await sent()).toHaveLength(3);
  });

  it("has a link that ends after half an hour, and with another change of the password", async () => {
    await withMail();
    await ask();
    await ask();
    const [one, two] = (await sent()).map(linkIn);
    s.clock.now = noon + 30 * minute;
    expect(await set(String(one), second)).toEqual({ Code: 1, Msg: "S0416" });
    s.clock.now = noon + 30 * minute - 1;
    expect(await set(String(one), second)).toMatchObject({ Code: 0 });
    expect(await set(String(two), "yet another one")).toEqual({ Code: 1, Msg: "S0416" });
    for (const wrong of ["x", `${t.id}.${"a".repeat(32)}`])
      expect(await set(wrong, "yet another one")).toEqual({ Code: 1, Msg: "S0416" });
  });

  it("cannot be replaced without a mail server or the address for links", async () => {
    const state = async () => (await s.http.inject({ url: "/login/forgot" })).json().ReturnData.AVAILABLE;
    expect(await state()).toBe("N");
    expect(await ask()).toEqual({ Code: 1, Msg: "S0214^SMTP_URL" });
    await withMail();
    vi.stubEnv("PUBLIC_URL", "");
    expect(await state()).toBe("N");
    expect(await ask({ CAPTCHA: "wrong" })).toMatchObject({ Code: 1 });
  });
});

describe("a new password", () => {
  it("must follow the rules, each of which has its own refusal", async () => {
    const { token = "" } = (await enter(first)).ReturnData;
    expect(await change(token, first, "nine-char")).toEqual({ Code: 1, Msg: "S0411^10" });
    expect(await change(token, first, "1q2w3e4r5t")).toEqual({ Code: 1, Msg: "S0412" });
    expect(await change(token, first, "MANCHESTER")).toEqual({ Code: 1, Msg: "S0412" });
    expect(await change(token, first, "the-Admin-of-all")).toEqual({ Code: 1, Msg: "S0414" });
    expect(await change(token, first, first)).toEqual({ Code: 1, Msg: "S0413^5" });
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'PASSWORD_MIN_LENGTH', '20')`,
    );
    expect(await change(token, first, "fifteen letters")).toEqual({ Code: 1, Msg: "S0411^20" });
    const user = await s.http.inject({ url: "/user", headers: { [tokenHeader]: token } });
    expect(user.json().data.user).toMatchObject({ PASSWORD_MIN_LENGTH: 20, MUST_CHANGE_PASSWORD: false });
  });

  it("differs from the last five", async () => {
    const { token = "" } = (await enter(first)).ReturnData;
    let old = first;
    for (let i = 0; i < 5; i++) {
      s.clock.now += minute;
      const next = `a new password ${i}`;
      expect(await change(token, old, next)).toMatchObject({ Code: 0 });
      old = next;
    }
    expect(await change(token, old, "a new password 0")).toEqual({ Code: 1, Msg: "S0413^5" });
    expect(await change(token, old, first)).toMatchObject({ Code: 0 });
    expect(await t.rows(sql`select 1 from password_history`)).toHaveLength(4);
  });

  it("cannot be set by guessing the old one in a session", async () => {
    const { token = "" } = (await enter(first)).ReturnData;
    const guesses = Array.from({ length: 40 }, (_, i) => change(token, `wrong${i}`, second));
    const answers = await Promise.all(guesses);
    expect(answers.filter((a) => a.Msg === "S0031")).toHaveLength(5);
    expect(answers.filter((a) => a.Msg === "S0203^1")).toHaveLength(35);
    expect(await change(token, first, second)).toMatchObject({ Msg: "S0203^1" });
    s.clock.now += minute;
    expect(await change(token, first, second)).toMatchObject({ Code: 0 });
  });
});

describe("a password that somebody else has set", () => {
  it("must be changed before anything else", async () => {
    const user = await t.user(null);
    const { PASSWORD } = await t.admin.run<{ PASSWORD: string }>("rf_ResetPassword", {
      USER_ID: user.userId,
    });
    const { token = "" } = (await enter(PASSWORD, { USER_ID: user.userId })).ReturnData;
    const headers = { [tokenHeader]: token };
    expect(await run("rf_Search", { TEXT: "x" }, token)).toEqual({ Code: 1, Msg: "S0415" });
    for (const url of ["/events", "/files/x", "/packages/apk"])
      expect((await s.http.inject({ url, headers })).json()).toMatchObject({ Msg: "S0415" });
    const report = { Type: "report", Data: [] };
    expect(await post("/jsq", report, token)).toMatchObject({ Code: 1, Msg: "S0415" });
    const info = async () => (await s.http.inject({ url: "/user", headers })).json();
    expect((await info()).data.user.MUST_CHANGE_PASSWORD).toBe(true);
    expect(await change(token, PASSWORD, second)).toMatchObject({ Code: 0 });
    expect((await info()).data.user.MUST_CHANGE_PASSWORD).toBe(false);
    expect(await run("rf_Search", { TEXT: "x" }, token)).toMatchObject({ Code: 0 });
  });

  it("can be left by logging out", async () => {
    const user = await t.user(null);
    const { PASSWORD } = await t.admin.run<{ PASSWORD: string }>("rf_ResetPassword", {
      USER_ID: user.userId,
    });
    const { token = "" } = (await enter(PASSWORD, { USER_ID: user.userId })).ReturnData;
    expect(await run("rf_LogOut", {}, token)).toMatchObject({ Code: 0 });
  });
});

describe("a session that is renewed by the request to change the password", () => {
  it("stays open", async () => {
    const { token = "" } = (await enter(first)).ReturnData;
    s.clock.now += 61 * minute;
    const changed = await s.http.inject({
      method: "POST",
      url: "/mitt",
      payload: { Type: "rf_ChangePassword", InParams: { OLD_PASSWORD: first, NEW_PASSWORD: second } },
      headers: { [tokenHeader]: token },
    });
    expect(changed.json()).toMatchObject({ Code: 0 });
    const renewed = String(changed.headers[tokenHeader.toLowerCase()]);
    expect(await run("rf_Search", { TEXT: "x" }, renewed)).toMatchObject({ Code: 0 });
  });
});

describe("a session on another server", () => {
  it("ends at once with a change of password, right or status", async () => {
    const other = makeApp(s.app.config, s.app.db, s.app.now);
    s.app.events.relay = (tenantId, e) => other.events.deliver(tenantId, e);
    try {
      const { token: kept = "" } = (await enter(first)).ReturnData;
      const { token = "" } = (await enter(first)).ReturnData;
      const there = (of: string) => other.sessions.find(of, s.clock.now);
      await there(token);
      await change(kept, first, second);
      await expect(there(token)).rejects.toMatchObject({ message: "S0010" });
      await there(kept);
      const boss = await t.user(null);
      const user = await t.user(null, ["BS101:Q"]);
      const session = await s.app.sessions.open(t.id, user.userId, "PC", false, s.clock.now);
      expect((await there(session)).who.rights).toEqual(new Set(["BS101:Q"]));
      await boss.run("rf_AssignRights", { ROLE_CODE: user.userId, RIGHTS: ["BS102:Q"] });
      expect((await there(session)).who.rights).toEqual(new Set(["BS102:Q"]));
      const Data = [{ USER_ID: user.userId, STATUS: 1 }];
      const disable = { Type: "update", MENU_ID: "SYS101", TableName: "SYS_USER", Data };
      expect(await boss.mitt(disable)).toMatchObject({ Code: 0 });
      await expect(there(session)).rejects.toMatchObject({ message: "S0010" });
    } finally {
      delete s.app.events.relay;
    }
  });
});
