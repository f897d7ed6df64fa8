import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const row = {
  CUST_ID: "C1",
  CUST_NAME: "Acme",
  CONET_TEL: "13800001001",
  FIXED_TEL: "0574-86220000-12",
  E_MAIL: "a@example.com",
  SOCIAL_CODE: "91350100M000100Y43",
  MON_DAYS: 30,
};

const send = (user: TestUser, Type: string, data: Record<string, unknown>) =>
  user.mitt({ Type, MENU_ID: "BS103", TableName: "BS_CUST", Data: [data] });

describe("customers", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  it("are added, changed and deleted, each with an entry in the system log", async () => {
    expect(await send(t.admin, "insert", row)).toMatchObject({ Code: 0, Msg: "S0022" });
    expect(await t.admin.list("BS103", "Q01")).toMatchObject([{ ...row, CREATED_BY: "admin" }]);
    expect(await send(t.admin, "update", { CUST_ID: "C1", MON_DAYS: 1 })).toMatchObject({ Msg: "S0023" });
    expect(await t.admin.list("BS103", "Q01", where("CUST_ID", "C1"))).toMatchObject([{ MON_DAYS: 1 }]);
    expect(await send(t.admin, "delete", { CUST_ID: "C1" })).toMatchObject({ Code: 0, Msg: "S0024" });
    expect(await t.admin.list("BS103", "Q01")).toEqual([]);
    const history = await t.admin.list("SYS100", "Q03", where("TARGET", "BS_CUST"));
    expect(history.map((h) => [h.ACTION, h.TARGET_KEY]).sort()).toEqual([
      ["delete", "C1"],
      ["insert", "C1"],
      ["update", "C1"],
    ]);
  });

  it.each([
    ["no number", { CUST_ID: undefined }, "S0007^CUST_ID"],
    ["no name", { CUST_NAME: "" }, "S0007^CUST_NAME"],
    ["an invalid mobile number", { CONET_TEL: "12800001001" }, "S0200^CONET_TEL"],
    ["an invalid fixed line", { FIXED_TEL: "86220000" }, "S0200^FIXED_TEL"],
    ["an invalid mail address", { E_MAIL: "a.example.com" }, "S0200^E_MAIL"],
    ["a taxpayer id with an invalid character", { SOCIAL_CODE: "91350100M000100Y4I" }, "S0200^SOCIAL_CODE"],
    [
      "a taxpayer id with a wrong check character",
      { SOCIAL_CODE: "91350100M000100Y44" },
      "S0200^SOCIAL_CODE",
    ],
    ["payment terms of 0 days", { MON_DAYS: 0 }, "S0200^MON_DAYS"],
  ])("are refused with %s", async (_what, change, msg) => {
    expect(await send(t.admin, "insert", { ...row, ...change })).toEqual({ Code: 1, Msg: msg });
    expect(await t.admin.list("BS103", "Q01")).toEqual([]);
  });

  it("are refused with a customer number that exists already", async () => {
    await send(t.admin, "insert", row);
    expect(await send(t.admin, "insert", row)).toEqual({ Code: 1, Msg: "S0029^CUST_ID" });
  });

  it("are invisible to other tenants and read-only without the right", async () => {
    await send(t.admin, "insert", row);
    const other = await TestTenant.create(s);
    expect(await other.admin.list("BS103", "Q01")).toEqual([]);
    const reader = await t.user(null, ["BS103:Q"]);
    expect(await reader.list("BS103", "Q01")).toHaveLength(1);
    for (const type of ["insert", "update", "delete"])
      expect(await send(reader, type, row)).toMatchObject({ Code: 1, Msg: "S0020" });
  });

  it("are changed by staff and by the customer itself only", async () => {
    await send(t.admin, "insert", row);
    for (const org of ["O1", "P1", "M1"])
      expect(await send(await t.user(org), "update", { CUST_ID: "C1", CONET_MAN: "Li" })).toEqual({
        Code: 1,
        Msg: "S0020",
      });
  });
});
