interface Entry {
  readonly menuId: string;
  readonly section: string | null;
  readonly sortNumber: number | null;
}

/** Returns sections and screens sorted by their numbers (stable). */
export function inOrder<E extends Entry>(rows: readonly E[]): E[] {
  return [...rows].sort((a, b) => (a.sortNumber ?? 0) - (b.sortNumber ?? 0));
}

/** Returns the new place of an entry that was dropped on another one; undefined if it may not go there. */
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
  // Dropped on a section, a screen becomes its first. Dropped on a screen, it goes before or after that.
  if (!o.toGap && !target.section) return isSection ? undefined : { section: target.menuId, place: 0 };
  const section = target.section ?? "";
  if (isSection !== (section === "")) return undefined;
  const others = rows.filter((r) => (r.section ?? "") === section && r.menuId !== dragged);
  return { section, place: others.indexOf(target) + (o.after || !o.toGap ? 1 : 0) };
}
