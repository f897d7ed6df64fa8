/** Every JSON answer of every door. */
export interface Envelope<T = unknown> {
  readonly Code: 0 | 1;
  /** A catalogue code, or code^argument. */
  readonly Msg: string;
  readonly ReturnData?: T;
}

export interface ListData<T = Record<string, unknown>> {
  readonly list: readonly T[];
  /** Rows over all pages. */
  readonly count: number;
  /** Sums over all pages, of a query that has some. */
  readonly totals?: Readonly<Record<string, number>>;
}

/** Splits `S0029^MOLD_NO` into code and argument. */
export function splitMessage(msg: string): { code: string; arg: string | undefined } {
  const at = msg.indexOf("^");
  return at < 0 ? { code: msg, arg: undefined } : { code: msg.slice(0, at), arg: msg.slice(at + 1) };
}

/** Header that carries the token, both ways. */
export const tokenHeader = "Authorizations";
/** What calls that need no log-in send instead of a token (spec admin §7). */
export const noToken = "{token}";
