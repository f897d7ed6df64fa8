import { AppError, errors, onWire } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import {
  auditTrial,
  completeTrial,
  readParameters,
  recordTrial,
  refuseTrialStep,
  startTrial,
  submitTrial,
  type TrialFacts,
  type TrialStep,
  trialSteps,
  withdrawTrial,
} from "@shotkeeper/contract/trial";
import { actTime } from "../../kernel/act-time.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { endTrialOfRepairs, noteChanges, ofMoldScope } from "../mold/index.ts";
import { trialColumns, trialJoins } from "./trial-facts.ts";

interface LockedTrial extends TrialFacts {
  readonly moldNo: string;
  readonly moldId: number;
}

/** Locks a trial and its mold until the end of the transaction. Throws if the trial is outside the caller's scope. */
async function lockTrial(ctx: Ctx, tx: Tx, trialId: string): Promise<LockedTrial> {
  const { tenantId } = tx;
  // Locks the mold too. So if two trials of one mold are started at the same time, the second start sees the first.
  const [found] = await tx.query(
    sql`select t.trial_id
      from mold_trial t
      join mold lm on lm.tenant_id = ${tenantId} and lm.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.trial_id = ${trialId} and ${ofMoldScope(ctx)}
      for update of t, lm`,
  );
  if (!found) throw errors.unknownReference("trialId");
  const [row] = await tx.query(
    sql<LockedTrial>`select t.mold_no as "moldNo", m.mold_id as "moldId",
        t.audit_stat as "auditStat",
        t.started_at as "startedAt", t.ended_at as "endedAt", t.trial_stat as "trialStat",
        m.service_state as "serviceState", ${trialColumns.busyTrial(ctx)} as "busyTrial"
      from mold_trial t
      ${trialJoins(ctx)}
      where t.tenant_id = ${tenantId} and t.trial_id = ${trialId}`,
  );
  if (!row) throw errors.unknownReference("trialId");
  return row;
}

interface Period {
  readonly from: number;
  /** Undefined: the trial has no end yet. */
  readonly to?: number;
}

interface Target {
  readonly table: string;
  readonly keyColumn: string;
  /** Name of the table in the system log. */
  readonly wire: string;
}

/** Returns one statement that updates a row (trial or mold) and writes the log entry. */
function update(ctx: Ctx, target: Target, key: string, sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const isRow = sql`t.tenant_id = ${tenantId} and t.${sql.id(target.keyColumn)} = ${key}`;
  const table = sql.id(target.table);
  return sql`with old as (select to_jsonb(t) as before from ${table} t where ${isRow}),
    done as (
      update ${table} t set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where ${isRow}
      returning app_row(t) as after
    )
    ${logInto(ctx, "update", target.wire)} ${key}, old.before, done.after from old, done returning 1`;
}

const trials = { table: "mold_trial", keyColumn: "trial_id", wire: "MOLD_TRIAL" } as const;
const molds = { table: "mold", keyColumn: "mold_no", wire: "BS_MOLD" } as const;

/** Returns a statement that sets the service state of the trial's mold. */
const setMoldState = (ctx: Ctx, t: LockedTrial, state: Sql): Sql =>
  update(ctx, molds, t.moldNo, sql`service_state = ${state}`);

interface Changes {
  /** SET clause for the trial: the columns that the step (such as its end) changes besides the state. */
  readonly sets: Sql;
  /** Statements that run before the update of the trial. */
  readonly before?: readonly Sql[];
}

/**
 * Performs a step of a trial: locks the trial, checks whether its state allows the step, and writes the new state and
 * the columns that the step sets.
 */
async function performStep(
  ctx: Ctx,
  step: TrialStep,
  trialId: string,
  work: (t: LockedTrial, tx: Tx) => Changes | Promise<Changes>,
): Promise<{ readonly trialId: string }> {
  const { tenantId } = ctx.who;
  const moldNo = await ctx.db.tx(tenantId, async (tx) => {
    const trial = await lockTrial(ctx, tx, trialId);
    const refusal = refuseTrialStep(step, trial);
    if (refusal) throw new AppError(refusal);
    const { to } = trialSteps[step];
    const { sets, before = [] } = await work(trial, tx);
    await tx.all([
      ...before,
      update(ctx, trials, trialId, to === undefined ? sets : sql`audit_stat = ${to}, ${sets}`),
      // The cycle indicator leaves out the hours of trials.
      noteChanges(
        tenantId,
        sql`
          select ${trial.moldId}::bigint, date_trunc('hour', t.started_at)
          from mold_trial t
          where t.tenant_id = ${tenantId} and t.trial_id = ${trialId} and t.started_at is not null
        `,
      ),
    ]);
    return trial.moldNo;
  });
  ctx.events.emit(tenantId, { type: "board", molds: [moldNo] });
  return { trialId };
}

