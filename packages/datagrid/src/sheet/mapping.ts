import type { Cell, ImportColumn } from "./types.ts";

/** How many rows may stand above the header. */
const searched = 20;

/** A title as it is compared: without the mark of a required one, the unit in brackets, case and blanks. */
function plainTitle(cell: Cell): string {
  return String(cell ?? "")
    .replace(/[*＊]/g, "")
    .replace(/[(（][^)）]*[)）]\s*$/, "")
    .replace(/[\s_]/g, "")
    .toLowerCase();
}

/** For each column of the sheet the column it goes to, or undefined. Each is filled by one at most. */
export function mapColumns(
  header: readonly Cell[],
  columns: readonly ImportColumn[],
): (string | undefined)[] {
  const byName = new Map<string, string>();
  for (const c of columns)
    for (const name of [c.title, c.key, ...(c.aliases ?? [])]) {
      const plain = plainTitle(name);
      if (!byName.has(plain)) byName.set(plain, c.key);
    }
  const taken = new Set<string>();
  return header.map((cell) => {
    const key = byName.get(plainTitle(cell));
    if (key === undefined || taken.has(key)) return undefined;
    taken.add(key);
    return key;
  });
}

/** The row that looks most like a header: titles may stand below a heading of the sheet. */
export function headerRow(rows: readonly (readonly Cell[])[], columns: readonly ImportColumn[]): number {
  let best = 0;
  let most = 0;
  for (const [i, row] of rows.slice(0, searched).entries()) {
    const known = mapColumns(row, columns).filter((k) => k !== undefined).length;
    if (known > most) [best, most] = [i, known];
  }
  return best;
}
