import type { NoticeGroup } from "./notice.types.ts";

/** Placeholders that every notice has. */
const common = ["type", "level", "subject", "time", "link"] as const;
const byGroup = {
  warning: ["mold", "moldName", "plant", "counter"],
  maintenance: ["mold", "moldName", "plant", "task", "reason"],
  inspection: ["mold", "moldName", "plant", "issue"],
  order: ["mold", "moldName", "plant", "order"],
  mold: ["mold", "moldName", "plant", "toPlant", "document", "count"],
  counter: ["counter", "mold", "reason"],
  sale: ["sale", "customer", "amount", "express", "reason"],
} as const satisfies Readonly<Record<NoticeGroup, readonly string[]>>;

export type NoticeFact = (typeof byGroup)[NoticeGroup][number];
export type Placeholder = (typeof common)[number] | NoticeFact;
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>;

/** Returns the placeholders that templates of this group of notices may use. */
export const placeholdersOf = (group: NoticeGroup): readonly Placeholder[] => [...common, ...byGroup[group]];

const pattern = /\{([A-Za-z]+)\}/g;
/** Text that replaces a placeholder whose value is missing. */
const noValue = "–";

/** Returns the placeholders in a text that are not allowed in templates of this group of notices. */
export function unknownPlaceholders(text: string, group: NoticeGroup): string[] {
  const known = new Set<string>(placeholdersOf(group));
  return [...text.matchAll(pattern)].map((m) => m[1] ?? "").filter((name) => !known.has(name));
}

/** Replaces the placeholders of a notice text. A value that itself looks like a placeholder is not replaced again. */
export function renderNotice(text: string, values: PlaceholderValues): string {
  const known: Readonly<Record<string, string | undefined>> = values;
  return text.replace(pattern, (_whole, name: string) =>
    Object.hasOwn(known, name) && known[name] ? known[name] : noValue,
  );
}
