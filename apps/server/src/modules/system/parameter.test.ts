import { knownParameters } from "@shotkeeper/contract/system";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readRules } from "../../telemetry/ledger/warning-parameters.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const send = (user: TestUser, Type: string, PRM_ID: string, PRM_VALUE?: string) =>
  user.mitt({ Type, MENU_ID: "BS109", TableName: "SYS_PRM", Data: [{ PRM_ID, PRM_VALUE }] });

describe("system parameters", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s, { hasNoParameters: true });
  });

  // spec: admin 7.20, 8.20-8.22, 9.3
  it("are set, changed, reset and read by the specified query", async () => {
    expect(await send(t.admin, "insert", "WARN_IDLE_L1", "5")).toMatchObject({ Msg: "S0022" });
    expect(await send(t.admin, "update", "WARN_IDLE_L1", "6")).toMatchObject({ Msg: "S0023" });
    const read = { Type: "QueryBySelf", MENU_ID: "BS109", TableName: "SYS_PRM", Page: 1, Limit: 99_999 };
    expect(await t.admin.mitt(read)).toMatchObject({
      ReturnData: { list: [{ PRM_ID: "WARN_IDLE_L1", PRM_VALUE: "6" }] },
    });
    expect(await t.admin.list("BS109", "Q01", where("PRM_ID", "WARN_IDLE_L1"))).toHaveLength(1);
    expect(await send(t.admin, "delete", "WARN_IDLE_L1")).toMatchObject({ Msg: "S0024" });
  });

  // spec: admin 5.21, 8.32, 9.7
  it.each([
    ["no name", "", "x", "S0007^PRM_ID"],
    ["no value", "A", "", "S0007^PRM_VALUE"],
    ["766 bytes", "A", "x".repeat(766), "S0033"],
    ["256 characters of three bytes", "A", "模".repeat(256), "S0033"],
    ["thousands of bytes", "A", "x".repeat(3000), "S0033"],
    ["a threshold that is no number", "WARN_RSSI", "weak", "S0200^PRM_VALUE"],
    ["a threshold out of its range", "WARN_BATTERY_LOW", "120", "S0200^PRM_VALUE"],
    ["a second level before the first", "WARN_IDLE_L2", "7", "S0241^WARN_IDLE_L1"],
    ["markup", "A", "<script>x</script>", "S0019"],
  ])("are refused with %s", async (_what, id, value, Msg) => {
    expect(await send(t.admin, "insert", id, value)).toEqual({ Code: 1, Msg });
    expect(await t.admin.list("BS109", "Q01")).toEqual([]);
  });

  it("name only key projects that a mold belongs to", async () => {
    await t.mold("A", { PROJECT_NO: "X1" });
    await t.mold("B", { PROJECT_NO: "X2" });
    const set = (value: string) => send(t.admin, "insert", "KEY_PROJECTS", value);
    for (const value of ["X9", "X1, X9"])
      expect(await set(value)).toEqual({ Code: 1, Msg: "S0200^PRM_VALUE" });
    expect(await set("X1, X2；X1")).toMatchObject({ Msg: "S0022" });
    expect(await send(t.admin, "update", "KEY_PROJECTS", "X9")).toEqual({ Code: 1, Msg: "S0200^PRM_VALUE" });
    expect(await send(t.admin, "delete", "KEY_PROJECTS")).toMatchObject({ Msg: "S0024" });
  });

  // spec: admin 9.7
  it("hold up to 765 bytes of any characters", async () => {
    expect(await send(t.admin, "insert", "A", "x".repeat(765))).toMatchObject({ Msg: "S0022" });
    expect(await send(t.admin, "insert", "B", "模".repeat(255))).toMatchObject({ Msg: "S0022" });
  });

  // spec: admin 5.22, 8.33
  it("have a remark of at most 256 bytes", async () => {
    const save = (Type: string, REMARK: string) =>
      t.admin.mitt({
        Type,
        MENU_ID: "BS109",
        TableName: "SYS_PRM",
        Data: [{ PRM_ID: "A", PRM_VALUE: "1", REMARK }],
      });
    expect(await save("insert", "模".repeat(86))).toEqual({ Code: 1, Msg: "S0034" });
    expect(await save("insert", "x".repeat(256))).toMatchObject({ Msg: "S0022" });
    expect(await save("update", "x".repeat(257))).toEqual({ Code: 1, Msg: "S0034" });
    expect(await t.admin.list("BS109", "Q01")).toMatchObject([{ REMARK: "x".repeat(256) }]);
  });

  it("are reset only if the warning levels stay in order", async () => {
    await send(t.admin, "insert", "WARN_IDLE_L2", "60");
    await send(t.admin, "insert", "WARN_IDLE_L1", "40");
    expect(await send(t.admin, "delete", "WARN_IDLE_L2")).toEqual({ Code: 1, Msg: "S0241^WARN_IDLE_L1" });
  });

  it("for warnings take effect for all counters immediately", async () => {
    const id = await t.counter("C1");
    const rev = async () =>
      Number(
        (await t.rows(sql`select rev from counter_state where tenant_id = ${t.id} and counter_id = ${id}`))[0]
          ?.rev,
      );
    const before = await rev();
    await send(t.admin, "insert", "OWN", "1");
    expect(await rev()).toBe(before);
    await send(t.admin, "insert", "WARN_RSSI", "-100");
    expect(await rev()).toBe(before + 1);
  });

  it("have the same defaults as the ledger", () => {
    const interval = 12 * 3_600_000;
    for (const p of knownParameters)
      if (p.standard !== null && p.id.startsWith("WARN_"))
        expect(readRules({ [p.id]: String(p.standard) }, interval), p.id).toEqual(readRules({}, interval));
    expect(
      knownParameters.filter((p) => p.id.startsWith("WARN_") && p.standard === null).map((p) => p.id),
    ).toEqual(["WARN_SILENT"]);
  });

  it("belong to one tenant; changes need the right and tenant scope", async () => {
    await send(t.admin, "insert", "A", "1");
    expect(await (await TestTenant.create(s, { hasNoParameters: true })).admin.list("BS109", "Q01")).toEqual(
      [],
    );
    for (const user of [await t.user(null, ["BS109:Q"]), await t.user("P1")])
      for (const type of ["insert", "update", "delete"])
        expect(await send(user, type, "A", "2")).toMatchObject({ Code: 1, Msg: "S0020" });
    expect(
      await (await t.user(null, [])).mitt({ Type: "QueryByID", MENU_ID: "BS109", QueryID: "Q01" }),
    ).toMatchObject({ Msg: "S0020" });
  });
});
