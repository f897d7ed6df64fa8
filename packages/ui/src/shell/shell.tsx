import { menuLabel } from "@shotkeeper/locales";
import { Drawer } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import {
  openTab,
  type Tab,
  useDocumentTitle,
  useLeaveWarning,
  useLocale,
  useNarrow,
  useSession,
  useTabs,
  useTheme,
} from "../app/index.ts";
import { DemoBanner } from "./demo-banner.tsx";
import { Header, toggleFullscreen } from "./header.tsx";
import { LicenceBanner, useSoftInfo } from "./licence-banner.tsx";
import { Logo, StoredLogo } from "./logo.tsx";
import { SectionMenu, SideMenu, TopMenu } from "./main-menu.tsx";
import { mayOpen, menuPath, menuTree, screenTitle } from "./menu-tree.ts";
import { OfflineBanner } from "./offline-parts.tsx";
import { Pages } from "./pages.tsx";
import { Palette, usePaletteKey } from "./palette.tsx";
import { addEntries, type PaletteEntry } from "./palette-entries.ts";
import { findScreen, type ScreenMap } from "./screens.ts";
import { StatusPage } from "./status-page.tsx";
import { TabBar } from "./tab-bar.tsx";
import { ThemeDrawer } from "./theme-drawer.tsx";
import { useLogOut } from "./user-menu.tsx";
import { ViewBanner } from "./view-banner.tsx";
import "./shell.css";
import "./header.css";
import "./tabs.css";
import "./parts.css";

/**
 * Returns the tab for an address. If a screen may be open in several tabs (`multiple`), their keys contain the query.
 */
function tabAt(
  pathname: string,
  search: string,
  screens: ScreenMap,
): Pick<Tab, "key" | "pathname" | "search"> {
  const multiple = findScreen(screens, pathname)?.screen.multiple === true;
  return { key: multiple ? pathname + search : pathname, pathname, search };
}

function usePlace(screens: ScreenMap) {
  useLeaveWarning();
  const { pathname, search } = useLocation();
  const session = useSession();
  const locale = useLocale();
  const stored = useTabs((s) => s.tabs);
  const apply = useTabs((s) => s.apply);

  const found = findScreen(screens, pathname);
  const allowed = found !== undefined && mayOpen(found, session);
  const here = tabAt(pathname, search, screens);
  // Leaves out stored tabs of screens that the user may no longer open.
  const known = stored.filter((t) => {
    const f = findScreen(screens, t.pathname);
    return f !== undefined && mayOpen(f, session);
  });
  const tabs = allowed ? openTab(known, here) : known;
  const active = tabs.find((t) => t.key === here.key);
  const { key } = here;
  useEffect(() => {
    if (allowed) apply((all) => openTab(all, { key, pathname, search }));
  }, [allowed, key, pathname, search, apply]);

  const titleOf = (t: Tab): string => {
    if (t.title) return t.title;
    const f = findScreen(screens, t.pathname);
    return f ? screenTitle(f, session.menus, locale) : t.pathname;
  };
  const title = !found
    ? locale.shell.notFound.title
    : active
      ? titleOf(active)
      : locale.shell.notAllowed.title;
  useDocumentTitle(title, session.systemName);
  return { found, allowed, tabs, active, titleOf, title, session };
}

function Brand({ name, small }: { readonly name: string; readonly small?: boolean }) {
  const path = useSoftInfo().data?.logo;
  return (
    <div className="sk-brand">
      {path ? <StoredLogo path={path} size={26} /> : <Logo size={26} />}
      {!small && <span>{name}</span>}
    </div>
  );
}

