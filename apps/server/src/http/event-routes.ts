import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import type { LiveEvent } from "../kernel/events.ts";
import { authenticate } from "./auth.ts";

/** Throttle: a burst of readings becomes one event per second, because screens load the data themselves. */
const gatherMs = 1000;
const beatMs = 15_000;
/** Output buffer limit, bytes. A client that does not read is disconnected. */
const maxBuffered = 256 * 1024;

/** GET /events: server-sent events of the tenant. */
export function eventRoutes(http: FastifyInstance, app: App): void {
  const open = new Set<() => void>();
  http.addHook("preClose", async () => {
    for (const end of open) end();
  });

  http.get("/events", async (request, reply) => {
    let { who } = await authenticate(app, request, reply);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    raw.write(": hello\n\n");
    const gathered = new Map<LiveEvent["type"], { molds: Set<string>; counters: Set<string> }>();
    const stop = app.events.listen(who.tenantId, (e) => {
      if (e.users && !e.users.includes(who.userId)) return;
      const g = gathered.get(e.type) ?? { molds: new Set(), counters: new Set() };
      gathered.set(e.type, g);
      // Beyond 200 names an event means "any", so the sets stop growing at 201.
      for (const m of e.molds ?? []) if (g.molds.size <= 200) g.molds.add(m);
      for (const c of e.counters ?? []) if (g.counters.size <= 200) g.counters.add(c);
    });
    const flush = setInterval(() => {
      if (raw.writableLength > maxBuffered) return end();
      for (const [type, g] of gathered) {
        const names = (s: Set<string>) => (s.size > 200 ? [] : [...s]);
        // A caller with limited scope must not see the names of others' molds and counters.
        const data =
          who.scope.kind === "tenant"
            ? { type, molds: names(g.molds), counters: names(g.counters) }
            : { type };
        raw.write(`data: ${JSON.stringify(data)}\n\n`);
      }
      // Sends the event before checking the session, so that a user who loses rights learns of the change too.
      if (gathered.has("session")) look();
      gathered.clear();
    }, gatherMs);
    /** Checks the session again: ends the stream if it was closed, otherwise updates the caller's rights. */
    function look(): void {
      app.sessions.find(request.headers.authorizations as string, app.now()).then(
        (found) => {
          who = found.who;
          raw.write(": beat\n\n");
        },
        () => end(),
      );
    }
    const beat = setInterval(look, beatMs);
    function end(): void {
      clearInterval(flush);
      clearInterval(beat);
      stop();
      open.delete(end);
      raw.end();
    }
    open.add(end);
    request.raw.on("close", end);
  });
}
