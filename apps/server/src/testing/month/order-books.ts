import type { Books } from "./books.ts";
import { hour } from "./plan.ts";

export interface OrderEntry {
  readonly id: string;
  readonly mold: string;
  planned: number;
  state: "running" | "done" | "closed";
  readonly from: number;
  until: number | null;
}

/** Orders: each takes the shots of the hours that begin within it, until there are enough. */
export class OrderBooks {
  readonly orders: OrderEntry[] = [];

  constructor(private readonly books: Books) {}

  start(id: string, mold: string, planned: number, now: number): void {
    const ends = this.orders.filter((o) => o.mold === mold).map((o) => o.until ?? 0);
    const from = Math.max(Math.floor(now / hour) * hour, ...ends);
    this.orders.push({ id, mold, planned, state: "running", from, until: null });
  }

  split(id: string, shots: number): void {
    const o = this.orders.find((x) => x.id === id);
    if (o) o.planned -= shots;
  }

  close(id: string, now: number): void {
    const o = this.orders.find((x) => x.id === id);
    if (o) Object.assign(o, { state: "closed", until: now });
  }

  tick(now: number): void {
    for (const o of this.orders) {
      if (o.state !== "running") continue;
      let made = 0;
      const hours = [...this.books.hours(o.mold, now)].filter(([h]) => h >= o.from).sort(([a], [b]) => a - b);
      const last = hours.find(([, f]) => {
        made += f.shots;
        return made >= o.planned;
      });
      if (last) Object.assign(o, { state: "done", until: Math.max(o.from, Math.min(last[0] + hour, now)) });
    }
  }

  made(o: OrderEntry, now: number, pick: "shots" | "estimated"): number {
    return this.books.sum(o.mold, now, pick, o.from, o.until ?? Number.POSITIVE_INFINITY);
  }
}
