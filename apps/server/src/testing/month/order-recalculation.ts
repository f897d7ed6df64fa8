import { hour } from "./plan.ts";
import type { ShotRecalculation } from "./shot-recalculation.ts";

export interface RecalculatedOrder {
  readonly id: string;
  readonly mold: string;
  planned: number;
  state: "running" | "done" | "closed";
  readonly from: number;
  until: number | null;
}

/** Action of a user on an order, at a time of the server's clock. */
export type OrderAction = { readonly at: number; readonly id: string } & (
  | { readonly type: "start"; readonly mold: string; readonly planned: number }
  | { readonly type: "split"; readonly shots: number }
  | { readonly type: "close" }
);

/**
 * Independent recalculation of production orders. An order gets the shots of the hours that begin within it, until it
 * has enough shots.
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
    const from = Math.max(Math.floor(now / hour) * hour, ...ends);
    this.orders.push({ id, mold, planned, state: "running", from, until: null });
  }

  private split(id: string, shots: number): void {
    const o = this.orders.find((x) => x.id === id);
    if (o) o.planned -= shots;
  }

  private close(id: string, now: number): void {
    const o = this.orders.find((x) => x.id === id);
    if (o) Object.assign(o, { state: "closed", until: now });
  }

  /** Sets orders that have enough shots to done. */
  tick(now: number): void {
    for (const o of this.orders) {
      if (o.state !== "running") continue;
      let made = 0;
      const hours = [...this.counted.hours(o.mold, now)]
        .filter(([h]) => h >= o.from)
        .sort(([a], [b]) => a - b);
      const last = hours.find(([, f]) => {
        made += f.shots;
        return made >= o.planned;
      });
      if (last) Object.assign(o, { state: "done", until: Math.max(o.from, Math.min(last[0] + hour, now)) });
    }
  }

  made(o: RecalculatedOrder, now: number, pick: "shots" | "estimated"): number {
    return this.counted.sum(o.mold, now, pick, o.from, o.until ?? Number.POSITIVE_INFINITY);
  }
}
