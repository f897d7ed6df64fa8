import { changesNothing, codes, defineCommand, signedIn, tokenHeader } from "@shotkeeper/contract/kernel";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { dispatch } from "../../kernel/dispatch.ts";
import { handle, Registry } from "../../kernel/registry.ts";
import { allRights } from "../../tenants/create-tenant.ts";
import { operationsOf } from "../../testing/operations.ts";
import { type TestAnswer, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
let user: TestUser;
const minute = 60_000;

beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  await t.counter(`C-${t.code}`, await t.mold(`M-${t.code}`));
  await t.mold(`OTHER-${t.code}`, { SAVE_ADDRESS: "P2" });
  user = await t.user("P1");
});

interface View {
  readonly token: string;
  readonly send: <T = unknown>(body: object) => Promise<TestAnswer<T>>;
}

/** Returns an object that sends requests with the token of a view. */
const viewOf = (token: string): View => ({
  token,
  async send<T>(body: object) {
    const request = {
      method: "POST",
      url: "/mitt",
      headers: { [tokenHeader]: token },
      payload: body,
    } as const;
    return (await s.http.inject(request)).json<TestAnswer<T>>();
  },
});

async function open(userId = user.userId, by = t.admin): Promise<View> {
  const { TOKEN } = await by.run<{ TOKEN: string }>("rf_ViewAs", { USER_ID: userId });
  return viewOf(TOKEN);
}

const refusal = async (by: TestUser, userId: string) =>
  (await by.mitt({ Type: "rf_ViewAs", InParams: { USER_ID: userId } })).Msg;

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Returns all addresses of the server, from the tree of routes that Fastify prints with four signs for each level. */
function routesOf({ http }: TestServer): { readonly url: string; readonly methods: readonly Method[] }[] {
  const above: string[] = [];
  return http
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] =
        /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
      if (part === "") return [];
      const level = indent.length / 4;
      above.splice(level, above.length, part);
      return [{ url: above.join("").replace("//", "/"), methods: methods.split(", ") as Method[] }];
    });
}

const molds = { Type: "QueryByID", MENU_ID: "BS101", QueryID: "Q01", Limit: 100 };

/** Reading commands whose answer differs from session to session or from moment to moment, for the same user. */
const perSession = new Set(["rf_MySessions"]);

