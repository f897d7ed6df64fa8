import { moldDocumentKind } from "@shotkeeper/contract/mold-document";
import { expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import type { IndicatorAnswer } from "../../testing/wire-answers.ts";
import { deriveVisits } from "./visits.ts";

const day = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

it("puts a mold at one place at a time, by its positions and by its transfers", async () => {
  const s = await withServer();
  const t = await TestTenant.create(s);
  for (const [orgId, lng] of [
    ["P1", 113],
    ["P2", 114],
    ["M1", 115],
  ] as const)
    await t.rows(
      sql`update organization set longitude = ${lng} where tenant_id = ${t.id} and org_id = ${orgId}`,
    );
  // Without a counter, the mold is transferred to P2. Then a counter reports positions at M1 for three days. After the
  // counter was taken off, the mold is transferred to P1.
  const [first, seen, second] = [noon - 120 * day, noon - 80 * day, noon - 30 * day];
  const counterId = await t.counter("W1", await t.mold("A"), seen);
  await t.months(dayOf(seen), dayOf(seen + 3 * day));
  await s.app.ledger.ingest(
    t.id,
    [0, 1, 2, 3].map((i) => readingAt(counterId, seen + i * day, 10 * i, { lng: 115, lat: 23.25 })),
  );
  const unbindTime = new Date(seen + 4 * day).toISOString();
  await t.admin.run("rf_UnbindCounter", { WRITER_ID: "W1", REASON: "x", UNBIND_TIME: unbindTime });
  for (const [no, at, plant] of [
    ["DB1", first, "P2"],
    ["DB2", second, "P1"],
  ] as const)
    await t.rows(sql`
      insert into mold_document (
        tenant_id, document_no, document_kind, mold_no, document_time, to_plant_id, count_then, reason
      )
      values (${t.id}, ${no}, ${moldDocumentKind.values.transfer}, 'A', ${new Date(at)}, ${plant}, 0, 'x')
    `);
  // The visits are derived soon after the second transfer, and not again.
  s.clock.now = second + 60_000;
  await deriveVisits(systemCtxOf(t));
  s.clock.now = noon;
  const visits = await t.rows<{ org: string; a: number; b: number | null }>(sql`
    select org_id as org, (extract(epoch from visit_from) * 1000)::float8 as a,
      (extract(epoch from visit_to) * 1000)::float8 as b
    from mold_visit
    where tenant_id = ${t.id}
    order by visit_from
  `);
  expect(visits.map((v) => [v.org, v.a, v.b])).toEqual([
    ["P2", first, seen],
    ["M1", seen, seen + 3 * day],
    ["P1", second, null],
  ]);
  // A transferred mold stays known to be at its plant, although no position confirms it.
  const period = { PERIOD_FROM: "2026-05-01", PERIOD_TO: "2026-05-19" };
  const moves = await t.admin.run<IndicatorAnswer>("rf_Indicator", {
    INDICATOR: "moves",
    GROUP_BY: "mold",
    ...period,
  });
  expect(moves.NOW.PARTS.placedDays).toBe(19);
});
