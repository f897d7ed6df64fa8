export const eventTypes = [
  "reading",
  "warning",
  "notice",
  "board",
  "counter",
  "session",
  "gateway",
  "connector",
] as const;

/** Event of GET /events: something changed. Clients then query the data through /mitt, with their own rights. */
export interface LiveEvent {
  readonly type: (typeof eventTypes)[number];
  readonly molds?: readonly string[];
  readonly counters?: readonly string[];
  /** User ids of the receivers. If absent, everybody of the tenant receives the event. */
  readonly users?: readonly string[];
}

type Listener = (e: LiveEvent) => void;

/**
 * Distributes the events of each tenant. Events come from this server and, through `EventRelay`, from the other
 * servers.
 */
export class EventBus {
  private readonly listeners = new Map<number, Set<Listener>>();

  private readonly everywhere = new Set<(tenantId: number, e: LiveEvent) => void>();

  /** Forwards this server's events to the other servers. */
  relay?: (tenantId: number, e: LiveEvent) => void;

  emit(tenantId: number, e: LiveEvent): void {
    this.deliver(tenantId, e);
    this.relay?.(tenantId, e);
  }

  /** Delivers an event to the listeners of this server only. Called by `emit`, and for events from other servers. */
  deliver(tenantId: number, e: LiveEvent): void {
    for (const l of this.everywhere) l(tenantId, e);
    for (const l of this.listeners.get(tenantId) ?? []) l(e);
  }

  /**
   * Returns whether a client may be listening, at this server or at another one. If nobody listens, events need not be
   * emitted.
   */
  isHeard(tenantId: number): boolean {
    return this.relay !== undefined || this.isWatched(tenantId);
  }

  /**
   * Returns whether a client listens at this server. If nobody listens, work that only the display needs can be
   * skipped.
   */
  isWatched(tenantId: number): boolean {
    return this.listeners.has(tenantId);
  }

  /** Number of listeners (open streams of GET /events) of all tenants. */
  get size(): number {
    let n = 0;
    for (const set of this.listeners.values()) n += set.size;
    return n;
  }

  /**
   * Subscribes to the events of all tenants, to invalidate caches of the process. The events must never be sent to a
   * client.
   */
  listenAll(l: (tenantId: number, e: LiveEvent) => void): void {
    this.everywhere.add(l);
  }

  listen(tenantId: number, l: Listener): () => void {
    const set = this.listeners.get(tenantId) ?? new Set();
    this.listeners.set(tenantId, set);
    set.add(l);
    return () => {
      set.delete(l);
      if (set.size === 0) this.listeners.delete(tenantId);
    };
  }
}
