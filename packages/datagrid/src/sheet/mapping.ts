import type { Cell, ImportColumn, Mapping } from "./types.ts";

/** Number of rows at the top of a sheet in which `headerRow` looks for the header. */
const searched = 20;

/**
 * Normalizes a column title, so that titles can be compared. Removes the mark of required columns, a unit in brackets,
 * upper case and blanks.
 */
export function plainTitle(cell: Cell): string {
  return String(cell ?? "")
    .replace(/[*＊]/g, "")
    .replace(/[(（][^)）]*[)）]\s*$/, "")
    .replace(/[\s_]/g, "")
    .toLowerCase();
}

/** A stored mapping from titles in a file to keys of columns. Null means that the user chose "no matching field". */
export type ImportScheme = Readonly<Record<string, string | null>>;

/** Assigns the columns of a sheet to keys of import columns by their titles. Each key is assigned at most once. */
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
  // The mapping that the user chose in an earlier import takes precedence over titles that are recognised
  // automatically.
  const first = titles.map((title) => assign(chosen(title)));
  return titles.map((title, i) =>
    first[i] === undefined && chosen(title) === undefined ? assign(byName.get(title)) : first[i],
  );
}

/**
 * Returns the mapping of titles to store for the next import: the assigned titles, the titles without a field, and the
 * other titles of the stored mapping `before`.
 */
export function schemeOf(header: readonly Cell[], mapping: Mapping, before: ImportScheme = {}): ImportScheme {
  const scheme: Record<string, string | null> = { ...before };
  for (const [i, cell] of header.entries()) {
    const title = plainTitle(cell);
    if (title !== "") scheme[title] = mapping[i] ?? null;
  }
  return scheme;
}

/** Finds the header row of a sheet: the row with the most known titles. The rows above it may contain headings. */
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
