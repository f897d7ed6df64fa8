import { create } from "zustand";
import { persist } from "zustand/middleware";

interface Shortcuts {
  /** MENU_IDs in the order in which they were pinned, by who pinned them: people share a machine. */
  readonly pinned: Readonly<Record<string, readonly string[]>>;
  readonly set: (user: string, menus: readonly string[]) => void;
}

/** Screens a user keeps at hand on the workplace; in the browser, as the grids' layouts are. */
export const useShortcuts = create<Shortcuts>()(
  persist(
    (set) => ({
      pinned: {},
      set: (user, menus) => set((s) => ({ pinned: { ...s.pinned, [user]: menus } })),
    }),
    { name: "shotkeeper.shortcuts", partialize: ({ pinned }) => ({ pinned }) },
  ),
);
