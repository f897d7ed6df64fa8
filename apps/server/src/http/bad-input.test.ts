import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
beforeAll(async () => {
  s = await withServer();
});
beforeEach(async () => {
  t = await TestTenant.create(s);
});

const login = (more: Record<string, unknown>) =>
  s.http.inject({
    method: "POST",
    url: "/login",
    payload: {
      TENANT_ID: t.code,
      USER_ID: "admin",
      PASSWORD: "x",
      CAPTCHA_ID: "x",
      CAPTCHA: "test",
      DEV_TYPE: "PC",
      ...more,
    },
  });

describe("no input is answered as an internal error", () => {
  it.each(["TENANT_ID", "USER_ID", "PASSWORD", "CAPTCHA_ID", "CAPTCHA"])(
    "NUL in %s of a log-in",
    async (name) => {
      const { statusCode, body } = await login({ [name]: "a\0b" });
      expect(statusCode, body).toBeLessThan(500);
    },
  );

  it.each([
    "/..%2f",
    "/..%2f..%2fetc%2fpasswd",
    "/%2e%2e%2f",
    "/..%5c",
    "/a%00b",
    "/%",
    "/%ff",
    "/docs/..%2f..%2fpackage.json",
    "/files/..%2f..%2fx",
    "/docs/%00",
    "/assets/..%2f..%2fx",
  ])("GET %s", async (url) => {
    const { statusCode, body } = await s.http.inject({ url });
    expect(statusCode, body).toBeLessThan(500);
    expect(body).not.toMatch(/root:|"dependencies"/);
  });

  const deep = (open: string, close: string, n: number) => open.repeat(n) + close.repeat(n);
  it.each([
    ["arrays", deep("[", "]", 100_000)],
    ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ])("deeply nested %s in a JSON input", async (_, text) => {
    const token = await s.app.sessions.open(t.id, "admin", "PC", true, s.clock.now);
    for (const body of [
      `{"Type":"rf_ReadNotices","InParams":{"NOTICE_IDS":${text}}}`,
      `{"Type":"QueryByID","MENU_ID":"BS101","QueryID":"Q01","WhereStr":${text}}`,
      `{"Type":"insert","MENU_ID":"BS109","TableName":"SYS_PRM","Data":${text}}`,
      `{"Type":"report","Data":${text}}`,
      text,
    ]) {
      const url = body.startsWith('{"Type":"report"') ? "/jsq" : "/mitt";
      const { statusCode, body: answer } = await s.http.inject({
        method: "POST",
        url,
        headers: { authorizations: token, "content-type": "application/json" },
        payload: body,
      });
      expect(statusCode, `${body.slice(0, 60)} ${answer}`).toBeLessThan(500);
    }
  });

  it("counters that a company's user changes, deletes or archives", async () => {
    await t.counter("W1", await t.mold("M1"));
    await t.counter("W2", await t.mold("M2", { SAVE_ADDRESS: "P2" }));
    await t.counter("W3");
    const user = await t.user("P1");
    const call = async (Type: string, id: string, more = {}) =>
      (
        await user.mitt({
          Type,
          MENU_ID: "CT101",
          TableName: "BS_WRITER",
          Data: [{ WRITER_ID: id, ...more }],
        })
      ).Msg;
    expect(await call("update", "W1", { REMARK: "x" })).toBe("S0023");
    expect(await call("update", "W2", { REMARK: "x" })).toBe("S0017");
    expect(await call("update", "W3", { REMARK: "x" })).toBe("S0017");
    expect(await call("delete", "W1")).toMatch(/^S0201|^S0233|^S0226/);
    expect(await call("delete", "W2")).toBe("S0016");
    for (const id of ["W1", "W2", "W3"]) expect(await call("archive", id)).not.toMatch(/^S0209/);
  });

  it.each([-3, 3])("a running order with an end %i hours from now", async (hours) => {
    const { moldId } = await t.mold("M1");
    const at = (h: number) => new Date(s.clock.now + h * 3_600_000);
    await t.rows(sql`
      insert into production_order (
        tenant_id, order_id, mold_no, planned_shots, planned_end, order_state, started_at, ended_at, start_shots
      )
      values (${t.id}, 'O1', 'M1', 1000000000, ${at(hours)}, 3, ${at(-100)}, ${at(hours)}, 5)
    `);
    await t.rows(sql`
      insert into shot_hour (
        tenant_id, mold_id, counter_id, hour, shots, estimated, run_ms, cycle_ms, cycle_count, within_count,
        fast_count, slow_count
      )
      select ${t.id}::int, ${moldId}::bigint, 1, date_trunc('hour', ${at(0)}::timestamptz) - n * interval '1 hour',
        1, 0, 0, 0, 0, 0, 0, 0
      from generate_series(1, 90, 7) n
    `);
    for (const more of [{}, { Sort: [{ Field: "FC_DATE", Sort: "desc" }] }]) {
      const answer = await t.admin.mitt<{ list: unknown[] }>({
        Type: "QueryByID",
        MENU_ID: "PO101",
        QueryID: "Q01",
        ...more,
      });
      expect(answer.Msg).toBe("S0018");
      expect(answer.ReturnData.list).toHaveLength(1);
    }
  });
});
