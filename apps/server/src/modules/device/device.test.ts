import { beforeEach, describe, expect, it } from "vitest";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const row = { DEV_ID: "D1", DEV_NAME: "Press 1", DEV_TON: 650, DUTY_MAN: "Li", PLANT_ID: "P1", DEV_STAT: 0 };
const hour = 3_600_000;

const send = (user: TestUser, Type: string, data: Record<string, unknown>) =>
  user.mitt({ Type, MENU_ID: "BS107", TableName: "BS_DEVICE", Data: [data] });
const mount = (user: TestUser, more: Record<string, unknown> = {}) =>
  user.mitt<{ MOUNT_ID: number }>({
    Type: "rf_MountMold",
    InParams: { DEV_ID: "D1", MOLD_NO: "M1", ...more },
  });
const unmount = (user: TestUser, MOUNT_ID: unknown, more: Record<string, unknown> = {}) =>
  user.mitt({ Type: "rf_UnmountMold", InParams: { MOUNT_ID, ...more } });

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

describe("machines", () => {
  it("are added, changed and deleted", async () => {
    expect(await send(t.admin, "insert", row)).toMatchObject({ Msg: "S0022" });
    expect(await t.admin.list("BS107", "Q01")).toMatchObject([
      { ...row, PLANT_NAME: "Name of P1", MOLD_NO: null },
    ]);
    expect(await send(t.admin, "update", { DEV_ID: "D1", DEV_TON: 850.5 })).toMatchObject({ Msg: "S0023" });
    expect(await t.admin.list("BS107", "Q01")).toMatchObject([{ DEV_TON: 850.5 }]);
    expect(await send(t.admin, "delete", { DEV_ID: "D1" })).toMatchObject({ Msg: "S0024" });
  });

  it.each([
    ["no code", { DEV_ID: "" }, "S0007^DEV_ID"],
    ["no name", { DEV_NAME: undefined }, "S0007^DEV_NAME"],
    ["no tonnage", { DEV_TON: null }, "S0007^DEV_TON"],
    ["no duty person", { DUTY_MAN: "" }, "S0007^DUTY_MAN"],
    ["a tonnage of 0", { DEV_TON: 0 }, "S0200^DEV_TON"],
    ["an unknown plant", { PLANT_ID: "X" }, "S0202^PLANT_ID"],
    ["a maker as its plant", { PLANT_ID: "M1" }, "S0202^PLANT_ID"],
  ])("are refused with %s", async (_what, change, msg) => {
    expect(await send(t.admin, "insert", { ...row, ...change })).toEqual({ Code: 1, Msg: msg });
    expect(await t.admin.list("BS107", "Q01")).toEqual([]);
  });

  // spec: admin 8.16, 8.17
  it("are visible and writable to their plant only", async () => {
    await send(t.admin, "insert", row);
    const [p1, p2, oem] = await Promise.all(["P1", "P2", "O1"].map((o) => t.user(o)));
    const seen = async (u?: TestUser) => (await u?.list("BS107", "Q01"))?.length;
    expect(await Promise.all([p1, p2, oem].map(seen))).toEqual([1, 0, 0]);
    expect(await seen((await TestTenant.create(s)).admin)).toBe(0);
    if (!p1 || !p2 || !oem) throw new Error("users");
    expect(await send(p2, "insert", { ...row, DEV_ID: "D2" })).toMatchObject({ Msg: "S0020" });
    expect(await send(oem, "insert", { ...row, DEV_ID: "D2" })).toMatchObject({ Msg: "S0020" });
    expect(await send(p2, "update", { DEV_ID: "D1", DEV_NAME: "x" })).toMatchObject({ Msg: "S0017" });
    expect(await send(p2, "delete", { DEV_ID: "D1" })).toMatchObject({ Msg: "S0016" });
    expect(await send(p1, "update", { DEV_ID: "D1", PLANT_ID: "P2" })).toMatchObject({ Msg: "S0020" });
    expect(await send(p1, "insert", { ...row, DEV_ID: "D2" })).toMatchObject({ Msg: "S0022" });
    const reader = await t.user(null, ["BS107:Q"]);
    for (const type of ["insert", "update", "delete"])
      expect(await send(reader, type, row)).toMatchObject({ Msg: "S0020" });
    // An OEM sees a machine only while one of the OEM's molds is mounted on it.
    await t.mold("M1");
    await mount(p1);
    expect(await seen(oem)).toBe(1);
    expect(await send(p1, "delete", { DEV_ID: "D1" })).toMatchObject({
      Msg: "S0233^BS_DEVICE_MOLD.DEV_ID:1",
    });
  });
});

