/** What /events tells: that something changed. Facts are asked for through /mitt, with the asker's rights. */
export interface LiveEvent {
  readonly type: "reading" | "warning" | "notice" | "board" | "counter" | "session";
  readonly molds?: readonly string[];
  readonly counters?: readonly string[];
  /** Whom it is for; everybody of the tenant where nobody is named. */
  readonly users?: readonly string[];
}

type Listener = (e: LiveEvent) => void;

/** Events of each tenant: of this server's own doing and, where there are several, of the others' (`EventRelay`). */
export class EventBus {
  private readonly listeners = new Map<number, Set<Listener>>();

  private readonly everywhere = new Set<(tenantId: number, e: LiveEvent) => void>();

  /** Hands on to the other servers what happened at this one. */
  relay?: (tenantId: number, e: LiveEvent) => void;

  emit(tenantId: number, e: LiveEvent): void {
    this.deliver(tenantId, e);
    this.relay?.(tenantId, e);
  }

  /** To the listeners of this server only: what another one told. */
  deliver(tenantId: number, e: LiveEvent): void {
    for (const l of this.everywhere) l(tenantId, e);
    for (const l of this.listeners.get(tenantId) ?? []) l(e);
  }

  /** Somebody watches, here or perhaps at another server: finding names to tell may be skipped otherwise. */
  isHeard(tenantId: number): boolean {
    return this.relay !== undefined || this.isWatched(tenantId);
  }

  /** Somebody watches at this server: work that is only for the eyes may be skipped otherwise. */
  isWatched(tenantId: number): boolean {
    return this.listeners.has(tenantId);
  }

  /** Open streams, over all tenants. */
  get size(): number {
    let n = 0;
    for (const set of this.listeners.values()) n += set.size;
    return n;
  }

  /** Events of all tenants: for what the process keeps in memory, never for a caller. */
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
