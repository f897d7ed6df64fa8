import { AppError, isMessage } from "@shotkeeper/contract/kernel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { RefusedKey } from "../kernel/auth/api-keys.ts";
import { sql } from "../kernel/db/sql.ts";
import type { Answer } from "../kernel/list-answer.ts";
import type { Principal } from "../kernel/principal.ts";
import { clientOf, principalOf } from "./auth.ts";

/**
 * A query with at least this number of rows is recorded in the system log as an export, even if the caller does not
 * mark it as one.
 */
const manyRows = 500;

type Body = Readonly<Record<string, unknown>>;

/**
 * Bodies of the requests to `/mitt/<operation>`. Such a request names its operation only in the address, so the name
 * was added to the body, as POST /mitt needs it.
 */
const named = new WeakMap<FastifyRequest, Body>();

/**
 * Stores the body of a request to `/mitt/<operation>` with the name of the operation. The system log reads the name
 * from this body.
 */
export const nameOperation = (request: FastifyRequest, body: Body): unknown => named.set(request, body);

const bodyOf = (request: FastifyRequest): Body =>
  named.get(request) ??
  (typeof request.body === "object" && request.body !== null ? { ...request.body } : {});
const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : "").replaceAll("\0", "").slice(0, 100);

/**
 * Returns how the system log names the operation of a request: `target`, such as BS_MOLD, and `key`, such as update.
 */
function operationOf(request: FastifyRequest): { readonly target: string; readonly key: string } {
  const b = bodyOf(request);
  const route = request.routeOptions.url ?? "";
  if (route !== "/mitt" && !named.has(request)) return { target: route, key: request.method };
  const query = b.QueryID === undefined ? "" : `${textOf(b.MENU_ID)}/${textOf(b.QueryID)}`;
  return { target: textOf(b.TableName) || query || textOf(b.Command) || textOf(b.Type), key: textOf(b.Type) };
}

/** Returns the person who acts: the administrator if the caller is a view ("View as this user"). */
export const actorOf = ({ tenantId, userId, apiKey, viewer }: Principal) => ({
  tenantId,
  userId: viewer?.userId ?? userId,
  apiKey: apiKey?.name,
});

/**
 * Returns facts for the log: the id of the viewed user if another user works in a view ("View as this user"), otherwise
 * none.
 */
export const viewFacts = ({ viewer, userId }: Principal) => (viewer ? { viewedUser: userId } : {});

/** Records each refusal for lack of rights, each refused log-in and each refused API key in the system log. */
export function auditHooks(http: FastifyInstance, app: App): void {
  http.addHook("onError", async (request, _reply, cause) => {
    // Reads the error as `unknown`, because Fastify declares it as one of its own errors. A refusal is an AppError
    // instead.
    const e: unknown = cause;
    if (!(e instanceof AppError)) return;
    if (e instanceof RefusedKey) return refusedKey(app, request, e);
    if (request.method === "POST" && request.routeOptions.url?.startsWith("/login"))
      return refusedLogIn(app, request, e);
    const who = principalOf(request);
    if (who === undefined || !isMessage(e, "forbidden")) return;
    const client = clientOf(request);
    const facts = { code: e.code, ...viewFacts(who) };
    await app.audit.record({ ...actorOf(who), action: "refused", ...operationOf(request), client, facts });
  });
}

/**
 * Records a call with a refused API key. If the secret was wrong, anybody may have sent the key: the entry then names
 * no user and counts as a refused log-in, so that strangers cannot use up the log lines of a user. If the secret was
 * right, the entry names the user who made the key.
 */
async function refusedKey(app: App, request: FastifyRequest, e: RefusedKey): Promise<void> {
  await app.audit.record({
    tenantId: e.tenantId,
    userId: e.userId ?? "",
    apiKey: e.keyName,
    action: e.userId === undefined ? "loginFailed" : "refused",
    target: "SYS_API_KEY",
    key: String(e.keyId),
    client: clientOf(request),
    facts: { code: e.code },
  });
}

async function refusedLogIn(app: App, request: FastifyRequest, e: AppError): Promise<void> {
  // Records no mistakes in the form of the request and no failures of the server, because they do not show wrong
  // credentials.
  if (isMessage(e, "missingField", "invalidField", "wrongCaptcha", "databaseUnavailable")) return;
  const b = bodyOf(request);
  const code = textOf(b.TENANT_ID);
  if (code === "") return;
  const [rows] = await app.db
    .platform(sql<{ tenant_id: number }>`select tenant_id from tenant where code = ${code}`)
    .catch(() => []);
  const tenantId = rows?.[0]?.tenant_id;
  // Records nothing if the tenant does not exist. Otherwise anybody could fill the log with invented tenants.
  if (tenantId === undefined) return;
  await app.audit.record({
    tenantId,
    userId: textOf(b.USER_ID).slice(0, 50),
    action: "loginFailed",
    target: "session",
    key: b.DEV_TYPE === "PC" || b.DEV_TYPE === "PDA" ? b.DEV_TYPE : "",
    client: clientOf(request),
    facts: { code: e.code },
  });
}

/**
 * Records the answer of a query as an export, if the caller marks the query as an export or the answer has many rows.
 */
export async function recordExport(app: App, request: FastifyRequest, answer: Answer): Promise<void> {
  const { rows = 0 } = answer;
  const who = principalOf(request);
  if (who === undefined || (rows < manyRows && bodyOf(request).EXPORT !== "Y") || answer.count === undefined)
    return;
  await app.audit.record({
    ...actorOf(who),
    action: "export",
    ...operationOf(request),
    client: clientOf(request),
    facts: { rows: answer.count, ...viewFacts(who) },
  });
}
