import type { SearchResult } from "@shotkeeper/contract/system";
import { type Locale, menuLabel } from "@shotkeeper/locales";
import type { MenuSection } from "./menu-tree.ts";

export interface PaletteEntry {
  readonly key: string;
  readonly group: "recent" | "screens" | "molds" | "counters" | "actions";
  readonly title: string;
  /** Second line of the entry: the section of a screen, or the name of a mold. */
  readonly hint?: string;
  readonly path?: string;
  readonly run?: () => void;
}

/** Returns true if each word of `text` occurs in one of the parts. Upper and lower case do not matter. */
export function matches(text: string, ...parts: readonly string[]): boolean {
  const hay = parts.join(" ").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}

export function screenEntries(tree: readonly MenuSection[], text: string, locale: Locale): PaletteEntry[] {
  return tree.flatMap((section) =>
    section.children
      .map(
        (c): PaletteEntry => ({
          key: `screen ${c.path}`,
          group: "screens",
          title: menuLabel(locale.menus, c.id),
          hint: menuLabel(locale.menus, section.id),
          path: c.path,
        }),
      )
      .filter((e, i) => matches(text, e.title, e.hint ?? "", section.children[i]?.id ?? "", e.path ?? "")),
  );
}

export function foundEntries(found: readonly SearchResult[]): PaletteEntry[] {
  return found.map((f) => {
    const id = encodeURIComponent(f.id);
    return {
      key: `${f.kind} ${f.id}`,
      group: f.kind === "mold" ? "molds" : "counters",
      title: f.id,
      hint: f.name,
      path: f.kind === "mold" ? `/basic/mold/${id}` : `/counter/registration?q=${id}`,
    };
  });
}
