import { expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { Actor } from "../base/actor.ts";
import { makeQuarantine } from "./quarantine.ts";

it("puts an item of every kind into the demo's quarantine", async () => {
  const s = await withServer();
  const t = await TestTenant.create(s);
  for (const i of [1, 2, 3, 4]) {
    const counterId = await t.counter(`W${i}`, await t.mold(`M${i}`));
    const ingest = (count: number, at: number) =>
      s.app.ledger.ingest(t.id, [
        readingAt(counterId, at, count, { battery: null, lowBattery: null, rssi: null, removed: null }),
      ]);
    await ingest(30_000, noon - 2 * 3_600_000);
    await ingest(30_060, noon - 3_600_000);
  }
  await makeQuarantine(new Actor(s.app, t.id), noon);
  const rows = await t.rows(
    sql`select reason, count(*)::int as n from quarantine where tenant_id = ${t.id} group by reason order by reason`,
  );
  expect(rows).toEqual([
    { reason: "backstep", n: 1 },
    { reason: "malformed", n: 2 },
    { reason: "range", n: 1 },
    { reason: "rate", n: 2 },
    { reason: "unknown", n: 6 },
  ]);
});
