import { create } from "zustand";
import { persist } from "zustand/middleware";

interface Shortcuts {
  /** Menu ids of the pinned screens in display order, by user id, because several users may share a browser. */
  readonly pinned: Readonly<Record<string, readonly string[]>>;
  readonly set: (user: string, menus: readonly string[]) => void;
}

/** The screens that each user has pinned to the workplace page. They are stored in the browser. */
export const useShortcuts = create<Shortcuts>()(
  persist(
    (set) => ({
      pinned: {},
      set: (user, menus) => set((s) => ({ pinned: { ...s.pinned, [user]: menus } })),
    }),
    { name: "shotkeeper.shortcuts", partialize: ({ pinned }) => ({ pinned }) },
  ),
);
