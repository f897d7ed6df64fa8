import { milestoneKind } from "@shotkeeper/contract/new-mold";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../kernel/config.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type RunningServer, startServer } from "../../start.ts";
import { Actor } from "../base/actor.ts";
import { counterSpecs } from "../fleet/counters.ts";
import { Episodes } from "../fleet/episodes.ts";
import { moldSpecs } from "../fleet/molds.ts";
import { ensureDemo } from "../index.ts";
import { makeInventories } from "../work/inventories.ts";
import { makePast } from "./history.ts";

let server: RunningServer;
let tenantId = 0;
const now = Date.UTC(2026, 5, 17, 6, 30);

beforeAll(async () => {
  const config = readConfig({ PORT: "0", MQTT_PORT: "off", LOG_LEVEL: "silent" });
  server = await startServer(config, { inMemory: true, now: () => now });
  tenantId = (await ensureDemo(server.app)) ?? 0;
}, 120_000);
afterAll(() => server.stop());

describe("the demo's past", () => {
  it("is complete, consistent, and unchanged by an interruption", async () => {
    const actor = new Actor(server.app, tenantId);
    const molds = moldSpecs(now);
    const since = (i: number) => new Episodes(molds[i]!, now).since;
    const counters = counterSpecs(molds, now, (m) => since(m.index));
    const { db } = server.app;
    const [rows] = await db.run(tenantId, [
      sql`select writer_id, counter_id from counter where tenant_id = ${tenantId}`,
    ]);
    const idOf = new Map((rows ?? []).map((r) => [String(r.writer_id), Number(r.counter_id)]));
    // Tests two cases: index 6 is a new mold, index 96 is a mold whose counter was replaced.
    for (const index of [6, 96]) {
      const mold = molds[index]!;
      const own = counters.filter((c) => c.mold === mold);
      let asked = 0;
      const past = (isStopping: () => boolean) =>
        makePast({ actor, mold, counters: own, idOf, epoch: now, since: since(index), isStopping });
      expect((await past(() => ++asked > 700)) === undefined).toBe(true);
      const done = await past(() => false);
      expect(done?.readings).toBeGreaterThan(10);
      const { TOTAL, OPENING, BINDINGS, CORRECTIONS } = (await actor.run(
        "rf_ExplainCount",
        { MOLD_NO: mold.no },
        now,
      )) as {
        TOTAL: number;
        OPENING: number;
        BINDINGS: { SHOTS: number }[];
        CORRECTIONS: { QTY: number }[];
      };
      expect(BINDINGS).toHaveLength(own.length);
      // A replaced counter has a correction: the estimate of the shots that no counter has counted.
      expect(CORRECTIONS).toHaveLength(own.length - 1);
      const corrected = CORRECTIONS.reduce((s, c) => s + c.QTY, 0);
      expect(TOTAL).toBe(OPENING + BINDINGS.reduce((s, b) => s + b.SHOTS, 0) + corrected);
      const [sums] = await db.run(tenantId, [
        sql`select sum(h.shots)::bigint as shots from shot_hour h join mold m on m.tenant_id = ${tenantId}
          and m.mold_id = h.mold_id where h.tenant_id = ${tenantId} and m.mold_no = ${mold.no}`,
      ]);
      expect(Number(sums?.[0]?.shots)).toBe(TOTAL - OPENING - corrected);
      expect(await actor.run("rf_Recompute", { MOLD_NO: mold.no }, now)).toMatchObject({ CHANGED: 0 });
    }
  }, 240_000);
});

it("expects in a stock-take of the past only molds that were in their plant", async () => {
  await makeInventories(new Actor(server.app, tenantId), now);
  const lines = sql`from inventory_line l
    join inventory_count c on c.tenant_id = ${tenantId} and c.count_id = l.count_id
    where l.tenant_id = ${tenantId}`;
  const { handover } = milestoneKind.values;
  const [early, handed] = await server.app.db.run(tenantId, [
    sql`select l.line_id, c.started_at
      ${lines} and l.expected
      and (
        exists (
          select
          from mold m
          where m.tenant_id = ${tenantId} and m.mold_no = l.mold_no and m.created_date > c.started_at
        )
        or exists (
          select
          from new_mold_milestone h
          where h.tenant_id = ${tenantId} and h.mold_no = l.mold_no and h.milestone_kind = ${handover}
            and (h.actual_date is null or h.actual_date > c.started_at::date)
        )
      )`,
    sql`select distinct l.mold_no ${lines} and l.expected`,
  ]);
  expect(early).toEqual([]);
  expect(handed?.length).toBeGreaterThan(100);
}, 120_000);
