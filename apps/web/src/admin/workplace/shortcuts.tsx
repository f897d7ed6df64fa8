import { PlusOutlined } from "@ant-design/icons";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { menuLabel } from "@shotkeeper/locales";
import { useLocale, useSession, useShortcuts } from "@shotkeeper/ui/app";
import { MenuIcon } from "@shotkeeper/ui/shell";
import { Button, Checkbox, Popover } from "antd";
import { Link } from "react-router";

/** Screens to which the shortcuts lead until the user has changed them. */
const defaults: readonly string[] = [
  menuIds.productionStatus,
  menuIds.allWarnings,
  menuIds.dailyMaintenance,
  menuIds.binding,
];

export function Shortcuts() {
  const { workplace: t, menus: labels } = useLocale();
  const { user, menus } = useSession();
  const { pinned, set } = useShortcuts();
  const who = `${user.info.tenantCode}/${user.info.userId}`;
  const screens = menus.filter((m) => m.path && m.menuId !== menuIds.workplace);
  const known: readonly string[] = screens.map((m) => m.menuId);
  const chosen = (pinned[who] ?? defaults).filter((id) => known.includes(id));
  const labelOf = (id: string) => menuLabel(labels, id);
  return (
    <nav className="sk-shortcuts sk-scroll-x" aria-label={t.shortcuts}>
      {chosen.map((id) => {
        const menu = screens.find((m) => m.menuId === id);
        return (
          menu && (
            <Link key={id} to={menu.path}>
              <MenuIcon name={menu.icon} />
              {labelOf(id)}
            </Link>
          )
        );
      })}
      <Popover
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        content={
          <Checkbox.Group
            className="sk-shortcuts-choice"
            value={[...chosen]}
            options={screens.map((m) => ({ value: m.menuId, label: labelOf(m.menuId) }))}
            onChange={(ids) => set(who, ids)}
          />
        }
      >
        <Button type="text" size="small" icon={<PlusOutlined />}>
          {t.shortcutsEdit}
        </Button>
      </Popover>
    </nav>
  );
}
