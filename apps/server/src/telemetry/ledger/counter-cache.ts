import type { KnownCounter } from "./known-counter.ts";

/** Number of pieces into which the cache is divided. A full cache drops a whole piece. */
const pieceCount = 64;

/**
 * Cache of counters by tenant and id, with at most `max` entries. A full cache drops one of its 64 pieces at random,
 * and not the oldest entries. Example: 1.5 × `max` counters report one after the other, again and again. Then 40 % of
 * the look-ups still find their counter. If the oldest entries were dropped, no look-up would find its counter.
 */
export class CounterCache {
  private readonly pieces = Array.from({ length: pieceCount }, () => new Map<string, KnownCounter>());
  private entries = 0;

  constructor(private readonly max: number) {}

  get size(): number {
    return this.entries;
  }

  get(tenantId: number, counterId: number): KnownCounter | undefined {
    return this.pieceOf(counterId).get(`${tenantId}/${counterId}`);
  }

  set(tenantId: number, counter: KnownCounter): void {
    const piece = this.pieceOf(counter.counterId);
    const before = piece.size;
    piece.set(`${tenantId}/${counter.counterId}`, counter);
    this.entries += piece.size - before;
  }

  delete(tenantId: number, counterId: number): void {
    if (this.pieceOf(counterId).delete(`${tenantId}/${counterId}`)) this.entries--;
  }

  /** Drops pieces of the cache until `n` further entries fit, or until the cache is empty. */
  makeRoom(n: number): void {
    while (this.entries > 0 && this.entries + n > this.max) {
      const filled = this.pieces.filter((p) => p.size > 0);
      const piece = filled[Math.floor(Math.random() * filled.length)];
      this.entries -= piece?.size ?? 0;
      piece?.clear();
    }
  }

  private pieceOf(counterId: number): Map<string, KnownCounter> {
    const piece = this.pieces[counterId % pieceCount];
    if (!piece) throw new RangeError(`counter id ${counterId} is not a whole number from 0 on`);
    return piece;
  }
}
