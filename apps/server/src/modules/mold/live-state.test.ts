import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { standardThresholds } from "./mold-facts.ts";
import { liveState } from "./testing/live-state-model.ts";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Generates ages of facts (time from the fact to now), ms: the thresholds of the live state, values just above and
 * below, and random values.
 */
const ages = fc.oneof(
  fc.constantFrom(0, 1, 24 * hour, 24 * hour + 1, 2 * day, 2 * day + 1, 7 * day - 1, 7 * day, 7 * day + 1),
  fc.integer({ min: 0, max: 20 * day }),
);
const age = fc.option(ages, { nil: null });
const cases = fc.record({
  serviceState: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 4),
  isBound: fc.constantFrom(true, true, true, false),
  boundAge: ages,
  lastReportAge: age,
  countAge: age,
  lastShots: fc.constantFrom(0, 1, 50),
  lastShotAge: age,
  removed: fc.constantFrom(null, 0, 0, 1),
  interval: fc.constantFrom(0.25, 1, 12, 24),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

const at = (age: number | null) => (age === null ? null : noon - age);

interface Thresholds {
  readonly silentHours: number;
  readonly idleDays: number;
}

/** Returns the state that the reference model (testing/live-state-model.ts) computes from the facts in the database. */
function expected(c: Case, t: Thresholds) {
  const lastShotAt = at(c.lastShotAge);
  const boundAt = noon - c.boundAge;
  return liveState(
    {
      isScrapped: c.serviceState === 4,
      isInRepair: c.serviceState === 1,
      isInTrial: c.serviceState === 2,
      isBound: c.isBound,
      boundAt: c.isBound ? boundAt : null,
      lastReportAt: at(c.lastReportAge),
      lastAcceptedAt: at(c.countAge),
      lastShots: c.lastShots,
      // A shot before the beginning of the open binding was not made by this mold.
      lastShotAt: lastShotAt !== null && lastShotAt >= boundAt ? lastShotAt : null,
      isRemoved: c.removed === 1,
    },
    noon,
    { reportIntervalMs: c.interval * hour, silentMs: t.silentHours * hour, idleMs: t.idleDays * day },
  );
}

describe("the live state of a mold in SQL", () => {
  let s: TestServer;
  beforeAll(async () => {
    s = await withServer();
  });

  it.each<[string, Thresholds, readonly (readonly [string, string])[]]>([
    ["the standard thresholds", standardThresholds, []],
    [
      "the tenant's thresholds",
      { silentHours: 30, idleDays: 3 },
      [
        ["WARN_SILENT", "30"],
        ["WARN_IDLE_L1", "3"],
      ],
    ],
    [
      "the standard thresholds where a parameter is no number",
      standardThresholds,
      [["WARN_SILENT", "often"]],
    ],
  ])("equals the model's state for random facts, with %s", async (_name, thresholds, parameters) => {
    const tenant = await TestTenant.create(s);
    for (const [prmId, prmValue] of parameters)
      await tenant.rows(sql`
        insert into parameter (tenant_id, prm_id, prm_value)
        values (${tenant.id}, ${prmId}, ${prmValue})
      `);
    const sample = fc.sample(cases, { numRuns: 2000, seed: 42 });
    const rows = sample.map((c, i) => ({
      no: `F${i}`,
      ...c,
      boundAt: new Date(noon - c.boundAge).toISOString(),
      lastAt: c.lastReportAge === null ? null : new Date(noon - c.lastReportAge).toISOString(),
      countAt: c.countAge === null ? null : new Date(noon - c.countAge).toISOString(),
      shotAt: c.lastShotAge === null ? null : new Date(noon - c.lastShotAge).toISOString(),
    }));
    const id = tenant.id;
    const input = sql`
      json_to_recordset(${JSON.stringify(rows)}::json) as x (
        no text, "serviceState" int, "isBound" boolean, "boundAt" timestamptz, "lastAt" timestamptz,
        "countAt" timestamptz, "lastShots" bigint, "shotAt" timestamptz, removed int,
        interval numeric
      )
    `;
    await tenant.rows(
      sql`
        insert into mold (
          tenant_id, mold_no, oem_id, service_state, daily_maintenance_hours,
          major_maintenance_hours, planned_t0, handover_date
        )
        select ${id}, x.no, 'O1', x."serviceState", 100, 1000, '2025-01-01', '2025-01-01'
        from ${input}
      `,
    );
    await tenant.rows(
      sql`
        insert into counter (
          tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, report_interval_hours
        )
        select ${id}, x.no, x.no, 'LTE', 1, true, false, x.interval
        from ${input}
      `,
    );
    await tenant.rows(
      sql`
        insert into counter_state (
          tenant_id, counter_id, last_at, count_at, last_shots, last_shot_at, removed
        )
        select ${id}, c.counter_id, x."lastAt", x."countAt", x."lastShots", x."shotAt", x.removed
        from ${input}
        join counter c on c.tenant_id = ${id} and c.writer_id = x.no
      `,
    );
    await tenant.rows(
      sql`
        insert into binding (tenant_id, mold_id, counter_id, bound_at)
        select ${id}, m.mold_id, c.counter_id, x."boundAt"
        from ${input}
        join mold m on m.tenant_id = ${id} and m.mold_no = x.no
        join counter c on c.tenant_id = ${id} and c.writer_id = x.no
        where x."isBound"
      `,
    );
    const found = await tenant.admin.list("BS101", "Q01", { Limit: 10_000 });
    const stateOf = new Map(found.map((r) => [r.MOLD_NO, r.Work_Stat]));
    const wrong = sample
      .map((c, i) => ({ c, is: stateOf.get(`F${i}`), should: expected(c, thresholds) }))
      .filter((x) => x.is !== x.should);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(new Set(stateOf.values()).size).toBe(10);
  });
});
