import { PlusOutlined } from "@ant-design/icons";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { menuLabel } from "@shotkeeper/locales";
import { useLocale, useSession, useShortcuts } from "@shotkeeper/ui/app";
import { MenuIcon } from "@shotkeeper/ui/shell";
import { Button, Checkbox, Popover } from "antd";
import { Link } from "react-router";

/** Shortcuts of a user who has not chosen any. */
const defaults: readonly string[] = [
  menuIds.productionStatus,
  menuIds.allWarnings,
  menuIds.dailyMaintenance,
  menuIds.binding,
];

/** Links to the screens that the user has pinned, and the button to choose them. */
export function Shortcuts() {
  const { workplace: t, menus: labels } = useLocale();
  const { user, menus } = useSession();
  const { pinned, set } = useShortcuts();
  const who = `${user.info.TENANT_ID}/${user.info.USER_ID}`;
  const screens = menus.filter((m) => m.PATH && m.MENU_ID !== menuIds.workplace);
  const known: readonly string[] = screens.map((m) => m.MENU_ID);
  const chosen = (pinned[who] ?? defaults).filter((id) => known.includes(id));
  const labelOf = (id: string) => menuLabel(labels, id);
  return (
    <nav className="sk-shortcuts" aria-label={t.shortcuts}>
      {chosen.map((id) => {
        const menu = screens.find((m) => m.MENU_ID === id);
        return (
          menu && (
            <Link key={id} to={menu.PATH}>
              <MenuIcon name={menu.ICON} />
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
            options={screens.map((m) => ({ value: m.MENU_ID, label: labelOf(m.MENU_ID) }))}
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
