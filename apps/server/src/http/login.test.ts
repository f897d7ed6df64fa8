import { tokenHeader } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

describe("POST /login", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const enter = async (more: Record<string, unknown> = {}) => {
    const payload = {
      TENANT_ID: t.code,
      USER_ID: "admin",
      PASSWORD: "secret-of-a-test",
      CAPTCHA_ID: "x",
      CAPTCHA: "test",
      DEV_TYPE: "PC",
      ...more,
    };
    return (await s.http.inject({ method: "POST", url: "/login", payload })).json();
  };

  // spec: admin 1.2, 8.1, 8.2, 8.6
  it("takes tenant, user, password and verification code, and does not tell who exists", async () => {
    expect(await enter()).toMatchObject({ Code: 0, Msg: "S0006", ReturnData: { token: expect.any(String) } });
    expect(await enter({ PASSWORD: "wrong" })).toEqual({ Code: 1, Msg: "S0001" });
    expect(await enter({ CAPTCHA: "wrong" })).toEqual({ Code: 1, Msg: "S0002" });
    expect(await enter({ USER_ID: "nobody" })).toEqual({ Code: 1, Msg: "S0001" });
    expect(await enter({ TENANT_ID: "nowhere" })).toEqual({ Code: 1, Msg: "S0001" });
    for (const field of ["TENANT_ID", "USER_ID", "PASSWORD", "CAPTCHA"])
      expect(await enter({ [field]: "" })).toEqual({ Code: 1, Msg: `S0007^${field}` });
  });

  it("names a field with a character that cannot be stored", async () => {
    for (const field of [
      "TENANT_ID",
      "USER_ID",
      "PASSWORD",
      "CAPTCHA_ID",
      "CAPTCHA",
      "DEVICE_TOKEN",
      "CAPTCHA_PROOF",
    ])
      expect(await enter({ [field]: "a\0b" })).toEqual({ Code: 1, Msg: `S0200^${field}` });
  });

  // spec: admin 8.4
  it("refuses a user who is not enabled", async () => {
    await t.rows(sql`update "user" set status = 1 where tenant_id = ${t.id} and user_id = 'admin'`);
    expect(await enter()).toEqual({ Code: 1, Msg: "S0004" });
  });

  // spec: admin 8.7, 8.10, 8.11, shop A7.33
  it.each(["rf_LogOut", "rf_LoginOut"])("opens a session that %s ends", async (Type) => {
    const { token } = (await enter()).ReturnData;
    const call = async (headers: Record<string, string>) =>
      (
        await s.http.inject({ method: "POST", url: "/mitt", headers, payload: { Type, InParams: {} } })
      ).json();
    expect(await call({})).toEqual({ Code: 1, Msg: "S0009" });
    expect(await call({ [tokenHeader]: token })).toMatchObject({ Code: 0, Msg: "S0037" });
    expect(await call({ [tokenHeader]: token })).toEqual({ Code: 1, Msg: "S0010" });
  });
});
