/** The JSON answer of every API. */
export interface Envelope<T = unknown> {
  readonly Code: 0 | 1;
  /** A message code, or code^argument. */
  readonly Msg: string;
  readonly ReturnData?: T;
}

export interface ListData<T = Record<string, unknown>> {
  readonly list: readonly T[];
  /** Number of rows on all pages. */
  readonly count: number;
  /** Sums over all pages, for queries with sums. */
  readonly totals?: Readonly<Record<string, number>>;
}

/** Splits `S0029^MOLD_NO` into code and argument. */
export function splitMessage(msg: string): { code: string; arg: string | undefined } {
  const at = msg.indexOf("^");
  return at < 0 ? { code: msg, arg: undefined } : { code: msg.slice(0, at), arg: msg.slice(at + 1) };
}

/** Header of the token, in requests and answers. */
export const tokenHeader = "Authorizations";
/** Placeholder that calls without a log-in send as their token (spec admin §7). */
export const noToken = "{token}";
