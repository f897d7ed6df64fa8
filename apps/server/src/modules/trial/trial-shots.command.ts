import { errors } from "@shotkeeper/contract/kernel";
import { type TrialShots, trialShots } from "@shotkeeper/contract/trial";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { visitPieces } from "../../telemetry/core/index.ts";
import { loadCounters } from "../../telemetry/ledger/known-counter.ts";
import { readTimeline } from "../../telemetry/ledger/timeline-store.ts";
import { ofMoldScope } from "../mold/index.ts";

type CounterShots = TrialShots["counters"][number];

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the shots of an interval that lie within a span. If only a part of the interval lies within the span, its
 * shots are counted in proportion to the time. The shots of two adjacent spans add up exactly.
 */
function shotsWithin(piece: Span & { readonly shots: number }, span: Span): number {
  const length = piece.to - piece.from;
  const madeBy = (at: number) =>
    at >= piece.to
      ? piece.shots
      : at <= piece.from
        ? 0
        : Math.floor((piece.shots * (at - piece.from)) / length);
  return madeBy(span.to) - madeBy(span.from);
}

const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** Computes the shots of one counter on the mold within the span, from the counter's readings. */
async function ofCounter(tx: Tx, moldId: number, counterId: number, span: Span): Promise<CounterShots> {
  const [counter] = await loadCounters(tx, tx.tenantId, [counterId]);
  const timeline = await readTimeline(tx, { counterId, firstAt: span.from, lastAt: span.to });
  let shots = 0;
  let estimated = 0;
  if (counter && timeline)
    visitPieces(counter.facts, timeline, (piece) => {
      if (piece.moldId !== moldId) return;
      const part = shotsWithin(piece, span);
      shots += part;
      if (piece.from < span.from || piece.to > span.to) estimated += part;
    });
  const all = [
    ...(timeline?.before ? [timeline.before] : []),
    ...(timeline?.readings ?? []).filter((r) => !r.isQuarantined),
  ];
  // Selects the two readings that the screen shows. `first` is the last reading up to the trial's start, or the first
  // reading if there is none. `last` is the last reading up to the trial's end.
  const first = all.filter((r) => r.at <= span.from).at(-1) ?? all[0];
  const last = all.filter((r) => r.at <= span.to).at(-1);
  return {
    writerId: counter?.writerId ?? "",
    shots,
    estimated,
    readings: all.filter((r) => r.at >= span.from && r.at <= span.to).length,
    firstTime: iso(first?.at),
    firstCount: first?.count ?? null,
    lastTime: iso(last?.at),
    lastCount: last?.count ?? null,
  };
}

async function shotsOf(ctx: Ctx, tx: Tx, trialId: string): Promise<TrialShots | null> {
  const { tenantId } = tx;
  const [trial] = await tx.query(
    sql<{ mold_id: number; from_ms: number | null; to_ms: number | null }>`select m.mold_id,
        (extract(epoch from t.started_at) * 1000)::bigint as from_ms,
        (extract(epoch from t.ended_at) * 1000)::bigint as to_ms
      from mold_trial t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.trial_id = ${trialId} and ${ofMoldScope(ctx)}`,
  );
  if (!trial) throw errors.unknownReference("trialId");
  if (trial.from_ms === null) return null;
  const span = { from: trial.from_ms, to: trial.to_ms ?? ctx.now };
  const bound = await tx.query(
    sql<{ counter_id: number }>`select distinct b.counter_id
      from binding b
      where b.tenant_id = ${tenantId}
        and b.mold_id = ${trial.mold_id}
        and b.bound_at <= ${new Date(span.to)}
        and coalesce(b.unbound_at, 'infinity') > ${new Date(span.from)}
      order by 1`,
  );
  const counters: CounterShots[] = [];
  for (const b of bound) counters.push(await ofCounter(tx, trial.mold_id, b.counter_id, span));
  const sum = (name: "shots" | "estimated") => counters.reduce((n, c) => n + c[name], 0);
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    shots: sum("shots"),
    estimated: sum("estimated"),
    counters,
  };
}

export const trialShotsImpl: CommandImpl = handle(trialShots, (ctx, { trialId }) =>
  ctx.db.tx(ctx.who.tenantId, (tx) => shotsOf(ctx, tx, trialId)),
);
