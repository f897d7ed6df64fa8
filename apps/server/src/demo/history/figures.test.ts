import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import type { Hour } from "../../testing/recount.ts";
import { testBoards } from "./testing/boards.ts";
import { hours, id, none, num, type Row, readFacts, server } from "./testing/facts.ts";
import { testIndicators } from "./testing/indicators.ts";

// Compares every figure of the indicators and boards on the demo tenant with a recalculation. The recalculation uses
// plain loops over readings and documents (testing/recount.ts), and none of the server's SQL, hourly figures and
// totals. The parts of this test share the tenant, because its history takes long to make.

beforeAll(readFacts, 400_000);
afterAll(() => server.stop());

describe("the hours of the demo's molds", () => {
  it("equal a recalculation from the readings", async () => {
    const [rows] = await server.app.db.run(id, [
      sql`select mold_id, (extract(epoch from hour) * 1000)::float8 as h,
          sum(shots)::float8 as shots,
          sum(run_ms)::float8 as "runMs",
          sum(cycle_count)::float8 as known,
          sum(cycle_ms)::float8 as "cycleMs",
          sum(within_count)::float8 as within,
          sum(fast_count)::float8 as fast,
          sum(slow_count)::float8 as slow,
          sum(estimated)::float8 as estimated
        from shot_hour
        where tenant_id = ${id} and mold_id <> 0
        group by 1, 2`,
    ]);
    const stored = (rows ?? []).map(({ mold_id, h, ...x }) => [num(mold_id), num(h), x] as const);
    const wrong = stored.filter(([mold, h, x]) => {
      const own = hours.get(mold)?.get(h) ?? none;
      return (Object.keys(none) as (keyof Hour)[]).some((k) => own[k] !== num((x as Row)[k]));
    });
    expect(wrong.slice(0, 5).map(([mold, h, x]) => [mold, h, x, hours.get(mold)?.get(h)])).toEqual([]);
    expect(stored.length).toBeGreaterThan(20_000);
    expect(
      [...hours.values()].reduce((n, m) => n + [...m.values()].filter((x) => x.shots > 0).length, 0),
    ).toBe(stored.filter(([, , x]) => num((x as Row).shots) > 0).length);
  });
});

testIndicators();
testBoards();
