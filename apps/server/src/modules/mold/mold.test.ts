import { beforeEach, describe, expect, it } from "vitest";
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
    expect(await send("delete", { MOLD_NO: "H1" })).toEqual({ Code: 1, Msg: "S0233^BS_MOLD_WRITER:1" });
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