describe("a view", () => {
  it("reads what the user reads, and may do nothing else: every operation", async () => {
    const view = await open();
    const logged = () => t.rows(sql`select count(*) as n from system_log where tenant_id = ${t.id}`);
    const before = await logged();
    const counts = { read: 0, refused: 0 };
    for (const { name, requests } of operationsOf(s.app.registry))
      for (const body of requests) {
        if (body.Type === "rf_LogOut" || body.Type === "rf_LoginOut") continue;
        const answer = await view.send(body);
        const command = s.app.registry.commands.get(String(body.Type))?.command;
        const reads =
          name.startsWith("read ") ||
          body.Type === "QueryByID" ||
          (command !== undefined && changesNothing(command));
        expect([name, answer.Msg === codes.viewOnly]).toEqual([name, !reads]);
        if (!reads) {
          counts.refused++;
          continue;
        }
        counts.read++;
        if (!perSession.has(name))
          expect(answer, name).toEqual(await user.mitt(body as Record<string, unknown>));
      }
    expect(counts.read).toBeGreaterThan(150);
    expect(counts.refused).toBeGreaterThan(250);
    // The log may get new lines: each call without the needed right is logged as refused, once for the view and once
    // for the user. A write would leave a line with another action.
    expect((await logged())[0]?.n).toBeGreaterThanOrEqual(Number(before[0]?.n));
    const [written] = await t.rows(sql`
      select count(*) as n from system_log
      where tenant_id = ${t.id} and user_id = ${user.userId} and action <> 'refused'
    `);
    expect(written?.n).toBe(0);
  });

  it.each([
    ["the whole tenant", null],
    ["an OEM", "O1"],
    ["a mold maker", "M1"],
  ])("of a user of %s reads without a refusal of the database", { timeout: 60_000 }, async (_, org) => {
    const other = await t.user(org);
    const view = await open(other.userId);
    let answered = 0;
    const refused = new Set<string>();
    for (const { name, requests } of operationsOf(s.app.registry))
      for (const body of requests) {
        const command = s.app.registry.commands.get(String(body.Type))?.command;
        if (!body.Type || (command && !changesNothing(command))) continue;
        const answer = await view.send(body);
        const reads = command !== undefined || name.startsWith("read ") || body.Type === "QueryByID";
        if (reads && answer.Msg === codes.viewOnly) refused.add(name);
        if (answer.Code === 0) answered++;
      }
    expect([...refused]).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });

  it("sees the rows of the user's plant only", async () => {
    const answer = await (await open()).send<{ list: { MOLD_NO: string }[] }>(molds);
    expect(answer.ReturnData.list.map((r) => r.MOLD_NO)).toEqual([`M-${t.code}`]);
  });

  it("is refused by every other address that takes data", async () => {
    const { token } = await open();
    const own = new Set(["/mitt", "/mitt/:operation", "/shop/info"]);
    const tried: string[] = [];
    for (const { url, methods } of routesOf(s))
      for (const method of methods) {
        // Skips the log-in, because it needs no session: it opens one.
        if (url.startsWith("/login")) continue;
        if (["GET", "HEAD", "OPTIONS"].includes(method) || own.has(url)) continue;
        const answer = await s.http.inject({
          method,
          url: url.replace(/:\w+/g, "1"),
          headers: { [tokenHeader]: token },
          payload: { Type: "report" },
        });
        if (answer.body.includes(codes.viewOnly)) tried.push(`${method} ${url}`);
        // All other routes ignore the session, because they serve visitors, or machines and platforms with separate
        // keys. The request must not succeed there either.
        else expect(answer.body, `${method} ${url}`).not.toContain('"Code":0');
      }
    for (const route of ["POST /UploadFiles", "POST /packages/:kind", "POST /mcp", "POST /jsq"])
      expect(tried).toContain(route);
    expect(tried).toContain("PUT /system/user/status");
  });

  it("cannot write in the database, even if a command were marked wrongly", async () => {
    const wrong = defineCommand({
      type: "rf_Wrong",
      access: signedIn,
      readOnly: true,
      input: {},
      output: {},
    });
    const write = sql`
      update "user" set nickname = 'x' where tenant_id = ${t.id} and user_id = ${user.userId} returning 1
    `;
    for (const work of ["run", "write", "tx", "lookUp", "limited"]) {
      const handler = handle(wrong, async ({ db }) => {
        if (work === "tx") await db.tx(t.id, (tx) => tx.query(write));
        else if (work === "write") await db.write(t.id, [write]);
        else if (work === "lookUp") await db.lookUp(t.id, write);
        else await (work === "limited" ? db.limited({ kind: "list" }) : db).run(t.id, [write]);
        return null;
      });
      const { who } = await s.app.sessions.find((await open()).token, s.clock.now, { mayView: true });
      const { db, events, sessions, secrets } = s.app;
      const ctx = { db, events, sessions, secrets, who, now: s.clock.now };
      const registry = new Registry([{ commands: [handler] }]);
      await expect(dispatch(ctx, registry, { Type: "rf_Wrong" }), work).rejects.toMatchObject({
        code: codes.viewOnly,
      });
    }
    const [stored] = await t.rows(sql`select nickname from "user" where user_id = ${user.userId}`);
    expect(stored?.nickname).toBeNull();
  });

  it("tells who sees it, and until when", async () => {
    const { token } = await open();
    const answer = await s.http.inject({ url: "/user", headers: { [tokenHeader]: token } });
    expect(answer.json().data.user).toMatchObject({
      info: { USER_ID: user.userId },
      viewer: {
        USER_ID: "admin",
        IS_PARTIAL: false,
        VIEW_UNTIL: new Date(s.clock.now + 30 * minute).toISOString(),
      },
    });
  });
});

describe("a view is refused", () => {
  it("to users who are not administrators of the whole tenant", async () => {
    const other = await t.user(null, ["SYS101:Q", "SYS101:A"]);
    expect(await refusal(other, user.userId)).toBe(codes.forbidden);
    expect(await refusal(await t.user("P1"), user.userId)).toBe(codes.forbidden);
    const { who } = await s.app.sessions.find((await open()).token, s.clock.now, { mayView: true });
    expect(who.viewer?.userId).toBe("admin");
  });

  it("of oneself, of strangers, of users of another tenant and of disabled users", async () => {
    const there = await TestTenant.create(s);
    const stranger = await there.user("P1");
    expect(await refusal(t.admin, "admin")).toBe(codes.ownAccount);
    expect(await refusal(t.admin, stranger.userId)).toMatch(codes.unknownReference);
    const off = await t.user("P1");
    await t.rows(sql`update "user" set status = 1 where user_id = ${off.userId} returning 1`);
    expect(await refusal(t.admin, off.userId)).toBe(codes.userDisabled);
  });

  it("of a user with a right that the administrator lacks and may not grant", async () => {
    const clerk = await t.user(null, ["SYS101:Q", "SYS101:M"]);
    expect(await refusal(clerk, user.userId)).toBe(codes.forbidden);
  });

  it("from within a view", async () => {
    const chief = await t.user(null);
    const view = await open(chief.userId);
    const body = { Type: "rf_ViewAs", InParams: { USER_ID: user.userId } };
    expect((await view.send(body)).Msg).toBe(codes.viewOnly);
  });
});

it("gives no right that the administrator lacks", async () => {
  const some = allRights().filter((r) => !r.startsWith("BS101:"));
  const clerk = await t.user(null, some);
  const view = await open(user.userId, clerk);
  expect((await view.send(molds)).Msg).toBe(codes.forbidden);
  const answer = await s.http.inject({ url: "/user", headers: { [tokenHeader]: view.token } });
  expect(answer.json().data.user.viewer.IS_PARTIAL).toBe(true);
});

