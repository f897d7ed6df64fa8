import { AppError } from "@shotkeeper/contract/kernel";
import { type TrialShotsOfCounter, trialShots } from "@shotkeeper/contract/trial";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { visitPieces } from "../../telemetry/core/index.ts";
import { loadCounters } from "../../telemetry/ledger/known-counter.ts";
import { loadStretches } from "../../telemetry/ledger/timeline-store.ts";
import { ofMoldScope } from "../basic/index.ts";

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Shots of a stretch that fall into a span. A stretch that reaches over its edge gives its share by time; two spans that
 * meet share it without rest.
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

/** What one counter counted on the mold within the span, from its readings. */
async function ofCounter(
  tx: Tx,
  moldId: number,
  counterId: number,
  span: Span,
): Promise<TrialShotsOfCounter> {
  const [counter] = await loadCounters(tx, tx.tenantId, [counterId]);
  const [stretch] = await loadStretches(tx, [{ counterId, firstAt: span.from, lastAt: span.to }]);
  let shots = 0;
  let estimated = 0;
  if (counter && stretch)
    visitPieces(counter.facts, stretch, (piece) => {
      if (piece.moldId !== moldId) return;
      const part = shotsWithin(piece, span);
      shots += part;
      if (piece.from < span.from || piece.to > span.to) estimated += part;
    });
  const all = [
    ...(stretch?.before ? [stretch.before] : []),
    ...(stretch?.readings ?? []).filter((r) => !r.isHeld),
  ];
  // What the count stood at as the trial began, and the last word before its end.
  const first = all.filter((r) => r.at <= span.from).at(-1) ?? all[0];
  const last = all.filter((r) => r.at <= span.to).at(-1);
  return {
    WRITER_ID: counter?.writerId ?? "",
    SHOTS: shots,
    ESTIMATED: estimated,
    READINGS: all.filter((r) => r.at >= span.from && r.at <= span.to).length,
    FIRST_TIME: iso(first?.at),
    FIRST_COUNT: first?.count ?? null,
    LAST_TIME: iso(last?.at),
    LAST_COUNT: last?.count ?? null,
  };
}

interface Trial {
  readonly mold_id: number;
  readonly from_ms: number | null;
  readonly to_ms: number | null;
}

async function shotsOf(ctx: Ctx, tx: Tx, trialId: string) {
  const { tenantId } = tx;
  const [trial] = (await tx.query(
    sql`select m.mold_id, (extract(epoch from t.started_at) * 1000)::bigint as from_ms, (extract(epoch from t.ended_at) * 1000)::bigint as to_ms
      from mold_trial t join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.trial_id = ${trialId} and ${ofMoldScope(ctx)}`,
  )) as unknown as Trial[];
  if (!trial) throw new AppError("S0202", "TRIAL_ID");
  if (trial.from_ms === null) return null;
  const span = { from: trial.from_ms, to: trial.to_ms ?? ctx.now };
  const bound = await tx.query<{ counter_id: number }>(
    sql`select distinct b.counter_id from binding b where b.tenant_id = ${tenantId} and b.mold_id = ${trial.mold_id}
      and b.bound_at <= ${new Date(span.to)} and coalesce(b.unbound_at, 'infinity') > ${new Date(span.from)} order by 1`,
  );
  const COUNTERS: TrialShotsOfCounter[] = [];
  for (const b of bound) COUNTERS.push(await ofCounter(tx, trial.mold_id, b.counter_id, span));
  const sum = (name: "SHOTS" | "ESTIMATED") => COUNTERS.reduce((n, c) => n + c[name], 0);
  return {
    FROM: new Date(span.from).toISOString(),
    TO: new Date(span.to).toISOString(),
    SHOTS: sum("SHOTS"),
    ESTIMATED: sum("ESTIMATED"),
    COUNTERS,
  };
}

export const trialShotsImpl: CommandImpl = handle(trialShots, (ctx, { trialId }) =>
  ctx.db.tx(ctx.who.tenantId, (tx) => shotsOf(ctx, tx, trialId)),
);
