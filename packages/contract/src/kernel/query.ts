import type { MenuId } from "../menus.ts";
import type { Access } from "./access.ts";
import type { Fields, RowOf } from "./field.ts";
import type { MessageName } from "./messages.ts";
import type { AnswerFields, AnswerOf, Output, OutputOf } from "./output.ts";
import type { NoSecondPerson, SecondPersonRule } from "./second-person.ts";

/** A query of a screen and its columns. The server declares separately how the columns are computed. */
export interface Query<F extends Fields = Fields> {
  /** The screen to which the query belongs (MENU_ID on the wire). */
  readonly menu: MenuId;
  /** Id of the query on that screen (QueryID on the wire). */
  readonly id: string;
  readonly access: Access;
  /**
   * Fields that identify a row of the answer. Rows that are equal in the requested sort are sorted by these fields, so
   * that no row appears on two pages.
   */
  readonly key: readonly string[];
  readonly columns: F;
  /** Numeric columns whose sum over all pages the server computes, for the footer of the list. */
  readonly sums?: readonly string[];
}

export type QueryRow<Q extends Query> = Q extends Query<infer F> ? RowOf<F> : never;

export function defineQuery<const F extends Fields>(q: {
  menu: MenuId;
  id: string;
  access: Access;
  key: readonly (keyof F & string)[];
  columns: F;
  sums?: readonly (keyof F & string)[];
}): Query<F> {
  return q;
}

/** A command: an operation with a name of its own, which begins with `rf_` on the wire. */
export interface Command<
  I extends Fields = Fields,
  O extends AnswerFields = AnswerFields,
  P extends Output = Output,
> {
  readonly type: `rf_${string}`;
  readonly access: Access;
  readonly input: I;
  /** Fields of the command's answer. */
  readonly output: O;
  /** Message that a successful call returns. Default: S0012. */
  readonly success?: MessageName;
  /**
   * True: users may call the command without a connection. Their device queues the call and sends it later, with an
   * Idempotency-Key.
   */
  readonly offline?: true;
  /**
   * True: a repeated call does no harm, so the command runs again even if its Idempotency-Key is known. Set for
   * commands that wait for another system. Without this setting, the server would hold a transaction open while they
   * wait.
   */
  readonly repeatable?: true;
  /**
   * True: the command changes nothing and may take long. The server cancels its statements if the caller disconnects.
   * While other tenants read data, the server runs only a few such commands of one tenant at the same time.
   */
  readonly isReport?: true;
  /**
   * True: the command changes nothing. Default: true for reports and for commands that need only the right Q (query),
   * otherwise false. False: the command needs only the right Q, but stores something, such as a line of the system log.
   */
  readonly readOnly?: boolean;
  /**
   * Fields of the command's preview. The operation `preview` runs the command in a transaction that is rolled back, and
   * returns the changes that the command would make. Undefined: the command has no preview.
   */
  readonly preview?: P;
  /**
   * Rule of two persons: the users of an earlier step may not call the command for the same document. Every command
   * that reviews, audits, accepts or judges declares such a rule, or the reason why it needs no rule.
   */
  readonly secondPerson?: SecondPersonRule | NoSecondPerson;
}

/** Returns whether a command needs only the right Q (query). Such a command may be repeated without harm. */
export const isQuery = ({ access }: Command): boolean => access.kind === "right" && access.action === "Q";

/**
 * Returns whether a command stores nothing. A user who views the system as another user may call only such commands.
 */
export const changesNothing = (c: Command): boolean => c.readOnly ?? (c.isReport === true || isQuery(c));

export type CommandInput<C extends Command> = C extends Command<infer I> ? RowOf<I> : never;
export type CommandOutput<C extends Command> = C extends Command<infer _I, infer O> ? AnswerOf<O> : never;

/** Answer to a preview of the command. */
export type CommandPreview<C extends Command> =
  C extends Command<infer _I, infer _O, infer P> ? OutputOf<P> : never;

/** Declares a command with its access, input and output. A command with the output {} answers null. */
export function defineCommand<
  const I extends Fields,
  const O extends AnswerFields,
  const P extends Output = Output,
>(c: Command<I, O, P>): Command<I, O, P> {
  return c;
}
