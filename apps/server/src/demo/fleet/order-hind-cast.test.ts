import { expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { day, hour } from "../base/catalog.ts";
import { Episodes } from "./episodes.ts";
import { MoldClock } from "./mold-clock.ts";
import { moldSpecs } from "./molds.ts";
import { production } from "./production.ts";

// Compares forecasts of the end of orders with the actual ends. The forecasts are those of the order list, made once
// every nine days.

const molds = moldSpecs(noon);
const chosen = molds.filter((m) => m.startsAt < noon - 120 * day).slice(0, 30);
/** Time of the first forecast (epoch ms), and interval between two forecasts (ms). */
const [first, every] = [noon - 90 * day, 9 * day];
/**
 * Remaining sizes of the test's orders, in days of average production. At the time of a forecast, an order still lacks
 * the shots that its mold makes on average in this number of days.
 */
const lengths = [2, 6, 15];
const cuts = Array.from({ length: 6 }, (_, i) => first + i * every);

it("predict the end of an order: four of five are within the range, not all", async () => {
  const s = await withServer();
  const t = await TestTenant.create(s);
  const begin = first - 10 * day;
  const known = [];
  for (const m of chosen) {
    const clock = new MoldClock(m.index, production(m, new Episodes(m, noon)));
    const made = Array.from({ length: (noon - begin) / hour + 1 }, (_, i) => clock.shotsAt(begin + i * hour));
    known.push({ ...(await t.mold(m.no)), made, index: m.index });
  }
  await t.rows(
    sql`insert into production_order (tenant_id, order_id, mold_no, planned_shots, planned_end, order_state, started_at)
      select ${t.id}, mold_no, mold_no, 1, ${new Date(noon)}, 4, ${new Date(begin)} from mold
      where tenant_id = ${t.id}`,
  );
  const tally = { forecasts: 0, inside: 0, early: 0, late: 0 };
  let from = begin;
  for (const cut of cuts) {
    const upTo = (cut - begin) / hour;
    await t.hours(
      known.flatMap(({ moldId, made }) =>
        Array.from({ length: (cut - from) / hour }, (_, i) => (from - begin) / hour + i)
          .map((h) => ({
            mold_id: moldId,
            hour: begin + h * hour,
            shots: (made[h + 1] ?? 0) - (made[h] ?? 0),
          }))
          .filter((r) => r.shots > 0),
      ),
    );
    from = cut;
    s.clock.now = cut;
    // Shots that an order lacks: as many as the mold makes on average in 2, 6 or 15 days (`lengths`).
    const left = known.map(({ made, index }) => {
      const usual = ((made[upTo] ?? 0) - (made[0] ?? 0)) / ((cut - begin) / day);
      return Math.round(usual * (lengths[index % lengths.length] ?? 0));
    });
    const planned = known.map(
      ({ made }, i) => (made[upTo] ?? 0) - (made[0] ?? 0) + Math.max(1, left[i] ?? 0),
    );
    await t.rows(
      sql`update production_order o set planned_shots = x.shots
        from unnest(${known.map((k) => k.moldNo)}::text[], ${planned}::int[]) x (no, shots)
        where o.tenant_id = ${t.id} and o.mold_no = x.no`,
    );
    const orders = new Map((await t.admin.list("PO101", "Q01")).map((o) => [o.MOLD_NO, o]));
    for (const [i, { moldNo, made }] of known.entries()) {
      const o = orders.get(moldNo);
      const rest = left[i] ?? 0;
      if (!o?.FC_DATE || rest < 50) continue;
      const at = made.findIndex((n) => n >= (made[upTo] ?? 0) + rest);
      const came = at < 0 ? Number.POSITIVE_INFINITY : begin + (at - 0.5) * hour;
      tally.forecasts++;
      if (came < Date.parse(String(o.FC_EARLY))) tally.early++;
      else if (o.FC_LATE !== null && came > Date.parse(String(o.FC_LATE))) tally.late++;
      else tally.inside++;
    }
  }
  const share = tally.inside / tally.forecasts;
  console.log(`order ends: ${JSON.stringify(tally)}, ${(share * 100).toFixed(1)} % inside`);
  expect(tally.forecasts).toBeGreaterThan(120);
  expect(share).toBeGreaterThan(0.75);
  expect(share).toBeLessThan(0.99);
}, 60_000);
