import { codes, errors, tokenHeader } from "@shotkeeper/contract/kernel";
import { userStatus } from "@shotkeeper/contract/system";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { ok } from "../http/envelope.ts";
import { sql } from "../kernel/db/sql.ts";
import { isLoopback } from "../kernel/loopback.ts";

/**
 * Registers POST /dev/login, which opens a session of the demo tenant's user DEV_LOGIN without a password. Only the
 * server of `npm run dev` has this route. The caller's address and the Host header must be loopback. This excludes
 * reverse proxies and foreign host names that resolve to this computer.
 */
export function devLoginRoute(http: FastifyInstance, app: App): void {
  const { devLogin: userId } = app.config;
  if (userId === undefined) return;
  http.post("/dev/login", async (request, reply) => {
    if (!isLoopback(request.ip) || !isLoopback(request.hostname)) throw errors.notFound();
    const [tenants] = await app.db.platform(sql`select tenant_id from tenant where demo and code = 'demo'`);
    const tenantId = Number(tenants?.[0]?.tenant_id ?? Number.NaN);
    const [users] = Number.isNaN(tenantId)
      ? []
      : await app.db.run(tenantId, [
          sql`
            select 1
            from "user"
            where tenant_id = ${tenantId}
              and user_id = ${userId}
              and status = ${userStatus.values.enabled}
          `,
        ]);
    if (!users?.length) throw errors.unknownUser();
    const token = await app.sessions.open(tenantId, userId, "PC", true, app.now());
    void reply.header(tokenHeader, token);
    return ok(reply, codes.loggedIn, JSON.stringify({ token }));
  });
}
