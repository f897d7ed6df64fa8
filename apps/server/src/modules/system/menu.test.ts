import { tokenHeader } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import type { LiveEvent } from "../../kernel/events.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

interface MenuRow {
  readonly MENU_ID: string;
  readonly PARENT_ID: string;
  readonly ICON: string;
  readonly NAMES: Readonly<Record<string, string | null>>;
}

describe("the menu", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const seen = async (userId: string): Promise<MenuRow[]> => {
    const token = await s.app.sessions.open(t.id, userId, "PC", true, s.clock.now);
    const answer = await s.http.inject({ url: "/user", headers: { [tokenHeader]: token } });
    return answer.json().data.user.menus;
  };
  const ids = async (userId = "admin") => (await seen(userId)).map((m) => m.MENU_ID);
  const save = (data: Record<string, unknown>, user: TestUser = t.admin) =>
    user.mitt({ Type: "rf_SaveMenu", InParams: { ENABLED: "Y", ...data } });
  const move = (MENU_ID: string, PARENT_ID: string, PLACE: number, user: TestUser = t.admin) =>
    user.mitt({ Type: "rf_MoveMenu", InParams: { MENU_ID, PARENT_ID, PLACE } });
  const ask = (user: TestUser) => user.mitt({ Type: "QueryByID", MENU_ID: "BS101", QueryID: "Q01" });

  // spec: admin 2.7, 2.58
  it("is shown with the tenant's own names, icons and order", async () => {
    await save({ MENU_ID: "BS101", NAME_ZH_CN: "我的模具", NAME_EN: "Our molds", ICON: "tool" });
    await move("BS101", "CT", 0);
    await move("CT", "", 0);
    const rows = await seen("admin");
    expect(rows.slice(0, 2)).toMatchObject([
      { MENU_ID: "CT", PARENT_ID: "" },
      {
        MENU_ID: "BS101",
        PARENT_ID: "CT",
        ICON: "tool",
        NAMES: { zh_CN: "我的模具", zh_TW: null, en: "Our molds" },
      },
    ]);
    expect(await t.admin.list("SYS104", "Q01", where("MENU_ID", "BS101"))).toMatchObject([
      { PARENT_ID: "CT", SORT_NUMBER: 1, NAME_EN: "Our molds", ENABLED: "Y" },
    ]);
  });

  it("hides disabled screens, refuses their operations, and notifies signed-in users", async () => {
    const events: LiveEvent[] = [];
    const stop = s.app.events.listen(t.id, (e) => events.push(e));
    const user = await t.user(null);
    expect(await ask(user)).toMatchObject({ Code: 0 });
    expect(await save({ MENU_ID: "BS101", ENABLED: "N" })).toMatchObject({ Code: 0 });
    for (const u of [user, t.admin]) {
      expect(await ids(u.userId)).not.toContain("BS101");
      expect(await ask(u)).toMatchObject({ Msg: "S0020" });
    }
    expect(events.some((e) => e.type === "session")).toBe(true);
    stop();
    await save({ MENU_ID: "BS101" });
    expect(await ask(user)).toMatchObject({ Code: 0 });
    // If a section of the menu is disabled, all of its screens are disabled too.
    await save({ MENU_ID: "BS", ENABLED: "N" });
    expect(await ask(user)).toMatchObject({ Msg: "S0020" });
    expect(await t.admin.run("rf_ResetMenus")).toEqual({ COUNT: 2 });
    expect(await ask(user)).toMatchObject({ Code: 0 });
  });

  it("limits a screen to one organization and to users with tenant scope", async () => {
    const [mine, other] = [await t.user("P1"), await t.user("P2")];
    await save({ MENU_ID: "BS101", ORGANIZATION_ID: "P1" });
    expect(await ask(mine)).toMatchObject({ Code: 0 });
    expect(await ask(other)).toMatchObject({ Msg: "S0020" });
    expect(await ask(t.admin)).toMatchObject({ Code: 0 });
    expect(await save({ MENU_ID: "BS101", ORGANIZATION_ID: "NONE" })).toMatchObject({ Code: 1 });
  });

  it("cannot disable the screen on which it is edited", async () => {
    for (const MENU_ID of ["SYS104", "SYS"]) {
      expect(await save({ MENU_ID, ENABLED: "N" })).toEqual({ Code: 1, Msg: "S0290" });
      expect(await save({ MENU_ID, ORGANIZATION_ID: "P1" })).toEqual({ Code: 1, Msg: "S0290" });
    }
    await save({ MENU_ID: "CT", ENABLED: "N" });
    expect(await move("SYS104", "CT", 0)).toMatchObject({ Msg: "S0200^PARENT_ID" });
    expect(await ids()).toContain("SYS104");
  });

  it.each([
    [{ MENU_ID: "NONE" }, "S0202^MENU_ID"],
    [{ MENU_ID: "" }, "S0007^MENU_ID"],
    [{ MENU_ID: "BS101", ENABLED: null }, "S0007^ENABLED"],
    [{ MENU_ID: "BS101", ICON: "skull" }, "S0200^ICON"],
    [{ MENU_ID: "BS101", NAME_EN: "<b>x</b>" }, "S0019"],
    [{ MENU_ID: "BS101", NAME_EN: "x".repeat(41) }, "S0200^NAME_EN"],
  ])("refuses %o", async (wrong, Msg) => {
    expect(await save(wrong)).toEqual({ Code: 1, Msg });
  });

  it("is reset, one entry or all entries", async () => {
    const before = await ids();
    await move("KB", "", 0);
    await save({ MENU_ID: "BS101", ENABLED: "N" });
    expect(await ids()).not.toEqual(before);
    await t.admin.run("rf_ResetMenus", { MENU_ID: "BS101" });
    expect(await ids()).toContain("BS101");
    await t.admin.run("rf_ResetMenus");
    expect(await ids()).toEqual(before);
    expect((await t.admin.list("SYS107", "Q01", where("ACTION", "menus"))).length).toBeGreaterThan(3);
  });

  it("belongs to one tenant; changes need the right and tenant scope", async () => {
    const other = await TestTenant.create(s);
    await save({ MENU_ID: "BS101", ENABLED: "N" });
    expect(await ask(other.admin)).toMatchObject({ Code: 0 });
    for (const user of [await t.user(null, ["SYS104:Q"]), await t.user("P1")]) {
      expect(await save({ MENU_ID: "BS101" }, user)).toMatchObject({ Msg: "S0020" });
      expect(await move("BS101", "CT", 0, user)).toMatchObject({ Msg: "S0020" });
      expect(await user.mitt({ Type: "rf_ResetMenus" })).toMatchObject({ Msg: "S0020" });
    }
  });
});
