import { PlusOutlined } from "@ant-design/icons";
import { useLocale, useSession, useShortcuts } from "@shotkeeper/ui/app";
import { MenuIcon } from "@shotkeeper/ui/shell";
import { Button, Checkbox, Popover } from "antd";
import { Link } from "react-router";

/** Until somebody chooses: what most people come for. */
const usual: readonly string[] = ["PO102", "WA100", "MT101", "BS104"];

/** Screens the user has pinned; chosen here, from those of the menu. */
export function Shortcuts() {
  const { dashboard: t, menus: labels } = useLocale();
  const { user, menus } = useSession();
  const { pinned, set } = useShortcuts();
  const who = `${user.info.TENANT_ID}/${user.info.USER_ID}`;
  const screens = menus.filter((m) => m.PATH && m.MENU_ID !== "DB101");
  const known: readonly string[] = screens.map((m) => m.MENU_ID);
  const chosen = (pinned[who] ?? usual).filter((id) => known.includes(id));
  const labelOf = (id: string) => (labels as Readonly<Record<string, string>>)[id] ?? id;
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
