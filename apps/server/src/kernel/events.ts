/** What /events tells: that something changed. Facts are asked for through /mitt, with the asker's rights. */
export interface LiveEvent {
  readonly type: "reading" | "warning" | "notice" | "board";
  readonly molds?: readonly string[];
  readonly counters?: readonly string[];
}

type Listener = (e: LiveEvent) => void;

/** Events of each tenant, inside this process. */
export class EventBus {
  private readonly listeners = new Map<number, Set<Listener>>();

  emit(tenantId: number, e: LiveEvent): void {
    for (const l of this.listeners.get(tenantId) ?? []) l(e);
  }

  /** Somebody watches: work that is only for the eyes may be skipped otherwise. */
  isWatched(tenantId: number): boolean {
    return this.listeners.has(tenantId);
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
