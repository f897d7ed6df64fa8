import { beforeEach, describe, expect, it } from "vitest";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  await t.mold("LAMP-1");
  await t.mold("LAMP-2", { SAVE_ADDRESS: "P2" });
});

const iso = (ms: number) => new Date(ms).toISOString();
async function order(ORDER_ID: string, MOLD_NO: string): Promise<void> {
  const row = { ORDER_ID, MOLD_NO, ORDER_TIMES: 10, PRODUCTNUM: "8001-A", PE_DATE: iso(noon + 86_400_000) };
  expect(
    await t.admin.mitt({ Type: "insert", MENU_ID: "PO101", TableName: "PRD_ORDER", Data: [row] }),
  ).toMatchObject({ Msg: "S0022" });
}
const found = async (user: TestUser, TEXT: string) =>
  (await user.run<{ KIND: string; ID: string }[]>("rf_Search", { TEXT })).map((r) => `${r.KIND} ${r.ID}`);

describe("the search of the command palette", () => {
  it("finds molds, and production orders by number, mold and product, in the caller's scope", async () => {
    await order("PO-1", "LAMP-1");
    await order("PO-2", "LAMP-2");
    expect(await found(t.admin, "lamp")).toEqual(["mold LAMP-1", "mold LAMP-2", "order PO-1", "order PO-2"]);
    expect(await found(t.admin, "po-2")).toEqual(["order PO-2"]);
    expect(await found(t.admin, "8001")).toEqual(["order PO-1", "order PO-2"]);
    expect(await found(await t.user("P1"), "lamp")).toEqual(["mold LAMP-1", "order PO-1"]);
  });

  it("treats wildcards of SQL as text", async () => {
    await order("PO_1", "LAMP-1");
    await order("PO-1", "LAMP-1");
    expect(await found(t.admin, "PO_1")).toEqual(["order PO_1"]);
    expect(await found(t.admin, "%")).toEqual([]);
  });

  it("finds nothing of a screen that the caller may not open", async () => {
    await order("PO-1", "LAMP-1");
    expect(await found(await t.user("P1", ["BS101:Q"]), "lamp")).toEqual(["mold LAMP-1"]);
  });
});
