import { describe, expect, it } from "vitest";
import { isSilent, mayHaveShots, reported } from "../../../testing/day-of-readings.ts";
import type { Hour } from "../../../testing/recount.ts";
import type { IndicatorAnswer } from "../../../testing/wire-answers.ts";
import {
  actor,
  at,
  day,
  hour,
  made,
  madeFor,
  midnight,
  now,
  num,
  outOf,
  type Row,
  raw,
  stateOf,
  t,
  text,
  total,
  touches,
  trialsOf,
} from "./facts.ts";
import { type MoldVisit, placesOf, returnsOf, visitsOf } from "./visits.ts";

export const testIndicators = () =>
  describe("the operating indicators of the demo", () => {
    // The period of the indicators: the ninety days that end with yesterday.
    const [from, to] = [midnight - 90 * day, midnight];
    const period = { PERIOD_FROM: "2026-03-19", PERIOD_TO: "2026-06-16" };
    const ask = (INDICATOR: string) =>
      actor.run("rf_Indicator", { INDICATOR, GROUP_BY: "mold", ...period }, now) as Promise<IndicatorAnswer>;
    const bound = (m: Row) =>
      raw.bindings.filter((b) => b.mold === num(m.mold_id)).map((b) => [b.from, b.to ?? now] as const);
    const sum = (f: (m: Row) => number) => t("mold").reduce((n, m) => n + f(m), 0);
    const group = (a: IndicatorAnswer, no: unknown) => a.GROUPS.find((g) => g.KEY === no)?.PARTS ?? {};

    it("set-count compliance", async () => {
      const a = await ask("setCount");
      let [orders, met, planned, inPlan, over] = [0, 0, 0, 0, 0];
      for (const o of t("production_order")) {
        const due = at(o.planned_end);
        if (num(o.order_state) < 2 || due < from || due >= to) continue;
        const m = t("mold").find((x) => x.mold_no === o.mold_no)!;
        const end = o.ended_at === null ? Number.POSITIVE_INFINITY : at(o.ended_at);
        const is = o.started_at === null ? 0 : madeFor(o, m, at(o.started_at), end);
        orders++;
        planned += num(o.planned_shots);
        inPlan += Math.min(is, num(o.planned_shots));
        over += Math.max(0, is - num(o.planned_shots));
        if (is >= num(o.planned_shots) && Math.min(end, now) <= due) met++;
      }
      expect(orders).toBeGreaterThan(5);
      expect(a.NOW.PARTS).toMatchObject({ orders, metOrders: met, planned, counted: inPlan, over });
      expect(a.NOW.VALUE).toBe(Math.floor((10_000 * inPlan) / planned) / 100);
    });

    it("cycle compliance and the mean cycle", async () => {
      const a = await ask("cycle");
      for (const m of t("mold")) {
        const out = trialsOf(m);
        const own = (k: keyof Hour) => made(m, from, to, k, (h) => touches(out, h));
        const p = group(a, m.mold_no);
        expect([
          m.mold_no,
          p.known ?? 0,
          p.within ?? 0,
          p.fast ?? 0,
          p.slow ?? 0,
          p.shots ?? 0,
          p.estimated ?? 0,
        ]).toEqual(
          own("known") === 0
            ? [m.mold_no, 0, 0, 0, 0, 0, 0]
            : [
                m.mold_no,
                own("known"),
                own("within"),
                own("fast"),
                own("slow"),
                own("shots"),
                own("estimated"),
              ],
        );
        expect(p.cycleSeconds ?? 0).toBeCloseTo(own("known") === 0 ? 0 : own("cycleMs") / 1000, 2);
      }
      const all = (k: keyof Hour) => sum((m) => made(m, from, to, k, (h) => touches(trialsOf(m), h)));
      expect(a.NOW.VALUE).toBe(Math.floor((10_000 * all("within")) / all("known")) / 100);
    });

    it("utilization", async () => {
      const a = await ask("utilization");
      let [ran, usable] = [0, 0];
      for (const m of t("mold")) {
        const [out, own] = [outOf(m), raw.bindings.filter((b) => b.mold === num(m.mold_id))] as const;
        const isLeftOut = (h: number) => touches(out, h) || isSilent(own, raw.readings, from, h);
        let free = 0;
        for (let h = from; h < to; h += hour)
          if (!isLeftOut(h))
            for (const [f, u] of bound(m)) free += Math.max(0, Math.min(h + hour, u) - Math.max(h, f));
        const work = made(m, from, to, "runMs", isLeftOut);
        [ran, usable] = [ran + work, usable + (free * 22) / 24];
        if (free === 0) continue;
        const p = group(a, m.mold_no);
        expect(p.runSeconds).toBeCloseTo(work / 1000, 1);
        expect(p.availableSeconds).toBeCloseTo((free * 22) / 24 / 1000, 1);
      }
      expect(a.NOW.VALUE).toBeCloseTo((ran / usable) * 100, 1);
      const lives = t("mold").filter((m) => num(m.life_ten_thousands) > 0 && m.service_state !== 4);
      expect(a.STANDING).toMatchObject({
        countShots: lives.reduce((n, m) => n + total(m), 0),
        lifeShots: lives.reduce((n, m) => n + num(m.life_ten_thousands) * 10_000, 0),
      });
    });

    it("idle rate, and molds that are idle now", async () => {
      const a = await ask("idle");
      let [idle, all] = [0, 0];
      for (const m of t("mold")) {
        const own = raw.bindings.filter((b) => b.mold === num(m.mold_id));
        const repairs = t("maintenance_task").filter(
          (k) => k.mold_no === m.mold_no && k.kind === 2 && k.started_at !== null,
        );
        for (let d = from; d < to; d += day) {
          const of = (b: (typeof own)[number]) => raw.readings.get(b.counter) ?? [];
          const spoke = own.some((b) => reported(of(b), d, b));
          const hasShots = own.some((b) => mayHaveShots(of(b), d, b)) && made(m, d, d + day, "shots") > 0;
          const isOn = own.some((b) => b.from < d + day && (b.to ?? Number.POSITIVE_INFINITY) > d);
          const isOut = repairs.some(
            (k) =>
              at(k.started_at) <= d &&
              (text(k.accepted_at ?? k.done_at ?? k.removed_at) === null ||
                at(k.accepted_at ?? k.done_at ?? k.removed_at) >= d + day),
          );
          if (!isOn || isOut || !spoke) continue;
          all++;
          if (!hasShots) idle++;
        }
      }
      expect(idle).toBeGreaterThan(0);
      expect(a.NOW.PARTS).toEqual({ idleDays: idle, reportedDays: all });
      expect(a.NOW.VALUE).toBe(Math.ceil((10_000 * idle) / all) / 100);
      expect(a.STANDING).toMatchObject({
        serving: t("mold").filter((m) => m.service_state === 0).length,
        idleNow: t("mold").filter((m) => m.service_state === 0 && stateOf(m) === "idle").length,
      });
    });

    it("returns to the maker and changes of place", async () => {
      const [returns, moves] = [await ask("returns"), await ask("moves")];
      const inSpan = (list: readonly MoldVisit[]) => list.filter((s) => s.from >= from && s.from < to).length;
      const placedDays =
        sum((m) =>
          placesOf(m)
            .concat(
              visitsOf(m)
                .filter((s) => s.org === null)
                .map((s) => ({ ...s, before: null })),
            )
            .reduce((n, s) => n + Math.max(0, Math.min(s.last, to) - Math.max(s.from, from)), 0),
        ) / day;
      const back = sum((m) => inSpan(returnsOf(m)));
      const moved = sum((m) => inSpan(placesOf(m).filter((s) => s.before !== null && s.before !== s.org)));
      expect(returns.NOW.PARTS).toMatchObject({ returns: back });
      expect(moves.NOW.PARTS).toMatchObject({ moves: moved });
      expect(returns.NOW.PARTS.placedDays).toBeCloseTo(placedDays, 1);
      expect(returns.NOW.VALUE).toBeCloseTo((back / placedDays) * 3000, 1);
      expect(moves.NOW.VALUE).toBeCloseTo((moved / placedDays) * 3000, 1);
      expect(moved).toBeGreaterThan(0);
    });
  });
