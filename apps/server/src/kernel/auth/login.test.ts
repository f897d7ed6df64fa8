import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../db/sql.ts";
import { refusalOf, said } from "../testing/refusal.ts";
import { addUser, type KernelTenant, kernelTenant, setLicence } from "../testing/tenant.ts";
import { noon } from "../testing/test-ctx.ts";
import { type LoginInput, logIn, logInByWeChat } from "./login.ts";
import { hashPassword } from "./password.ts";
import { Sessions } from "./sessions.ts";

const minute = 60_000;
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword("right");
});

let t: KernelTenant;
let sessions: Sessions;
beforeEach(async () => {
  t = await kernelTenant();
  sessions = new Sessions(t.ctx.db);
  await addUser(t, "ann", { passwordHash });
});

const enter = (more: Partial<LoginInput> = {}, at = noon) =>
  logIn(
    t.ctx.db,
    sessions,
    {
      tenantCode: t.code,
      userId: "ann",
      password: "right",
      captchaId: "",
      captcha: "test",
      remember: false,
      devType: "PC",
      ...more,
    },
    at,
    "test",
  );
const refused = (more: Partial<LoginInput>, at = noon) => refusalOf(() => enter(more, at));
const log = () => t.rows(sql`select user_id, action, target, target_key, at from system_log order by log_id`);

describe("a log-in", () => {
  it("opens a session and is logged", async () => {
    const token = await enter({ devType: "PDA", remember: true });
    expect((await sessions.find(token, noon)).who.userId).toBe("ann");
    expect(await t.rows(sql`select dev_type, remember from session`)).toEqual([
      { dev_type: "PDA", remember: true },
    ]);
    expect(await log()).toEqual([
      {
        user_id: "ann",
        action: "login",
        target: "session",
        target_key: "PDA",
        at: new Date(noon).toISOString(),
      },
    ]);
  });

  it("needs the captcha first", async () => {
    expect(await refused({ captcha: "wrong", password: "wrong" })).toBe("wrongCaptcha");
    expect(await log()).toEqual([]);
  });

  it("is refused for an unknown user or tenant, and for a wrong password", async () => {
    expect(await refused({ userId: "nobody" })).toBe("unknownUser");
    expect(await refused({ tenantCode: "nowhere" })).toBe("unknownUser");
    expect(await log()).toEqual([]);
    expect(await refused({ password: "wrong" })).toBe("wrongPassword");
    await addUser(t, "nopass");
    expect(await refused({ userId: "nopass" })).toBe("wrongPassword");
  });

  it("is refused for disabled users, after the licence's due day, and without a free seat", async () => {
    await addUser(t, "gone", { passwordHash, status: 1 });
    expect(await refused({ userId: "gone" })).toBe("userDisabled");
    await setLicence(t, { dueDate: "2026-05-19", isControlled: true });
    expect(await refused({})).toBe("licenceExpired");
    await setLicence(t, { pcCount: 1 });
    await enter();
    expect(await refused({})).toBe("forbidden");
    expect((await log()).map((l) => l.action)).toEqual(["login"]);
  });
});

describe("repeated wrong passwords", () => {
  const wrong = async (times: number, at = noon, more: Partial<LoginInput> = {}) => {
    for (let i = 0; i < times; i++)
      expect(await refused({ password: "wrong", ...more }, at)).toMatch(/^(wrongPassword|unknownUser)$/);
  };

  it("lock a user for a quarter of an hour after five failures within a quarter of an hour", async () => {
    await wrong(5);
    await expect(enter()).rejects.toMatchObject({ message: said("tooManyAttempts", "15"), status: 429 });
    expect(await refused({}, noon + minute)).toBe("tooManyAttempts 14");
    expect(await refused({}, noon + 15 * minute - 1)).toBe("tooManyAttempts 1");
    await enter({}, noon + 15 * minute);
  });

  it("lock unknown names too, so that guessing does not reveal which names exist", async () => {
    await wrong(5, noon, { userId: "nobody" });
    expect(await refused({ userId: "nobody" })).toBe("tooManyAttempts 15");
    await enter();
  });

  it("are forgotten after a success, and after a quarter of an hour", async () => {
    await wrong(4);
    await enter();
    await wrong(4);
    await wrong(1, noon + 15 * minute + 1);
    await enter({}, noon + 15 * minute + 1);
    await wrong(4);
    await wrong(1, noon + 15 * minute);
    expect(await refused({}, noon + 15 * minute)).toBe("tooManyAttempts 15");
  });

  it("lock only the user of one tenant", async () => {
    await wrong(5);
    const other = await kernelTenant();
    await addUser(other, "ann", { passwordHash });
    await enter({ tenantCode: other.code });
  });
});

describe("a log-in by WeChat", () => {
  const byWeChat = (weChatId: string, tenantCode = t.code) =>
    logInByWeChat(t.ctx.db, sessions, { tenantCode, weChatId, remember: true, devType: "PC" }, noon);
  beforeEach(() =>
    t.rows(
      sql`insert into user_wechat (tenant_id, user_id, wechat_id, bound_at)
        values (${t.id}, 'ann', 'wx-ann', ${new Date(noon)})`,
    ),
  );

  it("opens a session of the user who has bound the WeChat account", async () => {
    const token = await byWeChat("wx-ann");
    expect((await sessions.find(token, noon)).who.userId).toBe("ann");
    expect(await log()).toMatchObject([{ user_id: "ann", action: "login" }]);
  });

  it("is refused if no user has bound the account, and for users who may not log in", async () => {
    expect(await refusalOf(() => byWeChat("wx-bob"))).toBe("weChatLoginFailed");
    expect(await refusalOf(() => byWeChat("wx-ann", "nowhere"))).toBe("weChatLoginFailed");
    const other = await kernelTenant();
    expect(await refusalOf(() => byWeChat("wx-ann", other.code))).toBe("weChatLoginFailed");
    await t.rows(sql`update "user" set status = 1`);
    expect(await refusalOf(() => byWeChat("wx-ann"))).toBe("userDisabled");
    await t.rows(sql`update "user" set status = 0`);
    await setLicence(t, { dueDate: "2026-05-19", isControlled: true });
    expect(await refusalOf(() => byWeChat("wx-ann"))).toBe("licenceExpired");
  });
});
