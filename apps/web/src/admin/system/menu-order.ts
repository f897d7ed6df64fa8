interface Entry {
  readonly menuId: string;
  readonly section: string | null;
  readonly sortNumber: number | null;
}

/** Returns the menu entries sorted by sort number. Entries with the same number keep their order. */
export function inOrder<E extends Entry>(rows: readonly E[]): E[] {
  return [...rows].sort((a, b) => (a.sortNumber ?? 0) - (b.sortNumber ?? 0));
}

/**
 * Returns the new section and place of the menu entry `dragged` after a drop on the entry `over`. `toGap`: the drop was
 * between two entries. `after`: the drop was below `over`. Returns undefined if the move is not allowed.
 */
export function placeAfterDrop(
  rows: readonly Entry[],
  dragged: string,
  over: string,
  o: { readonly toGap: boolean; readonly after: boolean },
): { readonly section: string; readonly place: number } | undefined {
  const moved = rows.find((r) => r.menuId === dragged);
  const target = rows.find((r) => r.menuId === over);
  if (!moved || !target || moved === target) return undefined;
  const isSection = !moved.section;
  // A screen that is dropped on a section becomes the first screen of that section.
  if (!o.toGap && !target.section) return isSection ? undefined : { section: target.menuId, place: 0 };
  const section = target.section ?? "";
  if (isSection !== (section === "")) return undefined;
  const others = rows.filter((r) => (r.section ?? "") === section && r.menuId !== dragged);
  return { section, place: others.indexOf(target) + (o.after || !o.toGap ? 1 : 0) };
}
