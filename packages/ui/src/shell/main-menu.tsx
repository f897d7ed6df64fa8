import { menuLabel } from "@shotkeeper/locales";
import { Menu } from "antd";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useLocale } from "../app/index.ts";
import { MenuIcon } from "./menu-icon.tsx";
import type { MenuNode, MenuSection } from "./menu-tree.ts";

interface MenuProps {
  readonly tree: readonly MenuSection[];
  /** Path of the screen that is shown. */
  readonly current: string | undefined;
  readonly theme: "dark" | "light";
  /** Called when the user chooses a screen. On phones, the caller closes the drawer with the menu. */
  readonly onGo?: () => void;
}

/** Time after which a section of the menu has opened, so that its entries have their final places, ms. */
const openingMs = 350;

const sectionOf = (tree: readonly MenuSection[], path: string | undefined) =>
  tree.find((s) => s.children.some((c) => c.path === path));

function useItems(onGo: (() => void) | undefined) {
  const locale = useLocale();
  const screen = (n: MenuNode) => ({
    key: n.path,
    icon: <MenuIcon name={n.icon} />,
    // Renders the entry as a link and not only with a click handler, so that users can open the screen in a new browser
    // tab.
    label: (
      <Link to={n.path} onClick={onGo}>
        {menuLabel(locale.menus, n.id)}
      </Link>
    ),
    title: menuLabel(locale.menus, n.id),
  });
  const section = (s: MenuSection) => ({
    key: s.id,
    icon: <MenuIcon name={s.icon} />,
    label: menuLabel(locale.menus, s.id),
    children: s.children.map(screen),
  });
  return { screen, section, locale };
}

/**
 * Menu in the sidebar with all sections. With `flat` (in the layout "mixed") it has only the screens of the current
 * section.
 */
export function SideMenu({
  tree,
  current,
  theme,
  onGo,
  collapsed,
  flat,
}: MenuProps & { readonly collapsed: boolean; readonly flat?: boolean }) {
  const { screen, section } = useItems(onGo);
  const active = sectionOf(tree, current);
  const [opened, setOpened] = useState<readonly string[]>(active ? [active.id] : []);
  const [shownFor, setShownFor] = useState(active?.id);
  // Opens the section of a screen that the command palette or a tab opens. All other sections stay as they are.
  if (active && active.id !== shownFor) {
    setShownFor(active.id);
    if (!opened.includes(active.id)) setOpened([...opened, active.id]);
  }
  const box = useRef<HTMLDivElement>(null);
  // Scrolls to the entry of the shown screen when the command palette, a tab or a link has opened the screen.
  useEffect(() => {
    if (current === undefined) return;
    const timer = setTimeout(() => {
      box.current?.querySelector(".ant-menu-item-selected")?.scrollIntoView({ block: "nearest" });
    }, openingMs);
    return () => clearTimeout(timer);
  }, [current]);
  return (
    <div ref={box}>
      <Menu
        mode="inline"
        theme={theme}
        inlineCollapsed={collapsed}
        inlineIndent={14}
        selectedKeys={current ? [current] : []}
        {...(collapsed ? {} : { openKeys: [...opened], onOpenChange: setOpened })}
        items={flat ? (active?.children ?? []).map(screen) : tree.map(section)}
      />
    </div>
  );
}

/** The menu of the layout "top". Its entries are sections, which open to show their screens. */
export function TopMenu({ tree, current, theme }: MenuProps) {
  const { section } = useItems(undefined);
  return (
    <Menu
      mode="horizontal"
      theme={theme}
      selectedKeys={current ? [current] : []}
      items={tree.map(section)}
      className="sk-top-menu"
    />
  );
}

/** The menu in the header of the layout "mixed". Its entries are sections; each section links to its first screen. */
export function SectionMenu({ tree, current, theme }: MenuProps) {
  const locale = useLocale();
  const active = sectionOf(tree, current);
  return (
    <Menu
      mode="horizontal"
      theme={theme}
      selectedKeys={active ? [active.id] : []}
      className="sk-top-menu"
      items={tree.map((s) => ({
        key: s.id,
        icon: <MenuIcon name={s.icon} />,
        label: <Link to={s.children[0]?.path ?? "/"}>{menuLabel(locale.menus, s.id)}</Link>,
      }))}
    />
  );
}
