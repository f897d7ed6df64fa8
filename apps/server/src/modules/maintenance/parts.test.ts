import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

describe("spare parts and checklists", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const write = (who: TestUser, type: string, table: string, row: Record<string, unknown>) =>
    who.mitt({ Type: type, MENU_ID: "MT102", TableName: table, Data: [row] });
  const part = (more = {}) => ({
    PART_NO: "OR-1",
    PART_NAME: "O-ring",
    PART_UNIT: "pcs",
    STOCK_QTY: 10,
    MINIMUM_QTY: 8,
    ...more,
  });
  const list = (who: TestUser = t.admin) => who.list("MT102", "Q03");
  const moves = () => t.admin.list("MT102", "Q04", where("PART_NO", "OR-1"));
  const task = async (moldNo: string) => {
    await t.mold(moldNo);
    const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
      MT_TYPE: 1,
      MOLD_NO: moldNo,
      MT_SOURCE: 2,
      TASK_REASON: "x",
    });
    return TASK_ID;
  };
  const finish = (TASK_ID: string, TAKEN_PARTS: unknown) =>
    t.admin.mitt({ Type: "rf_FinishTask", InParams: { TASK_ID, MAINTAIN_CONTENT: "x", TAKEN_PARTS } });

  it("are stored and changed, but their stock changes only by stock moves", async () => {
    expect(await write(t.admin, "insert", "SPARE_PART", part({ PART_NAME: null }))).toMatchObject({
      Msg: "S0007^PART_NAME",
    });
    expect(await write(t.admin, "insert", "SPARE_PART", part({ FITS_MOLDS: "NONE" }))).toMatchObject({
      Msg: "S0202^FITS_MOLDS",
    });
    expect(await write(t.admin, "insert", "SPARE_PART", part())).toMatchObject({ Code: 0 });
    expect(await write(t.admin, "insert", "SPARE_PART", part())).toMatchObject({ Msg: "S0029^PART_NO" });
    expect(
      await write(t.admin, "update", "SPARE_PART", { PART_NO: "OR-1", STOCK_QTY: 999, LOCATION: "A-3" }),
    ).toMatchObject({ Msg: "S0231^STOCK_QTY" });
    await write(t.admin, "update", "SPARE_PART", { PART_NO: "OR-1", STOCK_QTY: 10, LOCATION: "A-3" });
    expect(await list()).toMatchObject([{ STOCK_QTY: 10, LOCATION: "A-3", IS_LOW_STOCK: "N" }]);
    const move = (MOVE_KIND: number, MOVE_QTY: number) =>
      t.admin.mitt({
        Type: "rf_MovePart",
        InParams: { PART_NO: "OR-1", MOVE_KIND, MOVE_QTY, MOVE_REASON: "why" },
      });
    expect(await move(1, 5)).toMatchObject({ ReturnData: { BALANCE: 15 } });
    expect(await move(2, 16)).toMatchObject({ Msg: "S0263^OR-1" });
    expect(await move(2, 0)).toMatchObject({ Msg: "S0200^MOVE_QTY" });
    expect(await move(4, 7)).toMatchObject({ ReturnData: { BALANCE: 7 } });
    expect(await list()).toMatchObject([{ STOCK_QTY: 7, IS_LOW_STOCK: "Y" }]);
    expect((await moves()).map((m) => [m.MOVE_KIND, m.MOVE_QTY, m.BALANCE_QTY])).toEqual([
      [4, -8, 7],
      [1, 5, 15],
      [0, 10, 10],
    ]);
    expect(await write(t.admin, "delete", "SPARE_PART", { PART_NO: "OR-1" })).toMatchObject({
      Msg: "S0201^SPARE_PART",
    });
  });

  it("are used by tasks, up to the stock and only for molds that they fit", async () => {
    const first = await task("A");
    const tasks = [first, await task("B"), await task("C")];
    await write(t.admin, "insert", "SPARE_PART", part());
    expect(await finish(first, [{ PART_NO: "OR-1", QTY: 1.5 }])).toMatchObject({ Msg: "S0200^TAKEN_PARTS" });
    expect(await finish(first, [{ PART_NO: "NO", QTY: 1 }])).toMatchObject({ Msg: "S0202^PART_NO" });
    // Three tasks use four pieces each at the same time, but only ten are in stock. Two succeed and the third is
    // refused.
    const answers = await Promise.all(tasks.map((id) => finish(id, [{ PART_NO: "OR-1", QTY: 4 }])));
    expect(answers.map((a) => a.Msg).sort()).toEqual(["S0012", "S0012", "S0263^OR-1"]);
    expect(await list()).toMatchObject([{ STOCK_QTY: 2 }]);
    const all = await moves();
    expect(all.reduce((n, m) => n + Number(m.MOVE_QTY), 0)).toBe(2);
    const done = await t.admin.list("MT101", "Q01", where("MT_STAT", 4));
    expect(done.map((r) => r.PARTS_USED)).toEqual(["O-ring × 4", "O-ring × 4"]);
    expect(
      all
        .map((m) => m.MOLD_NO)
        .filter(Boolean)
        .sort(),
    ).toEqual(done.map((r) => r.MOLD_NO).sort());
    await write(t.admin, "insert", "SPARE_PART", part({ PART_NO: "P-2", FITS_MOLDS: "A" }));
    expect(await finish(await task("D"), [{ PART_NO: "P-2", QTY: 1 }])).toMatchObject({ Msg: "S0262^P-2" });
  });

  it("are taken once by a task whose work is sent back and finished again", async () => {
    await t.mold("A");
    await t.user("P1");
    const worker = await t.user("P1");
    await write(t.admin, "insert", "SPARE_PART", part());
    await write(t.admin, "insert", "SPARE_PART", part({ PART_NO: "P-2", PART_NAME: "Pin" }));
    const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
      MT_TYPE: 2,
      MOLD_NO: "A",
      MT_SOURCE: 2,
      TASK_REASON: "x",
    });
    await worker.run("rf_StartTask", { TASK_ID });
    const again = async (parts: object) => {
      await worker.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "x", ...parts });
      await t.admin.run("rf_SendBackTask", { TASK_ID, SEND_BACK_REASON: "leaks" });
      const [row] = await t.admin.list("MT102", "Q01", where("TASK_ID", TASK_ID));
      return [(await list()).map((p) => p.STOCK_QTY), row?.PARTS_USED, row?.TAKEN_PARTS];
    };
    const four = { PART_NO: "OR-1", QTY: 4 };
    expect(await again({ TAKEN_PARTS: [four] })).toEqual([[6, 10], "O-ring × 4", [four]]);
    expect(await again({ TAKEN_PARTS: [four] })).toEqual([[6, 10], "O-ring × 4", [four]]);
    expect(await again({})).toEqual([[6, 10], "O-ring × 4", [four]]);
    const pin = { PART_NO: "P-2", QTY: 1 };
    const six = { PART_NO: "OR-1", QTY: 6 };
    expect(await again({ TAKEN_PARTS: [six, pin] })).toEqual([[4, 9], "O-ring × 6; Pin × 1", [six, pin]]);
    expect(await again({ TAKEN_PARTS: [pin] })).toEqual([[10, 9], "Pin × 1", [pin]]);
    expect(await again({ TAKEN_PARTS: [] })).toEqual([[10, 10], null, null]);
  });

  it("of a plant are invisible to other plants", async () => {
    const mine = await t.user("P1");
    const other = await t.user("P2");
    await write(mine, "insert", "SPARE_PART", part());
    await write(t.admin, "insert", "SPARE_PART", part({ PART_NO: "ALL" }));
    expect((await list(mine)).map((r) => r.PART_NO)).toEqual(["ALL", "OR-1"]);
    expect((await list(other)).map((r) => r.PART_NO)).toEqual(["ALL"]);
    expect(await list(await t.user("O1"))).toEqual([]);
    expect(await list((await TestTenant.create(s)).admin)).toEqual([]);
    expect(await write(other, "update", "SPARE_PART", { PART_NO: "OR-1", LOCATION: "x" })).toMatchObject({
      Msg: "S0017",
    });
    // A part without a plant belongs to all plants. One plant may use it, but neither change nor delete it.
    for (const type of ["update", "delete"])
      expect(await write(mine, type, "SPARE_PART", { PART_NO: "ALL", PART_NAME: "x" })).toMatchObject({
        Msg: "S0020",
      });
    await mine.run("rf_MovePart", { PART_NO: "ALL", MOVE_KIND: 2, MOVE_QTY: 1, MOVE_REASON: "x" });
    expect(
      await write(await t.user("P1", ["MT102:Q"]), "insert", "SPARE_PART", part({ PART_NO: "N" })),
    ).toMatchObject({ Msg: "S0020" });
  });

  it("checklists are stored, checked, and changed with tenant-wide scope only", async () => {
    const row = (more = {}) => ({
      CHECKLIST_NAME: "Daily",
      MT_TYPE: 1,
      MOLD_TYPE: "inner",
      ITEMS: "vents\nguides | mm",
      ...more,
    });
    expect(await write(t.admin, "insert", "MAINTAIN_CHECKLIST", row({ ITEMS: "a\na" }))).toMatchObject({
      Msg: "S0200^ITEMS",
    });
    expect(await write(t.admin, "insert", "MAINTAIN_CHECKLIST", row())).toMatchObject({ Code: 0 });
    expect(
      await write(await t.user("P1"), "insert", "MAINTAIN_CHECKLIST", row({ CHECKLIST_NAME: "x" })),
    ).toMatchObject({ Msg: "S0020" });
    expect(await (await t.user("P1", ["MT102:Q"])).list("MT102", "Q02")).toMatchObject([
      { CHECK_COUNT: 2, IS_VALID: "Y" },
    ]);
    expect(await (await TestTenant.create(s)).admin.list("MT102", "Q02")).toEqual([]);
    const bad = {
      TASK_ID: await task("A"),
      MAINTAIN_CONTENT: "x",
      RESULTS: [{ ITEM: "vents", RESULT: "great" }],
    };
    expect(await t.admin.mitt({ Type: "rf_FinishTask", InParams: bad })).toMatchObject({
      Msg: "S0200^RESULTS",
    });
  });
});
