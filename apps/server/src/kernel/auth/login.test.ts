import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../db/sql.ts";
import { refusalOf, said } from "../testing/refusal.ts";
import { addUser, type KernelTenant, kernelTenant, setLicence } from "../testing/tenant.ts";
import { noon } from "../testing/test-ctx.ts";
import type { CaptchaAnswer } from "./captcha.ts";
import { type LoginInput, logIn, logInByWeChat } from "./login.ts";
import { hashPassword } from "./password.ts";
import type { Admission } from "./second-factor/admission.ts";
import { Sessions } from "./sessions.ts";

type Input = LoginInput & { readonly captcha: CaptchaAnswer };
const minute = 60_000;
const day = 24 * 60 * minute;
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword("right");
});

/** Returns the session of a user without a second factor. */
async function loggedIn(admission: Promise<Admission>) {
  const admitted = await admission;
  if (!("token" in admitted)) throw new Error("the log-in asks for a second step");
  return admitted;
}

let t: KernelTenant;
let address: string;
let tests = 0;
let sessions: Sessions;
beforeEach(async () => {
  t = await kernelTenant();
  // Each test uses a network of its own, because the server also limits the log-ins of a network.
  address = `10.8.${tests++}.1`;
  sessions = new Sessions(t.ctx.db);
  await addUser(t, "ann", { passwordHash });
});

const enter = async (more: Partial<Input> = {}, at = noon) => {
  const input = {
    tenantCode: t.code,
    userId: "ann",
    password: "right",
    captcha: { id: "", answer: "test", proof: "" },
    address,
    deviceToken: undefined,
    remember: false,
    devType: "PC" as const,
    ...more,
  };
  return loggedIn(logIn(t.ctx.db, sessions, input, at, "test"));
};
const refused = (more: Partial<Input>, at = noon) => refusalOf(() => enter(more, at));
const log = () => t.rows(sql`select user_id, action, target, target_key, at from system_log order by log_id`);

