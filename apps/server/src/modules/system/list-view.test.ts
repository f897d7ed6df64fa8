import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
let plant: TestUser;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  plant = await t.user("P1");
});

const row = { LIST_ID: "BS101.Q01", VIEW_NAME: "Late molds", VIEW_QUERY: "sort=moldNo", IS_SHARED: "Y" };
const write = (who: TestUser, Type: string, data: Record<string, unknown>) =>
  who.mitt({ Type, MENU_ID: "SYS100", TableName: "SYS_VIEW", Data: [data] });
const list = (who: TestUser) => who.list("SYS100", "Q04", where("LIST_ID", "BS101.Q01"));
const names = async (who: TestUser) => (await list(who)).map((v) => v.VIEW_NAME);
const idOf = async (who: TestUser) => (await list(who))[0]?.VIEW_ID;

describe("saved views of lists", () => {
  it("belong to the user who saved them, whatever the request says", async () => {
    expect(await write(plant, "insert", row)).toMatchObject({ Msg: "S0022" });
    expect(await list(plant)).toMatchObject([{ ...row, USER_ID: plant.userId, IS_MINE: "Y" }]);
    expect(await write(plant, "insert", { ...row, USER_ID: "admin", VIEW_NAME: "Other" })).toMatchObject({
      Msg: "S0231^USER_ID",
    });
  });

  it("are refused without a name, with the name of another one, and with an address of another kind", async () => {
    expect(await write(plant, "insert", { ...row, VIEW_NAME: null })).toMatchObject({
      Msg: "S0007^VIEW_NAME",
    });
    expect(await write(plant, "insert", { ...row, VIEW_QUERY: "?a#b" })).toMatchObject({
      Msg: "S0200^VIEW_QUERY",
    });
    expect(await write(plant, "insert", row)).toMatchObject({ Msg: "S0022" });
    expect(await write(plant, "insert", row)).toMatchObject({ Msg: "S0029^VIEW_NAME" });
    expect(await write(t.admin, "insert", row)).toMatchObject({ Msg: "S0022" });
  });

  it("are seen by users of the same company only, and only if they are shared", async () => {
    const colleague = await t.user("P1");
    await write(plant, "insert", row);
    await write(plant, "insert", { ...row, VIEW_NAME: "Mine", IS_SHARED: "N" });
    expect(await names(colleague)).toEqual(["Late molds"]);
    expect((await list(colleague))[0]).toMatchObject({ IS_MINE: "N", USERNAME: plant.userId });
    for (const other of [t.admin, await t.user("P2"), await t.user("O1")])
      expect(await names(other)).toEqual([]);
    await write(t.admin, "insert", { ...row, VIEW_NAME: "Of staff" });
    expect(await names(await t.user(null))).toEqual(["Of staff"]);
    expect(await names(plant)).toEqual(["Late molds", "Mine"]);
  });

  it("are changed and deleted by their owner only, and with their owner", async () => {
    await write(plant, "insert", row);
    const VIEW_ID = await idOf(plant);
    const colleague = await t.user("P1");
    for (const other of [colleague, t.admin]) {
      expect(await write(other, "update", { VIEW_ID, VIEW_NAME: "Stolen" })).toMatchObject({ Msg: "S0017" });
      expect(await write(other, "delete", { VIEW_ID })).toMatchObject({ Msg: "S0016" });
    }
    expect(await write(plant, "update", { VIEW_ID, VIEW_NAME: "Renamed" })).toMatchObject({ Msg: "S0023" });
    expect(await names(colleague)).toEqual(["Renamed"]);
    expect(
      await t.admin.mitt({
        Type: "delete",
        MENU_ID: "SYS101",
        TableName: "SYS_USER",
        Data: [{ USER_ID: plant.userId }],
      }),
    ).toMatchObject({ Msg: "S0024" });
    expect(await names(colleague)).toEqual([]);
  });

  it("are limited to 200 for each user", async () => {
    const Data = Array.from({ length: 200 }, (_, n) => ({ ...row, VIEW_NAME: `View ${n}` }));
    expect(
      await plant.mitt({ Type: "insert", MENU_ID: "SYS100", TableName: "SYS_VIEW", Data }),
    ).toMatchObject({ Msg: "S0022" });
    expect(await write(plant, "insert", row)).toMatchObject({ Msg: "S0248^200" });
  });
});
