import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { propertyRuns } from "../../telemetry/core/testing/property-runs.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { chipOf, itemOf, quarantineOf, releaseAll, sendItems } from "./testing/quarantine-source.ts";

const minute = 60_000;

let s: TestServer;
beforeAll(async () => {
  s = await withServer();
});
beforeEach(withServer);

interface Step {
  /** Change of the count since the previous reading: may be negative, or larger than any machine can make. */
  readonly change: number;
  readonly minutes: number;
}

const steps = fc.array(
  fc.record({
    change: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 60 }) },
      { weight: 2, arbitrary: fc.integer({ min: 50_000, max: 900_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: -90, max: -1 }) },
      { weight: 1, arbitrary: fc.constant(2 ** 33) },
    ),
    minutes: fc.integer({ min: 1, max: 90 }),
  }),
  { minLength: 2, maxLength: 12 },
);

/** Returns the readings of a counter whose count begins at 10,000. */
function readingsOf(chip: string, list: readonly Step[]) {
  let at = noon - 3 * 86_400_000;
  let count = 10_000;
  return [
    { chip, at, count },
    ...list.map(({ change, minutes }) => {
      at += minutes * minute;
      count = Math.max(0, count + change);
      return { chip, at, count };
    }),
  ];
}

/**
 * Returns the shots of a series of counts if every reading counts, however implausible it is. A decrease of 1 % or less
 * adds nothing. After a larger decrease the counter has restarted at 0, so the new count is added.
 */
function shotsWithoutLimits(counts: readonly number[]): number {
  let shots = 0;
  for (let i = 1; i < counts.length; i++) {
    const [before = 0, after = 0] = [counts[i - 1], counts[i]];
    if (after >= before) shots += after - before;
    else if ((before - after) * 100 > before) shots += after;
  }
  return shots;
}

/**
 * Items that are no valid readings. The test mixes them among the readings of a request, and the server must reject
 * them.
 */
const others = fc.array(
  fc.constantFrom<unknown>(
    null,
    "text",
    { COUNT_TIMES: 1 },
    { WRITER_IMIE: "nobody-knows", COUNT_TIMES: 5, sendTime: noon },
    { WRITER_IMIE: "nobody-knows", COUNT_TIMES: "5" },
  ),
  { maxLength: 4 },
);

describe("any delivery", () => {
  it("is accepted, quarantined or rejected; releasing all equals counting without limits", async () => {
    const t = await TestTenant.create(s);
    let n = 0;
    await fc.assert(
      fc.asyncProperty(steps, others, fc.boolean(), async (list, junk, repeats) => {
        const writerId = `W${n++}`;
        const counterId = await t.counter(writerId);
        const chip = await chipOf(t, writerId);
        const readings = readingsOf(chip, list);
        // Two readings of the same time would be in conflict, so the time between readings is at least a minute.
        const items = [
          ...readings.map(itemOf),
          ...junk,
          ...(repeats ? readings.slice(0, 1).map(itemOf) : []),
        ];
        const receipt = await sendItems(t, items);
        const { accepted, duplicates, quarantined, rejected } = receipt;
        expect(accepted + duplicates + quarantined.length + rejected.length).toBe(items.length);
        expect(rejected).toHaveLength(junk.length);
        expect(rejected.every((r) => r.stored)).toBe(true);
        expect(new Set([...quarantined, ...rejected].map((r) => r.index)).size).toBe(
          quarantined.length + rejected.length,
        );

        const waiting = async () =>
          (await quarantineOf(t.admin)).filter(
            (r) => r.WRITER_ID === writerId && r.QUARANTINE_STATE === "waiting",
          );
        expect(await waiting()).toHaveLength(quarantined.length);
        // A released reading can make a later reading implausible. That reading then waits in the quarantine too.
        let moved = 0;
        for (let rows = await waiting(); rows.length > 0; rows = await waiting())
          moved += (await releaseAll(t.admin, rows)).MOVED;
        const [sum] = await t.rows<{ shots: number }>(
          sql`select coalesce(sum(shots), 0)::float8 as shots from shot_hour
            where tenant_id = ${t.id} and counter_id = ${counterId}`,
        );
        expect(sum?.shots).toBe(shotsWithoutLimits(readings.map((r) => r.count)));
        expect(moved).toBeLessThanOrEqual(sum?.shots ?? 0);
      }),
      { numRuns: propertyRuns(25) },
    );
    expect(await t.admin.run("rf_Recompute", {})).toMatchObject({ CHANGED: 0 });
  }, 240_000);
});
