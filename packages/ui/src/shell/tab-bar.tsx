import CloseOutlined from "@ant-design/icons/es/icons/CloseOutlined";
import DownOutlined from "@ant-design/icons/es/icons/DownOutlined";
import PushpinFilled from "@ant-design/icons/es/icons/PushpinFilled";
import { Dropdown, type MenuProps } from "antd";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import {
  closeAll,
  closeOthers,
  closeRight,
  closeTab,
  moveTab,
  neighbour,
  pinTab,
  reloadTab,
  type Tab,
  type Tabs,
  useDiscardPrompt,
  useLocale,
  useTabs,
  useTheme,
  useUnsaved,
} from "../app/index.ts";

interface TabBarProps {
  readonly tabs: Tabs;
  readonly activeKey: string | undefined;
  readonly titleOf: (tab: Tab) => string;
  readonly home: string;
}

const addressOf = (t: Tab) => t.pathname + t.search;

/** Returns the actions on tabs. Closing the tab of the shown page opens the neighbouring tab. */
function useTabActions({ tabs, activeKey, home }: Omit<TabBarProps, "titleOf">) {
  const { shell } = useLocale();
  const apply = useTabs((s) => s.apply);
  const navigate = useNavigate();
  const discard = useDiscardPrompt();
  /**
   * Calls `end`, which closes or reloads the tabs `lost`. If one of them has unsaved changes, asks the user first, and
   * calls `end` only if the user gives the changes up.
   */
  const leave = (lost: Tabs, end: () => void) => {
    const { paths, mark } = useUnsaved.getState();
    const unsaved = lost.filter((t) => paths.has(t.pathname));
    discard(unsaved.length > 0, () => {
      for (const t of unsaved) mark(t.pathname, false);
      end();
    });
  };
  const without = (kept: Tabs): Tabs => tabs.filter((t) => !kept.some(({ key }) => key === t.key));

  const close = (key: string) =>
    leave(without(closeTab(tabs, key)), () => {
      if (key === activeKey) {
        const next = neighbour(tabs, key);
        navigate(next ? addressOf(next) : home);
      }
      apply((all) => closeTab(all, key));
    });
  const keep = (t: Tab, f: (tabs: Tabs) => Tabs) =>
    leave(without(f(tabs)), () => {
      if (!f(tabs).some((other) => other.key === activeKey)) navigate(addressOf(t));
      apply(f);
    });
  const menu = (t: Tab): MenuProps => ({
    items: [
      {
        key: "reload",
        label: shell.tabs.reload,
        onClick: () => leave([t], () => apply((all) => reloadTab(all, t.key))),
      },
      {
        key: "pin",
        label: t.pinned ? shell.tabs.unpin : shell.tabs.pin,
        onClick: () => apply((all) => pinTab(all, t.key, !t.pinned)),
      },
      { type: "divider" },
      { key: "close", label: shell.tabs.close, onClick: () => close(t.key) },
      {
        key: "others",
        label: shell.tabs.closeOthers,
        onClick: () => keep(t, (all) => closeOthers(all, t.key)),
      },
      {
        key: "right",
        label: shell.tabs.closeRight,
        onClick: () => keep(t, (all) => closeRight(all, t.key)),
      },
      {
        key: "all",
        label: shell.tabs.closeAll,
        onClick: () =>
          leave(without(closeAll(tabs)), () => {
            navigate(home);
            apply(closeAll);
          }),
      },
    ],
  });
  return { close, menu, move: (key: string, to: string) => apply((all) => moveTab(all, key, to)) };
}

/**
 * The open pages as links. Arrow keys move the focus from tab to tab, Delete closes the focused tab, and
 * Ctrl+Shift+arrow keys move the focused tab. The context menu has all other actions.
 */
export function TabBar(props: TabBarProps) {
  const { tabs, activeKey, titleOf } = props;
  const { shell } = useLocale();
  const style = useTheme((t) => t.tabStyle);
  const actions = useTabActions(props);
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string>();

  useEffect(() => {
    if (activeKey)
      list.current
        ?.querySelector('[aria-current="page"]')
        ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [activeKey]);

  function onKeyDown(e: KeyboardEvent, t: Tab) {
    const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    const other = step === 0 ? undefined : tabs[tabs.indexOf(t) + step];
    if (e.key === "Delete") actions.close(t.key);
    else if (other && e.ctrlKey && e.shiftKey) actions.move(t.key, other.key);
    else if (other) {
      const links = list.current?.querySelectorAll<HTMLAnchorElement>(".sk-tab-link");
      links?.[tabs.indexOf(other)]?.focus();
    } else return;
    e.preventDefault();
  }

  function onDragOver(e: DragEvent, over: Tab) {
    if (!dragged) return;
    e.preventDefault();
    if (dragged !== over.key) actions.move(dragged, over.key);
  }

  const active = tabs.find((t) => t.key === activeKey);
  return (
    <nav className="sk-tabs" data-style={style} aria-label={shell.tabs.label}>
      <ul ref={list}>
        {tabs.map((t) => (
          <Dropdown key={t.key} trigger={["contextMenu"]} menu={actions.menu(t)}>
            <li
              className="sk-tab"
              data-active={t.key === activeKey || undefined}
              data-dragged={t.key === dragged || undefined}
              draggable
              onDragStart={(e) => {
                e.dataTransfer.effectAllowed = "move";
                setDragged(t.key);
              }}
              onDragOver={(e) => onDragOver(e, t)}
              onDragEnd={() => setDragged(undefined)}
              onAuxClick={(e) => {
                if (e.button !== 1) return;
                e.preventDefault();
                actions.close(t.key);
              }}
            >
              <Link
                to={addressOf(t)}
                className="sk-tab-link"
                draggable={false}
                aria-current={t.key === activeKey ? "page" : undefined}
                onKeyDown={(e) => onKeyDown(e, t)}
              >
                {style === "dot" && <i className="sk-tab-dot" />}
                {t.pinned && <PushpinFilled className="sk-tab-pin" />}
                {titleOf(t)}
              </Link>
              {!t.pinned && tabs.length > 1 && (
                <button
                  type="button"
                  className="sk-tab-close"
                  // Leaves the close button out of the Tab order, which would otherwise have twice as many stops.
                  // Keyboard users close a tab by Delete.
                  tabIndex={-1}
                  aria-label={shell.tabs.closeNamed(titleOf(t))}
                  onClick={() => actions.close(t.key)}
                >
                  <CloseOutlined />
                </button>
              )}
            </li>
          </Dropdown>
        ))}
      </ul>
      {active && (
        <Dropdown trigger={["click"]} menu={actions.menu(active)} placement="bottomRight">
          <button type="button" className="sk-icon-button sk-tabs-more" aria-label={shell.tabs.menu}>
            <DownOutlined />
          </button>
        </Dropdown>
      )}
    </nav>
  );
}
