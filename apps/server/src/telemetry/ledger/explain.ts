import {
  correctCount,
  type ExplainedBinding,
  type ExplainedCorrection,
  type Explanation,
  explainCount,
} from "@shotkeeper/contract/basic";
import { recompute, releaseReading } from "@shotkeeper/contract/counter";
import { AppError } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope } from "../../modules/basic/index.ts";
import { derive, readingKey, visitPieces } from "../core/index.ts";
import { loadCounters } from "./known-counter.ts";
import { applyChanges, lockCounters } from "./slow-path.ts";
import { loadStretches } from "./timeline-store.ts";

interface MoldRow {
  readonly mold_id: number;
  readonly opening_count: number;
}

/** The sum's parts, worked out from the readings themselves and not from what is stored of them. */
async function explain(ctx: Ctx, tx: Tx, moldNo: string, at: number): Promise<Explanation> {
  const { tenantId } = tx;
  const [mold] = (await tx.query(
    sql`select t.mold_id, t.opening_count from mold t where t.tenant_id = ${tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}`,
  )) as unknown as MoldRow[];
  if (!mold) throw new AppError("S0202", "MOLD_NO");
  const until = new Date(at);
  const bindings = await tx.query<{
    binding_id: number;
    counter_id: number;
    writer_id: string;
    bound_at: string;
    unbound_at: string | null;
    bound_count: number | null;
    unbound_count: number | null;
  }>(
    sql`select b.binding_id, b.counter_id, c.writer_id, b.bound_at, b.unbound_at, b.bound_count, b.unbound_count from binding b
      join counter c on c.tenant_id = ${tenantId} and c.counter_id = b.counter_id
      where b.tenant_id = ${tenantId} and b.mold_id = ${mold.mold_id} and b.bound_at <= ${until} order by b.bound_at`,
  );
  const corrections = await tx.query<{
    qty: number;
    reason: string;
    created_by: string;
    created_date: string;
  }>(
    sql`select qty, reason, created_by, created_date from count_correction where tenant_id = ${tenantId} and mold_id = ${mold.mold_id} and created_date <= ${until} order by created_date`,
  );
  const counters = new Map(
    (await loadCounters(tx, tenantId, [...new Set(bindings.map((b) => b.counter_id))])).map((c) => [
      c.counterId,
      c,
    ]),
  );
  const explained: ExplainedBinding[] = [];
  for (const b of bindings) {
    const counter = counters.get(b.counter_id);
    if (!counter) continue;
    const [stretch] = await loadStretches(tx, [
      {
        counterId: b.counter_id,
        firstAt: Date.parse(b.bound_at),
        lastAt: Math.min(at, b.unbound_at ? Date.parse(b.unbound_at) : at),
      },
    ]);
    if (!stretch) continue;
    // At a moment in the past: what had been counted by the last reading up to then.
    const readings = stretch.readings.filter(
      (r) => r.at <= at || r.at <= (b.unbound_at ? Date.parse(b.unbound_at) : 0),
    );
    let shots = 0;
    const counted = new Set<number>();
    const window = {
      before: stretch.before,
      readings: at < ctx.now ? readings : stretch.readings,
      isEnd: stretch.isEnd,
    };
    visitPieces(counter.facts, window, (piece, index) => {
      if (piece.bindingId !== b.binding_id || piece.to > at) return;
      shots += piece.shots;
      counted.add(index);
    });
    const inside = window.readings.filter((r, i) => counted.has(i) && !r.isHeld);
    explained.push({
      WRITER_ID: b.writer_id,
      BIND_TIME: b.bound_at,
      UNBIND_TIME: b.unbound_at,
      SHOTS: shots,
      READINGS: inside.length,
      FIRST_COUNT: b.bound_count ?? inside[0]?.count ?? null,
      LAST_COUNT: b.unbound_count ?? inside.at(-1)?.count ?? null,
      ESTIMATED: 0,
    });
  }
  const sums: ExplainedCorrection[] = corrections.map((c) => ({
    QTY: c.qty,
    REASON: c.reason,
    CREATED_BY: c.created_by,
    CREATED_DATE: c.created_date,
  }));
  const total =
    mold.opening_count + explained.reduce((s, b) => s + b.SHOTS, 0) + sums.reduce((s, c) => s + c.QTY, 0);
  return {
    MOLD_NO: moldNo,
    AT: until.toISOString(),
    TOTAL: total,
    OPENING: mold.opening_count,
    BINDINGS: explained,
    CORRECTIONS: sums,
  };
}

