import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const passed = 1;
const rejected = 2;

describe("with a second person who approves counters", () => {
  let s: TestServer;
  let t: TestTenant;
  let second: TestUser;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    second = await t.user(null);
  });
  const call = (user: TestUser, Type: string, InParams: object) => user.mitt({ Type, InParams });
  const bind = (MOLD_NO: string, WRITER_ID: string) =>
    call(t.admin, "rf_BindCounter", { MOLD_NO, WRITER_ID });
  const replace = (MOLD_NO: string, NEW_WRITER_ID: string, user = t.admin) =>
    call(user, "rf_ReplaceCounter", { MOLD_NO, NEW_WRITER_ID, REASON: "battery" });
  const judge = (user: TestUser, CHANGE_ID: number, C_STAT: number, AUDIT_NOTE?: string) =>
    call(user, "rf_JudgeReplacement", { CHANGE_ID, C_STAT, AUDIT_NOTE });
  const judgeCounters = (user: TestUser, WRITER_IDS: string[], C_STAT: number, AUDIT_NOTE?: string) =>
    call(user, "rf_JudgeCounters", { WRITER_IDS, C_STAT, AUDIT_NOTE });
  const audit = (PRM_VALUE: string, Type = "insert") =>
    t.admin.mitt({
      Type,
      MENU_ID: "BS109",
      TableName: "SYS_PRM",
      Data: [{ PRM_ID: "COUNTER_AUDIT", PRM_VALUE }],
    });
  const update = (row: object, user = t.admin) =>
    user.mitt({ Type: "update", MENU_ID: "CT101", TableName: "BS_WRITER", Data: [row] });
  const counters = async () =>
    Object.fromEntries(
      (await t.admin.list("CT101", "Q01")).map((c) => [c.WRITER_ID, [c.C_STAT, c.MOLD_NO, c.REMARK]]),
    );
  const changes = () => t.admin.list("BS104", "Q02");

  it("binds a counter only after its registration was approved", async () => {
    await t.mold("M1");
    await t.counter("C0");
    expect(await audit("1")).toMatchObject({ Code: 0 });
    await t.counter("C1");
    await t.counter("C2");
    expect(await counters()).toEqual({
      C0: [passed, null, null],
      C1: [0, null, null],
      C2: [0, null, null],
    });
    expect(await bind("M1", "C1")).toEqual({ Code: 1, Msg: "S0228^C1" });
    expect(await judgeCounters(t.admin, ["C1"], passed)).toEqual({ Code: 1, Msg: "S0229" });
    expect(await judgeCounters(second, ["C1"], 0)).toEqual({ Code: 1, Msg: "S0200^C_STAT" });
    expect(await judgeCounters(second, ["C2"], rejected)).toEqual({ Code: 1, Msg: "S0007^AUDIT_NOTE" });
    expect(await judgeCounters(second, ["C1", "C9"], passed)).toEqual({ Code: 1, Msg: "S0216^C9" });
    expect(await judgeCounters(second, ["C1"], passed)).toMatchObject({ Code: 0, ReturnData: { COUNT: 1 } });
    expect(await judgeCounters(second, ["C1"], passed)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await judgeCounters(second, ["C2"], rejected, "not ours")).toMatchObject({ Code: 0 });
    expect(await bind("M1", "C1")).toMatchObject({ Code: 0 });
    expect(await counters()).toMatchObject({ C1: [passed, "M1", null], C2: [rejected, null, "not ours"] });
    // Changing a rejected counter submits it for approval again. An update that changes nothing does not submit it.
    s.clock.now += 60_000;
    expect(await update({ WRITER_ID: "C2", REMARK: "not ours" })).toMatchObject({ Msg: "S0232" });
    expect(await counters()).toMatchObject({ C2: [rejected, null, "not ours"] });
    expect(await update({ WRITER_ID: "C2", IMEI: "1" })).toMatchObject({ Msg: "S0023" });
    expect(await counters()).toMatchObject({ C2: [0, null, "not ours"] });
  });

  it("refuses the user who submitted a rejected counter again by a change", async () => {
    const third = await t.user(null);
    await audit("1");
    await t.counter("C1");
    expect(await judgeCounters(second, ["C1"], rejected, "wrong IMEI")).toMatchObject({ Code: 0 });
    s.clock.now += 60_000;
    expect(await update({ WRITER_ID: "C1", IMEI: "1" }, third)).toMatchObject({ Code: 0 });
    expect(await judgeCounters(third, ["C1"], passed)).toEqual({ Code: 1, Msg: "S0229" });
    expect(await judgeCounters(t.admin, ["C1"], passed)).toEqual({ Code: 1, Msg: "S0229" });
    expect(await judgeCounters(second, ["C1"], passed)).toMatchObject({ Code: 0 });
  });

  it("refuses whoever changed a counter that waits for approval", async () => {
    const third = await t.user(null);
    await audit("1");
    await t.counter("C1");
    s.clock.now += 60_000;
    expect(await update({ WRITER_ID: "C1", EX_DATE: "2040-01-01" }, second)).toMatchObject({ Code: 0 });
    expect(await judgeCounters(second, ["C1"], passed)).toEqual({ Code: 1, Msg: "S0229" });
    expect(await judgeCounters(third, ["C1"], passed)).toMatchObject({ Code: 0 });
  });

  it("performs a replacement when it is approved", async () => {
    const mold = await t.mold("M1");
    await t.counter("C1", mold);
    await t.counter("C2");
    await t.counter("C3");
    await audit("1");
    expect(await replace("M1", "C9")).toEqual({ Code: 1, Msg: "S0202^WRITER_ID" });
    const requested = await replace("M1", "C2");
    expect(requested).toMatchObject({ Code: 0, ReturnData: { BIND_ID: null, MOVED: 0 } });
    const { CHANGE_ID } = requested.ReturnData as { CHANGE_ID: number };
    expect(await replace("M1", "C3", second)).toEqual({ Code: 1, Msg: "S0230" });
    expect(await counters()).toMatchObject({ C1: [passed, "M1", null], C2: [passed, null, null] });
    expect(await changes()).toMatchObject([
      { MOLD_NO: "M1", WRITER_ID: "C1", NEW_WRITER_ID: "C2", REASON: "battery", C_STAT: 0 },
    ]);
    expect(await judge(t.admin, CHANGE_ID, passed)).toEqual({ Code: 1, Msg: "S0229" });
    expect(await judge(second, CHANGE_ID, rejected)).toEqual({ Code: 1, Msg: "S0007^AUDIT_NOTE" });
    expect(await judge(second, CHANGE_ID, passed)).toMatchObject({ Code: 0 });
    expect(await judge(second, CHANGE_ID, passed)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await counters()).toMatchObject({ C1: [passed, null, null], C2: [passed, "M1", null] });
    expect(await changes()).toMatchObject([{ C_STAT: passed, JUDGED_BY: second.userId }]);
    const log = (await t.admin.list("SYS107", "Q01", { Limit: 100 })).filter(
      (l) => l.TARGET === "BS_WRITER_CHANGE",
    );
    expect(log.map((l) => l.ACTION).sort()).toEqual(["insert", "update"]);
  });

  it("changes nothing when a replacement is rejected, or when the mold got another counter meanwhile", async () => {
    const mold = await t.mold("M1");
    await t.counter("C1", mold);
    for (const id of ["C2", "C3"]) await t.counter(id);
    await audit("1");
    const first = (await replace("M1", "C2")).ReturnData as { CHANGE_ID: number };
    expect(await judge(second, first.CHANGE_ID, rejected, "it still works")).toMatchObject({ Code: 0 });
    expect(await counters()).toMatchObject({ C1: [passed, "M1", null] });
    const { CHANGE_ID } = (await replace("M1", "C2")).ReturnData as { CHANGE_ID: number };
    s.clock.now += 60_000;
    await call(t.admin, "rf_UnbindCounter", { WRITER_ID: "C1", REASON: "x" });
    expect(await judge(second, CHANGE_ID, passed)).toEqual({ Code: 1, Msg: "S0219" });
    await bind("M1", "C3");
    s.clock.now += 60_000;
    expect(await judge(second, CHANGE_ID, passed)).toEqual({ Code: 1, Msg: "S0213" });
    expect(await counters()).toMatchObject({ C2: [passed, null, null], C3: [passed, "M1", null] });
  });

  it("notifies the users who may approve, and then the requester", async () => {
    const mold = await t.mold("M1", { SAVE_ADDRESS: "P1" });
    await t.counter("C1", mold);
    await t.counter("C2");
    const reader = await t.user(null, ["BS104:Q", "CT101:Q"]);
    await audit("1");
    const titles = async (user: TestUser) =>
      (
        await t.rows(
          sql`select title from notice where tenant_id = ${t.id} and user_id = ${user.userId} order by notice_id`,
        )
      ).map((r) => r.title);
    await t.counter("C3");
    await expect.poll(() => titles(second)).toEqual(["计数器 C3 的登记待您审核"]);
    const edit = (IMEI: string) =>
      t.admin.mitt({
        Type: "update",
        MENU_ID: "CT101",
        TableName: "BS_WRITER",
        Data: [{ WRITER_ID: "C3", IMEI }],
      });
    s.clock.now += 60_000;
    expect(await edit("1")).toMatchObject({ Code: 0 });
    const { CHANGE_ID } = (await replace("M1", "C2")).ReturnData as { CHANGE_ID: number };
    await expect.poll(() => titles(second)).toHaveLength(2);
    await judgeCounters(second, ["C3"], rejected, "not ours");
    await expect.poll(() => titles(t.admin)).toEqual(["您登记的计数器 C3 被驳回"]);
    await judge(second, CHANGE_ID, passed);
    await expect
      .poll(() => titles(t.admin))
      .toEqual(["您登记的计数器 C3 被驳回", "模具 M1 更换计数器已通过审核并绑定"]);
    // Changing a waiting registration sends no second notice to the approver. Changing a rejected registration requests
    // approval again.
    expect(await titles(second)).toEqual(["计数器 C3 的登记待您审核", "模具 M1 更换计数器待您审核"]);
    s.clock.now += 60_000;
    expect(await edit("2")).toMatchObject({ Code: 0 });
    await expect.poll(() => titles(second)).toHaveLength(3);
    // A user who may read but not approve gets no notice.
    expect(await titles(reader)).toEqual([]);
  });

  it("replaces at once when the tenant requires no second person", async () => {
    const mold = await t.mold("M1");
    await t.counter("C1", mold);
    await t.counter("C2");
    await audit("0");
    expect(await replace("M1", "C2")).toMatchObject({ Code: 0, ReturnData: { CHANGE_ID: null } });
    expect(await counters()).toMatchObject({ C2: [passed, "M1", null] });
    expect(await changes()).toEqual([]);
  });

  it("refuses to judge out of scope and without the right", async () => {
    const mold = await t.mold("M1", { SAVE_ADDRESS: "P1" });
    await t.counter("C1", mold);
    await t.counter("C2");
    await audit("1");
    await t.counter("C3");
    const { CHANGE_ID } = (await replace("M1", "C2")).ReturnData as { CHANGE_ID: number };
    const elsewhere = await t.user("P2");
    expect(await elsewhere.list("BS104", "Q02")).toEqual([]);
    expect(await judge(elsewhere, CHANGE_ID, passed)).toEqual({ Code: 1, Msg: "S0202^CHANGE_ID" });
    expect(await judgeCounters(elsewhere, ["C3"], passed)).toEqual({ Code: 1, Msg: "S0216^C3" });
    const reader = await t.user(null, ["BS104:Q", "CT101:Q"]);
    expect(await judge(reader, CHANGE_ID, passed)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await judgeCounters(reader, ["C3"], passed)).toEqual({ Code: 1, Msg: "S0020" });
    const other = await TestTenant.create(s);
    expect(await judge(other.admin, CHANGE_ID, passed)).toEqual({ Code: 1, Msg: "S0202^CHANGE_ID" });
  });
});
