import { cycleDrift, type Forecast, forecastBattery, forecastUse } from "@shotkeeper/contract/indicator";
import { describe, expect, it } from "vitest";
import { day } from "../base/catalog.ts";
import { batteryAt, counterSpecs } from "./counters.ts";
import { Episodes } from "./episodes.ts";
import { MoldClock } from "./mold-clock.ts";
import { moldSpecs } from "./molds.ts";
import { production } from "./production.ts";

/**
 * End of the demo's generated history, epoch ms. The test makes forecasts for earlier times, and compares them with the
 * rest of the history.
 */
const epoch = Date.parse("2026-05-20T04:00:00Z");
const molds = moldSpecs(epoch);

interface Tally {
  made: number;
  inside: number;
  early: number;
  late: number;
}
const tally = (): Tally => ({ made: 0, inside: 0, early: 0, late: 0 });

function judge(t: Tally, f: Forecast, came: number): void {
  t.made++;
  if (came < f.earliest) t.early++;
  else if (f.latest !== null && came > f.latest) t.late++;
  else t.inside++;
}

/**
 * Functions that return the usage of a mold at the end of each day: shots for the forecast of its life, run hours for
 * the forecast of its maintenance.
 */
const courses = {
  shots(m: (typeof molds)[number], days: number): number[] {
    const clock = new MoldClock(m.index, production(m, new Episodes(m, epoch)));
    return Array.from({ length: days + 1 }, (_, i) => clock.shotsAt(m.startsAt + i * day));
  },
  "run hours"(m: (typeof molds)[number], days: number): number[] {
    const daily = Array.from({ length: days + 1 }, () => 0);
    for (const run of production(m, new Episodes(m, epoch))) {
      if (run.from >= epoch) break;
      for (
        let i = Math.floor((run.from - m.startsAt) / day);
        i < days && m.startsAt + i * day < run.to;
        i++
      ) {
        const began = m.startsAt + i * day;
        daily[i + 1] =
          (daily[i + 1] ?? 0) + (Math.min(run.to, began + day) - Math.max(run.from, began)) / 3_600_000;
      }
    }
    let sum = 0;
    return daily.map((h) => {
      sum += h;
      return sum;
    });
  },
};

describe("forecasts made in the past", () => {
  it.each([
    ["shots", 7],
    ["shots", 30],
    ["shots", 90],
    ["run hours", 5],
    ["run hours", 45],
  ] as const)("predict when %s last about %i days: four of five are within the range", (unit, length) => {
    const t = tally();
    for (const m of molds) {
      const days = Math.floor((epoch - m.startsAt) / day);
      const total = courses[unit](m, days);
      const daily = total.slice(1).map((n, i) => n - (total[i] ?? 0));
      for (let cut = 70; cut + 2 * length < days; cut += 40) {
        const past = daily.slice(0, cut);
        const usual = past.slice(-56).reduce((a, b) => a + b, 0) / 56;
        const now = m.startsAt + cut * day;
        const target = (total[cut] ?? 0) + usual * length;
        const f = forecastUse(usual * length, past, now);
        if (!f) continue;
        const at = total.findIndex((n) => n >= target);
        const [before = 0, after = 0] = [total[at - 1], total[at]];
        const came = at < 0 ? Number.POSITIVE_INFINITY : at - (after - target) / (after - before);
        judge(t, f, m.startsAt + came * day);
      }
    }
    const share = t.inside / t.made;
    const percent = (share * 100).toFixed(1);
    console.log(
      `${unit}, ${length} days: ${t.made} forecasts, ${percent} % inside, ${t.early} early, ${t.late} late`,
    );
    expect(t.made).toBeGreaterThan(400);
    expect(share).toBeGreaterThan(0.8);
    // Some outcomes must lie outside the forecast's range. A range that contained all of them would be too wide to be
    // useful.
    expect(share).toBeLessThan(0.99);
  });

  it("predict the charge of a battery", () => {
    const t = tally();
    for (const c of counterSpecs(molds, epoch, (m) => new Episodes(m, epoch).since)) {
      const levelAt = (at: number) => batteryAt(c, at, epoch);
      for (let now = c.boundAt + 60 * day; now < epoch - 60 * day; now += 60 * day) {
        const charges = [];
        for (let at = Math.max(c.boundAt, now - 180 * day); at <= now; at += day)
          charges.push({ at, level: Math.round(levelAt(at)) });
        const f = forecastBattery(charges, now);
        if (!f) continue;
        // Batteries last for years, so no battery is empty before the test's period ends. The time at which the battery
        // is empty is instead extrapolated from the charge 60 days later.
        const later = levelAt(now + 60 * day);
        const level = levelAt(now);
        if (later >= level) continue;
        const came = now + (level / (level - later)) * 60 * day;
        judge(t, f, came);
      }
    }
    const share = t.inside / t.made;
    console.log(
      `battery: ${t.made} forecasts, ${(share * 100).toFixed(1)} % inside, ${t.early} early, ${t.late} late`,
    );
    expect(t.made).toBeGreaterThan(100);
    expect(share).toBeGreaterThan(0.75);
  });

  it("distinguish a drift of the cycle time from scatter", () => {
    const days = (mean: (i: number) => number) =>
      Array.from({ length: 60 }, (_, i) => {
        const cycle = mean(i) * (1 + (((i * 7919) % 13) - 6) / 2000);
        return { known: 1000, seconds: cycle * 1000 };
      });
    expect(cycleDrift(days(() => 30))).toMatchObject({ isReal: false });
    expect(cycleDrift(days((i) => (i >= 53 ? 31 : 30)))).toMatchObject({ isReal: true, usual: 30 });
    expect(cycleDrift(days((i) => (i >= 53 ? 29 : 30)))?.percent).toBeCloseTo(-3.3, 0);
    expect(cycleDrift(days(() => 30).slice(-12))).toBeNull();
  });
});
