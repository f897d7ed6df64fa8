import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

let t: TestTenant;
beforeEach(async () => {
  t = await TestTenant.create(await withServer());
});

describe("a mold with a history", () => {
  const send = (type: string, row: Record<string, unknown>) =>
    t.admin.mitt({ Type: type, MENU_ID: "BS101", TableName: "BS_MOLD", Data: [row] });

  it("cannot be deleted while a binding or a correction counts for it", async () => {
    const mold = await t.mold("H1");
    await t.counter("H1", mold);
    expect(await send("delete", { MOLD_NO: "H1" })).toEqual({
      Code: 1,
      Msg: "S0233^BS_MOLD_WRITER.MOLD_NO:1",
    });
    await t.mold("H2");
    await t.admin.run("rf_CorrectCount", { MOLD_NO: "H2", QTY: 100, REASON: "x" });
    expect(await send("delete", { MOLD_NO: "H2" })).toEqual({ Code: 1, Msg: "S0233^COUNT_CORRECTION:1" });
    await t.mold("H3");
    expect(await send("delete", { MOLD_NO: "H3" })).toMatchObject({ Msg: "S0024" });
  });

  it("changes plant, opening count and scrapping by documents only", async () => {
    await t.mold("H1", { OPENING_TIMES: 5 });
    for (const [field, value] of [
      ["SAVE_ADDRESS", "P2"],
      ["OPENING_TIMES", 6],
      ["COUNT_TIMES", 7],
      ["MOLD_STAT", 4],
      ["MOLD_MAKE_ID", "M2"],
    ] as const)
      expect(await send("update", { MOLD_NO: "H1", [field]: value })).toEqual({
        Code: 1,
        Msg: `S0231^${field}`,
      });
    expect(await send("update", { MOLD_NO: "H1", SAVE_ADDRESS: "P1", OPENING_TIMES: 5 })).toEqual({
      Code: 0,
      Msg: "S0232",
    });
  });
});

