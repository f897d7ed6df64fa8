import type { Json } from "./tree.ts";

/** Item of a FROM clause: a view, a subquery, a common table expression or a join with a name. */
export interface Source {
  readonly alias: string;
  readonly columns: readonly string[];
  /** Records that the statement reads a column, or all columns. */
  readonly use: (column?: string) => void;
}

/** Names that an expression can see: the FROM items (sources) of its SELECT and of the SELECTs around it. */
export interface Scope {
  readonly sources: readonly Source[];
  readonly outer: Scope | undefined;
  /** Columns of the result, which ORDER BY and GROUP BY can name. */
  readonly results?: readonly string[];
}

/** Common table expressions by name, with their columns. */
export type Ctes = ReadonlyMap<string, readonly string[]>;

function* levels(scope: Scope | undefined): Generator<Scope> {
  for (let s = scope; s; s = s.outer) yield s;
}

/** Returns whether a plain name is a column that the scope can see. */
export function hasColumn(scope: Scope, name: string): boolean {
  let isFound = false;
  for (const { sources } of levels(scope))
    for (const s of sources)
      if (s.columns.includes(name)) {
        s.use(name);
        isFound = true;
      }
  return isFound;
}

/**
 * Returns whether `alias.name` is a column. PostgreSQL takes `alias.name` for a call of the function `name` if the FROM
 * item has no such column. Several FROM items may have this alias, so each of them must have the column.
 */
export function hasQualified(scope: Scope, alias: string, name: string): boolean {
  const found = sourcesOf(scope, alias);
  for (const s of found) s.use(name);
  return found.length > 0 && found.every((s) => s.columns.includes(name));
}

const sourcesOf = (scope: Scope, alias: string): Source[] =>
  [...levels(scope)].flatMap(({ sources }) => sources.filter((s) => s.alias === alias));

/**
 * Returns the columns of `*` (without alias) or `alias.*`. Returns undefined if the scope has no FROM item with this
 * alias.
 */
export function starOf(scope: Scope, alias: string | undefined): readonly string[] | undefined {
  const found = alias === undefined ? scope.sources : sourcesOf(scope, alias).slice(0, 1);
  if (found.length === 0) return undefined;
  for (const s of found) s.use();
  return found.flatMap((s) => s.columns);
}

/** Returns the names of a result: `(select …) as x(first, second)` renames the first columns. */
export function renamed(columns: readonly string[], names: readonly string[]): readonly string[] {
  return columns.map((c, i) => names[i] ?? c);
}

/** Data and functions that all checks of one statement share. */
export interface Check {
  /** Columns of each view that scripts can read. */
  readonly views: ReadonlyMap<string, readonly string[]>;
  /** Records a view as read, with these columns. */
  readonly use: (view: string, columns: readonly string[]) => void;
  /** Counts a view or a SELECT. Throws if the statement has more than the limit. */
  readonly count: (what: "sources" | "selects", at: unknown) => void;
  /** Throws scriptForbidden with line and column of the node `at` of the syntax tree. */
  readonly refuse: (what: string, at: unknown) => never;
  /** Throws scriptFailed for a column that does not exist. */
  readonly noColumn: (name: string, at: unknown) => never;
  /** Checks a subquery and returns its columns. */
  readonly select: (
    statement: Json,
    outer: Scope | undefined,
    ctes: Ctes,
    depth: number,
  ) => readonly string[];
}
