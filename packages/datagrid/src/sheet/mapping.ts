import type { Cell, ImportColumn, Mapping } from "./types.ts";

/** Number of rows that are searched for the header. */
const searched = 20;

/** Normalizes a title for comparison: removes the required mark, a unit in brackets, case and blanks. */
export function plainTitle(cell: Cell): string {
  return String(cell ?? "")
    .replace(/[*＊]/g, "")
    .replace(/[(（][^)）]*[)）]\s*$/, "")
    .replace(/[\s_]/g, "")
    .toLowerCase();
}

/** A stored mapping: title → column key, or null for "no matching field". */
export type ImportScheme = Readonly<Record<string, string | null>>;

/** Maps columns of the sheet to column keys. Each key is used at most once. */
export function mapColumns(
  header: readonly Cell[],
  columns: readonly ImportColumn[],
  scheme: ImportScheme = {},
): (string | undefined)[] {
  const byName = new Map<string, string>();
  for (const c of columns)
    for (const name of [c.title, c.key, ...(c.aliases ?? [])]) {
      const plain = plainTitle(name);
      if (!byName.has(plain)) byName.set(plain, c.key);
    }
  const keys = new Set(columns.map((c) => c.key));
  const titles = Array.from(header, plainTitle);
  const chosen = (title: string) => (Object.hasOwn(scheme, title) ? scheme[title] : undefined);
  const used = new Set<string>();
  const assign = (key: string | null | undefined): string | undefined => {
    if (key === undefined || key === null || !keys.has(key) || used.has(key)) return undefined;
    used.add(key);
    return key;
  };
  // The user's stored choices have priority over recognised titles.
  const first = titles.map((title) => assign(chosen(title)));
  return titles.map((title, i) =>
    first[i] === undefined && chosen(title) === undefined ? assign(byName.get(title)) : first[i],
  );
}

/** Returns the mapping to store: assigned titles, and titles without a field. */
export function schemeOf(header: readonly Cell[], mapping: Mapping, before: ImportScheme = {}): ImportScheme {
  const scheme: Record<string, string | null> = { ...before };
  for (const [i, cell] of header.entries()) {
    const title = plainTitle(cell);
    if (title !== "") scheme[title] = mapping[i] ?? null;
  }
  return scheme;
}

/** Finds the header: the row with the most known titles. There may be headings above it. */
export function headerRow(
  rows: readonly (readonly Cell[])[],
  columns: readonly ImportColumn[],
  scheme?: ImportScheme,
): number {
  let best = 0;
  let most = 0;
  for (const [i, row] of rows.slice(0, searched).entries()) {
    const known = mapColumns(row, columns, scheme).filter((k) => k !== undefined).length;
    if (known > most) [best, most] = [i, known];
  }
  return best;
}
