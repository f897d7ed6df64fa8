import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

describe("plant and maker of a mold", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const send = (Type: string, MENU_ID: string, TableName: string, row: Record<string, unknown>) =>
    t.admin.mitt({ Type, MENU_ID, TableName, Data: [row] });
  const supplier = (MAIN_ID: string, SUP_ID: string) =>
    send("insert", "BS105", "BS_MAIN_SUP", { MAIN_ID, SUP_ID });
  const manufacturer = (MAIN_ID: string, MAKE_ID: string) =>
    send("insert", "BS106", "BS_MAIN_MAKE", { MAIN_ID, MAKE_ID });
  const required = {
    DAY_MAINTAIN_TIME: 8,
    BIG_MAINTAIN_TIME: 1000,
    MD_T0_TIME: "2025-01-01",
    MD_OVER_TIME: "2025-02-01",
  };
  const add = (row: Record<string, unknown>) =>
    send("insert", "BS101", "BS_MOLD", { MOLD_NO: "N1", ENGINE_ID: "O1", ...required, ...row });

  it("are any, as long as the OEM has no registered partners", async () => {
    await supplier("O2", "P1");
    expect(await add({ SAVE_ADDRESS: "P2", MOLD_MAKE_ID: "M2" })).toMatchObject({ Code: 0 });
  });

  it("are partners of the OEM, if it has registered some", async () => {
    await supplier("O1", "P1");
    await manufacturer("O1", "M1");
    expect((await add({ SAVE_ADDRESS: "P2" })).Msg).toBe("S0361^SAVE_ADDRESS");
    expect((await add({ SAVE_ADDRESS: "P1", MOLD_MAKE_ID: "M2" })).Msg).toBe("S0361^MOLD_MAKE_ID");
    expect(await add({ SAVE_ADDRESS: "P1", MOLD_MAKE_ID: "M1" })).toMatchObject({ Code: 0 });
  });

  it("are offered by the form exactly as the server accepts them", async () => {
    await supplier("O1", "P1");
    await manufacturer("O2", "M2");
    const offered = await t.admin.list("SYS100", "Q05", { Limit: 100 });
    const pairs = ["O1", "O2"].flatMap((oem) => ["P1", "P2", "M1", "M2"].map((org) => [oem, org] as const));
    for (const [i, [oem, org]] of pairs.entries()) {
      const field = org.startsWith("P") ? "SAVE_ADDRESS" : "MOLD_MAKE_ID";
      const answer = await add({ MOLD_NO: `N${i}`, ENGINE_ID: oem, [field]: org });
      const isOffered = offered.some((o) => o.MAIN_ID === oem && o.ORGANIZATION_ID === org);
      expect([oem, org, answer.Msg]).toEqual([oem, org, isOffered ? "S0022" : `S0361^${field}`]);
    }
  });

  it("are offered to users of an organization for the OEMs with which it works", async () => {
    await supplier("O1", "P1");
    const oemsOf = async (org: string) => {
      const rows = await (await t.user(org)).list("SYS100", "Q05", { Limit: 100 });
      return [...new Set(rows.map((r) => r.MAIN_ID))].sort();
    };
    expect(await oemsOf("O1")).toEqual(["O1"]);
    expect(await oemsOf("P1")).toEqual(["O1", "O2"]);
    expect(await oemsOf("P2")).toEqual(["O2"]);
  });

  it("are refused in a sheet with the row that names them", async () => {
    await supplier("O1", "P1");
    const ROWS = ["P1", "P2"].map((SAVE_ADDRESS, i) => ({
      MOLD_NO: `N${i}`,
      ENGINE_ID: "O1",
      SAVE_ADDRESS,
      ...required,
    }));
    for (const CHECK_ONLY of ["Y", "N"])
      expect(await t.admin.run("rf_ImportMolds", { ROWS, CHECK_ONLY })).toMatchObject({
        COUNT: 0,
        FAULTS: [{ ROW: 1, FIELD: "SAVE_ADDRESS", MSG: "S0361^SAVE_ADDRESS" }],
      });
  });

  it("stay partners after a transfer, a change of the maker, and a change of the OEM", async () => {
    await add({ SAVE_ADDRESS: "P1", MOLD_MAKE_ID: "M1" });
    await supplier("O1", "P1");
    await manufacturer("O1", "M1");
    await supplier("O2", "P2");
    const run = (Type: string, InParams: Record<string, unknown>) =>
      t.admin.mitt({ Type, InParams: { MOLD_NO: "N1", REASON: "capacity", ...InParams } });
    expect((await run("rf_TransferMold", { TO_PLANT_ID: "P2" })).Msg).toBe("S0361^TO_PLANT_ID");
    expect((await run("rf_ChangeMoldMaker", { MOLD_MAKE_ID: "M2" })).Msg).toBe("S0361^MOLD_MAKE_ID");
    expect((await send("update", "BS101", "BS_MOLD", { MOLD_NO: "N1", ENGINE_ID: "O2" })).Msg).toBe(
      "S0361^SAVE_ADDRESS",
    );
    // Ends the partnership of the OEM O1 with the plant P1. Fields of the mold N1 that name no partner can still be
    // changed.
    await send("delete", "BS105", "BS_MAIN_SUP", { MAIN_ID: "O1", SUP_ID: "P1" });
    await supplier("O1", "P2");
    expect(await send("update", "BS101", "BS_MOLD", { MOLD_NO: "N1", MOLD_NAME: "x" })).toMatchObject({
      Code: 0,
    });
    expect(await run("rf_TransferMold", { TO_PLANT_ID: "P2" })).toMatchObject({ Code: 0 });
  });
});
