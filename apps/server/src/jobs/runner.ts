import type { App } from "../app.ts";
import type { Ctx } from "../kernel/ctx.ts";
import type { Db } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";
import { jobDelay, jobRuns, jobSeconds } from "../kernel/operation-metrics.ts";
import { errField, log } from "../kernel/server-log.ts";
import { unfinished } from "../kernel/time-budget.ts";

/**
 * Kind of job. A job runs for each tenant, or once for the whole platform. If a job of a tenant returns `unfinished`,
 * it runs again at once, after the jobs that are due already.
 */
export type Job = { readonly kind: string; readonly everyMs: number } & (
  | { readonly tenant: (ctx: Ctx) => Promise<unknown> }
  | { readonly platform: (db: Db, now: number) => Promise<void> }
);

export interface RunningJobs {
  /** Starts no further jobs and waits for the running ones. */
  stop(): Promise<void>;
}

export interface JobOptions {
  readonly jobs: readonly Job[];
  readonly onError?: (kind: string, tenantId: number, cause: unknown) => void;
}

/**
 * Lease time of a job, ms. It is renewed while the job runs. After a crash another server runs the job when the lease
 * expires.
 */
const leaseMs = 60_000;
const renewMs = 20_000;
/** A failed job runs again after this time, ms, or after the job's period if that is shorter. */
const retryMs = 30_000;
/** Interval at which a server polls for due jobs, ms. */
const pollMs = 1_000;
/** Interval at which a server looks for new tenants, ms. */
const newTenantsMs = 30_000;
/** Maximum number of concurrent jobs in one server. More than 1, so that a slow tenant does not delay the others. */
const maxConcurrent = 2;
/** Tenant id in the rows of jobs that run for the whole platform. No tenant has this id. */
const platformTenant = 0;

interface DueJob {
  readonly kind: string;
  readonly tenant_id: number;
  readonly due_at: string;
  /** Time at which the job was due before the lease changed the due time. */
  readonly was_due_at: string;
  readonly code: string;
  readonly zone: string;
}

/** Returns the context of a job. The job acts as the system, sees the whole tenant and has no rights of a user. */
export function systemCtx(app: App, t: Pick<DueJob, "tenant_id" | "code" | "zone">, now: number): Ctx {
  return {
    db: app.db,
    events: app.events,
    sessions: app.sessions,
    secrets: app.secrets,
    now,
    who: {
      tenantId: t.tenant_id,
      tenantCode: t.code,
      zone: t.zone,
      userId: "system",
      userName: "system",
      roleCode: null,
      rights: new Set(),
      scope: { kind: "tenant" },
      sessionHash: "",
    },
  };
}

/**
 * Inserts the missing rows of the table `job`: one per tenant for each job of tenants, and one for each job of the
 * platform. Also makes a job due now if its due time is further ahead than a server ever stores. Such a due time means
 * that the clock was set back.
 */
export async function registerJobs(app: App, jobs: readonly Job[]): Promise<void> {
  const kinds = (which: "tenant" | "platform") => jobs.filter((j) => which in j).map((j) => j.kind);
  const now = new Date(app.now());
  await app.db.platform(
    sql`
      insert into job (kind, tenant_id, due_at)
      select k, t.tenant_id, ${now}
      from unnest(${kinds("tenant")}::text[]) k
      cross join tenant t
      -- A tenant that is being removed (shotkeeper tenant remove) has no jobs any more.
      where not app_is_removed(t.tenant_id)
      on conflict do nothing
    `,
    sql`
      insert into job (kind, tenant_id, due_at)
      select k, ${platformTenant}, ${now}
      from unnest(${kinds("platform")}::text[]) k
      on conflict do nothing
    `,
    sql`
      update job j
      set due_at = ${now}
      from unnest(
        ${jobs.map((j) => j.kind)}::text[],
        ${jobs.map((j) => new Date(now.getTime() + j.everyMs + 2 * leaseMs).toISOString())}::timestamptz[]
      ) as x (kind, latest_at)
      where j.kind = x.kind and j.due_at > x.latest_at
    `,
  );
}

/**
 * Leases one due job for this server. Skips rows that another server is leasing. A lock instead of a lease would need a
 * database session during the whole run. The embedded database has only one session, and the job itself needs this
 * session.
 */
