import { expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const day = 24 * hour;
const begin = noon - 2 * day;

/**
 * Sends the readings of two counters: of one in order, of the other with the reading `late` as the last one.
 * Returns the stored last shots of both.
 */
async function lastShots(list: readonly (readonly [at: number, count: number])[], late: number) {
  const t = await TestTenant.create(await withServer());
  const { ledger } = t.server.app;
  const [a, b] = [
    await t.counter("A", await t.mold("A"), begin - day),
    await t.counter("B", await t.mold("B"), begin - day),
  ];
  const of = (id: number) => list.map(([at, count]) => readingAt(id, begin + at, count));
  await ledger.ingest(t.id, of(a));
  await ledger.ingest(
    t.id,
    of(b).filter((_, i) => i !== late),
  );
  await ledger.ingest(t.id, of(b).slice(late, late + 1));
  return t.rows<{ last_shot_at: string; last_cycle_ms: number }>(sql`
    select last_shot_at, last_cycle_ms from counter_state where tenant_id = ${t.id} order by counter_id
  `);
}

const standing = (from: number, count: number) =>
  Array.from({ length: 60 }, (_, i) => [from + (i + 1) * (hour / 6), count] as const);

it("is the same if a late reading shows that the shots were made earlier", async () => {
  const [inOrder, late] = await lastShots(
    [[0, 0], [hour, 120], [2 * hour, 120], ...standing(2 * hour, 120)],
    1,
  );
  expect(Date.parse(String(inOrder?.last_shot_at))).toBe(begin + hour);
  expect(late).toEqual(inOrder);
});

it("is the same if a late reading comes before shots that stay the last ones", async () => {
  const [inOrder, late] = await lastShots(
    [[0, 0], [hour, 60], [2 * hour, 120], ...standing(2 * hour, 120), [day, 130], ...standing(day, 130)],
    1,
  );
  expect(Date.parse(String(inOrder?.last_shot_at))).toBe(begin + day);
  expect(late).toEqual(inOrder);
});
