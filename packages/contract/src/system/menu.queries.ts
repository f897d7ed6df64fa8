import { defineEntity, defineQuery, defineWireCommand, field, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** An entry of the menu, as the tenant has arranged it. Written by the commands below, which keep the tree whole. */
export const menuEntry = defineEntity({
  name: "menuEntry",
  wire: "SYS_MENU",
  access: tableRights(menus.menu),
  key: ["menuId"],
  fields: {
    menuId: field.text(50, { required: true }),
    section: field.text(50, { wire: "PARENT_ID", readOnly: true }),
    sortNumber: field.int({ readOnly: true, max: 10_000 }),
    icon: field.text(30),
    nameZhCn: field.text(30),
    nameZhTw: field.text(30),
    nameEn: field.text(40),
    enabled: field.flag({ required: true }),
    orgId: field.text(50, { wire: "ORGANIZATION_ID", reference: "SYS_ORG" }),
  },
});

export const menuList = defineQuery({
  menu: menus.menu,
  id: "Q01",
  access: right(menus.menu, "Q"),
  key: ["menuId"],
  columns: { ...menuEntry.fields, path: field.text(100, { virtual: true }) },
});

const mayModify = right(menus.menu, "M");
const { menuId, section, icon, nameZhCn, nameZhTw, nameEn, enabled, orgId } = menuEntry.fields;

/** Names, picture, on or off, and whom it is for. What is left empty is as it was at the start. */
export const saveMenu = defineWireCommand<null>()({
  type: "rf_SaveMenu",
  access: mayModify,
  input: { menuId, nameZhCn, nameZhTw, nameEn, icon, orgId, enabled },
});

/** Puts an entry to a place, counted from 0, among those of a section; sections stand in none. */
export const moveMenu = defineWireCommand<null>()({
  type: "rf_MoveMenu",
  access: mayModify,
  input: { menuId, section: field.text(section.length ?? 50, { wire: "PARENT_ID" }), place: field.int() },
});

/** Everything as it was at the start, or one entry. */
export const resetMenus = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_ResetMenus",
  access: mayModify,
  input: { menuId: field.text(50) },
});
