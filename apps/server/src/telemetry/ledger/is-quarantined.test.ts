import { expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { rowsRead } from "../../testing/plan.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { isQuarantined } from "./is-quarantined.ts";

it("looks up the quarantine of a counter's readings, and does not read the quarantine of others", async () => {
  const s = await withServer();
  const t = await TestTenant.create(s);
  const counterId = await t.counter("W1");
  const readings = Array.from({ length: 5 }, (_, i) => readingAt(counterId, noon + i * 3_600_000, i * 10));
  await s.app.ledger.ingest(t.id, readings);
  await t.rows(sql`
    insert into quarantine (tenant_id, counter_id, reason, at, count, received_at)
    select
      ${t.id}, ${counterId}::bigint + i / 1000, 'rate',
      ${new Date(noon).toISOString()}::timestamptz + i * interval '1 hour', i * 10, now()
    from generate_series(1, 3000) i
  `);
  await s.app.db.platform(sql`select app_analyze()`);
  const counted = sql`
    select r.count from reading r where r.tenant_id = ${t.id} and r.counter_id = ${counterId}
      and not ${isQuarantined(t.id)}
  `;
  expect(await t.rows(counted)).toEqual([{ count: 0 }]);
  // Tenants of other tests have readings too.
  expect(await rowsRead(t, counted)).toBeLessThan(1000);
});
