import type { NoticeGroup } from "./notice.types.ts";

/** What every notice knows. */
const common = ["type", "level", "subject", "time", "link"] as const;
const byGroup = {
  warning: ["mold", "moldName", "plant", "counter"],
  maintenance: ["mold", "moldName", "plant", "task"],
  inspection: ["mold", "moldName", "plant", "issue"],
  order: ["mold", "moldName", "plant", "order"],
  mold: ["mold", "moldName", "plant", "toPlant", "document", "count"],
  counter: ["counter", "mold", "reason"],
  sale: ["sale", "customer", "amount", "express", "reason"],
} as const satisfies Readonly<Record<NoticeGroup, readonly string[]>>;

export type NoticeFact = (typeof byGroup)[NoticeGroup][number];
export type Placeholder = (typeof common)[number] | NoticeFact;
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>;

/** Placeholders that the texts of a group may use. */
export const placeholdersOf = (group: NoticeGroup): readonly Placeholder[] => [...common, ...byGroup[group]];

const pattern = /\{([A-Za-z]+)\}/g;
/** Stands where a notice does not know what a text asks for. */
const unknown = "–";

/** Placeholders of a text that its group does not have. */
export function strangePlaceholders(text: string, group: NoticeGroup): string[] {
  const known = new Set<string>(placeholdersOf(group));
  return [...text.matchAll(pattern)].map((m) => m[1] ?? "").filter((name) => !known.has(name));
}

/** In one pass: what a value holds is text, also where it looks like a placeholder. */
export function renderNotice(text: string, values: PlaceholderValues): string {
  const known: Readonly<Record<string, string | undefined>> = values;
  return text.replace(pattern, (_whole, name: string) =>
    Object.hasOwn(known, name) && known[name] ? known[name] : unknown,
  );
}
