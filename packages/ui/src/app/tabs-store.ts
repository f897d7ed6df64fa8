import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Tab, Tabs } from "./tabs.ts";

interface TabsStore {
  readonly tabs: Tabs;
  readonly apply: (f: (tabs: Tabs) => Tabs) => void;
}

const pinnedKey = "shotkeeper.pinned";

/**
 * Open pages are stored in sessionStorage. Pinned pages are also stored in localStorage, so that they survive the
 * closing of the browser tab.
 */
const storage = createJSONStorage<{ readonly tabs: Tabs }>(() => ({
  getItem: (name) => sessionStorage.getItem(name) ?? localStorage.getItem(pinnedKey),
  setItem(name, value) {
    sessionStorage.setItem(name, value);
    const all = useTabs.getState().tabs;
    const pinned: Tab[] = all.filter((t) => t.pinned);
    localStorage.setItem(pinnedKey, JSON.stringify({ state: { tabs: pinned }, version: 0 }));
  },
  removeItem: (name) => sessionStorage.removeItem(name),
}));

export const useTabs = create<TabsStore>()(
  persist(
    (set) => ({
      tabs: [],
      apply: (f) =>
        set((s) => {
          const tabs = f(s.tabs);
          return tabs === s.tabs ? s : { tabs };
        }),
    }),
    { name: "shotkeeper.tabs", storage, partialize: ({ tabs }) => ({ tabs }) },
  ),
);
