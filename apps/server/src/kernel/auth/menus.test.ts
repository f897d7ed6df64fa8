import { expect, it } from "vitest";
import { sql } from "../db/sql.ts";
import { kernelTenant } from "../testing/tenant.ts";
import { menuChanges, openRights } from "./menus.ts";

const rights = ["BS101:Q", "BS101:M", "BS103:Q"];
const closed = { menuId: "BS103", enabled: false };

it("removes the rights on screens that are switched off", () => {
  expect([...openRights(rights, [], null)]).toEqual(rights);
  expect([...openRights(rights, [{ menuId: "BS103", enabled: true, nameEn: "New" }], null)]).toEqual(rights);
  expect([...openRights(rights, [closed], undefined)]).toEqual(["BS101:Q", "BS101:M"]);
});

it("keeps reserved screens for one organization and for users who see the whole tenant", () => {
  const own = [{ menuId: "BS103", enabled: true, orgId: "P1" }];
  expect([...openRights(rights, own, "P1")]).toEqual(rights);
  expect([...openRights(rights, own, undefined)]).toEqual(rights);
  for (const orgId of ["P2", null])
    expect([...openRights(rights, own, orgId)]).toEqual(["BS101:Q", "BS101:M"]);
});

it("reads the menu changes of a tenant", async () => {
  const t = await kernelTenant();
  const changes = async () => (await t.rows(sql`select ${menuChanges(t.id)} as c`))[0]?.c;
  expect(await changes()).toEqual([]);
  await t.rows(sql`insert into menu_entry
      (tenant_id, menu_id, section, sort_number, icon, name_zh_cn, name_zh_tw, name_en, enabled)
    values (${t.id}, 'BS103', 'S', 3, 'i', '一', '二', 'three', false)`);
  expect(await changes()).toEqual([
    {
      menuId: "BS103",
      section: "S",
      sortNumber: 3,
      icon: "i",
      nameZhCn: "一",
      nameZhTw: "二",
      nameEn: "three",
      enabled: false,
      orgId: null,
    },
  ]);
});
