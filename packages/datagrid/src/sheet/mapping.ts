import type { Cell, ImportColumn, Mapping } from "./types.ts";

/** How many rows may stand above the header. */
const searched = 20;

/** A title as it is compared: without the mark of a required one, the unit in brackets, case and blanks. */
export function plainTitle(cell: Cell): string {
  return String(cell ?? "")
    .replace(/[*＊]/g, "")
    .replace(/[(（][^)）]*[)）]\s*$/, "")
    .replace(/[\s_]/g, "")
    .toLowerCase();
}

/** How a user assigned titles before: title → key, or null for "no matching field". */
export type ImportScheme = Readonly<Record<string, string | null>>;

/** For each column of the sheet the column it goes to, or undefined. Each is filled by one at most. */
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
  const taken = new Set<string>();
  const take = (key: string | null | undefined): string | undefined => {
    if (key === undefined || key === null || !keys.has(key) || taken.has(key)) return undefined;
    taken.add(key);
    return key;
  };
  // What somebody chose comes before what is recognised.
  const first = titles.map((title) => take(chosen(title)));
  return titles.map((title, i) =>
    first[i] === undefined && chosen(title) === undefined ? take(byName.get(title)) : first[i],
  );
}

/** What is kept of a mapping: titles that are assigned, and titles that were left without a field. */
export function schemeOf(header: readonly Cell[], mapping: Mapping, before: ImportScheme = {}): ImportScheme {
  const scheme: Record<string, string | null> = { ...before };
  for (const [i, cell] of header.entries()) {
    const title = plainTitle(cell);
    if (title !== "") scheme[title] = mapping[i] ?? null;
  }
  return scheme;
}

/** The row that looks most like a header: titles may stand below a heading of the sheet. */
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