/** The application shell around the pages: menu, header and tabs. */
export function Shell({ screens }: { readonly screens: ScreenMap }) {
  const locale = useLocale();
  const { shell } = locale;
  const theme = useTheme();
  const narrow = useNarrow();
  const { pathname } = useLocation();
  const place = usePlace(screens);
  const { session, tabs, active } = place;
  const logOut = useLogOut();
  const [open, setOpen] = useState<"menu" | "theme" | "palette">();
  const close = () => setOpen(undefined);
  const [openedAt, setOpenedAt] = useState(pathname);
  // Another page closes what is open, also after the browser's Back.
  if (openedAt !== pathname) {
    setOpenedAt(pathname);
    close();
  }
  usePaletteKey(() => setOpen("palette"));

  const tree = menuTree(session.menus, screens);
  const current = menuPath(pathname, tree, place.found?.screen.menu);
  const layout = narrow ? "side" : theme.layout;
  const headerTheme = theme.header === "light" && !theme.dark ? "light" : "dark";
  const sideTheme = theme.sidebar === "light" && !theme.dark ? "light" : "dark";
  const home = session.home ?? "/";
  const brand = session.systemName;

  const section = tree.find((s) => s.children.some((c) => c.path === current));
  const middle: Readonly<Record<typeof layout, ReactNode>> = {
    side: (
      <div className="sk-where">
        {section && !narrow && (
          <span className="sk-where-section">{menuLabel(locale.menus, section.id)}</span>
        )}
        <span>{place.title}</span>
      </div>
    ),
    top: <TopMenu tree={tree} current={current} theme={headerTheme} />,
    mixed: <SectionMenu tree={tree} current={current} theme={headerTheme} />,
  };

  const recent: PaletteEntry[] = tabs
    .filter((t) => t !== active)
    .slice(-5)
    .reverse()
    .map((t) => ({
      key: `recent ${t.key}`,
      group: "recent",
      title: place.titleOf(t),
      path: t.pathname + t.search,
    }));
  const actions: PaletteEntry[] = [
    ...addEntries(screens, session, locale),
    {
      key: "dark",
      group: "actions",
      title: shell.theme.darkMode,
      run: () => theme.change({ dark: !theme.dark }),
    },
    { key: "theme", group: "actions", title: shell.theme.title, run: () => setOpen("theme") },
    { key: "full", group: "actions", title: shell.fullscreen, run: toggleFullscreen },
    { key: "out", group: "actions", title: shell.user.logOut, run: logOut },
  ];

  return (
    <div
      className="sk-shell"
      data-layout={layout}
      data-fixed-header={theme.fixedHeader || undefined}
      data-fixed-sidebar={theme.fixedSidebar || undefined}
      data-fixed-body={theme.fixedBody || undefined}
    >
      <button type="button" className="sk-skip" onClick={focusMain}>
        {shell.skipToContent}
      </button>
      {layout !== "top" && !narrow && (
        <aside className="sk-side" data-theme={theme.sidebar} data-collapsed={theme.collapsed || undefined}>
          {layout === "side" && <Brand name={brand} small={theme.collapsed} />}
          <nav aria-label={shell.mainMenu}>
            <SideMenu
              tree={tree}
              current={current}
              theme={sideTheme}
              collapsed={theme.collapsed}
              flat={layout === "mixed"}
            />
          </nav>
        </aside>
      )}
      <header className="sk-header" data-theme={theme.header}>
        {layout !== "side" && <Brand name={brand} />}
        <Header
          narrow={narrow}
          onMenu={() => setOpen("menu")}
          onSearch={() => setOpen("palette")}
          onTheme={() => setOpen("theme")}
        >
          {middle[layout]}
        </Header>
      </header>
      <main className="sk-main" id="sk-main" tabIndex={-1}>
        <ViewBanner user={session.user} />
        {theme.tabBar && !narrow && tabs.length > 0 && (
          <TabBar tabs={tabs} activeKey={active?.key} titleOf={place.titleOf} home={home} />
        )}
        <OfflineBanner />
        <LicenceBanner />
        <DemoBanner />
        {active && <h1 className="sk-visually-hidden">{place.title}</h1>}
        {active ? (
          <Pages screens={screens} tabs={tabs} active={active} keep={theme.tabBar} />
        ) : (
          <section className="sk-page">
            <StatusPage kind={tree.length === 0 ? "noMenus" : place.found ? "notAllowed" : "notFound"} />
          </section>
        )}
        {theme.footer && !place.found?.screen.footerHidden && (
          <footer className="sk-footer">
            {[brand, session.user.info.fullName].filter(Boolean).join(" · ")}
          </footer>
        )}
      </main>
      <Drawer
        open={open === "menu"}
        onClose={close}
        placement="left"
        size={264}
        title={<Brand name={brand} />}
        styles={{ body: { padding: 8 } }}
      >
        <nav aria-label={shell.mainMenu}>
          <SideMenu
            tree={tree}
            current={current}
            theme={theme.dark ? "dark" : "light"}
            collapsed={false}
            onGo={close}
          />
        </nav>
      </Drawer>
      <ThemeDrawer open={open === "theme"} onClose={close} />
      <Palette
        open={open === "palette"}
        onClose={close}
        tree={tree}
        recent={recent}
        actions={actions}
        reachable={(path) => {
          const f = findScreen(screens, path);
          return f !== undefined && mayOpen(f, session);
        }}
      />
    </div>
  );
}

/**
 * Moves the focus to the page, for the link "skip to content". A link to #sk-main cannot be used, because the hash of
 * the address belongs to the router.
 */
function focusMain(): void {
  document.getElementById("sk-main")?.focus();
}
