import { isSimilar } from "./similar.ts";
import type { Cell, ImportColumn, Mapping, Sheet } from "./types.ts";

/** Number of rows at the top of a sheet in which `headerOf` looks for the header. */
const SEARCHED = 20;

/**
 * Normalizes a column title, so that titles can be compared. Converts the title to lower case. Removes the mark of
 * required columns (*), text in brackets at the end, blanks, and the characters "_", "." and ":".
 */
export function plainTitle(cell: Cell): string {
  return String(cell ?? "")
    .normalize("NFKC")
    .replace(/[*]/g, "")
    .replace(/\([^)]*\)\s*$/, "")
    .replace(/[\s_.:]/g, "")
    .toLowerCase();
}

const plainUnit = (unit: string): string => unit.normalize("NFKC").trim().toLowerCase();

/**
 * Returns true if the unit in brackets in a title differs from the column's unit. The numbers may then have another
 * meaning.
 */
function hasOtherUnit(title: string, { unit, unitNames = [] }: ImportColumn): boolean {
  const stated = /\(([^)]*)\)\s*$/.exec(title.normalize("NFKC").replace(/[*]/g, ""))?.[1];
  if (!stated || !unit) return false;
  return ![unit, ...unitNames].some((name) => plainUnit(name) === plainUnit(stated));
}

/** A stored mapping from titles in a file to keys of columns. Null means that the user chose "no matching field". */
export type ImportScheme = Readonly<Record<string, string | null>>;

/**
 * States how a column of the sheet was assigned to an import column. "scheme": by the stored mapping of an earlier
 * import. "exact": its title names the import column. "similar": the user should check the assignment. "duplicate": not
 * assigned, because another column of the sheet is already assigned to the import column that its title names.
 */
export type Match = "scheme" | "exact" | "similar" | "duplicate" | undefined;

/** Title of a column of the sheet. */
export interface SheetTitle {
  readonly text: string;
  /** Last line of a title that takes several rows. */
  readonly last: string;
  /** True if the column has a value below the header. */
  readonly hasData: boolean;
  readonly isHidden: boolean;
}

export interface Matched {
  readonly mapping: Mapping;
  readonly matches: readonly Match[];
}

/** Assigns the columns of a sheet to keys of import columns by their titles. Each key is assigned at most once. */
export function matchTitles(
  titles: readonly Pick<SheetTitle, "text" | "last">[],
  columns: readonly ImportColumn[],
  scheme: ImportScheme = {},
): Matched {
  const byName = new Map<string, string>();
  // Titles take precedence over aliases, so that an alias never hides the title of another column.
  for (const names of [(c: ImportColumn) => [c.title, c.key], (c: ImportColumn) => c.aliases ?? []])
    for (const c of columns)
      for (const plain of names(c).map(plainTitle)) if (!byName.has(plain)) byName.set(plain, c.key);
  const byKey = new Map(columns.map((c) => [c.key, c]));
  const names = titles.map((t) => plainTitle(t.text));
  const mapping: (string | undefined)[] = titles.map(() => undefined);
  const matches: Match[] = titles.map(() => undefined);
  const used = new Set<string>();
  /**
   * Assigns the column at index `i` of the sheet to the import column `key`, unless one of them is already assigned.
   * @param isNamed true if the title names the import column. If `key` is already assigned to another column of the
   * sheet, the match is then "duplicate"
   */
  const assign = (i: number, key: string | null | undefined, match: Match, isNamed = false): void => {
    if (key === undefined || key === null || !byKey.has(key) || mapping[i] !== undefined) return;
    if (used.has(key)) {
      if (isNamed) matches[i] = "duplicate";
      return;
    }
    used.add(key);
    mapping[i] = key;
    matches[i] = match;
  };
  const open = (): number[] =>
    names.flatMap((name, i) =>
      name === "" || mapping[i] !== undefined || matches[i] !== undefined || Object.hasOwn(scheme, name)
        ? []
        : i,
    );
  // Applies the mapping of an earlier import first, because the user chose it. Other titles are recognised below.
  for (const [i, name] of names.entries()) if (Object.hasOwn(scheme, name)) assign(i, scheme[name], "scheme");
  // Assigns titles with the unit of their import column first, and titles with another unit after them. So if a sheet
  // has "Weight (kg)" and "Weight (g)", the import column in g gets "Weight (g)".
  const named = open().map((i) => {
    const column = byKey.get(byName.get(names[i] ?? "") ?? "");
    return { i, key: column?.key, isOther: column ? hasOtherUnit(titles[i]?.text ?? "", column) : false };
  });
  for (const { i, key, isOther } of named) if (!isOther) assign(i, key, "exact", true);
  for (const { i, key, isOther } of named) if (isOther) assign(i, key, "similar", true);
  for (const i of open()) assign(i, byName.get(plainTitle(titles[i]?.last ?? "")), "similar");
  for (const i of open()) {
    const near = [...byName].filter(([name, key]) => !used.has(key) && isSimilar(name, names[i] ?? ""));
    const [only, ...others] = new Set(near.map(([, key]) => key));
    if (others.length === 0) assign(i, only, "similar");
  }
  return { mapping, matches };
}

