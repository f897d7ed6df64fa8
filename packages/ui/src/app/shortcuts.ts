import { create } from "zustand";
import { persist } from "zustand/middleware";

interface Shortcuts {
  /** Pinned menu ids in their order, by user id: several people may share a browser. */
  readonly pinned: Readonly<Record<string, readonly string[]>>;
  readonly set: (user: string, menus: readonly string[]) => void;
}

/** The screens that each user has pinned to the workplace page. Stored in the browser, like the grids' layouts. */
export const useShortcuts = create<Shortcuts>()(
  persist(
    (set) => ({
      pinned: {},
      set: (user, menus) => set((s) => ({ pinned: { ...s.pinned, [user]: menus } })),
    }),
    { name: "shotkeeper.shortcuts", partialize: ({ pinned }) => ({ pinned }) },
  ),
);
