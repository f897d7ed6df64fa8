import type { Condition, Scalar } from "@shotkeeper/contract/kernel";
import { menuTree } from "@shotkeeper/contract/menus";

const pathOf = new Map(
  menuTree.flatMap((section) => section.children ?? []).map((screen) => [screen.id as string, screen.path]),
);

const escapes: Readonly<Record<string, string>> = { "!": "!0", "~": "!1", ";": "!2", ",": "!3" };
const quote = (text: string) => text.replace(/[!~;,]/g, (c) => escapes[c] ?? c);

function valueText(value: Scalar): string {
  if (typeof value === "string") return `s${quote(value)}`;
  return typeof value === "number" ? `n${value}` : `b${value ? 1 : 0}`;
}

/**
 * Returns the address of a screen. The address contains the filters in the same way as when a user filters the screen's
 * list.
 */
export function screenLink(origin: string, menu: string, where: readonly Condition[] = []): string {
  const filters = where.flatMap(({ field, operator, value }) =>
    typeof value === "object" ? [] : [`${quote(field)}~${operator}~${valueText(value)}`],
  );
  const query = filters.length > 0 ? `?filter=${encodeURIComponent(filters.join(";"))}` : "";
  return `${origin}/#${pathOf.get(menu) ?? "/"}${query}`;
}

export const moldLink = (origin: string, moldNo: string) =>
  `${origin}/#/basic/mold/${encodeURIComponent(moldNo)}`;