describe("an archived mold", () => {
  const send = (type: string, ...keys: string[]) =>
    t.admin.mitt({
      Type: type,
      MENU_ID: "BS101",
      TableName: "BS_MOLD",
      Data: keys.map((MOLD_NO) => ({ MOLD_NO })),
    });
  const shown = async (...conditions: Record<string, unknown>[]) =>
    (await t.admin.list("BS101", "Q01", { WhereStr: conditions })).map((row) => row.MOLD_NO);
  const run = (type: string, input: Record<string, unknown>) => t.admin.mitt({ Type: type, InParams: input });
  const archived = { Field: "ARCHIVED_DATE", ConditionalCode: "EGT", Value: "1970-01-01" };

  it("leaves lists and pickers, stays readable with its history, and can be restored", async () => {
    await t.mold("A1");
    await t.mold("A2");
    await t.admin.run("rf_CorrectCount", { MOLD_NO: "A1", QTY: 100, REASON: "x" });
    expect(await send("archive", "A1")).toEqual({ Code: 0, Msg: "S0235" });
    expect(await shown()).toEqual(["A2"]);
    expect(await shown(archived)).toEqual(["A1"]);
    expect(await shown({ Field: "MOLD_NO", ConditionalCode: "EQ", Value: "A1" })).toEqual(["A1"]);
    expect(await run("rf_ExplainCount", { MOLD_NO: "A1" })).toMatchObject({ Code: 0 });
    expect(await send("archive", "A1")).toEqual({ Code: 1, Msg: "S0212" });
    expect(await send("archive", "A2", "A1")).toEqual({ Code: 1, Msg: "S0212" });
    const dated = { MOLD_NO: "A2", UPDATED_DATE: "2026-01-01" };
    expect(
      await t.admin.mitt({ Type: "archive", MENU_ID: "BS101", TableName: "BS_MOLD", Data: [dated] }),
    ).toEqual({ Code: 1, Msg: "S0231^UPDATED_DATE" });
    expect(await shown()).toEqual(["A2"]);
    expect(await send("restore", "A1")).toEqual({ Code: 0, Msg: "S0236" });
    expect(await shown()).toEqual(["A1", "A2"]);
  });

  it("takes no correction of 0 shots", async () => {
    await t.mold("A1");
    expect(await run("rf_CorrectCount", { MOLD_NO: "A1", QTY: 0, REASON: "x" })).toEqual({
      Code: 1,
      Msg: "S0200^QTY",
    });
  });

  it("takes neither bindings, corrections, orders nor edits before it is restored", async () => {
    const mold = await t.mold("A1");
    await send("archive", "A1");
    await t.counter("C1");
    const unknown = { Code: 1, Msg: "S0202^MOLD_NO" };
    expect(await run("rf_BindCounter", { MOLD_NO: "A1", WRITER_ID: "C1" })).toMatchObject(unknown);
    expect(await run("rf_CorrectCount", { MOLD_NO: "A1", QTY: 1, REASON: "x" })).toMatchObject(unknown);
    const change = { MOLD_NO: "A1", MOLD_STAT: 3, REASON: "x" };
    expect(await run("rf_ChangeMoldState", change)).toMatchObject(unknown);
    expect(
      await t.admin.mitt({
        Type: "update",
        MENU_ID: "BS101",
        TableName: "BS_MOLD",
        Data: [{ MOLD_NO: mold.moldNo, REMARK: "x" }],
      }),
    ).toEqual({ Code: 1, Msg: "S0212" });
  });

  it("cannot be archived while a counter sits on it, and not by a caller without the right or the scope", async () => {
    await t.counter("C1", await t.mold("A1"));
    expect(await send("archive", "A1")).toEqual({ Code: 1, Msg: "S0234^BS_MOLD_WRITER.MOLD_NO:1" });
    await t.mold("A2");
    const archive = { Type: "archive", MENU_ID: "BS101", TableName: "BS_MOLD", Data: [{ MOLD_NO: "A2" }] };
    expect(await (await t.user(null, ["BS101.Q", "BS101.M"])).mitt(archive)).toEqual({
      Code: 1,
      Msg: "S0020",
    });
    expect(await (await t.user("P2")).mitt(archive)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await t.admin.mitt({ ...archive, TableName: "BS_DEVICE", MENU_ID: "BS116" })).toMatchObject({
      Code: 1,
    });
  });
});

describe("the organizations of a mold", () => {
  it("are of the field's type, and the handover is not before the T0 trial", async () => {
    const base = { MOLD_NO: "K1", ENGINE_ID: "O1", SAVE_ADDRESS: "P1", MOLD_MAKE_ID: "M1" };
    const insert = (row: Record<string, unknown>) =>
      t.admin.mitt({
        Type: "insert",
        MENU_ID: "BS101",
        TableName: "BS_MOLD",
        Data: [
          {
            ...base,
            DAY_MAINTAIN_TIME: 1,
            BIG_MAINTAIN_TIME: 1,
            MD_T0_TIME: "2025-01-01",
            MD_OVER_TIME: "2025-02-01",
            ...row,
          },
        ],
      });
    for (const [field, value] of [
      ["ENGINE_ID", "P1"],
      ["SAVE_ADDRESS", "M1"],
      ["MOLD_MAKE_ID", "O1"],
    ] as const)
      expect(await insert({ [field]: value })).toEqual({ Code: 1, Msg: `S0202^${field}` });
    expect(await insert({ CUST_ID: "NOPE" })).toEqual({ Code: 1, Msg: "S0202^CUST_ID" });
    const customer = { CUST_ID: "C1", CUST_NAME: "Acme" };
    await t.admin.mitt({ Type: "insert", MENU_ID: "BS103", TableName: "BS_CUST", Data: [customer] });
    expect(await insert({ MOLD_NO: "K2", CUST_ID: "C1" })).toMatchObject({ Code: 0 });
    expect(await insert({ MD_OVER_TIME: "2024-12-31" })).toEqual({ Code: 1, Msg: "S0359^MD_OVER_TIME" });
    expect(await insert({})).toMatchObject({ Code: 0 });
    for (const [day, msg] of [
      ["MD_T0_TIME", "2025-02-02"],
      ["MD_OVER_TIME", "2024-12-31"],
    ])
      expect(
        await t.admin.mitt({
          Type: "update",
          MENU_ID: "BS101",
          TableName: "BS_MOLD",
          Data: [{ MOLD_NO: "K1", [String(day)]: msg }],
        }),
      ).toEqual({ Code: 1, Msg: "S0359^MD_OVER_TIME" });
    const change = (MOLD_MAKE_ID: string) =>
      t.admin.mitt({
        Type: "rf_ChangeMoldMaker",
        InParams: { MOLD_NO: "K1", MOLD_MAKE_ID, REASON: "x" },
      });
    expect(await change("P1")).toMatchObject({ Code: 1, Msg: "S0202^MOLD_MAKE_ID" });
    expect(await change("M1")).toMatchObject({ Code: 1, Msg: "S0200^MOLD_MAKE_ID" });
    expect(await change("M2")).toMatchObject({ Code: 0 });
  });
});

