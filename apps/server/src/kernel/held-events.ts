import { EventBus, type LiveEvent } from "./events.ts";

/** Event bus that buffers events until the transaction that caused them is committed. */
export class HeldEvents extends EventBus {
  private readonly held: (readonly [tenantId: number, event: LiveEvent])[] = [];

  constructor(private readonly target: EventBus) {
    super();
  }

  override emit(tenantId: number, event: LiveEvent): void {
    this.held.push([tenantId, event]);
  }

  override isHeard(tenantId: number): boolean {
    return this.target.isHeard(tenantId);
  }

  override isWatched(tenantId: number): boolean {
    return this.target.isWatched(tenantId);
  }

  /** Emits the events that were held back. */
  release(): void {
    for (const [tenantId, event] of this.held) this.target.emit(tenantId, event);
  }
}
