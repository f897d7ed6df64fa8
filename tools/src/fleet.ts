import type { Item } from "./sender.ts";
import type { Pair } from "./setup.ts";

export interface FleetOptions {
  /**
   * Interval between two readings of a running counter, in seconds of the simulated clock. This clock may run faster
   * than the real one (`--speed`).
   */
  readonly every: number;
  readonly dropouts: boolean;
  readonly duplicates: boolean;
  readonly moves: boolean;
  readonly removals: boolean;
  readonly drift: boolean;
}

/** A simulated counter on a mold. */
export interface SimCounter {
  readonly pair: Pair;
  readonly firstCount: number;
  /** Time of the simulated clock up to which the counter was simulated, epoch ms. */
  at: number;
  count: number;
  /** Finished part of the shot that is being made, 0 to 1. */
  part: number;
  cycle: number;
  battery: number;
  reportAt: number;
  /** End of the simulated network outage, epoch ms. Until then, the counter buffers its readings. */
  mutedUntil: number;
  removedUntil: number;
  awayUntil: number;
  readonly buffered: Item[];
}

export function simPairs(prefix: string, n: number): Pair[] {
  return Array.from({ length: n }, (_, i) => {
    const serial = String(i + 1).padStart(5, "0");
    return {
      moldNo: `${prefix}-M${serial}`,
      writerId: `${prefix}-C${serial}`,
      chipCode: `${prefix}${serial}`,
      standardCycle: 20 + ((i * 7) % 50),
    };
  });
}

export function simCounter(pair: Pair, count: number, at: number, every: number): SimCounter {
  return {
    pair,
    firstCount: count,
    at,
    count,
    part: Math.random(),
    cycle: pair.standardCycle * (0.98 + Math.random() * 0.04),
    battery: 40 + Math.random() * 60,
    // Spreads the first readings over the interval, so that the counters do not all send at the same time.
    reportAt: at + Math.random() * every * 1000,
    mutedUntil: 0,
    removedUntil: 0,
    awayUntil: 0,
    buffered: [],
  };
}

const minute = 60_000;
const home = { lng: 121.47, lat: 31.23 };

/**
 * Simulates a counter up to `now` (simulated clock, epoch ms). Returns the readings to send. Readings made during a
 * network outage are buffered, and are returned together with the first reading after the outage.
 */
export function live(c: SimCounter, now: number, o: FleetOptions, isLast = false): Item[] {
  const items: Item[] = [];
  // Keeps two readings at least 1 s apart. Otherwise the server could quarantine the second one because of an
  // implausible rate.
  while (c.reportAt <= now || (isLast && now - c.at >= 1000)) {
    const at = Math.min(c.reportAt, now);
    advance(c, at, o);
    const item = report(c, at, o);
    c.reportAt = at + o.every * 1000 * (0.9 + Math.random() * 0.2);
    if (at < c.mutedUntil && !isLast) {
      c.buffered.push(item);
      continue;
    }
    items.push(item);
    if (c.buffered.length > 0) {
      // Sends the newest reading first after an outage. The buffered readings follow in random order.
      items.push(...c.buffered.splice(0).sort(() => Math.random() - 0.5));
    }
    if (o.duplicates && Math.random() < 0.05) items.push(item);
    if (o.dropouts && Math.random() < 0.01) c.mutedUntil = at + (2 + Math.random() * 20) * minute;
    if (o.removals && Math.random() < 0.002) c.removedUntil = at + (5 + Math.random() * 30) * minute;
    if (o.moves && Math.random() < 0.001) c.awayUntil = at + (1 + Math.random() * 6) * 60 * minute;
    if (o.drift && Math.random() < 0.01) c.cycle = c.pair.standardCycle * (0.9 + Math.random() * 0.25);
  }
  if (isLast) items.push(...c.buffered.splice(0));
  return items;
}

function advance(c: SimCounter, at: number, o: FleetOptions): void {
  if (at > c.removedUntil || !o.removals) {
    const shots = c.part + (at - c.at) / 1000 / c.cycle;
    const whole = Math.floor(shots);
    c.count += whole;
    c.part = shots - whole;
  }
  c.battery = Math.max(3, c.battery - (at - c.at) / (86_400_000 * 9));
  c.at = at;
}

function report(c: SimCounter, at: number, o: FleetOptions): Item {
  const off = o.moves && at < c.awayUntil ? 0.4 : 0;
  return {
    WRITER_IMIE: c.pair.chipCode,
    COUNT_TIMES: c.count,
    sendTime: new Date(at).toISOString(),
    percentage: Math.round(c.battery),
    Electricity_Mark: c.battery <= 15 ? 1 : 0,
    rssi: -70 - Math.round(Math.random() * 25),
    Remove_Sign: o.removals && at < c.removedUntil ? 1 : 0,
    ...(o.moves ? { coordinate: `${(home.lng + off).toFixed(5)},${home.lat.toFixed(5)}` } : {}),
  };
}
