import { AppError, isMessage } from "@shotkeeper/contract/kernel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { sql } from "../kernel/db/sql.ts";
import type { Answer } from "../kernel/dispatch.ts";
import type { Principal } from "../kernel/principal.ts";
import { clientOf, principalOf } from "./auth.ts";

/** Rows in one answer from which on a query counts as an export, even if the caller does not say so. */
const manyRows = 500;

const bodyOf = (request: FastifyRequest): Readonly<Record<string, unknown>> =>
  typeof request.body === "object" && request.body !== null ? { ...request.body } : {};
const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : "").replaceAll("\0", "").slice(0, 100);

/** Returns the operation of a request: its object and its kind, such as BS_MOLD and update. */
function operationOf(request: FastifyRequest): { readonly target: string; readonly key: string } {
  const b = bodyOf(request);
  const route = request.routeOptions.url ?? "";
  if (route !== "/mitt") return { target: route, key: request.method };
  const query = b.QueryID === undefined ? "" : `${textOf(b.MENU_ID)}/${textOf(b.QueryID)}`;
  return { target: textOf(b.TableName) || query || textOf(b.Command) || textOf(b.Type), key: textOf(b.Type) };
}

export const actorOf = ({ tenantId, userId, apiKey }: Principal) => ({
  tenantId,
  userId,
  apiKey: apiKey?.name,
});

/** Records each refusal for lack of rights, and each refused log-in, in the system log. */
export function auditHooks(http: FastifyInstance, app: App): void {
  http.addHook("onError", async (request, _reply, cause) => {
    // Fastify declares errors of the framework only. The cause of a refusal is an AppError.
    const e: unknown = cause;
    if (!(e instanceof AppError)) return;
    if (request.method === "POST" && request.routeOptions.url?.startsWith("/login"))
      return refusedLogIn(app, request, e);
    const who = principalOf(request);
    if (who === undefined || !isMessage(e, "forbidden")) return;
    const client = clientOf(request);
    const facts = { code: e.code };
    await app.audit.record({ ...actorOf(who), action: "refused", ...operationOf(request), client, facts });
  });
}

async function refusedLogIn(app: App, request: FastifyRequest, e: AppError): Promise<void> {
  // These are mistakes in the form, and not attempts to enter.
  if (isMessage(e, "missingField", "invalidField", "wrongCaptcha", "databaseUnavailable")) return;
  const b = bodyOf(request);
  const code = textOf(b.TENANT_ID);
  if (code === "") return;
  const [rows] = await app.db
    .platform(sql<{ tenant_id: number }>`select tenant_id from tenant where code = ${code}`)
    .catch(() => []);
  const tenantId = rows?.[0]?.tenant_id;
  // A log of its own for tenants that do not exist could be filled by anybody.
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

/** Records the answer of a query as an export, if the caller says so or it has many rows. */
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
    facts: { rows: answer.count },
  });
}