it("never shows a used life that it has not reached", async () => {
  for (const [moldNo, OPENING_TIMES] of [
    ["L1", 9996],
    ["L2", 8999],
    ["L3", 10_000],
  ] as const)
    await t.mold(moldNo, { MOLD_LIFE: 1, OPENING_TIMES });
  expect((await t.admin.list("BS101", "Q01")).map((r) => [r.MOLD_NO, r.LIFE_USED])).toEqual(
    expect.arrayContaining([
      ["L1", 99.9],
      ["L2", 89.9],
      ["L3", 100],
    ]),
  );
});

it("is found by a fraction in the filter of a whole number", async () => {
  await t.mold("F1", { OPENING_TIMES: 1 });
  await t.mold("F2", { OPENING_TIMES: 2 });
  const found = async (ConditionalCode: string, Value: unknown) =>
    (
      await t.admin.list("BS101", "Q01", {
        WhereStr: [{ Field: "COUNT_TIMES", ConditionalCode, Value }],
      })
    ).map((m) => m.MOLD_NO);
  expect(await found("GT", 1.5)).toEqual(["F2"]);
  expect(await found("LT", 1.5)).toEqual(["F1"]);
  expect(await found("EQ", 1.5)).toEqual([]);
});

describe("a page of the molds of one company", () => {
  it.each(["plant_id", "maker_id", "oem_id"])("is read in order from an index, by %s", async (column) => {
    await t.mold("X1");
    await t.rows(sql`
      insert into mold (tenant_id, mold_no, plant_id, maker_id, oem_id, daily_maintenance_hours,
        major_maintenance_hours, planned_t0, handover_date)
      select ${t.id}, 'P' || i, m.plant_id, m.maker_id, m.oem_id, 100, 1000, '2026-01-01', '2026-01-01'
      from mold m
      cross join generate_series(1, 2000) i
      where m.tenant_id = ${t.id} and m.mold_no = 'X1'
      returning 1
    `);
    await t.server.app.db.platform(sql`select app_analyze_table('mold')`);
    const company = sql.raw(`m.${column}`);
    const plan = await t.rows<{ "QUERY PLAN": string }>(sql`
      explain (costs off)
      select m.mold_no
      from mold m
      where m.tenant_id = ${t.id}
        and ${company} = (select ${company} from mold m where m.tenant_id = ${t.id} and m.mold_no = 'X1')
        and m.archived_date is null
      order by m.mold_no
      limit 20
    `);
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).not.toMatch(/Sort/);
  });
});
