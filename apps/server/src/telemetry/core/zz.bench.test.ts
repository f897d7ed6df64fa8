import { it } from "vitest";
import { append, openState } from "./append.ts";
import { derive } from "./derive.ts";
import { DEFAULT_COUNTER_TYPE } from "./timeline.ts";
it("speed", { timeout: 100000 }, () => {
  const facts = { type: DEFAULT_COUNTER_TYPE, reportIntervalMs: 3600000, bindings: [{ bindingId: 1, moldId: 7, boundAt: 1, boundCount: null, unboundAt: null, unboundCount: null }], standards: new Map([[7, [{ from: 0, cycleMs: 30000, tolerance: { percent: 5 } }]]]), released: new Set<string>() };
  const start = Date.UTC(2026, 0, 1);
  for (const [name, gap, per, cyc] of [["1/min", 60000, 2, 0], ["1/10min", 600000, 20, 0], ["20 cycles", 600000, 20, 20]] as const) {
    for (let round = 0; round < 4; round++) {
      let state = openState(facts, { lastRaw: { at: start, count: 0 }, lastAccepted: { at: start, count: 0 }, shotAt: 0, lastShots: 0 });
      const N = 2_000_000;
      const rs = Array.from({ length: 100_000 }, (_, i) => ({ at: start + (i + 1) * gap, count: (i + 1) * per, cycles: cyc ? Array.from({ length: cyc }, (_, k) => 29900 + k) : null }));
      const s0 = state;
      let parts = 0;
      const t0 = performance.now();
      for (let i = 0; i < N; i++) {
        if (i % 100_000 === 0) state = s0;
        const r = append(state, rs[i % 100_000]!);
        if (typeof r === "string") throw new Error(r);
        state = r.state;
        parts += r.hours.length;
      }
      const s = (performance.now() - t0) / 1000;
      console.log(name, (N / s / 1e6).toFixed(2), "M/s", parts / N);
    }
  }
  const rs = Array.from({ length: 500_000 }, (_, i) => ({ at: start + (i + 1) * 60000, count: (i + 1) * 2, cycles: null }));
  for (let k = 0; k < 3; k++) { const t = performance.now(); derive(facts, { before: null, readings: rs, isEnd: true }); console.log("derive", (0.5 / ((performance.now() - t) / 1000)).toFixed(2), "M/s"); }
});
