import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const row = {
  ORGANIZATION_ID: "P9",
  ORGANIZATION_NAME: "Plant 9",
  ORGANIZATION_TYPE: "plant",
  LONGITUDE: 121.5,
  LATITUDE: 29.8,
  RADIUS: 500,
};

const send = (user: TestUser, Type: string, data: Record<string, unknown>) =>
  user.mitt({ Type, MENU_ID: "SYS105", TableName: "SYS_ORG", Data: [data] });

describe("organizations", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const one = async (id: string) => (await t.admin.list("SYS105", "Q01", where("ORGANIZATION_ID", id)))[0];

  it("are added, changed and deleted, and show their numbers of molds and users", async () => {
    expect(await send(t.admin, "insert", { ...row, PARENT_ID: "O1" })).toMatchObject({ Msg: "S0022" });
    expect(await one("P9")).toMatchObject({
      ...row,
      PARENT_NAME: "Name of O1",
      USER_COUNT: 0,
      MOLD_COUNT: 0,
    });
    expect(await send(t.admin, "update", { ORGANIZATION_ID: "P9", RADIUS: 800 })).toMatchObject({
      Msg: "S0023",
    });
    await t.mold("M1");
    await t.user("P1");
    expect(await one("P1")).toMatchObject({ USER_COUNT: 1, MOLD_COUNT: 1 });
    expect(await send(t.admin, "delete", { ORGANIZATION_ID: "P9" })).toMatchObject({ Msg: "S0024" });
    expect(await one("P9")).toBeUndefined();
  });

  it("count each of their molds once, whether it is there, made by them or owned by them", async () => {
    for (const no of ["R1", "R2", "R3"]) await t.mold(no);
    await t.rows(sql`update mold set plant_id = maker_id where tenant_id = ${t.id} and mold_no = 'R2'`);
    await t.rows(
      sql`update mold set plant_id = oem_id, maker_id = oem_id where tenant_id = ${t.id} and mold_no = 'R3'`,
    );
    const counts = new Map<string, number>();
    for (const { owners } of await t.rows<{ owners: string[] }>(
      sql`select array[oem_id, maker_id, plant_id] as owners from mold where tenant_id = ${t.id}`,
    ))
      for (const org of new Set(owners)) counts.set(org, (counts.get(org) ?? 0) + 1);
    const listed = await t.admin.list("SYS105", "Q01");
    expect(listed.map((r) => [r.ORGANIZATION_ID, r.MOLD_COUNT])).toEqual(
      listed.map((r) => [r.ORGANIZATION_ID, counts.get(String(r.ORGANIZATION_ID)) ?? 0]),
    );
    expect(counts.size).toBeGreaterThan(2);
  });

  it.each([
    ["no number", { ORGANIZATION_ID: "" }, "S0007^ORGANIZATION_ID"],
    ["no name", { ORGANIZATION_NAME: "" }, "S0007^ORGANIZATION_NAME"],
    ["no kind", { ORGANIZATION_TYPE: undefined }, "S0007^ORGANIZATION_TYPE"],
    ["an unknown type", { ORGANIZATION_TYPE: "bank" }, "S0200^ORGANIZATION_TYPE"],
    ["half a place", { LATITUDE: null }, "S0007^LATITUDE"],
    ["a place that is none", { LONGITUDE: 181 }, "S0200^LONGITUDE"],
    ["a circle too small for a position to be sure", { RADIUS: 10 }, "S0200^RADIUS"],
    ["an unknown parent", { PARENT_ID: "NOPE" }, "S0202^PARENT_ID"],
    ["itself for a parent", { PARENT_ID: "P9" }, "S0200^PARENT_ID"],
    ["a number that there is", { ORGANIZATION_ID: "P1" }, "S0029^ORGANIZATION_ID"],
  ])("are refused with %s", async (_what, change, Msg) => {
    expect(await send(t.admin, "insert", { ...row, ...change })).toEqual({ Code: 1, Msg });
  });

  it("cannot change their type, need both coordinates, and form no cycle", async () => {
    expect(
      await send(t.admin, "update", { ORGANIZATION_ID: "P1", ORGANIZATION_TYPE: "oem", PARENT_ID: "O1" }),
    ).toEqual({ Code: 1, Msg: "S0231^ORGANIZATION_TYPE" });
    await send(t.admin, "update", { ORGANIZATION_ID: "P1", ORGANIZATION_TYPE: "plant", PARENT_ID: "O1" });
    expect(await one("P1")).toMatchObject({ ORGANIZATION_TYPE: "plant", PARENT_ID: "O1" });
    expect(await send(t.admin, "update", { ORGANIZATION_ID: "O1", PARENT_ID: "P1" })).toEqual({
      Code: 1,
      Msg: "S0200^PARENT_ID",
    });
    expect(await send(t.admin, "update", { ORGANIZATION_ID: "P1", LONGITUDE: null })).toEqual({
      Code: 1,
      Msg: "S0007^LONGITUDE",
    });
  });

  it("are not deleted while a mold, a user or a child belongs to them", async () => {
    const usedBy = (wire: string) => ({ Code: 1, Msg: `S0233^${wire}:1` });
    await t.mold("M1");
    expect(await send(t.admin, "delete", { ORGANIZATION_ID: "P1" })).toEqual(usedBy("BS_MOLD.SAVE_ADDRESS"));
    await t.user("P2");
    expect(await send(t.admin, "delete", { ORGANIZATION_ID: "P2" })).toEqual(
      usedBy("SYS_USER.ORGANIZATION_ID"),
    );
    await send(t.admin, "update", { ORGANIZATION_ID: "M1", PARENT_ID: "M2" });
    expect(await send(t.admin, "delete", { ORGANIZATION_ID: "M2" })).toEqual(usedBy("SYS_ORG.PARENT_ID"));
  });

  it("make the ledger reload the counters of a plant whose position changed", async () => {
    const mold = await t.mold("M1");
    const id = await t.counter("C1", mold);
    const rev = async () =>
      Number(
        (await t.rows(sql`select rev from counter_state where tenant_id = ${t.id} and counter_id = ${id}`))[0]
          ?.rev,
      );
    const before = await rev();
    await send(t.admin, "update", { ORGANIZATION_ID: "P1", CITY: "Ningbo" });
    expect(await rev()).toBe(before);
    await send(t.admin, "update", { ORGANIZATION_ID: "P1", RADIUS: 900 });
    expect(await rev()).toBe(before + 1);
  });

  it("belong to one tenant; a company sees and changes only its own record", async () => {
    expect(
      await (await TestTenant.create(s)).admin.list("SYS105", "Q01", where("ORGANIZATION_ID", "P9")),
    ).toEqual([]);
    const plant = await t.user("P1");
    expect((await plant.list("SYS105", "Q01")).map((r) => r.ORGANIZATION_ID)).toEqual(["P1"]);
    expect(await send(plant, "update", { ORGANIZATION_ID: "P1", CITY: "X" })).toMatchObject({ Msg: "S0023" });
    expect(await send(plant, "update", { ORGANIZATION_ID: "P2", CITY: "X" })).toMatchObject({ Msg: "S0017" });
    expect(await send(plant, "insert", row)).toMatchObject({ Msg: "S0020" });
    expect(await send(plant, "delete", { ORGANIZATION_ID: "P1" })).toMatchObject({ Msg: "S0020" });
    const reader = await t.user(null, ["SYS105:Q"]);
    for (const type of ["insert", "update", "delete"])
      expect(await send(reader, type, row)).toMatchObject({ Code: 1, Msg: "S0020" });
  });
});
