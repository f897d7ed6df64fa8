import { defineCommand, defineEntity, defineQuery, field, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** An entry of the tenant's menu. Only the commands below write this table, because they keep the tree consistent. */
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

const mayModify = right(menus.menu, "M", { only: ["staff"] });
const { menuId, section, icon, nameZhCn, nameZhTw, nameEn, enabled, orgId } = menuEntry.fields;

/** Saves the names, icon, on/off switch and organization of a menu entry. An empty field restores its default. */
export const saveMenu = defineCommand({
  type: "rf_SaveMenu",
  access: mayModify,
  input: { menuId, nameZhCn, nameZhTw, nameEn, icon, orgId, enabled },
  output: {},
});

/**
 * Moves a menu entry to a position in a section, counted from 0. To move a section, the caller leaves the input for the
 * section empty.
 */
export const moveMenu = defineCommand({
  type: "rf_MoveMenu",
  access: mayModify,
  input: { menuId, section: field.text(section.length ?? 50, { wire: "PARENT_ID" }), place: field.int() },
  output: {},
});

/** Resets the menu entry `menuId` to its default. Without `menuId`, resets the whole menu. */
export const resetMenus = defineCommand({
  type: "rf_ResetMenus",
  access: mayModify,
  input: { menuId: field.text(50) },
  output: { count: field.int({ required: true }) },
});