/** Derives a counter's whole history again and puts right whatever differs. true when something did. */
async function recomputeCounter(tx: Tx, counterId: number, now: number): Promise<boolean> {
  const { tenantId } = tx;
  const figures = () =>
    tx.query(sql`select h.mold_id, h.hour, h.shots, h.run_ms, h.cycle_ms, h.cycle_count, h.cycle_min, h.cycle_max, h.within_count, h.fast_count, h.slow_count, h.estimated
    from shot_hour h where h.tenant_id = ${tenantId} and h.counter_id = ${counterId} order by h.mold_id, h.hour`);
  const sums = () =>
    tx.query(sql`select s.bound_shots, s.unbound_shots, (select json_agg(b.shots order by b.binding_id) from binding b where b.tenant_id = ${tenantId} and b.counter_id = ${counterId}) as closed
    from counter_state s where s.tenant_id = ${tenantId} and s.counter_id = ${counterId}`);
  const [counter] = await lockCounters(tx, [counterId]);
  if (!counter) return false;
  const before = JSON.stringify([await figures(), await sums()]);
  const [stretch] = await loadStretches(tx, [
    { counterId, firstAt: Number.NEGATIVE_INFINITY, lastAt: Number.POSITIVE_INFINITY },
  ]);
  if (!stretch) return false;
  const now_ = derive(counter.facts, stretch);
  // The stored sums are set to nothing first; the rewrite then adds what the readings say.
  const was = derive(counter.facts, stretch);
  const open = counter.facts.bindings.find((b) => b.unboundAt === null);
  const closed = counter.facts.bindings.filter((b) => b !== open);
  await tx.all([
    sql`update counter_state set bound_shots = ${open ? (was.perBinding.get(open.bindingId) ?? 0) : 0}, unbound_shots = ${was.unboundShots} where tenant_id = ${tenantId} and counter_id = ${counterId}`,
    ...closed.flatMap((b) => [
      sql`update mold m set closed_shots = m.closed_shots + ${now_.perBinding.get(b.bindingId) ?? 0} - x.shots from binding x
        where m.tenant_id = ${tenantId} and x.tenant_id = ${tenantId} and x.binding_id = ${b.bindingId} and m.mold_id = x.mold_id`,
      sql`update binding set shots = ${now_.perBinding.get(b.bindingId) ?? 0} where tenant_id = ${tenantId} and binding_id = ${b.bindingId}`,
    ]),
  ]);
  await applyChanges(
    tx,
    [counter],
    [
      {
        counterId,
        oldFacts: counter.facts,
        newFacts: counter.facts,
        added: new Set(),
        firstAt: Number.NEGATIVE_INFINITY,
        lastAt: Number.POSITIVE_INFINITY,
        fromScratch: true,
      },
    ],
    now,
  );
  return JSON.stringify([await figures(), await sums()]) !== before;
}

