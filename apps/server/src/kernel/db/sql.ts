/** A piece of SQL with its bound values; `sql` nests pieces, so a value never becomes text. */
export class Sql {
  constructor(
    readonly parts: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  /** Text with $1 … and the values in their order. */
  compile(): { text: string; values: unknown[] } {
    let text = this.parts[0] ?? "";
    for (let i = 1; i < this.parts.length; i++) text += `$${i}${this.parts[i]}`;
    return { text, values: [...this.values] };
  }
}

/** sql`select ${value} from ${sql.id("mold")} ${fragment}`: fragments are spliced, all else is bound. */
export function sql(strings: TemplateStringsArray, ...args: readonly unknown[]): Sql {
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
  return new Sql(parts, values);
}

/** Text of our own making, never of a caller's. */
sql.raw = (text: string): Sql => new Sql([text], []);
sql.empty = new Sql([""], []);
sql.id = (identifier: string): Sql => {
  if (!/^[a-z_][a-z0-9_]*$/.test(identifier)) throw new Error(`not an identifier: ${identifier}`);
  return new Sql([`"${identifier}"`], []);
};
/** $1, $2 …: all of them bound. */
sql.values = (values: readonly unknown[]): Sql =>
  new Sql(["", ...Array.from({ length: values.length - 1 }, () => ", "), ""], values);
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
