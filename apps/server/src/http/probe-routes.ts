import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { sql } from "../kernel/db/sql.ts";

/** GET /healthz: the process lives. GET /readyz: it can serve. */
export function probeRoutes(http: FastifyInstance, app: App): void {
  http.get("/healthz", async (_request, reply) => reply.send({ status: "ok" }));
  http.get("/readyz", async (_request, reply) => {
    try {
      await app.db.platform(sql`select 1`);
      return await reply.send({ database: "ok" });
    } catch {
      return reply.status(503).send({ database: "down" });
    }
  });
}
