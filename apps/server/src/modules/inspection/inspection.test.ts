import { beforeEach, describe, expect, it } from "vitest";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const day = 86_400_000;

describe("inspection issues", () => {
  let s: TestServer;
  let t: TestTenant;
  let finder: TestUser;
  let solver: TestUser;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    await t.mold("A");
    finder = await t.user("O1");
    solver = await t.user("P1");
  });
  const row = (more = {}) => ({
    APPOINT_ID: "DJ1",
    APPOINT_TYPE: 1,
    MOLD_NO: "A",
    PROBLEM: "flash at the parting line",
    APPOINT_LEVEL: 2,
    ...more,
  });
  const write = (who: TestUser, Type: string, data: Record<string, unknown>) =>
    who.mitt({ Type, MENU_ID: "IN101", TableName: "MOLD_APPOINT", Data: [data] });
  const add = async (more = {}, who = finder) =>
    expect((await write(who, "insert", row(more))).Msg).toBe("S0022");
  const list = (who: TestUser = t.admin) => who.list("IN101", "Q01");
  const command = (who: TestUser, name: string, InParams: Record<string, unknown>) =>
    who.mitt({ Type: `rf_${name}Appoint`, InParams });
  const notices = async (who: TestUser, count: number) => {
    await expect.poll(async () => (await who.list("SYS100", "Q01")).length).toBe(count);
    return who.list("SYS100", "Q01");
  };

  it("are due on the same day of the calendar although the clocks change in between", async () => {
    s = await withServer();
    t = await TestTenant.create(s, { zone: "Europe/Berlin" });
    await t.mold("A");
    // On 2026-03-29 the clocks are set forward, so the day has 23 hours.
    s.clock.now = Date.parse("2026-03-28T23:30:00+01:00");
    await add({}, t.admin);
    expect(await list()).toMatchObject([{ DUE_DATE: "2026-04-04" }]);
  });

  // spec: admin 2.24, 5.11, 8.15
  it("are stored with plant, finder and due date, and refused if incomplete", async () => {
    for (const [field, code] of [
      ["APPOINT_TYPE", "S0007^APPOINT_TYPE"],
      ["PROBLEM", "S0007^PROBLEM"],
      ["APPOINT_LEVEL", "S0007^APPOINT_LEVEL"],
    ] as const)
      expect(await write(finder, "insert", row({ [field]: null }))).toMatchObject({ Msg: code });
    expect(await write(finder, "insert", row({ MOLD_NO: "B" }))).toMatchObject({ Msg: "S0202^MOLD_NO" });
    expect(
      await write(finder, "insert", row({ FOUND_DATE: new Date(noon + day).toISOString() })),
    ).toMatchObject({ Msg: "S0200^FOUND_DATE" });
    expect(await write(finder, "insert", row({ ASSIGNEE: (await t.user("P2")).userId }))).toMatchObject({
      Msg: "S0202^ASSIGNEE",
    });
    await add({ ASSIGNEE: solver.userId });
    expect(await write(finder, "insert", row())).toMatchObject({ Msg: "S0029^APPOINT_ID" });
    expect(await list()).toMatchObject([
      {
        SAVE_ADDRESS: "P1",
        FOUND_BY: finder.userId,
        DUE_DATE: "2026-05-27",
        APPOINT_STAT: 0,
        IS_OVERDUE: "N",
        DAYS_OPEN: 0,
      },
    ]);
    expect(await notices(solver, 1)).toMatchObject([{ LINK_PATH: "/inspection/issue" }]);
    expect(await write(solver, "update", { APPOINT_ID: "DJ1", APPOINT_LEVEL: 3 })).toMatchObject({ Code: 0 });
    expect(await write(solver, "update", { APPOINT_ID: "DJ1", MOLD_NO: "B" })).toMatchObject({ Code: 1 });
    // Each issue has both days, so they cannot be cleared.
    for (const name of ["DUE_DATE", "FOUND_DATE"])
      expect(await write(solver, "update", { APPOINT_ID: "DJ1", [name]: null })).toMatchObject({
        Msg: `S0007^${name}`,
      });
    expect(await write(solver, "delete", { APPOINT_ID: "DJ1" })).toMatchObject({ Msg: "S0021^MOLD_APPOINT" });
  });

  // spec: admin 2.25, 4.15
  it("are solved, sent back, solved again and closed by the finder, who is notified", async () => {
    await add({ ASSIGNEE: solver.userId });
    const solve = (more = {}) =>
      command(solver, "Solve", { APPOINT_ID: "DJ1", SAVE_PROBLEM: "refitted", ...more });
    expect(await solve({ SAVE_PROBLEM: null })).toMatchObject({ Msg: "S0007^SAVE_PROBLEM" });
    expect(await solve({ SAVE_PROBLEM_DATE: new Date(noon - day).toISOString() })).toMatchObject({
      Msg: "S0200^SAVE_PROBLEM_DATE",
    });
    expect(await command(finder, "Close", { APPOINT_IDS: ["DJ1"] })).toMatchObject({ Msg: "S0212" });
    s.clock.now = noon + day;
    expect(await solve({ SAVE_PROBLEM_URL: "/files/y" })).toEqual({ Code: 1, Msg: "S0202^SAVE_PROBLEM_URL" });
    const SAVE_PROBLEM_URL = await t.picture("MOLD_APPOINT", "DJ1", solver.userId);
    expect(await solve({ SAVE_PROBLEM_URL })).toMatchObject({ Code: 0 });
    expect(await list()).toMatchObject([
      { APPOINT_STAT: 1, SAVE_PROBLEM: "refitted", SAVE_PROBLEM_BY: solver.userId },
    ]);
    expect(await notices(finder, 1)).toMatchObject([{ LINK_PATH: "/inspection/closing" }]);
    expect(await write(solver, "update", { APPOINT_ID: "DJ1", APPOINT_LEVEL: 3 })).toMatchObject({
      Msg: "S0212",
    });
    expect(await command(solver, "Close", { APPOINT_IDS: ["DJ1"] })).toMatchObject({ Msg: "S0264" });
    expect(await command(finder, "SendBack", { APPOINT_IDS: ["DJ1"] })).toMatchObject({
      Msg: "S0007^SEND_BACK_REASON",
    });
    expect(
      await command(finder, "SendBack", { APPOINT_IDS: ["DJ1"], SEND_BACK_REASON: "still there" }),
    ).toMatchObject({ Code: 0 });
    expect(await list()).toMatchObject([
      { APPOINT_STAT: 0, SENT_BACK_COUNT: 1, SEND_BACK_REASON: "still there" },
    ]);
    await notices(solver, 2);
    await solve();
    s.clock.now = noon + 3 * day;
    expect(await command(finder, "Close", { APPOINT_IDS: ["DJ1"], CLOSE_NOTE: "gone" })).toMatchObject({
      ReturnData: { COUNT: 1 },
    });
    expect(await list()).toMatchObject([{ APPOINT_STAT: 3, CLOSE_BY: finder.userId, DAYS_OPEN: 3 }]);
    expect(await command(finder, "Delete", { APPOINT_IDS: ["DJ1"], DELETE_REASON: "x" })).toMatchObject({
      Msg: "S0211",
    });
    const log = await t.admin.list("SYS100", "Q03", where("TARGET_KEY", "DJ1"));
    expect(log).toHaveLength(5);
  });

  // spec: admin 4.15
  it("stay in the table when deleted, and are deleted all or none", async () => {
    await add();
    await add({ APPOINT_ID: "DJ2" });
    await command(solver, "Solve", { APPOINT_ID: "DJ2", SAVE_PROBLEM: "x" });
    await command(finder, "Close", { APPOINT_IDS: ["DJ2"] });
    const remove = (APPOINT_IDS: unknown) =>
      command(finder, "Delete", { APPOINT_IDS, DELETE_REASON: "entered twice" });
    expect(await remove(["DJ1", "DJ2"])).toMatchObject({ Msg: "S0211" });
    expect(await remove(["DJ1", "NO"])).toMatchObject({ Msg: "S0202^APPOINT_ID" });
    expect(await remove([1])).toMatchObject({ Msg: "S0200^APPOINT_IDS" });
    expect(await remove(["DJ1"])).toMatchObject({ Code: 0 });
    expect(await t.admin.list("IN101", "Q01", where("APPOINT_STAT", 2))).toMatchObject([
      { APPOINT_ID: "DJ1", DELETE_REASON: "entered twice", DELETE_BY: finder.userId, DAYS_OPEN: null },
    ]);
    expect(await t.admin.list("IN102", "Q01")).toMatchObject([{ APPOINT_ID: "DJ2" }]);
  });

  it("are counted by type and plant: open, overdue, awaiting, days to close", async () => {
    await add();
    await add({ APPOINT_ID: "DJ2", APPOINT_TYPE: 4, APPOINT_LEVEL: 3 });
    await add({ APPOINT_ID: "DJ3", APPOINT_TYPE: 4 });
    await command(solver, "Solve", { APPOINT_ID: "DJ3", SAVE_PROBLEM: "x" });
    await add({ APPOINT_ID: "DJ4" });
    await command(solver, "Solve", { APPOINT_ID: "DJ4", SAVE_PROBLEM: "x" });
    s.clock.now = noon + 5 * day;
    await command(finder, "Close", { APPOINT_IDS: ["DJ4"] });
    expect(await finder.run("rf_AppointFigures")).toEqual({
      OPEN: 3,
      OVERDUE: 1,
      AWAITING: 1,
      CLOSED: 1,
      MEAN_DAYS: 5,
      TYPES: [
        { OF: "4", OPEN: 2, OVERDUE: 1, CLOSED: 0 },
        { OF: "1", OPEN: 1, OVERDUE: 0, CLOSED: 1 },
      ],
      PLANTS: [{ OF: "Name of P1", OPEN: 3, OVERDUE: 1, CLOSED: 1 }],
    });
    const overdue = async () => (await list()).filter((r) => r.IS_OVERDUE === "Y").map((r) => r.APPOINT_ID);
    expect(await overdue()).toEqual(["DJ2"]);
    // An overdue issue is no longer overdue when it is solved. If it is sent back, it is overdue again.
    await command(solver, "Solve", { APPOINT_ID: "DJ2", SAVE_PROBLEM: "x" });
    expect(await overdue()).toEqual([]);
    expect(await finder.run("rf_AppointFigures")).toMatchObject({ OPEN: 3, OVERDUE: 0, AWAITING: 2 });
    await command(finder, "SendBack", { APPOINT_IDS: ["DJ2"], SEND_BACK_REASON: "still there" });
    expect(await overdue()).toEqual(["DJ2"]);
  });

  it("are limited to the caller's organization, tenant and rights", async () => {
    await add();
    await command(solver, "Solve", { APPOINT_ID: "DJ1", SAVE_PROBLEM: "x" });
    for (const who of [await t.user("P2"), (await TestTenant.create(s)).admin]) {
      expect(await list(who)).toEqual([]);
      expect(await who.list("IN102", "Q01")).toEqual([]);
      expect(await who.run("rf_AppointFigures")).toMatchObject({ OPEN: 0, TYPES: [] });
      expect(await command(who, "Close", { APPOINT_IDS: ["DJ1"] })).toMatchObject({
        Msg: "S0202^APPOINT_ID",
      });
    }
    const reader = await t.user(null, ["IN101:Q", "IN102:Q"]);
    expect(await command(reader, "Close", { APPOINT_IDS: ["DJ1"] })).toMatchObject({ Msg: "S0020" });
    expect(await write(reader, "insert", row({ APPOINT_ID: "X" }))).toMatchObject({ Msg: "S0020" });
    // A user with tenant scope may close an issue in place of its absent finder.
    expect(await command(t.admin, "Close", { APPOINT_IDS: ["DJ1"] })).toMatchObject({ Code: 0 });
  });
});
