import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

describe("the own profile", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const password = "secret-of-a-test";
  const stored = () =>
    t.rows(sql`select nickname, phone, mail from "user" where tenant_id = ${t.id} and user_id = 'admin'`);
  const change = (InParams: Record<string, unknown>) => t.admin.mitt({ Type: "rf_ChangeProfile", InParams });

  it("is changed by its user, who gives the password for a new mail address", async () => {
    expect(await change({ NICKNAME: "Ann", PHONE: "13900000000" })).toMatchObject({ Code: 0 });
    expect(await stored()).toEqual([{ nickname: "Ann", phone: "13900000000", mail: null }]);
    const mailed = { NICKNAME: "Ann", PHONE: null, E_MAIL: "ann@example.com" };
    expect((await change(mailed)).Msg).toBe("S0007^PASSWORD");
    expect(await change({ ...mailed, PASSWORD: "wrong" })).toMatchObject({ Code: 1 });
    expect(await stored()).toEqual([{ nickname: "Ann", phone: "13900000000", mail: null }]);
    expect(await change({ ...mailed, PASSWORD: password })).toMatchObject({ Code: 0 });
    expect(await stored()).toEqual([{ nickname: "Ann", phone: null, mail: "ann@example.com" }]);
    // A change that keeps the mail address needs no password.
    expect(await change({ ...mailed, NICKNAME: "Anna" })).toMatchObject({ Code: 0 });
  });

  it("is refused with the field that is wrong, and cannot change anything else", async () => {
    expect((await change({ PHONE: "abc" })).Msg).toBe("S0200^PHONE");
    expect((await change({ E_MAIL: "x", PASSWORD: password })).Msg).toBe("S0200^E_MAIL");
    expect((await change({ NICKNAME: "Ann", ROLE_CODE: "admin" })).Msg).toMatch(/^S0015/);
    expect(await stored()).toEqual([{ nickname: null, phone: null, mail: null }]);
  });

  it("appears in the system log with the values before and after, and without the password", async () => {
    await change({ NICKNAME: "Ann", E_MAIL: "ann@example.com", PASSWORD: password });
    const [line] = await t.rows(
      sql`
        select before, after
        from system_log
        where tenant_id = ${t.id} and target = 'SYS_USER' and action = 'update'
      `,
    );
    expect(line).toEqual({
      before: { nickname: null, phone: null, mail: null },
      after: { nickname: "Ann", phone: null, mail: "ann@example.com" },
    });
  });
});
