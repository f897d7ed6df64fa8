import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import type { IncomingReading } from "./incoming.ts";

const csv = new URL("../../../../../../shared/data/molding-shots-cn7.csv", import.meta.url);

describe.skipIf(!existsSync(csv))("1,995 real shots of one mold", () => {
  let s: TestServer;
  beforeAll(async () => {
    s = await withServer();
  });
  const times = existsSync(csv)
    ? readFileSync(csv, "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((l) => Date.parse(String(l.split(",")[0])))
    : [];

  async function replay(order: (r: IncomingReading[]) => IncomingReading[], batch: number) {
    const t = await TestTenant.create(s);
    const mold = await t.mold("CN7", { PRODUCT_CYCLE: 60 });
    const counterId = await t.counter("C", mold, Date.parse("2020-10-01T00:00:00Z"));
    const sent = order(
      times.map((sentAt, i) => readingAt(counterId, sentAt, 5000 + i, { receivedAt: noon })),
    );
    for (let i = 0; i < sent.length; i += batch) await s.app.ledger.ingest(t.id, sent.slice(i, i + batch));
    return {
      explained: await t.admin.run<{ TOTAL: number; OPENING: number; BINDINGS: { SHOTS: number }[] }>(
        "rf_ExplainCount",
        { MOLD_NO: "CN7" },
      ),
      hours: await t.rows(
        sql`
          select
            hour, shots, run_ms, cycle_ms, cycle_count, cycle_min, cycle_max, within_count,
            fast_count, slow_count, estimated
          from shot_hour
          where tenant_id = ${t.id}
          order by hour
        `,
      ),
      warnings: await t.rows(
        sql`
          select kind, level, opened_at, last_at, ended_at, cleared_at, recurrences
          from warning
          where tenant_id = ${t.id} and withdrawn_at is null
          order by opened_at, kind
        `,
      ),
      state: await t.rows(
        sql`
          select
            last_at, count, last_shots, last_cycle_ms, last_shot_at, bound_shots, unbound_shots,
            regexp_replace(replay_state, '"moldId":[0-9]+|(?<=^[[][0-9]{13},)[0-9]+', '', 'g') as replay_state
          from counter_state
          where tenant_id = ${t.id}
        `,
      ),
      recomputed: await t.admin.run("rf_Recompute", {}),
    };
  }

  function shuffle(list: IncomingReading[]): IncomingReading[] {
    let seed = 7;
    const keys = new Map(
      list.map((r) => {
        seed = (seed * 16_807) % 2_147_483_647;
        return [r, seed];
      }),
    );
    return [...list].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
  }
  const double = (list: IncomingReading[]) => [...list, ...list.map((r) => ({ ...r }))];

  it("give 1,994 shots after the baseline, the same hours, warnings and state, in any order", async () => {
    const plain = await replay((r) => r, 500);
    expect(plain.explained).toMatchObject({ TOTAL: 1994, OPENING: 0, BINDINGS: [{ SHOTS: 1994 }] });
    expect(plain.hours.reduce((n, h) => n + Number(h.shots), 0)).toBe(1994);
    const others: [string, (r: IncomingReading[]) => IncomingReading[], number][] = [
      ["in order, one at a time", (r) => r, 1],
      ["shuffled, 500 at a time", shuffle, 500],
      ["shuffled, one at a time", shuffle, 1],
      ["doubled and shuffled, 100 at a time", (r) => shuffle(double(r)), 100],
      ["backwards, 50 at a time", (r) => [...r].reverse(), 50],
    ];
    for (const [name, order, batch] of others) {
      const { explained, ...rest } = await replay(order, batch);
      expect(explained.TOTAL, name).toBe(1994);
      expect(rest, name).toEqual({
        hours: plain.hours,
        warnings: plain.warnings,
        state: plain.state,
        recomputed: { COUNTERS: 1, CHANGED: 0 },
      });
    }
  }, 240_000);
});
