import { hour } from "./plan.ts";
import type { ShotRecalculation } from "./shot-recalculation.ts";

export interface RecalculatedOrder {
  readonly id: string;
  readonly mold: string;
  planned: number;
  state: "running" | "done" | "closed";
  readonly from: number;
  /**
   * Shots of the hour of the start that the ledger had counted before the start. They do not belong to the order. Null:
   * the order gets no shots of that hour, because an earlier order of the mold ended in it.
   */
  readonly known: number | null;
  until: number | null;
}

/** Action of a user on an order, at a time of the server's clock. */
export type OrderAction = { readonly at: number; readonly id: string } & (
  | { readonly type: "start"; readonly mold: string; readonly planned: number }
  | { readonly type: "split"; readonly shots: number }
  | { readonly type: "close" }
);

/**
 * Independent recalculation of production orders. An order gets a part of the shots of the hour in which it starts
 * (`credited`). It gets all shots of the later hours, up to the hour in which it ends. An order ends when it has its
 * planned shots or a user closes it.
 */
export class OrderRecalculation {
  readonly orders: RecalculatedOrder[] = [];

  constructor(private readonly counted: ShotRecalculation) {}

  apply(action: OrderAction): void {
    const { at, id } = action;
    if (action.type === "start") this.start(id, action.mold, action.planned, at);
    else if (action.type === "split") this.split(id, action.shots);
    else this.close(id, at);
  }

  private start(id: string, mold: string, planned: number, now: number): void {
    const ends = this.orders.filter((o) => o.mold === mold).map((o) => o.until ?? 0);
    const begin = Math.floor(now / hour) * hour;
    const from = Math.max(now, ...ends);
    const known = ends.some((e) => e > begin) ? null : (this.counted.hours(mold, now).get(begin)?.shots ?? 0);
    this.orders.push({ id, mold, planned, state: "running", from, known, until: null });
  }

  private split(id: string, shots: number): void {
    const o = this.orders.find((x) => x.id === id);
    if (o) o.planned -= shots;
  }

  private close(id: string, now: number): void {
    const o = this.orders.find((x) => x.id === id);
    if (o) Object.assign(o, { state: "closed", until: now });
  }

  /** Sets running orders that have enough shots to "done". */
  tick(now: number): void {
    for (const o of this.orders) {
      if (o.state !== "running") continue;
      let made = 0;
      const hours = [...this.counted.hours(o.mold, now)]
        .map(([h, f]) => [h, this.credited(o, h, f.shots)] as const)
        .sort(([a], [b]) => a - b);
      const last = hours.find(([, shots]) => {
        made += shots;
        return made >= o.planned;
      });
      if (last) Object.assign(o, { state: "done", until: Math.max(o.from, Math.min(last[0] + hour, now)) });
    }
  }

  made(o: RecalculatedOrder, now: number, pick: "shots" | "estimated"): number {
    let n = 0;
    for (const [h, f] of this.counted.hours(o.mold, now))
      if (h < (o.until ?? Number.POSITIVE_INFINITY))
        n += h >= o.from ? f[pick] : this.credited(o, h, f.shots);
    return n;
  }

  /**
   * Returns how many of an hour's shots count for an order. In the hour of its start, the shots that were counted
   * before the start (`known`) do not count, and at most the share in proportion to the time after the start counts.
   */
  private credited(o: RecalculatedOrder, h: number, shots: number): number {
    if (h >= o.from) return shots;
    if (o.known === null || h + hour <= o.from) return 0;
    return Math.max(0, Math.min(shots - o.known, Math.floor((shots * (h + hour - o.from)) / hour)));
  }
}
