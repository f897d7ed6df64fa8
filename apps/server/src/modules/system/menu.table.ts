import { errors } from "@shotkeeper/contract/kernel";
import { menuIcons } from "@shotkeeper/contract/menus";
import {
  type MenuChange,
  type MenuItem,
  mayClose,
  menuEntry,
  menuList,
  menuOf,
  movedMenu,
  moveMenu,
  resetMenus,
  saveMenu,
} from "@shotkeeper/contract/system";
import { menuChanges } from "../../kernel/auth/menus.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle, implement, table } from "../../kernel/registry.ts";
import { notifySessions } from "./granting.ts";

/** Returns a FROM clause with the entries of the default menu, overwritten by the changes of the tenant. */
function menuSource({ who: { tenantId } }: Ctx): Sql {
  const all = menuOf([]).map((m) => ({
    menu_id: m.menuId,
    section: m.section,
    path: m.path,
    n: m.sortNumber,
    icon: m.icon,
  }));
  return sql`
    (
      select
        ${tenantId}::int as tenant_id, d.menu_id,
        case when d.section = '' then '' else coalesce(m.section, d.section) end as section, d.path,
        coalesce(m.sort_number, d.n) as sort_number, coalesce(m.icon, d.icon) as icon, m.name_zh_cn,
        m.name_zh_tw, m.name_en, coalesce(m.enabled, true) as enabled, m.org_id, m.created_by,
        m.created_date, m.updated_by, m.updated_date
      from json_to_recordset(${JSON.stringify(all)}::json) as d (
        menu_id text, section text, path text, n int, icon text
      )
      left join menu_entry m on m.tenant_id = ${tenantId} and m.menu_id = d.menu_id
    ) t
  `;
}

export const menuListImpl = implement(menuList, { from: menuSource });
export const menuTable = table(menuEntry, { from: menuSource, writes: [] });

/**
 * Reads the menu of the tenant and locks it until the end of the transaction, because each change is checked against
 * the whole menu tree.
 */
async function lockMenu(tx: Tx): Promise<MenuItem[]> {
  await tx.query(sql`select 1 from tenant where tenant_id = ${tx.tenantId} for no key update`);
  const [row] = await tx.query(
    sql<{ menus: readonly MenuChange[] }>`select ${menuChanges(tx.tenantId)} as menus`,
  );
  return menuOf(row?.menus ?? []);
}

function logSql(ctx: Ctx, key: string, after: unknown): Sql {
  return sql`${logInto(ctx, "menus", "SYS_MENU", "after")} ${key}, ${JSON.stringify(after)}::jsonb returning 1`;
}

/** Commands that change the tenant's menu. Only users with tenant scope may use them. */
export const menuCommands = [
  handle(saveMenu, async (ctx, m) => {
    const { tenantId, userId } = ctx.who;
    const at = new Date(ctx.now);
    if (m.icon !== null && !menuIcons.some((i) => i === m.icon)) throw errors.invalidField("icon");
    await ctx.db.tx(tenantId, async (tx) => {
      const items = await lockMenu(tx);
      if (!items.some((i) => i.menuId === m.menuId)) throw errors.unknownReference("menuId");
      if ((m.enabled !== true || m.orgId !== null) && !mayClose(items, m.menuId))
        throw errors.menuMustStayOn();
      await tx.all([
        sql`
          insert into menu_entry as t (
            tenant_id, menu_id, icon, name_zh_cn, name_zh_tw, name_en, enabled, org_id, created_by,
            created_date, updated_by, updated_date
          )
          values (
            ${tenantId}, ${m.menuId}, ${m.icon}, ${m.nameZhCn}, ${m.nameZhTw}, ${m.nameEn},
            ${m.enabled}, ${m.orgId}, ${userId}, ${at}, ${userId}, ${at}
          )
          on conflict (tenant_id, menu_id) do update
          set
            icon = excluded.icon, name_zh_cn = excluded.name_zh_cn,
            name_zh_tw = excluded.name_zh_tw, name_en = excluded.name_en,
            enabled = excluded.enabled, org_id = excluded.org_id, updated_by = excluded.updated_by,
            updated_date = excluded.updated_date
        `,
        logSql(ctx, m.menuId, m),
      ]);
    });
    notifySessions(ctx);
    return null;
  }),

  handle(moveMenu, async (ctx, { menuId, section, place }) => {
    const { tenantId, userId } = ctx.who;
    const at = new Date(ctx.now);
    await ctx.db.tx(tenantId, async (tx) => {
      const order = movedMenu(await lockMenu(tx), menuId, section ?? "", place ?? 0);
      if (!order) throw errors.invalidField("parentId");
      await tx.all([
        sql`
          insert into menu_entry as t (
            tenant_id, menu_id, section, sort_number, created_by, created_date, updated_by,
            updated_date
          )
          select
            ${tenantId}::int, x.id, ${section}, x.n, ${userId}, ${at}::timestamptz, ${userId},
            ${at}::timestamptz
          from unnest(${order}::text[]) with ordinality as x (id, n)
          on conflict (tenant_id, menu_id) do update
          set
            section = excluded.section, sort_number = excluded.sort_number,
            updated_by = excluded.updated_by, updated_date = excluded.updated_date
        `,
        logSql(ctx, menuId, { section, order }),
      ]);
    });
    notifySessions(ctx);
    return null;
  }),

  handle(resetMenus, async (ctx, { menuId }) => {
    const { tenantId } = ctx.who;
    const one = menuId === null ? sql.empty : sql`and menu_id = ${menuId}`;
    const [deleted] = await ctx.db.run(tenantId, [
      sql`delete from menu_entry where tenant_id = ${tenantId} ${one} returning 1`,
      logSql(ctx, menuId ?? "*", null),
    ]);
    notifySessions(ctx);
    return { count: deleted?.length ?? 0 };
  }),
];
