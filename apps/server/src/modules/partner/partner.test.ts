import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const kinds = [
  ["suppliers", "BS105", "BS_MAIN_SUP", "SUP", "P"],
  ["manufacturers", "BS106", "BS_MAIN_MAKE", "MAKE", "M"],
] as const;

describe.each(kinds)("an OEM's %s", (_name, MENU_ID, TableName, wire, letter) => {
  const pair = (oem: number, partner: number) => ({
    MAIN_ID: `O${oem}`,
    [`${wire}_ID`]: `${letter}${partner}`,
  });
  const send = (user: TestUser, Type: string, ...Data: Record<string, unknown>[]) =>
    user.mitt({ Type, MENU_ID, TableName, Data });
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  it("are bound, changed and unbound, with the names of both sides", async () => {
    expect(await send(t.admin, "insert", { ...pair(1, 2), SINCE_DATE: "2020-01-01" })).toMatchObject({
      Msg: "S0022",
    });
    expect(await t.admin.list(MENU_ID, "Q01")).toMatchObject([
      {
        ...pair(1, 2),
        MAIN_NAME: "Name of O1",
        [`${wire}_NAME`]: `Name of ${letter}2`,
        SINCE_DATE: "2020-01-01",
      },
    ]);
    expect(await send(t.admin, "update", { ...pair(1, 2), CONET_MAN: "Li" })).toMatchObject({ Msg: "S0023" });
    expect(await t.admin.list(MENU_ID, "Q01")).toMatchObject([{ CONET_MAN: "Li", SINCE_DATE: "2020-01-01" }]);
    expect(await send(t.admin, "delete", pair(1, 2))).toMatchObject({ Msg: "S0024" });
    expect(await t.admin.list(MENU_ID, "Q01")).toEqual([]);
  });

  it("are refused if a side is missing, unknown or already bound", async () => {
    const partner = `${wire}_ID`;
    expect(await send(t.admin, "insert", { ...pair(1, 1), MAIN_ID: "" })).toMatchObject({
      Msg: "S0007^MAIN_ID",
    });
    expect(await send(t.admin, "insert", { MAIN_ID: "O1" })).toMatchObject({ Msg: `S0007^${partner}` });
    expect(await send(t.admin, "insert", { ...pair(1, 1), MAIN_ID: "X" })).toMatchObject({
      Msg: "S0202^MAIN_ID",
    });
    expect(await send(t.admin, "insert", { ...pair(1, 1), [partner]: "X" })).toMatchObject({
      Msg: `S0202^${partner}`,
    });
    expect(await t.admin.list(MENU_ID, "Q01")).toEqual([]);
    await send(t.admin, "insert", pair(1, 1));
    expect((await send(t.admin, "insert", pair(1, 1))).Msg).toMatch(/^S0029/);
  });

  it("are visible to both sides, and can be added by no other organization", async () => {
    await send(t.admin, "insert", pair(1, 1), pair(1, 2), pair(2, 2));
    const seen = async (org: string | null) => (await (await t.user(org)).list(MENU_ID, "Q01")).length;
    expect(await Promise.all(["O1", "O2", `${letter}1`, `${letter}2`, null].map(seen))).toEqual([
      2, 1, 1, 2, 3,
    ]);
    expect(await seen(letter === "P" ? "M1" : "P1")).toBe(0);
    expect(await (await TestTenant.create(s)).admin.list(MENU_ID, "Q01")).toEqual([]);
    const stranger = await t.user("O2");
    expect(await send(stranger, "insert", pair(1, 2))).toMatchObject({ Code: 1, Msg: "S0020" });
    expect(await send(stranger, "delete", pair(1, 2))).toMatchObject({ Code: 1, Msg: "S0016" });
    expect(await send(stranger, "insert", pair(2, 1))).toMatchObject({ Msg: "S0022" });
    const reader = await t.user(null, [`${MENU_ID}:Q`]);
    for (const type of ["insert", "update", "delete"])
      expect(await send(reader, type, pair(1, 1))).toMatchObject({ Code: 1, Msg: "S0020" });
  });
});
