/** An event of /events: something changed. Clients read the data through /mitt, with their own rights. */
export interface LiveEvent {
  readonly type: "reading" | "warning" | "notice" | "board" | "counter" | "session";
  readonly molds?: readonly string[];
  readonly counters?: readonly string[];
  /** Receivers; everybody of the tenant if absent. */
  readonly users?: readonly string[];
}

type Listener = (e: LiveEvent) => void;

/** The events of each tenant, from this server and, through `EventRelay`, from the other servers. */
export class EventBus {
  private readonly listeners = new Map<number, Set<Listener>>();

  private readonly everywhere = new Set<(tenantId: number, e: LiveEvent) => void>();

  /** Forwards this server's events to the other servers. */
  relay?: (tenantId: number, e: LiveEvent) => void;

  emit(tenantId: number, e: LiveEvent): void {
    this.deliver(tenantId, e);
    this.relay?.(tenantId, e);
  }

  /** Delivers an event of another server to this server's listeners. */
  deliver(tenantId: number, e: LiveEvent): void {
    for (const l of this.everywhere) l(tenantId, e);
    for (const l of this.listeners.get(tenantId) ?? []) l(e);
  }

  /** Tells whether anybody may listen, here or at another server. If not, emitting can be skipped. */
  isHeard(tenantId: number): boolean {
    return this.relay !== undefined || this.isWatched(tenantId);
  }

  /** Tells whether anybody listens at this server. If not, work for display only can be skipped. */
  isWatched(tenantId: number): boolean {
    return this.listeners.has(tenantId);
  }

  /** Number of open streams of all tenants. */
  get size(): number {
    let n = 0;
    for (const set of this.listeners.values()) n += set.size;
    return n;
  }

  /** Subscribes to all tenants' events, to invalidate caches of the process. Never hand them to a caller. */
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
