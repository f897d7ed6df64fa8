import { describe, expect, it } from "vitest";
import { day } from "./base/catalog.ts";
import { counterSpecs } from "./fleet/counters.ts";
import { Episodes } from "./fleet/episodes.ts";
import { fieldRhythm, livelyRhythm } from "./fleet/mold-clock.ts";
import { MoldSim } from "./fleet/mold-sim.ts";
import { moldSpecs } from "./fleet/molds.ts";

const epoch = Date.UTC(2026, 5, 17, 6, 30);
const molds = moldSpecs(epoch);
const counters = counterSpecs(molds, epoch, (m) => new Episodes(m, epoch).since);

describe("the demo's fleet", () => {
  it("has the expected size", () => {
    expect(molds).toHaveLength(120);
    expect(new Set(molds.map((m) => m.no)).size).toBe(120);
    expect(new Set(counters.map((c) => c.chip)).size).toBe(counters.length);
    expect(counters.length).toBeGreaterThan(110);
  });

  it("reports in time order, with counts that fall only when a counter restarts", () => {
    let readings = 0;
    for (const c of counters) {
      if (!c.mold) continue;
      const sim = new MoldSim(c.mold, c, epoch);
      let after = c.boundAt;
      let count = -1;
      let resets = 0;
      for (;;) {
        const at = sim.peek(after, fieldRhythm);
        if (at > epoch) break;
        if (at <= after) throw new Error("time stood still");
        const r = sim.accept();
        after = at;
        if (!r) continue;
        readings++;
        if (r.reading.count < count) resets++;
        count = r.reading.count;
        if (count < 0) throw new Error("a count below nothing");
      }
      expect(resets).toBeLessThanOrEqual(c.resetAt === null ? 0 : 1);
    }
    expect(readings).toBeGreaterThan(300_000);
    expect(readings).toBeLessThan(500_000);
  }, 120_000);

  it("generates the same readings in every call", () => {
    const c = counters[3];
    if (!c?.mold) throw new Error("no counter");
    const tell = (from: number) => {
      const sim = new MoldSim(c.mold ?? molds[0]!, c, epoch);
      const list: [number, number][] = [];
      for (let after = from; list.length < 50; ) {
        after = sim.peek(after, fieldRhythm);
        const r = sim.accept();
        if (r) list.push([r.at, r.reading.count]);
      }
      return list;
    };
    const whole = tell(c.boundAt);
    const [at] = whole[20] ?? [0];
    expect(tell(at).slice(0, 20)).toEqual(whole.slice(21, 41));
  });

  it("runs for about two fifths of the time, spread over the week", () => {
    for (const d of [0, 2, 4.6]) {
      const now = epoch + d * day;
      let running = 0;
      for (const c of counters) {
        if (!c.mold || c.unboundAt !== null) continue;
        const sim = new MoldSim(c.mold, c, epoch);
        const rhythm = livelyRhythm(55_000);
        sim.peek(now - 120_000, rhythm);
        let after = now - 120_000;
        let last: number | undefined;
        let moved = false;
        while (after < now) {
          after = sim.peek(after, rhythm);
          const r = sim.accept();
          if (!r) continue;
          if (last !== undefined && r.reading.count > last) moved = true;
          last = r.reading.count;
        }
        if (moved) running++;
      }
      expect(running).toBeGreaterThan(35);
      expect(running).toBeLessThan(70);
    }
  }, 120_000);
});
