import { serviceState } from "@shotkeeper/contract/basic";
import { AppError } from "@shotkeeper/contract/kernel";
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
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { ofMoldScope } from "../basic/index.ts";
import { trialColumns, trialJoins } from "./trial-facts.ts";

interface Locked extends TrialFacts {
  readonly moldNo: string;
  readonly moldId: number;
}

/** The trial, locked until the end of the transaction; one that the asker may not see does not exist. */
async function lockTrial(ctx: Ctx, tx: Tx, trialId: string): Promise<Locked> {
  const { tenantId } = tx;
  // Of its mold first: two trials of one mold are begun one after the other.
  const [found] = await tx.query(
    sql`select t.trial_id from mold_trial t join mold lm on lm.tenant_id = ${tenantId} and lm.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.trial_id = ${trialId} and ${ofMoldScope(ctx)} for update of t, lm`,
  );
  if (!found) throw new AppError("S0202", "TRIAL_ID");
  const [row] = await tx.query(
    sql`select t.mold_no as "moldNo", m.mold_id as "moldId", t.audit_stat as "auditStat", t.started_at as "startedAt", t.ended_at as "endedAt", t.trial_stat as "trialStat",
        m.service_state as "serviceState", ${trialColumns.busyTrial(ctx)} as "busyTrial"
      from mold_trial t ${trialJoins(ctx)} where t.tenant_id = ${tenantId} and t.trial_id = ${trialId}`,
  );
  return row as unknown as Locked;
}

/** Changes a row and writes its history, in one statement. */
function change(ctx: Ctx, what: { tab: string; id: string; wire: string }, key: string, sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const isIt = sql`t.tenant_id = ${tenantId} and t.${sql.id(what.id)} = ${key}`;
  return sql`with old as (select to_jsonb(t) as before from ${sql.id(what.tab)} t where ${isIt}),
    done as (update ${sql.id(what.tab)} t set ${sets}, updated_by = ${userId}, updated_date = ${at} where ${isIt} returning to_jsonb(t) as after)
    ${logInto(ctx, "update", what.wire)} ${key}, old.before, done.after from old, done`;
}

const trials = { tab: "mold_trial", id: "trial_id", wire: "MOLD_TRIAL" };
const molds = { tab: "mold", id: "mold_no", wire: "BS_MOLD" };

/** The mold's papers say that it is in trial, or no more. */
const setMoldState = (ctx: Ctx, t: Locked, state: Sql): Sql =>
  change(ctx, molds, t.moldNo, sql`service_state = ${state}`);

interface Taken {
  /** What the step changes beside the state. */
  readonly sets: Sql;
  readonly also?: readonly Sql[];
}

async function take(
  ctx: Ctx,
  step: TrialStep,
  trialId: string,
  work: (t: Locked) => Taken,
): Promise<{ TRIAL_ID: string }> {
  const moldNo = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const trial = await lockTrial(ctx, tx, trialId);
    const refusal = refuseTrialStep(step, trial);
    if (refusal) throw new AppError(refusal.code, refusal.arg);
    const { to } = trialSteps[step];
    const { sets, also = [] } = work(trial);
    await tx.all([
      ...also,
      change(ctx, trials, trialId, to === undefined ? sets : sql`audit_stat = ${to}, ${sets}`),
    ]);
    return trial.moldNo;
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { TRIAL_ID: trialId };
}

function momentOf(ctx: Ctx, text: string | null, wire: string, notBefore = Number.NEGATIVE_INFINITY): Date {
  const at = text === null ? ctx.now : Date.parse(text);
  if (at > ctx.now || at < notBefore) throw new AppError("S0200", wire);
  return new Date(at);
}

const { inService, inTrial } = serviceState.values;

export const trialCommands: readonly CommandImpl[] = [
  handle(submitTrial, (ctx, { trialId }) =>
    take(ctx, "submit", trialId, () => ({
      sets: sql`submitted_by = ${ctx.who.userId}, submitted_at = ${new Date(ctx.now)}`,
    })),
  ),
  handle(withdrawTrial, (ctx, { trialId }) =>
    take(ctx, "withdraw", trialId, () => ({
      sets: sql`submitted_by = null, submitted_at = null, audited_by = null, audited_at = null`,
    })),
  ),
  handle(auditTrial, (ctx, { trialId }) =>
    take(ctx, "audit", trialId, () => ({
      sets: sql`audited_by = ${ctx.who.userId}, audited_at = ${new Date(ctx.now)}`,
    })),
  ),
  handle(startTrial, (ctx, { trialId, startTime }) =>
    take(ctx, "start", trialId, (t) => ({
      // A mold that somebody put in trial by hand stood in service before.
      sets: sql`started_at = ${momentOf(ctx, startTime, "START_TIME")}, state_before = ${t.serviceState === inTrial ? inService : t.serviceState}`,
      also: [setMoldState(ctx, t, sql`${inTrial}`)],
    })),
  ),
  handle(recordTrial, (ctx, input) => {
    const { trialId, endTime } = input;
    const parameters = readParameters(input.parameters);
    if (parameters === undefined) throw new AppError("S0200", "PARAMETERS");
    return take(ctx, "record", trialId, (t) => {
      const begun = Date.parse(String(t.startedAt));
      const isOver = t.endedAt !== null;
      const end =
        endTime === null && isOver ? sql`ended_at` : sql`${momentOf(ctx, endTime, "END_TIME", begun)}`;
      const settings =
        input.parameters === null ? sql`parameters` : sql`${JSON.stringify(parameters)}::jsonb`;
      const before = sql`coalesce((select x.state_before from mold_trial x where x.tenant_id = ${ctx.who.tenantId} and x.trial_id = ${trialId}), ${inService})`;
      return {
        sets: sql`trial_stat = ${input.trialStat}, ended_at = ${end}, findings = ${input.findings}, sample_count = ${input.sampleCount}, sample_note = ${input.sampleNote},
          parameters = ${settings}, image_url = ${input.imageUrl}`,
        also: !isOver && t.serviceState === inTrial ? [setMoldState(ctx, t, before)] : [],
      };
    });
  }),
  handle(completeTrial, (ctx, { trialId }) =>
    take(ctx, "complete", trialId, () => ({
      sets: sql`closed_by = ${ctx.who.userId}, closed_at = ${new Date(ctx.now)}`,
    })),
  ),
];
