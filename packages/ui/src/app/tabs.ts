/** An open page in the tab bar. The functions of this file are pure and place pinned pages before all others. */
export interface Tab {
  /** Identifies the tab: the path of the page, or path and query if the screen may be open several times. */
  readonly key: string;
  readonly pathname: string;
  /** Query string of the page with its question mark. On a list page it contains the list's filter. */
  readonly search: string;
  readonly pinned?: boolean;
  /** Title that the page has set by useTabTitle (pages.tsx). Default: the screen's title. */
  readonly title?: string;
  /** Number that "Reload" increments. The number is part of the React key, so the page is mounted again. */
  readonly epoch?: number;
}

export type Tabs = readonly Tab[];

const ordered = (tabs: Tabs): Tabs => [...tabs.filter((t) => t.pinned), ...tabs.filter((t) => !t.pinned)];
const change = (tabs: Tabs, key: string, f: (t: Tab) => Tab): Tabs =>
  tabs.map((t) => (t.key === key ? f(t) : t));

/**
 * Adds a page to the tabs. If the page is already open, updates its query. Returns the same list if nothing changes.
 */
export function openTab(tabs: Tabs, tab: Pick<Tab, "key" | "pathname" | "search">): Tabs {
  const known = tabs.find((t) => t.key === tab.key);
  if (!known) return [...tabs, { key: tab.key, pathname: tab.pathname, search: tab.search }];
  return known.search === tab.search ? tabs : change(tabs, tab.key, (t) => ({ ...t, search: tab.search }));
}

/**
 * Returns the page to show after the page `key` is closed: the page to its right in the tab bar, or, if there is none,
 * the page to its left.
 */
export function neighbour(tabs: Tabs, key: string): Tab | undefined {
  const at = tabs.findIndex((t) => t.key === key);
  return at < 0 ? undefined : (tabs[at + 1] ?? tabs[at - 1]);
}

/** Closes a page, even if the page is pinned. `closeOthers`, `closeAll` and `closeRight` never close pinned pages. */
export const closeTab = (tabs: Tabs, key: string): Tabs => tabs.filter((t) => t.key !== key);
export const closeOthers = (tabs: Tabs, key: string): Tabs => tabs.filter((t) => t.pinned || t.key === key);
export const closeAll = (tabs: Tabs): Tabs => tabs.filter((t) => t.pinned);
export function closeRight(tabs: Tabs, key: string): Tabs {
  const at = tabs.findIndex((t) => t.key === key);
  return at < 0 ? tabs : tabs.filter((t, i) => i <= at || t.pinned);
}

export const pinTab = (tabs: Tabs, key: string, pinned: boolean): Tabs =>
  ordered(change(tabs, key, (t) => ({ ...t, pinned })));

/** Moves a tab to the position of another tab. Pinned tabs always stay before all others. */
export function moveTab(tabs: Tabs, key: string, to: string): Tabs {
  const from = tabs.findIndex((t) => t.key === key);
  const at = tabs.findIndex((t) => t.key === to);
  const moved = tabs[from];
  if (!moved || at < 0 || from === at) return tabs;
  const rest = tabs.filter((t) => t.key !== key);
  return ordered([...rest.slice(0, at), moved, ...rest.slice(at)]);
}

export function titleTab(tabs: Tabs, key: string, title: string | undefined): Tabs {
  const known = tabs.find((t) => t.key === key);
  if (!known || known.title === title) return tabs;
  return change(tabs, key, ({ title: _old, ...t }) => (title === undefined ? t : { ...t, title }));
}

export const reloadTab = (tabs: Tabs, key: string): Tabs =>
  change(tabs, key, (t) => ({ ...t, epoch: (t.epoch ?? 0) + 1 }));
