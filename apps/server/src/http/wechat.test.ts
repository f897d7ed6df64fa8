import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../kernel/config.ts";
import { makeApp } from "../make-app.ts";
import { logIn, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { buildHttp } from "./server.ts";

describe("log-in by WeChat", () => {
  let fake: Server;
  let requests: URL[];
  let http: FastifyInstance;
  let bare: TestServer;
  let s: TestServer;
  let t: TestTenant;
  beforeAll(async () => {
    requests = [];
    fake = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://wechat");
      requests.push(url);
      const code = url.searchParams.get("code") ?? "";
      if (code === "down") return void response.destroy();
      if (code === "odd") return void response.end("<html>");
      const isGood = code.startsWith("good-") && url.searchParams.get("secret") === "s3cret";
      response.end(
        JSON.stringify(isGood ? { openid: `openid_${code}`, access_token: "x" } : { errcode: 40029 }),
      );
    });
    await new Promise<void>((done) => fake.listen(0, "127.0.0.1", done));
    bare = await withServer();
    const config = readConfig({
      ...process.env,
      CAPTCHA_BYPASS_CODE: "test",
      LOG_LEVEL: "silent",
      WECHAT_APP_ID: "wx1",
      WECHAT_SECRET: "s3cret",
      WECHAT_BASE_URL: `http://127.0.0.1:${(fake.address() as AddressInfo).port}`,
    });
    const app = makeApp(config, bare.app.db, () => bare.clock.now);
    http = await buildHttp(app);
    s = { app, http, clock: bare.clock };
  });
  afterAll(async () => {
    await http.close();
    fake.close();
  });
  beforeEach(async () => {
    await withServer();
    t = await TestTenant.create(s);
    requests.length = 0;
  });
  const enter = async (code: string, o: { tenant?: string; device?: string; http?: FastifyInstance } = {}) =>
    (
      await (o.http ?? http).inject({
        method: "POST",
        url: "/login",
        payload: { TENANT_ID: o.tenant ?? t.code, WECHAT_CODE: code, DEV_TYPE: o.device ?? "PC" },
      })
    ).json();
  const bind = (code: string, user = t.admin, PASSWORD: string | null = "secret-of-a-test") =>
    user.mitt({ Type: "rf_BindWeChat", InParams: { WECHAT_CODE: code, PASSWORD } });

  // spec: admin 8.39
  it("admits users who have bound their WeChat account, on any device", async () => {
    const code = `good-${t.code}`;
    expect(await enter(code)).toEqual({ Code: 1, Msg: "S0103" });
    expect(await bind(code)).toMatchObject({ Code: 0 });
    expect(requests.at(-1)?.pathname).toBe("/sns/oauth2/access_token");
    expect(Object.fromEntries(requests.at(-1)?.searchParams ?? [])).toMatchObject({
      appid: "wx1",
      grant_type: "authorization_code",
    });
    const answer = await enter(code, { device: "PDA" });
    expect(answer).toMatchObject({ Code: 0, Msg: "S0006" });
    const who = await http.inject({ url: "/user", headers: { [tokenHeader]: answer.ReturnData.token } });
    expect(who.json().data.user.info.USER_ID).toBe("admin");
    expect(await t.admin.run("rf_WeChatState")).toEqual({ CONFIGURED: "Y", BOUND: "Y" });
    const other = await TestTenant.create(s);
    expect(await enter(code, { tenant: other.code })).toEqual({ Code: 1, Msg: "S0103" });
    expect(await enter(code, { tenant: "nobody" })).toEqual({ Code: 1, Msg: "S0103" });
    await t.admin.run("rf_UnbindWeChat");
    expect(await enter(code)).toEqual({ Code: 1, Msg: "S0103" });
  });

  it("is bound with the password only, and a wrong one spends no code", async () => {
    const code = `good-${t.code}`;
    expect(await bind(code, t.admin, null)).toMatchObject({ Code: 1, Msg: "S0007^PASSWORD" });
    expect(await bind(code, t.admin, "wrong")).toMatchObject({ Code: 1, Msg: "S0031" });
    expect(requests).toEqual([]);
    expect(await enter(code)).toMatchObject({ Code: 1, Msg: "S0103" });
    // A user without a password may bind a WeChat account only within ten minutes after the sign-in.
    const clerk = await t.user(null, ["KB101:Q"]);
    bare.clock.now += 11 * 60_000;
    expect(await bind(code, clerk, null)).toMatchObject({ Code: 1, Msg: "S0425" });
  });

  it("is refused if WeChat refuses, is unreachable or answers nonsense", async () => {
    for (const code of ["bad", "down", "odd"])
      expect(await enter(code), code).toEqual({ Code: 1, Msg: "S0103" });
    expect(await enter("")).toMatchObject({ Msg: "S0007^WECHAT_CODE" });
  });

  it("allows one user per WeChat account, who must not be disabled", async () => {
    const code = `good-${t.code}`;
    const clerk = await t.user(null, ["KB101:Q"]);
    await bind(code, clerk);
    expect(await bind(code)).toEqual({ Code: 1, Msg: "S0103" });
    await t.admin.mitt({
      Type: "update",
      MENU_ID: "SYS101",
      TableName: "SYS_USER",
      Data: [{ USER_ID: clerk.userId, STATUS: 1 }],
    });
    expect(await enter(code)).toEqual({ Code: 1, Msg: "S0004" });
  });

  it("is not offered if it is not configured", async () => {
    const page = async (door: FastifyInstance) =>
      (await door.inject({ url: "/login/wechat" })).json().ReturnData.URL;
    expect(await page(bare.http)).toBeNull();
    expect(await page(http)).toContain("appid=wx1");
    expect(await page(http)).not.toContain("s3cret");
    expect(await enter("good-1", { http: bare.http })).toEqual({ Code: 1, Msg: "S0214^WECHAT_APP_ID" });
    const user = await logIn(bare, t.id, "admin");
    expect(await user.run("rf_WeChatState")).toEqual({ CONFIGURED: "N", BOUND: "N" });
    expect(() => readConfig({ WECHAT_APP_ID: "x" })).toThrow("go together");
  });
});
