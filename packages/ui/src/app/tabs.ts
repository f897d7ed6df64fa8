/** The open pages of the tab bar: pure steps from one list to the next. Pinned ones always stand first. */
export interface Tab {
  /** The path, or path and query for pages that may be open several times at once. */
  readonly key: string;
  readonly pathname: string;
  /** With its question mark: the page's filter. */
  readonly search: string;
  readonly pinned?: boolean;
  /** A title the page gave itself (useTabTitle); else the route's. */
  readonly title?: string;
  /** Raised by "reload": a new number is a new page. */
  readonly epoch?: number;
}

export type Tabs = readonly Tab[];

const ordered = (tabs: Tabs): Tabs => [...tabs.filter((t) => t.pinned), ...tabs.filter((t) => !t.pinned)];
const change = (tabs: Tabs, key: string, f: (t: Tab) => Tab): Tabs =>
  tabs.map((t) => (t.key === key ? f(t) : t));

/** Adds the page, or brings the query of the open one up to date. The same list when nothing changes. */
export function openTab(tabs: Tabs, tab: Pick<Tab, "key" | "pathname" | "search">): Tabs {
  const known = tabs.find((t) => t.key === tab.key);
  if (!known) return [...tabs, { key: tab.key, pathname: tab.pathname, search: tab.search }];
  return known.search === tab.search ? tabs : change(tabs, tab.key, (t) => ({ ...t, search: tab.search }));
}

/** Where to go when `key` closes while it is shown: the right neighbour, else the left one. */
export function neighbour(tabs: Tabs, key: string): Tab | undefined {
  const at = tabs.findIndex((t) => t.key === key);
  return at < 0 ? undefined : (tabs[at + 1] ?? tabs[at - 1]);
}

/** Asked for one by one, a pinned page closes too. */
export const closeTab = (tabs: Tabs, key: string): Tabs => tabs.filter((t) => t.key !== key);
export const closeOthers = (tabs: Tabs, key: string): Tabs => tabs.filter((t) => t.pinned || t.key === key);
export const closeAll = (tabs: Tabs): Tabs => tabs.filter((t) => t.pinned);
export function closeRight(tabs: Tabs, key: string): Tabs {
  const at = tabs.findIndex((t) => t.key === key);
  return at < 0 ? tabs : tabs.filter((t, i) => i <= at || t.pinned);
}

export const pinTab = (tabs: Tabs, key: string, pinned: boolean): Tabs =>
  ordered(change(tabs, key, (t) => ({ ...t, pinned })));

/** Moves a tab to the place of another; never across the border between pinned and not. */
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
