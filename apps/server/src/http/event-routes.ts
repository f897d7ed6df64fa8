import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { type EventBus, eventTypes, type LiveEvent } from "../kernel/events.ts";
import { authenticate, tokenOf } from "./auth.ts";

/**
 * Time for which the server gathers events before it sends them together, ms. Screens query data again after each
 * event, so one event per second is enough.
 */
const gatherMs = 1000;
const beatMs = 15_000;
/** Maximum number of bytes that wait for a slow client. If more wait, the server closes the client's stream. */
const maxBuffered = 256 * 1024;

/**
 * Makes the event ids of each tenant: a random text, which is new after each start of the server, and the number of the
 * tenant's events since then. If a client reconnects with another id than the newest, it has missed events.
 */
class EventIds {
  private readonly start = randomUUID().slice(0, 8);
  private readonly counts = new Map<number, number>();

  constructor(bus: EventBus) {
    bus.listenAll((tenantId) => this.counts.set(tenantId, (this.counts.get(tenantId) ?? 0) + 1));
  }

  now(tenantId: number): string {
    return `${this.start}-${this.counts.get(tenantId) ?? 0}`;
  }
}

/** Registers GET /events: the server-sent events of the caller's tenant. */
export function eventRoutes(http: FastifyInstance, app: App): void {
  const open = new Set<() => void>();
  const ids = new EventIds(app.events);
  http.addHook("preClose", async () => {
    for (const end of open) end();
  });

  http.get("/events", async (request, reply) => {
    let { who } = await authenticate(app, request, reply);
    const free = app.limits.openStream(who.tenantId, who.viewer?.userId ?? who.userId);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    const lastId = request.headers["last-event-id"];
    // If the client's last event id is not the newest one, the client has missed events, and the server does not know
    // which. So it sends one event of each type without numbers of molds and counters: any of them may have changed.
    const missed = lastId !== undefined && lastId !== ids.now(who.tenantId) ? eventTypes : [];
    raw.write(": hello\n\n");
    for (const type of missed) raw.write(`data: ${JSON.stringify({ type })}\n\n`);
    raw.write(`id: ${ids.now(who.tenantId)}\n\n`);
    const gathered = new Map<LiveEvent["type"], { molds: Set<string>; counters: Set<string> }>();
    const stop = app.events.listen(who.tenantId, (e) => {
      if (e.users && !e.users.includes(who.userId)) return;
      const g = gathered.get(e.type) ?? { molds: new Set(), counters: new Set() };
      gathered.set(e.type, g);
      // Collects at most 201 numbers of molds and of counters. An event with more than 200 is sent without numbers,
      // which means that any mold or counter may have changed.
      for (const m of e.molds ?? []) if (g.molds.size <= 200) g.molds.add(m);
      for (const c of e.counters ?? []) if (g.counters.size <= 200) g.counters.add(c);
    });
    const flush = setInterval(() => {
      if (raw.writableLength > maxBuffered) return end();
      for (const [type, g] of gathered) {
        const names = (s: Set<string>) => (s.size > 200 ? [] : [...s]);
        // Sends the numbers of molds and counters only to users with tenant scope. Other users must not learn numbers
        // of other companies, and API keys may lack the right to read them.
        const data =
          who.scope.kind === "tenant" && !who.apiKey
            ? { type, molds: names(g.molds), counters: names(g.counters) }
            : { type };
        raw.write(`data: ${JSON.stringify(data)}\n\n`);
      }
      // Sends the id after the last event. A client that loses the stream before the id reconnects with an old id. The
      // server then reports that anything may have changed.
      if (gathered.size > 0) raw.write(`id: ${ids.now(who.tenantId)}\n\n`);
      // Checks the session after sending: it may have ended meanwhile, or the user's scope may have become narrower.
      if (gathered.has("session")) checkSession();
      gathered.clear();
    }, gatherMs);
    /** Ends the stream if the session has ended, and updates the caller's scope. */
    function checkSession(): void {
      const options = { address: request.ip, keepsToken: true, mayView: true };
      app.sessions.find(tokenOf(request), app.now(), options).then(
        (found) => {
          who = found.who;
          raw.write(": beat\n\n");
        },
        () => end(),
      );
    }
    const beat = setInterval(checkSession, beatMs);
    function end(): void {
      clearInterval(flush);
      clearInterval(beat);
      stop();
      free();
      open.delete(end);
      raw.end();
    }
    open.add(end);
    request.raw.on("close", end);
    // Ends the stream at once if the client closed the connection before the `close` listener was registered.
    if (request.raw.destroyed || raw.destroyed) end();
  });
}
