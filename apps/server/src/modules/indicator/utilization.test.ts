import { beforeEach, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { type TestMold, TestTenant } from "../../testing/tenant.ts";
import type { IndicatorAnswer } from "../../testing/wire-answers.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Midnight of 16 May in Shanghai, epoch ms. The period is 16 to 18 May. `noon` is on 20 May. */
const begin = Date.parse("2026-05-15T16:00:00Z");
const period = { PERIOD_FROM: "2026-05-16", PERIOD_TO: "2026-05-18" };

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  s.clock.now = noon;
  t = await TestTenant.create(s);
  await t.months("2026-05-16");
});

async function bound(no: string, at = begin - 10 * day): Promise<TestMold & { counterId: number }> {
  const mold = await t.mold(no);
  return { ...mold, counterId: await t.counter(`W-${no}`, mold, at) };
}
const reading = (counterId: number, at: number, count: number) =>
  t.rows(
    sql`insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags)
      values (${t.id}, ${counterId}, ${new Date(at)}, ${count}, ${new Date(at)}, 1, 0)`,
  );
const utilization = () =>
  t.admin.run<IndicatorAnswer>("rf_Indicator", {
    INDICATOR: "utilization",
    GROUP_BY: "mold",
    ...period,
  });

it("counts only days on which the counter reported, in run time and in available time", async () => {
  const a = await bound("A");
  // Day 1: 11 hours of work. Day 2: no reading; 5 hours of work are estimated from the next reading. Day 3: one
  // reading and 3 hours of work.
  await reading(a.counterId, begin + 2 * hour, 0);
  await reading(a.counterId, begin + 2 * day + 10 * hour, 1900);
  const work = [
    [0, 11],
    [1, 5],
    [2, 3],
  ] as const;
  await t.hours(
    work.flatMap(([n, hours]) =>
      Array.from({ length: hours }, (_, i) => ({
        mold_id: a.moldId,
        counter_id: a.counterId,
        hour: begin + n * day + i * hour,
        shots: 100,
        run_ms: hour,
      })),
    ),
  );
  const { NOW, GROUPS } = await utilization();
  // Days 1 and 3 count: (11 h + 3 h) of work ÷ (2 days × 22 h) = 31.818 %. If day 2, without a reading, counted too,
  // this would be (11 + 5 + 3) ÷ 66 = 28.79 %.
  expect(NOW.PARTS).toMatchObject({ runSeconds: 14 * 3600, availableSeconds: 44 * 3600, shots: 1400 });
  expect(NOW.VALUE).toBe(31.81);
  expect(GROUPS).toMatchObject([{ KEY: "A", VALUE: 31.81 }]);
  const list = await t.admin.list("KP104", "Q01", {
    WhereStr: Object.entries(period).map(([Field, Value]) => ({ Field, ConditionalCode: "EQ", Value })),
  });
  expect(list).toMatchObject([
    { MOLD_NO: "A", UTILIZATION_RATE: 31.81, WORKED_HOURS: 14, AVAILABLE_HOURS: 44 },
  ]);
});

it("does not change by registering molds without a counter, or with a counter that never reported", async () => {
  const a = await bound("A");
  await reading(a.counterId, begin + hour, 0);
  await t.hours([{ mold_id: a.moldId, counter_id: a.counterId, hour: begin, shots: 100, run_ms: hour }]);
  const before = await utilization();
  // Mold A worked 1 h of its 22 available hours: 4.545 %.
  expect(before.NOW.VALUE).toBe(4.54);
  await t.mold("B");
  await bound("C");
  const after = await utilization();
  expect(after.NOW).toEqual(before.NOW);
  expect(after.GROUPS).toEqual(before.GROUPS);
});

it("counts a reported day from the binding on, and the present day until now", async () => {
  s.clock.now = begin + 2 * day + 6 * hour;
  const a = await bound("A", begin + 2 * day + 2 * hour);
  await reading(a.counterId, begin + 2 * day + 3 * hour, 0);
  const { NOW } = await utilization();
  // The counter was bound at 02:00 and it is 06:00 now. Of these 4 h, the share 22 ÷ 24 is available.
  expect(NOW.PARTS.availableSeconds).toBeCloseTo((4 * 3600 * 22) / 24, 3);
});
