/** Row of a statement that declares no row type. */
export type DbRow = Readonly<Record<string, unknown>>;

/**
 * Texts of a fragment, before, between and after its values. Fragments of the same form share one array, so the array
 * also identifies the form.
 */
type Parts = readonly string[];

/** Compiled texts by form. Building a long text for each request, and hashing it, would cost as much as sending it. */
const texts = new WeakMap<Parts, string>();

function textOf(parts: Parts): string {
  let text = texts.get(parts);
  if (text === undefined) {
    text = parts[0] ?? "";
    for (let i = 1; i < parts.length; i++) text += `$${i}${parts[i]}`;
    texts.set(parts, text);
  }
  return text;
}

/**
 * Fragment of SQL with its bound values. Fragments can be nested. Values are always bound and never become text of
 * the statement. `R` is the row type of the result: sql<{ mold_id: number }>`select mold_id from mold …`.
 */
export class Sql<out R extends object = DbRow> {
  /** Exists only for TypeScript: carries the row type and is never set. */
  declare readonly row?: R;

  constructor(
    readonly parts: Parts,
    readonly values: readonly unknown[],
    /** Template literal of the fragment. Tests use it to find the declared row type in the source. */
    readonly template?: TemplateStringsArray,
  ) {}

  /** Returns the SQL text with placeholders $1, $2 …, and the values in that order. */
  compile(): { text: string; values: unknown[]; template?: TemplateStringsArray } {
    const text = textOf(this.parts);
    return { text, values: [...this.values], ...(this.template && { template: this.template }) };
  }
}

/**
 * Node of a tree from the pieces of a composed fragment to its parts. Each edge is one piece: a nested fragment (by its
 * parts), or any value. Nodes of fragments that are no longer used are garbage-collected.
 */
interface Form {
  parts?: Parts;
  value?: Form;
  nested?: WeakMap<Parts, Form>;
}
let formsOfTemplates = new WeakMap<Parts, Form>();
const formsOfLists = new Map<string, Form>();
const fragments = new Map<string, Sql>();
const identifiers = new Map<string, Sql>();

/**
 * Upper limit of the memory for kept forms and fragments, bytes. Statements of the product need some megabytes. But
 * callers choose fields, conditions and their order, so there are more forms than any memory can hold.
 */
const maxKeptBytes = 64 * 1024 * 1024;
/** Estimated size of a form without its texts, bytes. */
const formBytes = 500;
let keptBytes = 0;

/** Adds to the estimate of kept memory. Above the limit, empties all caches. Later requests fill them again. */
function countKept(bytes: number): void {
  keptBytes += bytes;
  if (keptBytes <= maxKeptBytes) return;
  keptBytes = 0;
  formsOfTemplates = new WeakMap();
  for (const kept of [formsOfLists, fragments, identifiers]) kept.clear();
}

function step(from: Form, piece: unknown): Form {
  const known = piece instanceof Sql ? from.nested?.get(piece.parts) : from.value;
  if (known) return known;
  const next = {};
  if (piece instanceof Sql) {
    from.nested ??= new WeakMap();
    from.nested.set(piece.parts, next);
  } else from.value = next;
  countKept(formBytes);
  return next;
}

/** Joins the pieces, and the texts before, between and after them, to the parts of one fragment. */
function merge(texts: Parts, pieces: readonly unknown[]): Parts {
  const parts: string[] = [texts[0] ?? ""];
  pieces.forEach((piece, i) => {
    const after = texts[i + 1] ?? "";
    if (piece instanceof Sql) {
      parts[parts.length - 1] += piece.parts[0] ?? "";
      for (let j = 1; j < piece.parts.length; j++) parts.push(piece.parts[j] ?? "");
      parts[parts.length - 1] += after;
    } else parts.push(after);
  });
  return parts;
}

function keepMerged(form: Form, texts: Parts, pieces: readonly unknown[]): Parts {
  form.parts = merge(texts, pieces);
  // Counts the parts, and the text that `compile` makes of them.
  for (const part of form.parts) countKept(2 * part.length);
  return form.parts;
}

function valuesOf(pieces: readonly unknown[]): readonly unknown[] {
  const values: unknown[] = [];
  for (const piece of pieces) {
    if (!(piece instanceof Sql)) values.push(piece);
    else for (const value of piece.values) values.push(value);
  }
  return values;
}

/**
 * Template tag for SQL: sql`select ${value} from ${sql.id("mold")} ${fragment}`. Fragments become part of the text.
 * All other arguments become bound values.
 */
export function sql(strings: TemplateStringsArray, ...args: readonly unknown[]): Sql<DbRow>;
export function sql<R extends object>(strings: TemplateStringsArray, ...args: readonly unknown[]): Sql<R>;
export function sql(strings: TemplateStringsArray, ...args: readonly unknown[]): Sql<DbRow> {
  // Without nested fragments, the template's own texts are the parts.
  if (!args.some((arg) => arg instanceof Sql)) return new Sql(strings, args, strings);
  let form = formsOfTemplates.get(strings);
  if (!form) {
    form = {};
    formsOfTemplates.set(strings, form);
  }
  for (const arg of args) form = step(form, arg);
  return new Sql(form.parts ?? keepMerged(form, strings, args), valuesOf(args), strings);
}

function keep(kept: Map<string, Sql>, text: string, fragment: Sql): Sql {
  kept.set(text, fragment);
  countKept(formBytes + text.length);
  return fragment;
}

/** Makes a fragment of constant text. Never pass text that a caller sent (SQL injection). */
sql.raw = (text: string): Sql => fragments.get(text) ?? keep(fragments, text, new Sql([text], []));
sql.empty = new Sql([""], []);
/** Makes a quoted identifier. Throws unless the identifier is plain lower case. */
sql.id = (identifier: string): Sql => {
  const known = identifiers.get(identifier);
  if (known) return known;
  if (!/^[a-z_][a-z0-9_]*$/.test(identifier)) throw new Error(`not an identifier: ${identifier}`);
  return keep(identifiers, identifier, sql.raw(`"${identifier}"`));
};
/**
 * Makes a literal from a constant of the code: `state = ${sql.constant(taskState.values.done)}`. A condition that
 * must match a partial index needs a literal instead of a bound value. Never pass values that a caller sent.
 */
sql.constant = (value: number | string): Sql => {
  if (typeof value === "number" ? !Number.isSafeInteger(value) : !/^[\w-]+$/.test(value))
    throw new Error(`not a constant: ${value}`);
  return sql.raw(typeof value === "number" ? String(value) : `'${value}'`);
};
/** Longest list whose form is kept, in pieces. Longer lists, such as rows of an import, rarely have the same length. */
const maxKeptPieces = 200;

function list(pieces: readonly unknown[], separator: string): Sql {
  const texts = () => ["", ...pieces.slice(1).map(() => separator), ""];
  if (pieces.length > maxKeptPieces) return new Sql(merge(texts(), pieces), valuesOf(pieces));
  let form = formsOfLists.get(separator) ?? {};
  formsOfLists.set(separator, form);
  for (const piece of pieces) form = step(form, piece);
  return new Sql(form.parts ?? keepMerged(form, texts(), pieces), valuesOf(pieces));
}

/** Makes a list of bound values: $1, $2 … */
sql.values = (values: readonly unknown[]): Sql => list(values, ", ");
/** Joins fragments with the constant text `separator` between them. */
sql.join = (pieces: readonly Sql[], separator = ", "): Sql => list(pieces, separator);
