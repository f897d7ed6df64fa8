import { exportPeriod, exportRunState } from "@shotkeeper/contract/data-out";
import { AppError, refusals, wireMessage } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { exportedFiles } from "../../kernel/operation-metrics.ts";
import type { Registry } from "../../kernel/registry.ts";
import { errField, log } from "../../kernel/server-log.ts";
import { type JobResult, unfinished } from "../../kernel/time-budget.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";
import { isEntitled } from "./owner.ts";
import { type PlannedFile, type WrittenExport, writeExport } from "./write-export.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Duration of the lease of a file, ms. If this server crashes, another server writes the file after this time. */
const leaseMs = 2 * hourMs;
/**
 * Pauses between the attempts to write a file, ms. The file fails for good if the attempt after the last pause fails.
 */
const retryPausesMs = [1, 5, 15, 60, 240, 720].map((m) => m * minuteMs);
/** Maximum number of periods of a dataset that one run plans. The next run plans the rest. */
const maxPeriods = 200;

const { waiting, running, done, failed } = exportRunState.values;

interface Schedule {
  readonly export_period: string;
  readonly wait_hours: number;
  /** First day that the schedule exports. */
  readonly export_since: string;
  /** End of the last planned file of the dataset. Null if the dataset has no planned file. */
  readonly planned_to: string | null;
}

interface PlannedDataset extends Schedule {
  readonly export_id: string;
  readonly dataset: string;
}

/** Returns the instant at which a day, such as 2026-05-01, begins in a zone. */
function beginOf(day: string, zone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const near = [-1, 0, 1].map((days) => startOfDay(zone, utc, days));
  return near.find((begin) => dayText(zone, begin) === day) ?? utc;
}

/**
 * Returns the periods of a dataset that ended at least `wait_hours` hours ago and are not planned yet, at most
 * `maxPeriods`. Each period begins where the previous one ended. Periods of an hour end at full hours in UTC. In a zone
 * with a half-hour offset, days end between two of them, so the first period after such a day is shorter.
 */
export function duePeriods(s: Schedule, zone: string, now: number): { from: Date; to: Date }[] {
  const isDay = s.export_period === exportPeriod.values.day;
  let from = s.planned_to === null ? beginOf(s.export_since, zone) : Date.parse(s.planned_to);
  const periods: { from: Date; to: Date }[] = [];
  while (periods.length < maxPeriods) {
    const to = isDay ? startOfDay(zone, from, 1) : (Math.floor(from / hourMs) + 1) * hourMs;
    if (to + s.wait_hours * hourMs > now) break;
    periods.push({ from: new Date(from), to: new Date(to) });
    from = to;
  }
  return periods;
}

/** Selects the datasets of the schedules, of one schedule if `exportId` is given. */
function datasetsSql({ who: { tenantId } }: Ctx, exportId?: string): Sql<PlannedDataset> {
  return sql<PlannedDataset>`
    select e.export_id, d.name as dataset, e.export_period, e.wait_hours, e.export_since::text as export_since,
      (
        select max(r.data_to)
        from data_export_run r
        where r.tenant_id = ${tenantId} and r.export_id = e.export_id and r.dataset = d.name
      ) as planned_to
    from data_export e
    cross join jsonb_array_elements_text(e.datasets) as d (name)
    where e.tenant_id = ${tenantId} and e.is_on and ${isEntitled(tenantId, "e")}
      ${exportId === undefined ? sql.empty : sql`and e.export_id = ${exportId}`}
  `;
}

/**
 * Plans the files of a schedule. Each dataset continues where its own last file ends, because datasets can be added
 * after the period has changed. Does nothing while another server plans the schedule, or a user saves it.
 */
async function planSchedule(ctx: Ctx, tx: Tx, exportId: string): Promise<void> {
  const { tenantId, userId, zone } = ctx.who;
  // Locks before reading, so that the read sees the files that another server has planned meanwhile.
  const [free] = await tx.query(sql`
    select 1 from data_export where tenant_id = ${tenantId} and export_id = ${exportId} for update skip locked
  `);
  if (!free) return;
  const datasets = await tx.query(datasetsSql(ctx, exportId));
  const files = datasets.flatMap((d) =>
    duePeriods(d, zone, ctx.now).map(({ from, to }) => ({ dataset: d.dataset, from, to })),
  );
  if (files.length === 0) return;
  const now = new Date(ctx.now);
  await tx.query(sql`
    insert into data_export_run (
      tenant_id, export_id, dataset, data_from, data_to, due_at, created_by, created_date, updated_by, updated_date
    )
    select
      ${tenantId}, ${exportId}, x.dataset, x.data_from, x.data_to, ${now}, ${userId}, ${now}, ${userId}, ${now}
    from unnest(
      ${files.map((f) => f.dataset)}::text[], ${files.map((f) => f.from.toISOString())}::timestamptz[],
      ${files.map((f) => f.to.toISOString())}::timestamptz[]
    ) as x (dataset, data_from, data_to)
    on conflict do nothing
  `);
}

