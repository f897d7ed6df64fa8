import { tokenHeader } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

describe("GET /user", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  /** Returns the answer of GET /user: the whole as text, the menus, the rights, and the other data of the user. */
  async function answerOf(userId: string) {
    const token = await s.app.sessions.open(t.id, userId, "PC", true, s.clock.now);
    const { body } = await s.http.inject({ url: "/user", headers: { [tokenHeader]: token } });
    const { menus, authorities, ...user } = JSON.parse(body).data.user;
    return { body, menus, authorities, user };
  }

  // spec: admin 3.2, 6.1, 7.22, shop A7.35
  it("returns the declared wire names in the declared order", async () => {
    await t.rows(sql`
      update "user"
      set nickname = 'Boss', sex = 1, phone = '13800000000', mail = 'a@b.cn', org_id = 'P1'
      where tenant_id = ${t.id} and user_id = 'admin'
    `);
    const { body, menus, authorities, user } = await answerOf("admin");
    expect(body).toMatch(/^\{"Code":0,"Msg":"S0018","SysName":"[^"]*","data":\{"user":\{"info":\{"USER_ID"/);
    expect(Object.keys(JSON.parse(body).data.user)).toEqual([
      "info",
      "menus",
      "authorities",
      "roles",
      "cust",
      "viewer",
      "CALLER_KIND",
      "MAY_STEP_ALONE",
      "MUST_CHANGE_PASSWORD",
      "PASSWORD_MIN_LENGTH",
    ]);
    const [tenant] = await t.rows<{ full_name: string }>(
      sql`select full_name from tenant where tenant_id = ${t.id}`,
    );
    expect(Object.entries(user.info)).toEqual([
      ["USER_ID", "admin"],
      ["USERNAME", "Administrator"],
      ["NICKNAME", "Boss"],
      ["SEX", 1],
      ["PHONE", "13800000000"],
      ["E_MAIL", "a@b.cn"],
      ["ORGANIZATION_ID", "P1"],
      ["ORGANIZATION_NAME", "Name of P1"],
      ["ORGANIZATION_TYPE", "plant"],
      ["CUST_SEQ", null],
      ["ROLE_CODE", "admin"],
      ["ROLE_NAME", "Administrator"],
      ["TENANT_ID", t.code],
      ["FULL_NAME", tenant?.full_name],
      ["TIME_ZONE", "Asia/Shanghai"],
    ]);
    expect(user).toMatchObject({
      roles: [{ ROLE_CODE: "admin", ROLE_NAME: "Administrator" }],
      cust: null,
      CALLER_KIND: "staff",
      MAY_STEP_ALONE: true,
      MUST_CHANGE_PASSWORD: false,
      PASSWORD_MIN_LENGTH: 10,
    });
    expect(authorities).toContain("BS101:Q");
    expect(Object.entries(menus[0])).toEqual([
      ["MENU_ID", "DB"],
      ["PARENT_ID", ""],
      ["PATH", ""],
      ["ICON", menus[0].ICON],
      ["SORT_NUMBER", 1],
      ["ORGANIZATION_ID", null],
      ["NAMES", { zh_CN: null, zh_TW: null, en: null }],
    ]);
  });

  // spec: shop A3.5, A7.35
  it("returns the customer of a shop user with its host factories", async () => {
    await t.rows(sql`
      insert into customer (tenant_id, cust_id, cust_name, default_oem, statement_days, created_by, updated_by)
      values (${t.id}, 'C1', 'Customer one', 'Host A', 30, 'x', 'x')
    `);
    await t.rows(sql`
      insert into customer_oem (tenant_id, cust_id, oem_name, created_by, updated_by)
      values (${t.id}, 'C1', 'Host B', 'x', 'x'), (${t.id}, 'C1', 'Host A', 'x', 'x')
    `);
    await t.rows(sql`update "user" set cust_id = 'C1' where tenant_id = ${t.id} and user_id = 'admin'`);
    const { user, menus } = await answerOf("admin");
    expect(Object.entries(user.cust)).toEqual([
      ["CUST_ID", "C1"],
      ["CUST_NAME", "Customer one"],
      ["DEFAULT_OEM", "Host A"],
      ["MON_DAYS", 30],
      ["OEMS", [{ OEM_NAME: "Host A" }, { OEM_NAME: "Host B" }]],
    ]);
    expect(menus.map((m: { MENU_ID: string }) => m.MENU_ID)).not.toContain("BS101");
  });
});
