import {
  type Access,
  codes,
  replayedHeader,
  requestKeyDays,
  requestKeyHeader,
  requestKeyPattern,
} from "@shotkeeper/contract/kernel";
import { body, constant, integer, json, object, ref, type Schema } from "./schema.ts";

/** Headers that tell how many requests the tenant may still make. */
const rateHeaders = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;
const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });

export const headers: Readonly<Record<string, Schema>> = {
  "RateLimit-Limit": {
    description: "Requests that the caller may make at once. Absent where no limit applies",
    schema: integer,
  },
  "RateLimit-Remaining": { description: "Requests that are left at this moment", schema: integer },
  "RateLimit-Reset": { description: "Seconds until all requests are available again", schema: integer },
  [replayedHeader]: {
    description: "An earlier request with the same Idempotency-Key was applied; this one changed nothing",
    schema: constant("true"),
  },
  "Retry-After": { description: "Seconds after which the call may be repeated", schema: integer },
};

const headersOf = (names: readonly string[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, headerRef(name)])),
});
const limited = headersOf(rateHeaders);
const limitedOnce = headersOf([...rateHeaders, replayedHeader]);
const retry = { headers: { "Retry-After": headerRef("Retry-After") } };

const failuresByStatus: Readonly<Record<string, Schema>> = {
  "400": json(ref("Refusal"), "The body is not JSON (S0206)"),
  "413": json(ref("Refusal"), "The body is too large (S0205)"),
  "415": json(ref("Refusal"), "The body has another media type (S0208)"),
  "422": json(ref("Refusal"), "The Idempotency-Key came before with another body (S0450)"),
  "429": json(ref("Refusal"), "Too many requests (S0204) or attempts (S0203)", retry),
  "500": json(ref("Refusal"), "Unexpected failure (S0209). The argument is the id by which the log names it"),
  "503": json(ref("Refusal"), "The database is unavailable (S0210) or the queue is full (S0204)", retry),
};

/** Responses that operations refer to, by name. */
export const responses = Object.fromEntries(
  Object.entries(failuresByStatus).map(([status, r]) => [`Failure${status}`, r]),
);

/**
 * Responses for failures that any request may meet, by status. 422 is left out, because only requests with an
 * Idempotency-Key can get it.
 */
export const failures: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.keys(failuresByStatus)
    .filter((status) => status !== "422")
    .map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
);

/** Returns the schema of an answer: success or refusal. */
export const answerOf = (success: readonly string[], data?: Schema, mayLackData = false): Schema => ({
  anyOf: [
    object(
      {
        Code: constant(0),
        Msg: success.length === 1 ? constant(success[0] ?? "") : { type: "string", enum: success },
        ...(data ? { ReturnData: data } : {}),
      },
      ["Code", "Msg", ...(data && !mayLackData ? ["ReturnData"] : [])],
    ),
    ref("Refusal"),
  ],
});

/** Parameters that operations refer to, by name. */
export const parameters = {
  [requestKeyHeader]: {
    name: requestKeyHeader,
    in: "header",
    description:
      `Key of the caller for this write. It is applied once in ${requestKeyDays} days. ` +
      "A repetition gets the first answer",
    schema: { type: "string", pattern: requestKeyPattern.source },
  },
} as const;

/** Parameters and further responses of an operation that takes an Idempotency-Key. */
export const onceParameters: readonly Schema[] = [{ $ref: `#/components/parameters/${requestKeyHeader}` }];
export const onceFailures: Readonly<Record<string, Schema>> = {
  "422": { $ref: "#/components/responses/Failure422" },
};

/** Returns the response with status 200 of a call. Its field Code says whether the call was done (0) or refused (1). */
export const answered = (
  success: readonly string[],
  data?: Schema,
  isOnce = false,
  mayLackData = false,
): Schema =>
  json(answerOf(success, data, mayLackData), "Code 0: done. Code 1: refused", isOnce ? limitedOnce : limited);

const session = { session: [] };
const apiKey = { apiKey: [] };

/** Returns the credentials that an operation accepts, as OpenAPI security requirements. */
export function securityOf(access: Access): readonly Schema[] {
  switch (access.kind) {
    case "anonymous":
      return [{}, session, apiKey];
    case "right":
      return access.peopleOnly ? [session] : [session, apiKey];
    default:
      return [session];
  }
}

interface Route {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Schema of the ReturnData of a successful call. */
  readonly data?: Schema;
  readonly success?: readonly string[];
  /** Credentials that the route accepts. Default: the session of a user. */
  readonly security?: readonly Schema[];
  readonly body?: Schema;
  readonly example?: unknown;
  readonly parameters?: readonly Schema[];
  /** Responses in addition to the responses that every route has. */
  readonly responses?: Readonly<Record<string, Schema>>;
}

/** Security requirements of routes: none, a user's session, or a user's session or API key. */
export const security = { none: [], user: [session], userOrKey: [session, apiKey] } as const;

/** Returns the description of a route outside of `/mitt`. */
export const route = (r: Route): Schema => ({
  operationId: r.id,
  summary: r.summary,
  ...(r.description ? { description: r.description } : {}),
  security: r.security ?? security.user,
  ...(r.parameters ? { parameters: r.parameters } : {}),
  ...(r.body ? { requestBody: body(r.body, r.example) } : {}),
  responses: { "200": answered(r.success ?? [codes.fetched], r.data), ...failures, ...r.responses },
});

/** Returns the description of a parameter of a path or query string. */
export const parameter = (name: string, place: "path" | "query", schema: Schema): Schema => ({
  name,
  in: place,
  ...(place === "path" ? { required: true } : {}),
  schema,
});