async function release(ctx: Ctx, tx: Tx, quarantineId: number, reason: string): Promise<{ MOVED: number }> {
  const { tenantId } = tx;
  const [row] = await tx.query<{
    counter_id: number | null;
    ms: number | null;
    count: number | null;
    payload: string | null;
  }>(
    sql`select counter_id, (extract(epoch from at) * 1000)::bigint as ms, count, payload from quarantine where tenant_id = ${tenantId} and quarantine_id = ${quarantineId} and released_at is null`,
  );
  if (!row || row.counter_id === null || row.ms === null || row.count === null || row.payload !== null)
    throw new AppError("S0212");
  const [counter] = await lockCounters(tx, [row.counter_id]);
  if (!counter) throw new AppError("S0202", "WRITER_ID");
  await tx.query(
    sql`update quarantine set released_at = ${new Date(ctx.now)}, released_by = ${ctx.who.userId}, release_reason = ${reason} where tenant_id = ${tenantId} and quarantine_id = ${quarantineId}`,
  );
  const total = async () =>
    Number(
      (
        await tx.query(
          sql`select coalesce(sum(shots), 0) as n from shot_hour where tenant_id = ${tenantId} and counter_id = ${row.counter_id}`,
        )
      )[0]?.n,
    );
  const before = await total();
  const newFacts = {
    ...counter.facts,
    released: new Set([...counter.facts.released, readingKey({ at: row.ms, count: row.count })]),
  };
  await applyChanges(
    tx,
    [counter],
    [
      {
        counterId: counter.counterId,
        oldFacts: counter.facts,
        newFacts,
        added: new Set(),
        firstAt: row.ms,
        lastAt: row.ms,
      },
    ],
    ctx.now,
  );
  await tx.query(
    sql`${logInto(ctx, "release", "QUARANTINE", "after")} ${String(quarantineId)}, ${JSON.stringify({ reason })}`,
  );
  return { MOVED: (await total()) - before };
}

export const ledgerCommands: readonly CommandImpl[] = [
  handle(explainCount, (ctx, { moldNo, at }) =>
    ctx.db.tx(ctx.who.tenantId, (tx) => explain(ctx, tx, moldNo, at === null ? ctx.now : Date.parse(at))),
  ),

  handle(correctCount, async (ctx, { moldNo, qty, reason }) => {
    const { tenantId, userId } = ctx.who;
    const result = await ctx.db.tx(tenantId, async (tx) => {
      const [mold] = await tx.query<{ mold_id: number }>(
        sql`update mold t set corrected_shots = corrected_shots + ${qty} where t.tenant_id = ${tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)} returning mold_id`,
      );
      if (!mold) throw new AppError("S0202", "MOLD_NO");
      await tx.all([
        sql`insert into count_correction (tenant_id, mold_id, qty, reason, created_by, created_date) values (${tenantId}, ${mold.mold_id}, ${qty}, ${reason}, ${userId}, ${new Date(ctx.now)})`,
        sql`${logInto(ctx, "correct", "BS_MOLD", "after")} ${moldNo}, ${JSON.stringify({ qty, reason })}`,
      ]);
      const { TOTAL } = await explain(ctx, tx, moldNo, ctx.now);
      // A mold cannot have made fewer than no shots.
      if (TOTAL < 0) throw new AppError("S0200", "QTY");
      return { TOTAL };
    });
    ctx.events.emit(tenantId, { type: "board", molds: [moldNo] });
    return result;
  }),

  handle(releaseReading, (ctx, { quarantineId, reason }) =>
    ctx.db.tx(ctx.who.tenantId, (tx) => release(ctx, tx, quarantineId, reason)),
  ),

  handle(recompute, async (ctx, { writerId, moldNo }) => {
    const { tenantId } = ctx.who;
    const [rows] = await ctx.db.run(tenantId, [
      sql`select c.counter_id from counter c where c.tenant_id = ${tenantId} and (${writerId}::text is null or c.writer_id = ${writerId})
        and (${moldNo}::text is null or exists (select from binding b join mold m on m.tenant_id = ${tenantId} and m.mold_id = b.mold_id
          where b.tenant_id = ${tenantId} and b.counter_id = c.counter_id and m.mold_no = ${moldNo})) order by c.counter_id`,
    ]);
    let changed = 0;
    for (const r of rows ?? []) {
      if (await ctx.db.tx(tenantId, (tx) => recomputeCounter(tx, Number(r.counter_id), ctx.now))) changed++;
    }
    return { COUNTERS: rows?.length ?? 0, CHANGED: changed };
  }),
];
