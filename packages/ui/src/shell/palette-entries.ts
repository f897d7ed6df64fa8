import type { SearchResult } from "@shotkeeper/contract/system";
import { type Locale, menuLabel } from "@shotkeeper/locales";
import type { Session } from "../app/index.ts";
import type { MenuSection } from "./menu-tree.ts";
import type { ScreenMap } from "./screens.ts";

export interface PaletteEntry {
  readonly key: string;
  readonly group: "recent" | "screens" | "molds" | "counters" | "orders" | "actions";
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

const groups = { mold: "molds", counter: "counters", order: "orders" } as const;
const paths: Readonly<Record<SearchResult["kind"], string>> = {
  mold: "/basic/mold/",
  counter: "/counter/registration?q=",
  order: "/order/production?q=",
};

export function foundEntries(found: readonly SearchResult[]): PaletteEntry[] {
  return found.map((f) => ({
    key: `${f.kind} ${f.id}`,
    group: groups[f.kind],
    title: f.id,
    hint: f.name,
    path: paths[f.kind] + encodeURIComponent(f.id),
  }));
}

/** Returns an entry for each screen on which the user may add rows. The entry opens the screen's form for a new row. */
export function addEntries(
  screens: ScreenMap,
  session: Pick<Session, "mayWrite">,
  locale: Locale,
): PaletteEntry[] {
  return Object.entries(screens).flatMap(([path, { adds }]) =>
    adds && session.mayWrite(adds, "A")
      ? [
          {
            key: `add ${path}`,
            group: "actions",
            title: locale.screen.form.add(menuLabel(locale.menus, adds.menu)),
            path: `${path}?add`,
          },
        ]
      : [],
  );
}
