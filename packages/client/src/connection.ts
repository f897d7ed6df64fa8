import { limits } from "@shotkeeper/contract/enumerations";
import {
  codes,
  type Envelope,
  forUser,
  forUserHeader,
  noToken,
  requestKeyHeader,
  tokenHeader,
} from "@shotkeeper/contract/kernel";
import type { DeviceStore } from "./devices.ts";
import { ClientError } from "./error.ts";
import type { OfflineLayer } from "./offline/layer.ts";
import type { TokenStore } from "./token.ts";

export interface ClientOptions {
  /** Origin of the server, without a trailing slash. "" means the origin of the page. */
  readonly baseUrl?: string;
  readonly tokens: TokenStore;
  /**
   * Stores the tokens that identify this browser to the server at a log-in. Absent: the client stores no such tokens.
   */
  readonly devices?: DeviceStore;
  /** Kind of device. The licence limits the number of handheld scanners (PDA) and the number of PCs separately. */
  readonly device?: "PC" | "PDA";
  /** Tenant whose shop a caller without a session visits. Absent: the server chooses by the host name. */
  readonly shopTenant?: string | undefined;
  /**
   * Called when the server has ended the session (S0009, S0010). The client has then deleted the token, unless the
   * token belongs to a view ("View as this user").
   */
  readonly onExpired?: () => void;
  /**
   * Called for each answer, so that the caller can estimate the server's clock. `date` is the time in the answer's Date
   * header. `sentAt` and `receivedAt` are the times of the request and of its answer. All three are epoch ms.
   */
  readonly onDate?: (date: number, sentAt: number, receivedAt: number) => void;
  /** Holds the offline layer, which answers reads and stores writes while the server cannot be reached. */
  readonly offline?: { layer: OfflineLayer | undefined };
}

/**
 * Idempotency key and user of a stored write. The server applies a write with the same key only once, and only for this
 * user.
 */
export interface StoredWrite {
  /** Key of the write (header Idempotency-Key). */
  readonly key: string;
  /** The user who did the write. */
  readonly owner: { readonly tenant: string; readonly user: string };
}

/** Maximum duration of the upload of a stored photo, ms. */
export const uploadMs = 10 * 60_000;

export const headersOf = (stored: StoredWrite | undefined): Readonly<Record<string, string>> =>
  stored
    ? { [requestKeyHeader]: stored.key, [forUserHeader]: forUser(stored.owner.tenant, stored.owner.user) }
    : {};

/** Returns functions that send requests with the session's token and decode the server's answers. */
export function connect(options: ClientOptions) {
  const base = options.baseUrl ?? "";
  const { tokens } = options;

  async function request(
    path: string,
    init: RequestInit,
    outer?: AbortSignal,
    timeoutMs: number = limits.loadingTimeoutMs,
  ): Promise<Response> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = outer ? AbortSignal.any([outer, timeout]) : timeout;
    let response: Response;
    const sentAt = Date.now();
    const session = tokens.session();
    try {
      response = await fetch(base + path, {
        ...init,
        signal,
        headers: { [tokenHeader]: tokens.get() ?? noToken, ...init.headers },
      });
    } catch (cause) {
      if (outer?.aborted) throw new ClientError("aborted", "aborted");
      throw timeout.aborted
        ? new ClientError("timeout", "timeout")
        : new ClientError(String(cause), "network");
    }
    const date = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(date)) options.onDate?.(date, sentAt, Date.now());
    const renewed = response.headers.get(tokenHeader);
    // Stores the renewed token only if the user has not logged in again since the request. Otherwise a late answer
    // would replace the token of the new log-in.
    if (renewed && tokens.session() === session) tokens.set(renewed);
    return response;
  }

  async function send(
    path: string,
    init: RequestInit,
    outer?: AbortSignal,
    timeoutMs?: number,
  ): Promise<Envelope & Record<string, unknown>> {
    const sentToken = tokens.get();
    const response = await request(path, init, outer, timeoutMs);
    let body: Envelope & Record<string, unknown>;
    try {
      body = await response.json();
    } catch {
      throw new ClientError("network", outer?.aborted ? "aborted" : "network", response.status);
    }
    if (body.Code === 0) return body;
    const isEnded = body.Msg === codes.sessionEnded || body.Msg === codes.noToken;
    // The server has refused the token of this request. If another token was stored after the request was sent, ignores
    // the refusal, because the new token may be valid.
    if (isEnded && tokens.get() === sentToken) {
      // Deletes the token, except the token of a view ("View as this user"). Without the view's token, the page would
      // go on with the session of the administrator.
      if (!tokens.isView()) tokens.clear();
      options.onExpired?.();
    }
    throw new ClientError(body.Msg, undefined, response.status);
  }

  return { request, send };
}
