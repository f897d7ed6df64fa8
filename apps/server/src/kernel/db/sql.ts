/** Row of a statement that declares no row type. */
export type DbRow = Readonly<Record<string, unknown>>;

/**
 * Fragment of SQL with its bound values. Fragments can be nested. Values are always bound and never become text of
 * the statement. `R` is the row type of the result: sql<{ mold_id: number }>`select mold_id from mold …`.
 */
export class Sql<out R extends object = DbRow> {
  /** Exists only for TypeScript: carries the row type and is never set. */
  declare readonly row?: R;

  constructor(
    readonly parts: readonly string[],
    readonly values: readonly unknown[],
    /** Template literal of the fragment. Tests use it to find the declared row type in the source. */
    readonly template?: TemplateStringsArray,
  ) {}

  /** Returns the SQL text with placeholders $1, $2 …, and the values in that order. */
  compile(): { text: string; values: unknown[]; template?: TemplateStringsArray } {
    let text = this.parts[0] ?? "";
    for (let i = 1; i < this.parts.length; i++) text += `$${i}${this.parts[i]}`;
    return { text, values: [...this.values], ...(this.template && { template: this.template }) };
  }
}

/**
 * Template tag for SQL: sql`select ${value} from ${sql.id("mold")} ${fragment}`. Fragments become part of the text.
 * All other arguments become bound values.
 */
export function sql(strings: TemplateStringsArray, ...args: readonly unknown[]): Sql<DbRow>;
export function sql<R extends object>(strings: TemplateStringsArray, ...args: readonly unknown[]): Sql<R>;
export function sql(strings: TemplateStringsArray, ...args: readonly unknown[]): Sql<DbRow> {
  const parts: string[] = [strings[0] ?? ""];
  const values: unknown[] = [];
  args.forEach((arg, i) => {
    const after = strings[i + 1] ?? "";
    if (arg instanceof Sql) {
      parts[parts.length - 1] += arg.parts[0] ?? "";
      for (let j = 1; j < arg.parts.length; j++) parts.push(arg.parts[j] ?? "");
      values.push(...arg.values);
      parts[parts.length - 1] += after;
    } else {
      values.push(arg);
      parts.push(after);
    }
  });
  return new Sql(parts, values, strings);
}

/** Makes a fragment of constant text. Never pass text that a caller sent (SQL injection). */
sql.raw = (text: string): Sql => new Sql([text], []);
sql.empty = new Sql([""], []);
/** Makes a quoted identifier. Throws unless the identifier is plain lower case. */
sql.id = (identifier: string): Sql => {
  if (!/^[a-z_][a-z0-9_]*$/.test(identifier)) throw new Error(`not an identifier: ${identifier}`);
  return new Sql([`"${identifier}"`], []);
};
/**
 * Makes a literal from a constant of the code: `state = ${sql.constant(taskState.values.done)}`. A condition that
 * must match a partial index needs a literal instead of a bound value. Never pass values that a caller sent.
 */
sql.constant = (value: number | string): Sql => {
  if (typeof value === "number" ? !Number.isSafeInteger(value) : !/^[\w-]+$/.test(value))
    throw new Error(`not a constant: ${value}`);
  return new Sql([typeof value === "number" ? String(value) : `'${value}'`], []);
};
/** Makes a list of bound values: $1, $2 … */
sql.values = (values: readonly unknown[]): Sql =>
  new Sql(["", ...Array.from({ length: values.length - 1 }, () => ", "), ""], values);
/** Joins fragments with the constant text `separator` between them. */
sql.join = (pieces: readonly Sql[], separator = ", "): Sql => {
  const parts: string[] = [""];
  const values: unknown[] = [];
  pieces.forEach((piece, i) => {
    parts[parts.length - 1] += (i ? separator : "") + (piece.parts[0] ?? "");
    for (let j = 1; j < piece.parts.length; j++) parts.push(piece.parts[j] ?? "");
    values.push(...piece.values);
  });
  return new Sql(parts, values);
};