/**
 * Returns the mapping of titles to store for the next import: the assigned titles, the titles without a field, and the
 * other titles of the stored mapping `before`.
 */
export function schemeOf(
  titles: readonly Pick<SheetTitle, "text">[],
  mapping: Mapping,
  before: ImportScheme = {},
): ImportScheme {
  const scheme: Record<string, string | null> = { ...before };
  for (const [i, { text }] of titles.entries()) {
    const title = plainTitle(text);
    if (title !== "") scheme[title] = mapping[i] ?? null;
  }
  return scheme;
}

/** Returns the titles in the header rows of a sheet. A title over several rows has its lines joined by " / ". */
export function titlesOf({ rows, hiddenColumns }: Sheet, header: number, depth: number): SheetTitle[] {
  const filled: boolean[] = [];
  for (let r = header + depth; r < rows.length; r++)
    for (const [c, cell] of (rows[r] ?? []).entries()) if (cell !== null) filled[c] = true;
  const lines = rows.slice(Math.max(0, header), header + depth);
  const width = Math.max(filled.length, ...lines.map((line) => line.length));
  return Array.from({ length: width }, (_, c) => {
    const parts = lines.map((line) => String(line[c] ?? "").trim()).filter((t) => t !== "");
    const different = parts.filter((part, i) => part !== parts[i - 1]);
    return {
      text: different.join(" / "),
      last: different.at(-1) ?? "",
      hasData: filled[c] === true,
      isHidden: hiddenColumns?.has(c) ?? false,
    };
  });
}

export interface HeaderPlace {
  /** Index of the first row of the header, counted from 0. */
  readonly header: number;
  /** Number of rows of the header. */
  readonly depth: number;
}

/** Finds the header of a sheet: the rows with the most known titles. The rows above it may contain headings. */
export function headerOf(sheet: Sheet, columns: readonly ImportColumn[], scheme?: ImportScheme): HeaderPlace {
  let best: HeaderPlace = { header: 0, depth: 1 };
  let most = 0;
  for (const [header] of sheet.rows.slice(0, SEARCHED).entries()) {
    const depth = sheet.details?.headerDepth(header) ?? 1;
    const titles = titlesOf({ ...sheet, rows: sheet.rows.slice(0, header + depth) }, header, depth);
    const { matches } = matchTitles(titles, columns, scheme);
    const exact = matches.filter((m) => m === "exact" || m === "scheme").length;
    // Counts a similar title as half a match in a header of one row. In a header of several rows a title often matches
    // by its last row alone, which also counts as "similar". So similar titles count fully there.
    const known = exact + matches.filter((m) => m === "similar").length / (depth > 1 ? 1 : 2);
    if (known > most) [best, most] = [{ header, depth }, known];
  }
  return best;
}
