import { closedMenus, type MenuChange, menuOf } from "@shotkeeper/contract/system";
import { type Sql, sql } from "../db/sql.ts";

/** Returns the subquery that selects the menu entries changed by a tenant, as JSON. */
export function menuChanges(tenantId: number): Sql {
  return sql`
    (
      select coalesce(
        json_agg(
          json_build_object(
            'menuId', m.menu_id, 'section', m.section, 'sortNumber', m.sort_number, 'icon', m.icon,
            'nameZhCn', m.name_zh_cn, 'nameZhTw', m.name_zh_tw, 'nameEn', m.name_en, 'enabled',
            m.enabled, 'orgId', m.org_id
          )
        ),
        '[]'
      )
      from menu_entry m
      where m.tenant_id = ${tenantId}
    )
  `;
}

/**
 * Returns the rights without those on screens that the tenant has switched off or reserved for another organization.
 */
export function openRights(
  rights: readonly string[],
  changes: readonly MenuChange[],
  orgId: string | null | undefined,
): Set<string> {
  if (changes.every((c) => c.enabled && !c.orgId)) return new Set(rights);
  const closed = closedMenus(menuOf(changes), orgId);
  return new Set(rights.filter((r) => !closed.has(r.slice(0, r.indexOf(":")))));
}
