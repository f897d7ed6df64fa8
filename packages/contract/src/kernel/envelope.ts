/** JSON object in which the server answers API calls. */
export interface Envelope<T = unknown> {
  readonly Code: 0 | 1;
  /** A message code such as `S0012`, or a code with its argument: `S0029^MOLD_NO`. */
  readonly Msg: string;
  readonly ReturnData?: T;
}

/** Largest total of a list that is always counted exactly. Counting more rows would take longer than reading a page. */
export const exactTotal = 100_000;

export interface ListData<T = Record<string, unknown>> {
  readonly list: readonly T[];
  /** Number of rows on all pages together. */
  readonly count: number;
  /** True: `count` is an estimate, or was counted up to 30 s ago. Only if it is above `exactTotal`. */
  readonly estimated?: boolean;
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
/**
 * Name of the HTTP header with the idempotency key of a write. The server does not apply a repeated request with the
 * same key again, but returns the first answer.
 */
export const requestKeyHeader = "Idempotency-Key";
/**
 * Name of the HTTP header of a write that was stored on a device and is sent later. The header holds the tenant and the
 * user who made the write. The server refuses the write if another user is signed in.
 */
export const forUserHeader = "For-User";
/** Returns the value of the header For-User. */
export const forUser = (tenant: string, user: string): string =>
  `${encodeURIComponent(tenant)}/${encodeURIComponent(user)}`;
/** Name of the HTTP header that marks the answer to a repeated request. Its value is "true". */
export const replayedHeader = "Idempotency-Replayed";
/** Form of an idempotency key: 1 to 200 printable ASCII characters without spaces. */
export const requestKeyPattern = /^[!-~]{1,200}$/;
/** Days after which the server forgets an idempotency key. A later request with the same key is applied again. */
export const requestKeyDays = 90;
/** Placeholder that clients send as token in calls without a log-in (spec admin §7). */
export const noToken = "{token}";