/**
 * Parses a time of the command's input. Null means now. Throws if the time lies in the future or before `notBefore`
 * (epoch ms).
 */
function momentOf(ctx: Ctx, text: string | null, wire: string, notBefore: number): Date {
  const at = text === null ? ctx.now : Date.parse(text);
  if (at > ctx.now || at < notBefore) throw errors.invalidField(onWire(wire));
  return new Date(at);
}

/**
 * Throws if another trial of the mold lasted within the period (epoch ms), because its shots would count for both.
 * The mold must be locked.
 */
async function requireOwnPeriod(tx: Tx, moldNo: string, trialId: string, period: Period): Promise<void> {
  // At its end, a trial is compared only with trials that began later. Earlier ones were compared at its start. Trials
  // that overlapped before this rule can so still be ended.
  const overlaps =
    period.to === undefined
      ? sql`coalesce(o.ended_at, 'infinity') > ${new Date(period.from)}`
      : sql`o.started_at >= ${new Date(period.from)} and o.started_at < ${new Date(period.to)}`;
  const [other] = await tx.query(
    sql<{ trial_id: string }>`
      select o.trial_id
      from mold_trial o
      where o.tenant_id = ${tx.tenantId}
        and o.mold_no = ${moldNo}
        and o.trial_id <> ${trialId}
        and ${overlaps}
      order by o.started_at
      limit 1
    `,
  );
  if (other) throw errors.trialsOverlap(other.trial_id);
}

const { inService, inTrial } = serviceState.values;

export const trialCommands: readonly CommandImpl[] = [
  handle(submitTrial, (ctx, { trialId }) =>
    performStep(ctx, "submit", trialId, () => ({
      sets: sql`submitted_by = ${ctx.who.userId}, submitted_at = ${new Date(ctx.now)}`,
    })),
  ),
  handle(withdrawTrial, (ctx, { trialId }) =>
    performStep(ctx, "withdraw", trialId, () => ({
      sets: sql`submitted_by = null, submitted_at = null, audited_by = null, audited_at = null`,
    })),
  ),
  handle(auditTrial, (ctx, { trialId }) =>
    performStep(ctx, "audit", trialId, () => ({
      sets: sql`audited_by = ${ctx.who.userId}, audited_at = ${new Date(ctx.now)}`,
    })),
  ),
  handle(startTrial, (ctx, { trialId, startTime }) =>
    performStep(ctx, "start", trialId, async (t, tx) => {
      const from = actTime(ctx, "startTime", startTime);
      await requireOwnPeriod(tx, t.moldNo, trialId, { from });
      return {
        // Stores the state to which the mold returns after the trial: its present state, or "in service" if a user has
        // set it to "in trial" already.
        sets: sql`started_at = ${new Date(from)},
          state_before = ${t.serviceState === inTrial ? inService : t.serviceState}`,
        before: [setMoldState(ctx, t, sql`${inTrial}`)],
      };
    }),
  ),
  handle(recordTrial, (ctx, input) => {
    const { trialId, endTime } = input;
    const parameters = readParameters(input.parameters);
    if (parameters === undefined) throw errors.invalidField("parameters");
    return performStep(ctx, "record", trialId, async (t, tx) => {
      const startedAt = Date.parse(String(t.startedAt));
      const isOver = t.endedAt !== null;
      const newEnd = endTime === null && isOver ? null : momentOf(ctx, endTime, "END_TIME", startedAt);
      if (newEnd) await requireOwnPeriod(tx, t.moldNo, trialId, { from: startedAt, to: newEnd.getTime() });
      const end = newEnd ? sql`${newEnd}` : sql`ended_at`;
      const settings =
        input.parameters === null ? sql`parameters` : sql`${JSON.stringify(parameters)}::jsonb`;
      const stateBefore = sql`coalesce((
          select x.state_before
          from mold_trial x
          where x.tenant_id = ${ctx.who.tenantId} and x.trial_id = ${trialId}
        ), ${inService})`;
      return {
        sets: sql`trial_stat = ${input.trialStat},
          ended_at = ${end},
          findings = ${input.findings},
          sample_count = ${input.sampleCount},
          sample_note = ${input.sampleNote},
          parameters = ${settings},
          image_url = ${input.imageUrl}`,
        before: isOver
          ? []
          : [
              ...(t.serviceState === inTrial ? [setMoldState(ctx, t, stateBefore)] : []),
              endTrialOfRepairs(ctx, t.moldNo, trialId),
            ],
      };
    });
  }),
  handle(completeTrial, (ctx, { trialId }) =>
    performStep(ctx, "complete", trialId, () => ({
      sets: sql`closed_by = ${ctx.who.userId}, closed_at = ${new Date(ctx.now)}`,
    })),
  ),
];