/**
 * Plans a file for each dataset and each due period of the schedules (`duePeriods`). Skips schedules whose owners may
 * no longer read the datasets. Files that are already planned do not change.
 */
async function plan(ctx: Ctx): Promise<void> {
  const { tenantId, zone } = ctx.who;
  const [datasets] = await ctx.db.run(tenantId, [datasetsSql(ctx)]);
  const due = datasets.filter((d) => duePeriods(d, zone, ctx.now).length > 0);
  for (const exportId of new Set(due.map((d) => d.export_id)))
    await ctx.db.tx(tenantId, (tx) => planSchedule(ctx, tx, exportId));
}

/**
 * Leases the file that is due first. Skips files that another server is writing. Also skips files of schedules whose
 * owners may no longer read the datasets.
 */
async function lease(ctx: Ctx): Promise<PlannedFile | undefined> {
  const { tenantId } = ctx.who;
  const now = new Date(ctx.now);
  const [rows] = await ctx.db.run(tenantId, [
    sql<PlannedFile>`
      with next as (
        select r.run_id
        from data_export_run r
        join data_export e on e.tenant_id = ${tenantId} and e.export_id = r.export_id
        where r.tenant_id = ${tenantId}
          and ${isEntitled(tenantId, "e")}
          and r.run_state in (${sql.constant(waiting)}, ${sql.constant(running)})
          and r.due_at <= ${now}
          and (r.run_state = ${sql.constant(waiting)} or r.leased_until < ${now})
        order by r.due_at, r.run_id
        limit 1
        for update of r skip locked
      )
      update data_export_run r
      set run_state = ${running}, attempts = r.attempts + 1, leased_until = ${new Date(ctx.now + leaseMs)}
      from next, data_export e
      where r.tenant_id = ${tenantId} and r.run_id = next.run_id
        and e.tenant_id = ${tenantId} and e.export_id = r.export_id
      returning r.run_id, r.export_id, r.dataset, r.data_from, r.data_to, r.attempts, e.data_format, e.export_target,
        e.target_folder, e.s3_endpoint, e.s3_region, e.s3_bucket, e.s3_key_id
    `,
  ]);
  return rows[0];
}

/** Stores the outcome of a file, unless another server has leased the file meanwhile. */
async function settle(ctx: Ctx, f: PlannedFile, outcome: WrittenExport | Error): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const mine = sql`
    where tenant_id = ${tenantId} and run_id = ${f.run_id} and run_state = ${running}
      and leased_until = ${new Date(ctx.now + leaseMs)}
  `;
  if (!(outcome instanceof Error)) {
    exportedFiles.inc({ outcome: "written" });
    await ctx.db.run(tenantId, [
      sql`
        update data_export_run
        set run_state = ${done}, leased_until = null, finished_at = ${at}, target_file = ${outcome.name},
          row_count = ${outcome.rows}, byte_count = ${outcome.bytes}, sha256 = ${outcome.sha256}, run_result = null,
          updated_by = ${userId}, updated_date = ${at}
        ${mine}
      `,
    ]);
    return;
  }
  // Writes the text of an internal error only to the log. Users see an id by which the operator finds the log entry.
  const id = `export ${f.run_id}/${f.attempts}`;
  if (!(outcome instanceof AppError))
    log.error({ ...errField(outcome), file: id }, "a file of an export was not written");
  const reason = outcome instanceof AppError ? outcome.message : wireMessage(refusals.internalError(id));
  const pauseMs = retryPausesMs[f.attempts - 1];
  exportedFiles.inc({ outcome: pauseMs === undefined ? "failed" : "retry" });
  await ctx.db.run(tenantId, [
    sql`
      update data_export_run
      set run_state = ${pauseMs === undefined ? failed : waiting}, leased_until = null,
        due_at = ${new Date(ctx.now + (pauseMs ?? 0))}, run_result = ${reason.slice(0, 400)},
        updated_by = ${userId}, updated_date = ${at}
      ${mine}
    `,
  ]);
}

/** True while this process writes a file. Only one file is written at a time, so that other jobs can run meanwhile. */
let isWriting = false;

/** Job: plans the files of the tenant's schedules and writes the file that is due first. */
export async function runExports(ctx: Ctx, registry: Registry, dataDir: string): Promise<JobResult> {
  await plan(ctx);
  if (isWriting) return undefined;
  isWriting = true;
  try {
    const file = await lease(ctx);
    if (!file) return undefined;
    const outcome = await writeExport(ctx, registry, file, dataDir).catch((cause: unknown) =>
      cause instanceof Error ? cause : new Error(String(cause)),
    );
    await settle(ctx, file, outcome);
    return unfinished;
  } finally {
    isWriting = false;
  }
}
