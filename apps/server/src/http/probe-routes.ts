import { statfs } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { sql } from "../kernel/db/sql.ts";

/** Returns whether the data directory has space for uploads, the journal and the embedded database. */
async function diskOf({ dataDir, leastDiskMb }: App["config"]): Promise<"ok" | "full"> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return (bavail * bsize) / 1_048_576 < leastDiskMb ? "full" : "ok";
  } catch (cause) {
    // A missing directory is no fault: with PostgreSQL, the first upload creates it.
    return cause instanceof Error && "code" in cause && cause.code === "ENOENT" ? "ok" : "full";
  }
}

/** Registers GET /healthz (200 while the process is alive) and GET /readyz (200 if the server can answer requests). */
export function probeRoutes(http: FastifyInstance, app: App): void {
  const { mqttPort, mqttTls, mqttUrl } = app.config;
  http.get("/healthz", async (_request, reply) => reply.send({ status: "ok" }));
  http.get("/readyz", async (_request, reply) => {
    const database = await app.db.platform(sql`select 1`).then(
      () => "ok",
      () => "down",
    );
    const hasBroker = mqttPort !== undefined || mqttTls !== undefined || mqttUrl !== undefined;
    // If the server has several workers, only one of them runs the broker.
    const isElsewhere = app.workers !== undefined && app.ingest.mqtt === undefined;
    const here = app.ingest.mqtt?.connected ? "ok" : "down";
    const broker = !hasBroker ? "off" : isElsewhere ? "other" : here;
    const disk = await diskOf(app.config);
    const ready = database === "ok" && broker !== "down" && disk === "ok";
    return reply.status(ready ? 200 : 503).send({ database, broker, disk });
  });
}
