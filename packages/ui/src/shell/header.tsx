import FullscreenExitOutlined from "@ant-design/icons/es/icons/FullscreenExitOutlined";
import FullscreenOutlined from "@ant-design/icons/es/icons/FullscreenOutlined";
import GlobalOutlined from "@ant-design/icons/es/icons/GlobalOutlined";
import MenuFoldOutlined from "@ant-design/icons/es/icons/MenuFoldOutlined";
import MenuOutlined from "@ant-design/icons/es/icons/MenuOutlined";
import MenuUnfoldOutlined from "@ant-design/icons/es/icons/MenuUnfoldOutlined";
import SearchOutlined from "@ant-design/icons/es/icons/SearchOutlined";
import SkinOutlined from "@ant-design/icons/es/icons/SkinOutlined";
import { languageNames, localeCodes } from "@shotkeeper/locales";
import { Dropdown } from "antd";
import { type ReactNode, useSyncExternalStore } from "react";
import { useLiveness, useLocale, useLocaleCode, useTheme } from "../app/index.ts";
import { Bell } from "./bell.tsx";
import { OutboxButton } from "./offline-parts.tsx";
import { UserMenu } from "./user-menu.tsx";

function subscribeFullscreen(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

export function toggleFullscreen(): void {
  // Ignores the error of a browser that refuses the full screen, for example in some iframes. The page then stays as
  // it is.
  void (
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  ).catch(() => {});
}

function FullscreenButton() {
  const { shell } = useLocale();
  const full = useSyncExternalStore(subscribeFullscreen, () => document.fullscreenElement !== null);
  const label = full ? shell.exitFullscreen : shell.fullscreen;
  return (
    <button
      type="button"
      className="sk-icon-button sk-wide-only"
      aria-label={label}
      title={label}
      onClick={toggleFullscreen}
    >
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  );
}

function LanguageButton() {
  const { shell } = useLocale();
  const code = useLocaleCode((s) => s.code);
  const choose = useLocaleCode((s) => s.choose);
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [code],
        items: localeCodes.map((c) => ({
          key: c,
          label: <span lang={c.replace("_", "-")}>{languageNames[c]}</span>,
        })),
        onClick: ({ key }) => {
          const chosen = localeCodes.find((c) => c === key);
          if (chosen) choose(chosen);
        },
      }}
    >
      <button type="button" className="sk-icon-button" aria-label={shell.language} title={shell.language}>
        <GlobalOutlined />
      </button>
    </Dropdown>
  );
}

/** Shows by a dot and a word whether the live event stream is connected. */
function LiveMark() {
  const { shell } = useLocale();
  const liveness = useLiveness();
  return (
    <span
      className="sk-live"
      data-live={liveness}
      role="status"
      title={liveness === "live" ? shell.live.hint : shell.live[liveness]}
    >
      <i aria-hidden="true" />
      <span>{shell.live[liveness]}</span>
    </span>
  );
}

interface HeaderProps {
  /**
   * Content of the header: the application's menu in the layouts "top" and "mixed", the page's title in the layout
   * "side".
   */
  readonly children: ReactNode;
  readonly narrow: boolean;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
  readonly onTheme: () => void;
}

export function Header({ children, narrow, onMenu, onSearch, onTheme }: HeaderProps) {
  const { shell } = useLocale();
  const collapsed = useTheme((t) => t.collapsed);
  const layout = useTheme((t) => t.layout);
  const change = useTheme((t) => t.change);
  const fold = collapsed ? shell.expandMenu : shell.collapseMenu;
  return (
    <>
      {narrow ? (
        <button type="button" className="sk-icon-button" aria-label={shell.openMenu} onClick={onMenu}>
          <MenuOutlined />
        </button>
      ) : (
        layout !== "top" && (
          <button
            type="button"
            className="sk-icon-button"
            aria-label={fold}
            aria-pressed={collapsed}
            title={fold}
            onClick={() => change({ collapsed: !collapsed })}
          >
            {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          </button>
        )
      )}
      <div className="sk-header-middle">{children}</div>
      <LiveMark />
      <OutboxButton />
      <button type="button" className="sk-header-search" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <SearchOutlined aria-hidden />
        <span>{shell.search}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Bell />
      <LanguageButton />
      <FullscreenButton />
      <button
        type="button"
        className="sk-icon-button"
        aria-label={shell.theme.open}
        title={shell.theme.open}
        onClick={onTheme}
      >
        <SkinOutlined />
      </button>
      <UserMenu />
    </>
  );
}
