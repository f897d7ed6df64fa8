/** JSON object in which the server answers API calls. */
export interface Envelope<T = unknown> {
  readonly Code: 0 | 1;
  /** A message code such as `S0012`, or a code with its argument: `S0029^MOLD_NO`. */
  readonly Msg: string;
  readonly ReturnData?: T;
}

export interface ListData<T = Record<string, unknown>> {
  readonly list: readonly T[];
  /** Number of rows on all pages together. */
  readonly count: number;
  /** Sums over the rows of all pages. Only in answers of queries that declare sums. */
  readonly totals?: Readonly<Record<string, number>>;
}

/** Splits a message such as `S0029^MOLD_NO` into its code and its argument. */
export function splitMessage(msg: string): { code: string; arg: string | undefined } {
  const at = msg.indexOf("^");
  return at < 0 ? { code: msg, arg: undefined } : { code: msg.slice(0, at), arg: msg.slice(at + 1) };
}

/** Name of the HTTP header that carries the session token, in requests and answers. */
export const tokenHeader = "Authorizations";
/** Placeholder that clients send as token in calls without a log-in (spec admin §7). */
export const noToken = "{token}";
