import { create } from "zustand";
import { persist } from "zustand/middleware";

interface Shortcuts {
  /**
   * Ids of the menu entries that a user has pinned, in display order, by user id. Several users may share a browser.
   */
  readonly pinned: Readonly<Record<string, readonly string[]>>;
  readonly set: (user: string, menus: readonly string[]) => void;
}

/** Store of the screens that each user has pinned to the workplace (the first page). The browser keeps this store. */
export const useShortcuts = create<Shortcuts>()(
  persist(
    (set) => ({
      pinned: {},
      set: (user, menus) => set((s) => ({ pinned: { ...s.pinned, [user]: menus } })),
    }),
    { name: "shotkeeper.shortcuts", partialize: ({ pinned }) => ({ pinned }) },
  ),
);