async function lease(app: App, jobs: readonly Job[]): Promise<DueJob | undefined> {
  const now = app.now();
  const [rows] = await app.db.platform(
    sql<DueJob>`
      with next as (
        select kind, tenant_id, due_at as was_due_at
        from job
        where kind = any(${jobs.map((j) => j.kind)}) and due_at <= ${new Date(now)}
        order by due_at
        limit 1
        for update skip locked
      ),
      mine as (
        update job j
        set due_at = ${new Date(now + leaseMs)}
        from next
        where j.kind = next.kind and j.tenant_id = next.tenant_id
        returning j.kind, j.tenant_id, j.due_at, next.was_due_at
      )
      select
        mine.kind, mine.tenant_id, mine.due_at, mine.was_due_at, coalesce(t.code, '') as code,
        coalesce(t.zone, 'UTC') as zone
      from mine
      left join tenant t on t.tenant_id = mine.tenant_id
    `,
  );
  return rows?.[0];
}

/**
 * Changes the due time of a leased job. Does nothing if the lease has expired and another server has leased the job.
 */
async function move(app: App, t: DueJob, from: string, to: number): Promise<string> {
  const at = new Date(to).toISOString();
  await app.db.platform(
    sql`
      update job
      set due_at = ${at}
      where kind = ${t.kind} and tenant_id = ${t.tenant_id} and due_at = ${from}::timestamptz
    `,
  );
  return at;
}

async function runOne(app: App, t: DueJob, o: JobOptions): Promise<void> {
  const job = o.jobs.find((j) => j.kind === t.kind);
  if (!job) return;
  const started = app.now();
  const began = performance.now();
  const { kind } = job;
  jobDelay.set({ kind }, Math.max(0, started - Date.parse(t.was_due_at)) / 1000);
  let leasedUntil = t.due_at;
  let renewal = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renewal.then(async () => {
      leasedUntil = await move(app, t, leasedUntil, app.now() + leaseMs);
    });
    // Ignores the error. If the database is unavailable, the lease expires and the job itself fails.
    renewal.catch(() => {});
  }, renewMs);
  let next = started + job.everyMs;
  try {
    if ("tenant" in job) {
      const result = await job.tenant(systemCtx(app, t, started));
      if (result === unfinished) next = app.now();
    } else await job.platform(app.db, started);
    jobRuns.inc({ kind, outcome: "ok" });
  } catch (cause) {
    next = started + Math.min(job.everyMs, retryMs);
    jobRuns.inc({ kind, outcome: "failed" });
    o.onError?.(t.kind, t.tenant_id, cause);
  } finally {
    jobSeconds.inc({ kind }, (performance.now() - began) / 1000);
    clearInterval(timer);
    await renewal.catch(() => {});
  }
  await move(app, t, leasedUntil, next);
}

/** Runs due jobs until no job is due. */
export async function runDueJobs(app: App, o: JobOptions, isStopping = () => false): Promise<void> {
  const work = async () => {
    while (!isStopping()) {
      const due = await lease(app, o.jobs);
      if (!due) return;
      await runOne(app, due, o);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
}

/** Starts the job runner of this server. If there are several servers, each job runs in only one of them at a time. */
export function startRunner(app: App, o: JobOptions): RunningJobs {
  for (const { kind } of o.jobs) jobRuns.inc({ kind, outcome: "failed" }, 0);
  let stopping = false;
  let wake: (() => void) | undefined;
  const onError =
    o.onError ??
    ((kind, tenantId, cause) =>
      log.error(
        { ...errField(cause), event: "job-failed", job: kind, tenant: tenantId },
        `job ${kind} of tenant ${tenantId} failed, will be tried again`,
      ));
  const loop = async () => {
    let ensuredAt = Number.NEGATIVE_INFINITY;
    while (!stopping) {
      try {
        // Compares the absolute difference, because the difference is negative after the clock was set back.
        if (Math.abs(app.now() - ensuredAt) >= newTenantsMs) {
          await registerJobs(app, o.jobs);
          ensuredAt = app.now();
        }
        await runDueJobs(app, { ...o, onError }, () => stopping);
      } catch (cause) {
        onError("runner", platformTenant, cause);
      }
      if (stopping) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const done = loop();
  return {
    async stop() {
      stopping = true;
      wake?.();
      await done;
    },
  };
}