describe("molds on machines", () => {
  beforeEach(async () => {
    await send(t.admin, "insert", row);
    await t.mold("M1", { DEV_TON: 600 });
  });

  it("are mounted and unmounted", async () => {
    const answer = await mount(t.admin, { MOUNT_TIME: new Date(noon - hour).toISOString() });
    expect(answer).toMatchObject({ Code: 0 });
    expect(await t.admin.list("BS108", "Q01")).toMatchObject([
      { DEV_ID: "D1", DEV_NAME: "Press 1", MOLD_NO: "M1", IS_ACTIVE: "Y", MOUNT_BY: "admin", MOLD_TON: 600 },
    ]);
    expect(await t.admin.list("BS107", "Q01")).toMatchObject([{ MOLD_NO: "M1" }]);
    expect(await unmount(t.admin, answer.ReturnData.MOUNT_ID, { UNMOUNT_REASON: "done" })).toMatchObject({
      Code: 0,
    });
    expect(await t.admin.list("BS108", "Q01")).toMatchObject([{ IS_ACTIVE: "N", UNMOUNT_REASON: "done" }]);
    expect(await unmount(t.admin, answer.ReturnData.MOUNT_ID)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await mount(t.admin, { MOUNT_TIME: new Date(noon - hour / 2).toISOString() })).toEqual({
      Code: 1,
      Msg: "S0218",
    });
  });

  it("keep their machine at their plant", async () => {
    const { ReturnData } = await mount(t.admin);
    expect(await send(t.admin, "update", { DEV_ID: "D1", PLANT_ID: "P2" })).toEqual({
      Code: 1,
      Msg: "S0224^M1",
    });
    s.clock.now += hour;
    await unmount(t.admin, ReturnData.MOUNT_ID);
    expect(await send(t.admin, "update", { DEV_ID: "D1", PLANT_ID: "P2" })).toMatchObject({ Msg: "S0023" });
  });

  it("need a machine with enough clamping force, or a reason", async () => {
    await t.mold("BIG", { DEV_TON: 800 });
    expect(await mount(t.admin, { MOLD_NO: "BIG" })).toEqual({ Code: 1, Msg: "S0223^800" });
    expect(await mount(t.admin, { MOLD_NO: "BIG", REASON: "clamp force suffices" })).toMatchObject({
      Code: 0,
    });
  });

  it("are refused on occupied, stopped, distant or unknown machines, and outside the caller's scope", async () => {
    await send(t.admin, "insert", { ...row, DEV_ID: "D2" });
    await send(t.admin, "insert", { ...row, DEV_ID: "D3", DEV_STAT: 1 });
    await t.mold("M2");
    await t.mold("FAR", { SAVE_ADDRESS: "P2" });
    await t.mold("GONE", { MOLD_STAT: 4 });
    const made = await mount(t.admin);
    expect(await mount(t.admin, { MOLD_NO: "M2" })).toEqual({ Code: 1, Msg: "S0224^M1" });
    expect(await mount(t.admin, { DEV_ID: "D2" })).toEqual({ Code: 1, Msg: "S0225^D1" });
    expect(await mount(t.admin, { DEV_ID: "D3", MOLD_NO: "M2" })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await mount(t.admin, { DEV_ID: "D2", MOLD_NO: "FAR" })).toEqual({ Code: 1, Msg: "S0227" });
    expect(await mount(t.admin, { DEV_ID: "D2", MOLD_NO: "GONE" })).toEqual({ Code: 1, Msg: "S0212" });
    expect(await mount(t.admin, { DEV_ID: "X" })).toEqual({ Code: 1, Msg: "S0202^DEV_ID" });
    expect(await mount(t.admin, { DEV_ID: "D2", MOLD_NO: "X" })).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
    const later = new Date(noon + hour).toISOString();
    expect(await mount(t.admin, { DEV_ID: "D2", MOLD_NO: "M2", MOUNT_TIME: later })).toEqual({
      Code: 1,
      Msg: "S0200^MOUNT_TIME",
    });
    const id = made.ReturnData.MOUNT_ID;
    const before = new Date(noon - hour).toISOString();
    expect(await unmount(t.admin, id, { UNMOUNT_TIME: before })).toEqual({ Code: 1, Msg: "S0218" });
    const stranger = await t.user("P2");
    expect(await unmount(stranger, id)).toEqual({ Code: 1, Msg: "S0202^MOUNT_ID" });
    expect(await unmount((await TestTenant.create(s)).admin, id)).toEqual({ Code: 1, Msg: "S0202^MOUNT_ID" });
    const reader = await t.user(null, ["BS108:Q"]);
    expect(await unmount(reader, id)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await mount(reader)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await stranger.list("BS108", "Q01", where("MOLD_NO", "M1"))).toEqual([]);
  });

  it("add their shots to the machine's day while they are mounted", async () => {
    const { moldId } = await t.mold("M3");
    await mount(t.admin, { MOLD_NO: "M3", MOUNT_TIME: new Date(noon - 2 * hour).toISOString() });
    await t.hours([3, 2, 1].map((h) => ({ mold_id: moldId, hour: noon - h * hour, shots: h * 10 })));
    expect(await t.admin.list("BS108", "Q01")).toMatchObject([{ SHOTS: 30 }]);
    expect(await t.admin.list("BS107", "Q01")).toMatchObject([{ SHOTS_TODAY: 30 }]);
    expect(await t.admin.run("rf_DeviceDay", { DEV_ID: "D1" })).toMatchObject({
      SHOTS: 30,
      HOURS: [
        { MOLD_NO: "M3", SHOTS: 20 },
        { MOLD_NO: "M3", SHOTS: 10 },
      ],
    });
    expect(await t.admin.run("rf_DeviceDay", { DEV_ID: "D1", DAY: "2026-05-19" })).toEqual({
      SHOTS: 0,
      HOURS: [],
    });
    const stranger = await t.user("P2");
    expect(await stranger.mitt({ Type: "rf_DeviceDay", InParams: { DEV_ID: "D1" } })).toEqual({
      Code: 1,
      Msg: "S0202^DEV_ID",
    });
  });
});