describe("a log-in", () => {
  it("is refused if the password is reset before the session opens", async () => {
    const newHash = await hashPassword("other");
    class SlowSessions extends Sessions {
      override async openSeated(...args: Parameters<Sessions["openSeated"]>) {
        await t.rows(sql`update "user" set password_hash = ${newHash} where user_id = 'ann'`);
        return super.openSeated(...args);
      }
    }
    sessions = new SlowSessions(t.ctx.db);
    expect(await refused({})).toBe("wrongPassword");
    expect(await t.rows(sql`select 1 from session`)).toEqual([]);
  });

  it("opens a session and is logged", async () => {
    const { token } = await enter({ devType: "PDA", remember: true });
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
    const captcha = { id: "", answer: "wrong", proof: "" };
    expect(await refused({ captcha, password: "wrong" })).toBe("wrongCaptcha");
    expect(await log()).toEqual([]);
  });

  it("is refused alike for an unknown user or tenant and a wrong password", async () => {
    expect(await refused({ userId: "nobody" })).toBe("wrongPassword");
    expect(await refused({ tenantCode: "nowhere" })).toBe("wrongPassword");
    expect(await log()).toEqual([]);
    expect(await refused({ password: "wrong" })).toBe("wrongPassword");
    await addUser(t, "nopass");
    for (const password of ["wrong", ""])
      expect(await refused({ userId: "nopass", password })).toBe("wrongPassword");
  });

  it("accepts other capital letters in the name", async () => {
    await addUser(t, "zhao@example.com", { passwordHash });
    expect(await enter({ userId: "Zhao@Example.com" })).toMatchObject({ token: expect.any(String) });
    const { deviceToken } = await enter({ userId: "ZHAO@example.com" });
    expect(await enter({ userId: "Zhao@example.com", deviceToken })).not.toHaveProperty("deviceToken");
    expect((await log()).map((l) => l.user_id)).toEqual(Array(3).fill("zhao@example.com"));
  });

  it("takes as long for an unknown user as for a wrong password", async () => {
    const time = async (more: Partial<Input>) => {
      const began = performance.now();
      await refused({ password: "wrong", ...more });
      return performance.now() - began;
    };
    const times: { known: number; unknown: number; nowhere: number }[] = [];
    for (let i = 0; i < 9; i++) {
      await addUser(t, `known${i}`, { passwordHash });
      times.push({
        known: await time({ userId: `known${i}` }),
        unknown: await time({ userId: `unknown${i}` }),
        nowhere: await time({ tenantCode: `nowhere${i}` }),
      });
    }
    // Compares the shortest times of the three cases: known user, unknown user, and unknown tenant. The shortest time
    // depends least on the load of the machine.
    const [known, ...others] = (["known", "unknown", "nowhere"] as const).map((k) =>
      Math.min(...times.map((all) => all[k])),
    );
    // For an unknown user or tenant, the server compares the password with a hash too. Without this comparison, it
    // would answer about ten times as fast, which would reveal that the user does not exist.
    for (const other of others) {
      expect(other / (known ?? 0)).toBeGreaterThan(0.5);
      expect(other / (known ?? 0)).toBeLessThan(2);
    }
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
  const wrong = async (times: number, at = noon, more: Partial<Input> = {}) => {
    for (let i = 0; i < times; i++)
      expect(await refused({ password: "wrong", ...more }, at)).toBe("wrongPassword");
  };

  it("delay log-ins as the user after five failures, longer each time", async () => {
    await wrong(5);
    await expect(enter()).rejects.toMatchObject({ message: said("tooManyAttempts", "1"), status: 429 });
    await wrong(1, noon + minute);
    expect(await refused({}, noon + minute)).toBe("tooManyAttempts 2");
    await enter({}, noon + 3 * minute);
  });

  it("under other capital letters give no further tries, whether the name exists or not", async () => {
    for (const [i, name] of ["ann", "nobody"].entries()) {
      address = `10.7.${tests++}.${i}`;
      const letters = [0, 1, 2].map((n) => name.replace(name.charAt(n), (c) => c.toUpperCase()));
      const names = [name, name.toUpperCase(), ...letters];
      for (const userId of names) expect(await refused({ userId, password: "wrong" })).toBe("wrongPassword");
      expect(await refused({ userId: name, password: "wrong" })).toBe("tooManyAttempts 1");
    }
  });

  it("delay unknown names too, so that guessing does not reveal which names exist", async () => {
    await wrong(5, noon, { userId: "nobody" });
    expect(await refused({ userId: "nobody" })).toBe("tooManyAttempts 1");
    await enter();
  });

  it("are forgotten after a success", async () => {
    await wrong(4);
    await enter();
    await wrong(5);
    expect(await refused({})).toBe("tooManyAttempts 1");
  });

  it("delay only the user of one tenant", async () => {
    await wrong(5);
    const other = await kernelTenant();
    await addUser(other, "ann", { passwordHash });
    await enter({ tenantCode: other.code });
  });

  it("are judged five times at most, although 40 arrive together", async () => {
    const guesses = Array.from({ length: 40 }, (_, i) =>
      refused({ password: i === 30 ? "right" : `wrong${i}` }).catch(() => "let in"),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter((a) => a === "wrongPassword" || a === "let in")).toHaveLength(5);
    expect(answers.filter((a) => a === "tooManyAttempts 1")).toHaveLength(35);
  });

  it("do not lock out the owner, whose browser is known", async () => {
    const { deviceToken } = await enter();
    for (let i = 0; i < 40; i++) await refused({ password: `wrong${i}`, address: `203.0.113.${i}` });
    expect(await refused({})).toBe("tooManyAttempts 1");
    expect(await enter({ deviceToken })).not.toHaveProperty("deviceToken");
    // The successful log-in of the owner does not reset the count of the attempts by strangers.
    expect(await refused({})).toBe("tooManyAttempts 1");
  });

  it("from a known browser are limited in the same way, apart from those of strangers", async () => {
    const { deviceToken } = await enter();
    await wrong(5, noon, { deviceToken });
    expect(await refused({ deviceToken })).toBe("tooManyAttempts 1");
    await enter();
    await addUser(t, "bob", { passwordHash });
    // The token of a browser belongs to one account. For another account the browser is unknown, so its attempts count
    // as those of strangers.
    await wrong(5, noon, { userId: "bob", deviceToken });
    expect(await refused({ userId: "bob", deviceToken })).toBe("tooManyAttempts 1");
    expect(await refused({ userId: "bob" })).toBe("tooManyAttempts 1");
  });
});

describe("known browsers", () => {
  const devices = () => t.rows(sql`select user_id, used_at from login_device order by created_at`);

  it("are kept for half a year after their last use, twenty of a user", async () => {
    const { deviceToken } = await enter();
    await enter({ deviceToken }, noon + 100 * day);
    expect(await devices()).toEqual([{ user_id: "ann", used_at: new Date(noon + 100 * day).toISOString() }]);
    expect(await enter({ deviceToken }, noon + 279 * day)).not.toHaveProperty("deviceToken");
    expect(await enter({ deviceToken }, noon + 460 * day)).toHaveProperty("deviceToken");
    for (let i = 0; i < 25; i++) await enter({}, noon + 461 * day + i);
    expect(await devices()).toHaveLength(20);
  });
});

describe("a log-in by WeChat", () => {
  const byWeChat = (weChatId: string, tenantCode = t.code) =>
    loggedIn(
      logInByWeChat(t.ctx.db, sessions, { tenantCode, weChatId, remember: true, devType: "PC" }, noon),
    );
  beforeEach(() =>
    t.rows(
      sql`insert into user_wechat (tenant_id, user_id, wechat_id, bound_at)
        values (${t.id}, 'ann', 'wx-ann', ${new Date(noon)})`,
    ),
  );

  it("opens a session of the user who has bound the WeChat account", async () => {
    const { token } = await byWeChat("wx-ann");
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