describe("a view ends", () => {
  const ended = async (view: View) => {
    s.app.sessions.forget(t.id);
    return (await view.send(molds)).Msg === codes.sessionEnded;
  };

  it("by its own log-out, which leaves the administrator signed in", async () => {
    const view = await open();
    expect((await view.send({ Type: "rf_LogOut", InParams: {} })).Msg).toBe(codes.loggedOut);
    expect(await ended(view)).toBe(true);
    expect((await t.admin.mitt(molds)).Code).toBe(0);
    const lines = await t.rows(sql`
      select user_id, action, target_key from system_log
      where tenant_id = ${t.id} and action in ('viewAs', 'viewEnd') and target_key = ${user.userId}
      order by log_id desc limit 2
    `);
    expect(lines).toEqual([
      { user_id: "admin", action: "viewEnd", target_key: user.userId },
      { user_id: "admin", action: "viewAs", target_key: user.userId },
    ]);
  });

  it("with the administrator's session, or after 30 minutes", async () => {
    const chief = await t.user(null);
    const view = await open(user.userId, chief);
    await chief.run("rf_LogOut");
    expect(await ended(view)).toBe(true);
    const second = await open();
    s.clock.now += 30 * minute - 1;
    expect(await ended(second)).toBe(false);
    s.clock.now += 1;
    expect(await ended(second)).toBe(true);
    await withServer();
  });

  it("if the user is disabled or deleted", async () => {
    for (const change of [
      (id: string) => sql`update "user" set status = 1 where user_id = ${id} returning 1`,
      (id: string) => sql`delete from "user" where user_id = ${id} returning 1`,
    ]) {
      const other = await t.user("P1");
      const view = await open(other.userId);
      expect(await ended(view)).toBe(false);
      await t.rows(change(other.userId));
      expect(await ended(view)).toBe(true);
    }
  });

  it("if the administrator is disabled, or loses the right or the view of the whole tenant", async () => {
    for (const change of [
      (id: string) => sql`update "user" set status = 1 where user_id = ${id} returning 1`,
      (id: string) =>
        sql`delete from role_right where role_code = ${id} and authority = 'SYS101:M' returning 1`,
      (id: string) => sql`update role set data_scope = 'organization' where role_code = ${id} returning 1`,
    ]) {
      const chief = await t.user(null);
      const view = await open(user.userId, chief);
      expect(await ended(view)).toBe(false);
      await t.rows(change(chief.userId));
      expect(await ended(view)).toBe(true);
    }
  });
});

it("does not live again when its user is enabled, or its administrator gets the role back", async () => {
  const change = async (userId: string, row: object) => {
    const write = { Type: "update", MENU_ID: "SYS101", TableName: "SYS_USER" };
    expect(await t.admin.mitt({ ...write, Data: [{ USER_ID: userId, ...row }] })).toMatchObject({ Code: 0 });
  };
  const chief = await t.user(null);
  const [first, second] = [await t.user("P1"), await t.user("P1")];
  const views = [await open(first.userId, chief), await open(second.userId, chief)];
  await change(first.userId, { STATUS: 1 });
  await change(first.userId, { STATUS: 0 });
  expect((await views[0]?.send(molds))?.Msg).toBe(codes.sessionEnded);
  expect((await views[1]?.send(molds))?.Code).toBe(0);
  await change(chief.userId, { USERNAME: "changed" });
  expect((await views[1]?.send(molds))?.Msg).toBe(codes.sessionEnded);
});

// Skipped on the embedded database: it has one connection, so two transactions never overlap there.
it.skipIf(!process.env.DATABASE_URL)("is not opened while its user is being disabled", async () => {
  const other = await t.user("P1");
  let answer: Promise<string> | undefined;
  await s.app.db.tx(t.id, async (tx) => {
    await tx.query(
      sql`update "user" set status = 1 where tenant_id = ${t.id} and user_id = ${other.userId} returning 1`,
    );
    answer = refusal(t.admin, other.userId);
    // Without a lock, the view would be open within this time.
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 500))]);
  });
  expect(await answer).toBe(codes.userDisabled);
});

it("keeps the licence seat of the administrator while the view is used", async () => {
  const chief = await t.user(null);
  const used = () =>
    t.rows(sql`select seen_at from session where user_id = ${chief.userId} and viewed_user is null`);
  const view = await open(user.userId, chief);
  s.clock.now += 20 * minute;
  const moment = new Date(s.clock.now).toISOString();
  s.app.sessions.forget(t.id);
  await view.send(molds);
  expect((await used()).map((r) => new Date(String(r.seen_at)).toISOString())).toEqual([moment]);
  await withServer();
});

it("is no session of its own in the lists of sessions, and takes no seat", async () => {
  const chief = await t.user(null);
  await open(user.userId, chief);
  expect(await chief.run("rf_MySessions")).toHaveLength(1);
  const [row] = (await t.admin.list("SYS101", "Q01")).filter((r) => r.USER_ID === chief.userId);
  expect(row?.LOGIN_COUNT).toBe(1);
});
