import { errors } from "@shotkeeper/contract/kernel";
import { correctCount, type Explanation, explainCount } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { visitPieces } from "../../telemetry/core/index.ts";
import { loadCounters } from "../../telemetry/ledger/known-counter.ts";
import { readTimeline } from "../../telemetry/ledger/timeline-store.ts";
import { addCorrection } from "./correction.ts";
import { previewCounts } from "./count-preview.ts";
import { moldScope, seenMolds } from "./mold-facts.ts";

interface MoldRow {
  readonly mold_id: number;
  readonly opening_count: number;
}

/**
 * Explains a mold's total up to the time `at` from the readings. Does not use the stored sums, so that the screen can
 * verify them.
 */
async function explain(ctx: Ctx, tx: Tx, moldNo: string, at: number): Promise<Explanation> {
  const { tenantId } = tx;
  const [mold] = await tx.query(
    sql<MoldRow>`
      select t.mold_id, t.opening_count
      from mold t
      where t.tenant_id = ${tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}
    `,
  );
  if (!mold) throw errors.unknownReference("moldNo");
  const until = new Date(at);
  const bindings = await tx.query(
    sql<{
      binding_id: number;
      counter_id: number;
      writer_id: string;
      bound_at: string;
      unbound_at: string | null;
      bound_count: number | null;
      unbound_count: number | null;
    }>`
      select
        b.binding_id, b.counter_id, c.writer_id, b.bound_at, b.unbound_at, b.bound_count,
        b.unbound_count
      from binding b
      join counter c on c.tenant_id = ${tenantId} and c.counter_id = b.counter_id
      where b.tenant_id = ${tenantId} and b.mold_id = ${mold.mold_id} and b.bound_at <= ${until}
      order by b.bound_at
    `,
  );
  const corrections = await tx.query(
    sql<{
      qty: number;
      reason: string;
      created_by: string;
      created_date: string;
      is_estimated: boolean;
      gap_from: string | null;
      gap_to: string | null;
    }>`
      select qty, reason, created_by, created_date, is_estimated, gap_from, gap_to
      from count_correction
      where tenant_id = ${tenantId} and mold_id = ${mold.mold_id} and created_date <= ${until}
      order by created_date
    `,
  );
  const counters = new Map(
    (await loadCounters(tx, tenantId, [...new Set(bindings.map((b) => b.counter_id))])).map((c) => [
      c.counterId,
      c,
    ]),
  );
  const explained: Explanation["bindings"][number][] = [];
  for (const b of bindings) {
    const counter = counters.get(b.counter_id);
    if (!counter) continue;
    const timeline = await readTimeline(tx, {
      counterId: b.counter_id,
      firstAt: Date.parse(b.bound_at),
      lastAt: Math.min(at, b.unbound_at ? Date.parse(b.unbound_at) : at),
    });
    if (!timeline) continue;
    // Readings up to the time `at`, or up to the end of the binding if the binding ended later. The shots after `at`
    // are left out below. For the present time (`at` is now), all readings of the timeline are used instead.
    const readings = timeline.readings.filter(
      (r) => r.at <= at || r.at <= (b.unbound_at ? Date.parse(b.unbound_at) : 0),
    );
    let shots = 0;
    const counted = new Set<number>();
    const window = {
      before: timeline.before,
      readings: at < ctx.now ? readings : timeline.readings,
      isEnd: timeline.isEnd,
    };
    visitPieces(counter.facts, window, (delta, index) => {
      if (delta.bindingId !== b.binding_id || delta.to > at) return;
      shots += delta.shots;
      counted.add(index);
    });
    const inside = window.readings.filter((r, i) => counted.has(i) && !r.isQuarantined);
    explained.push({
      writerId: b.writer_id,
      bindTime: b.bound_at,
      unbindTime: b.unbound_at,
      shots,
      readings: inside.length,
      firstCount: b.bound_count ?? inside[0]?.count ?? null,
      lastCount: b.unbound_count ?? inside.at(-1)?.count ?? null,
    });
  }
  const sums: Explanation["corrections"] = corrections.map((c) => ({
    qty: c.qty,
    reason: c.reason,
    createdBy: c.created_by,
    createdDate: c.created_date,
    isEstimated: c.is_estimated,
    gapFrom: c.gap_from,
    gapTo: c.gap_to,
  }));
  const total =
    mold.opening_count + explained.reduce((s, b) => s + b.shots, 0) + sums.reduce((s, c) => s + c.qty, 0);
  return {
    moldNo,
    at: until.toISOString(),
    total,
    opening: mold.opening_count,
    bindings: explained,
    corrections: sums,
  };
}

export const explainCommands: readonly CommandImpl[] = [
  handle(explainCount, (ctx, { moldNo, at }) =>
    ctx.db.tx(ctx.who.tenantId, (tx) => explain(ctx, tx, moldNo, at === null ? ctx.now : Date.parse(at))),
  ),

  handle(
    correctCount,
    async (ctx, { moldNo, qty, reason }) => {
      const { tenantId } = ctx.who;
      // Refuses a correction of 0, which would be a document without an effect.
      if (qty === 0) throw errors.invalidField("qty");
      const result = await ctx.db.tx(tenantId, async (tx) => {
        await addCorrection(ctx, tx, { moldNo, qty, reason });
        const { total } = await explain(ctx, tx, moldNo, ctx.now);
        if (total < 0) throw errors.invalidField("qty");
        return { total };
      });
      ctx.events.emit(tenantId, { type: "board", molds: [moldNo] });
      return result;
    },
    async (ctx, { moldNo }, run) => {
      const mold = await seenMolds(ctx, [moldNo], "mold_id");
      const moldIds = [Number(mold(moldNo).mold_id)];
      return previewCounts(ctx, { moldIds, counterIds: [] }, () => run().then(() => null));
    },
  ),
];
