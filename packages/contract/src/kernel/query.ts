import type { Fields, RowOf } from "./field.ts";

export type Action = "Q" | "A" | "M" | "D";
export const actions: readonly Action[] = ["Q", "A", "M", "D"];

/** A named query: which columns it offers. How they are computed is the server's. */
export interface Query<F extends Fields = Fields> {
  readonly menu: string;
  readonly id: string;
  /** Fields that identify a row of the answer; ties of the sort are broken by them. */
  readonly key: readonly string[];
  readonly columns: F;
  /** Numbers that are added up over all pages, for the foot of the list. */
  readonly sums?: readonly string[];
  /** Answers without a log-in (spec shop §2: the product list). */
  readonly public?: true;
  /** Whoever is logged in may ask it, without Q of its screen: vocabularies that forms everywhere choose from. */
  readonly open?: true;
}

export type QueryRow<Q extends Query> = Q extends Query<infer F> ? RowOf<F> : never;

export function defineQuery<const F extends Fields>(q: {
  menu: string;
  id: string;
  key: readonly (keyof F & string)[];
  columns: F;
  sums?: readonly (keyof F & string)[];
  public?: true;
  open?: true;
}): Query<F> {
  return q;
}

export interface CommandRight {
  readonly menu: string;
  /** Screens that have the command too: the right on any one of them is enough. */
  readonly also?: readonly string[];
  readonly action: Action;
}

/** A named command: `rf_…` on the wire. */
export interface Command<I extends Fields = Fields, O = unknown> {
  readonly type: `rf_${string}`;
  /** The right it needs; without one every logged-in user may call it. */
  readonly right?: CommandRight;
  readonly input: I;
  readonly public?: true;
  /** Phantom: the type of ReturnData, in wire spelling. */
  readonly _?: O;
}

export type CommandInput<C extends Command> = C extends Command<infer I, infer _O> ? RowOf<I> : never;
export type CommandOutput<C extends Command> = C extends Command<infer _I, infer O> ? O : never;

/** `defineCommand<Output>()({ type, right, input })`: the output's type is given, the input's is inferred. */
export function defineCommand<O>() {
  return <const I extends Fields>(c: {
    type: `rf_${string}`;
    right?: CommandRight;
    input: I;
    public?: true;
  }): Command<I, O> => c;
}
