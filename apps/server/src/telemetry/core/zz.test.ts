import fc from "fast-check";
import { it } from "vitest";
import { derive } from "./derive.ts";
import { history } from "./testing/histories.ts";
it("stat", () => {
  const c: Record<string, number> = {};
  const hs = fc.sample(history, 2000);
  for (const { facts, readings } of hs) {
    const d = derive(facts, { before: null, readings, isEnd: true });
    c["n"] = (c["n"] ?? 0) + readings.length;
    for (const o of d.outcomes) { const k = String(o.reason) + o.flag + (o.shots > 0); c[k] = (c[k] ?? 0) + 1; }
    c["typed"] = (c["typed"] ?? 0) + (d.typedShots > 0 ? 1 : 0);
    c["bind"] = (c["bind"] ?? 0) + (d.perBinding.size);
    c["hours"] = (c["hours"] ?? 0) + (d.hours.size);
  }
  console.log(c);
});
