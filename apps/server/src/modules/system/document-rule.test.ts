import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const rule = {
  DOC_ID: "ZZ",
  DOC_NAME: "Stock-take",
  PREFIX: "PD",
  IS_USE_DATE: "Y",
  DATE_TYPE: 2,
  SN_BIT: 0,
  SN_COUNT: 3,
  SNFIX: "-",
};
const send = (user: TestUser, Type: string, data: Record<string, unknown>) =>
  user.mitt({ Type, MENU_ID: "SYS110", TableName: "SYS_DOC_RULE", Data: [data] });

describe("document numbering rules", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const next = () => t.admin.run<string>("rf_GetAutoDocNo", { DOC_ID: "ZZ" });

  // spec: admin 2.65, 7.11
  it("are added, changed and deleted, and give numbers to documents", async () => {
    expect(await send(t.admin, "insert", rule)).toMatchObject({ Msg: "S0022" });
    expect(await t.admin.list("SYS110", "Q01", where("DOC_ID", "ZZ"))).toMatchObject([rule]);
    expect(await send(t.admin, "delete", { DOC_ID: "ZZ" })).toMatchObject({ Msg: "S0024" });
    await send(t.admin, "insert", rule);
    expect([await next(), await next()]).toEqual(["PD260520-001", "PD260520-002"]);
    await send(t.admin, "update", { DOC_ID: "ZZ", DATE_TYPE: 12, SN_BIT: 1, SNFIX: "" });
    expect(await next()).toBe("PD2026001");
  });

  it.each([
    ["no code", { DOC_ID: "" }, "S0007^DOC_ID"],
    ["no name", { DOC_NAME: "" }, "S0007^DOC_NAME"],
    ["an unknown date format", { DATE_TYPE: 14 }, "S0200^DATE_TYPE"],
    ["an unknown base", { SN_BIT: 4 }, "S0200^SN_BIT"],
    ["no digits", { SN_COUNT: 0 }, "S0200^SN_COUNT"],
    ["a date without a format", { DATE_TYPE: null }, "S0007^DATE_TYPE"],
    ["nothing said about the date", { IS_USE_DATE: null }, "S0007^IS_USE_DATE"],
    ["a code that there is", { DOC_ID: "MT" }, "S0029^DOC_ID"],
  ])("are refused with %s", async (_what, change, Msg) => {
    expect(await send(t.admin, "insert", { ...rule, ...change })).toEqual({ Code: 1, Msg });
  });

  it("need no date format if their numbers have no date", async () => {
    const { DATE_TYPE: _, ...plain } = { ...rule, IS_USE_DATE: "N" };
    expect(await send(t.admin, "insert", plain)).toMatchObject({ Msg: "S0022" });
    expect(await next()).toBe("PD-001");
    expect(await send(t.admin, "update", { DOC_ID: "ZZ", IS_USE_DATE: "Y" })).toMatchObject({ Msg: "S0023" });
    expect(await next()).toMatch(/^PD260520-/);
  });

  it("cannot be deleted if they have numbered documents or are built in", async () => {
    await send(t.admin, "insert", rule);
    await next();
    for (const DOC_ID of ["ZZ", "MT"])
      expect(await send(t.admin, "delete", { DOC_ID })).toEqual({ Code: 1, Msg: "S0201^SYS_DOC_RULE" });
  });

  it("need enough digits for the next number", async () => {
    await send(t.admin, "insert", { ...rule, SN_COUNT: 2 });
    for (let i = 0; i < 9; i++) await next();
    expect(await send(t.admin, "update", { DOC_ID: "ZZ", SN_COUNT: 1 })).toEqual({
      Code: 1,
      Msg: "S0200^SN_COUNT",
    });
    expect(await send(t.admin, "update", { DOC_ID: "ZZ", SN_COUNT: 1, SN_BIT: 1 })).toMatchObject({
      Code: 0,
    });
    expect(await next()).toBe("PD260520-A");
  });

  it("belong to one tenant; changes need the right and tenant scope", async () => {
    await send(t.admin, "insert", rule);
    const other = await TestTenant.create(s);
    expect(await other.admin.list("SYS110", "Q01", where("DOC_ID", "ZZ"))).toEqual([]);
    for (const user of [await t.user(null, ["SYS110:Q"]), await t.user("P1")])
      for (const type of ["insert", "update", "delete"])
        expect(await send(user, type, rule)).toMatchObject({ Code: 1, Msg: "S0020" });
    const nobody = await t.user(null, []);
    expect(await nobody.mitt({ Type: "QueryByID", MENU_ID: "SYS110", QueryID: "Q01" })).toMatchObject({
      Msg: "S0020",
    });
  });
});
