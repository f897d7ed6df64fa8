import type { App } from "../app.ts";
import type { Ctx } from "../kernel/ctx.ts";
import type { Db } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";

/** One kind of work, for each tenant or once for the platform. */
export type Job = { readonly kind: string; readonly everyMs: number } & (
  | { readonly tenant: (ctx: Ctx) => Promise<void> }
  | { readonly platform: (db: Db, now: number) => Promise<void> }
);

export interface RunningJobs {
  /** Takes no more work and waits for what is under way. */
  stop(): Promise<void>;
}

export interface JobOptions {
  readonly jobs: readonly Job[];
  readonly onError?: (kind: string, tenantId: number, cause: unknown) => void;
}

/** Whoever takes a row has it this long, and renews while at work. After a crash the next one waits no longer. */
const leaseMs = 60_000;
const renewMs = 20_000;
/** After a failure the job is tried again after its period, at the latest after this. */
const retryMs = 30_000;
/** How often a server looks for work, and for tenants that are new. */
const lookMs = 1_000;
const newTenantsMs = 30_000;
/** Jobs at once in one server: one slow tenant does not hold up the others. */
const atOnce = 2;
/** Platform jobs stand under this tenant, which is nobody's. */
const platformTenant = 0;

interface Taken {
  readonly kind: string;
  readonly tenant_id: number;
  readonly due_at: string;
  readonly code: string;
  readonly zone: string;
}

/** A job acts as the system: it sees the whole tenant and has no rights at the APIs. */
export function systemCtx(app: App, t: Pick<Taken, "tenant_id" | "code" | "zone">, now: number): Ctx {
  return {
    db: app.db,
    events: app.events,
    sessions: app.sessions,
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

/** Rows for jobs and tenants that have none yet. */
export async function registerJobs(app: App, jobs: readonly Job[]): Promise<void> {
  const kinds = (which: "tenant" | "platform") => jobs.filter((j) => which in j).map((j) => j.kind);
  const now = new Date(app.now());
  await app.db.platform(
    sql`
      insert into job (kind, tenant_id, due_at)
      select k, t.tenant_id, ${now}
      from unnest(${kinds("tenant")}::text[]) k
      cross join tenant t
      on conflict do nothing
    `,
    sql`
      insert into job (kind, tenant_id, due_at)
      select k, ${platformTenant}, ${now}
      from unnest(${kinds("platform")}::text[]) k
      on conflict do nothing
    `,
  );
}

/**
 * Takes one job that is due. The row is not kept locked while the work goes on, because an embedded database has one
 * session: it is leased, and rows that another server takes at this moment are skipped.
 */
async function take(app: App, jobs: readonly Job[]): Promise<Taken | undefined> {
  const now = app.now();
  const [rows] = await app.db.platform(
    sql`
      with next as (
        select kind, tenant_id
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
        returning j.kind, j.tenant_id, j.due_at
      )
      select
        mine.kind, mine.tenant_id, mine.due_at, coalesce(t.code, '') as code,
        coalesce(t.zone, 'UTC') as zone
      from mine
      left join tenant t on t.tenant_id = mine.tenant_id
    `,
  );
  return rows?.[0] as unknown as Taken | undefined;
}

/** Moves a row that is still ours; one whose lease ran out belongs to another server. */
async function move(app: App, t: Taken, from: string, to: number): Promise<string> {
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

async function runOne(app: App, t: Taken, o: JobOptions): Promise<void> {
  const job = o.jobs.find((j) => j.kind === t.kind);
  if (!job) return;
  const started = app.now();
  let lease = t.due_at;
  let renewal = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renewal.then(async () => {
      lease = await move(app, t, lease, app.now() + leaseMs);
    });
    // The database is away: the lease runs out, and the work, which needs it too, fails by itself.
    renewal.catch(() => {});
  }, renewMs);
  let next = started + job.everyMs;
  try {
    if ("tenant" in job) await job.tenant(systemCtx(app, t, started));
    else await job.platform(app.db, started);
  } catch (cause) {
    next = started + Math.min(job.everyMs, retryMs);
    o.onError?.(t.kind, t.tenant_id, cause);
  } finally {
    clearInterval(timer);
    await renewal.catch(() => {});
  }
  await move(app, t, lease, next);
}

/** Runs what is due now, until nothing is. */
export async function runDueJobs(app: App, o: JobOptions, isStopping = () => false): Promise<void> {
  const work = async () => {
    while (!isStopping()) {
      const taken = await take(app, o.jobs);
      if (!taken) return;
      await runOne(app, taken, o);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Starts the jobs of this server. Any number of servers may: each job runs in one of them at a time. */
export function startRunner(app: App, o: JobOptions): RunningJobs {
  let stopping = false;
  let wake: (() => void) | undefined;
  const onError =
    o.onError ??
    ((kind, tenantId, cause) =>
      console.error(`job ${kind} of tenant ${tenantId} failed, will be tried again:`, cause));
  const loop = async () => {
    let ensuredAt = Number.NEGATIVE_INFINITY;
    while (!stopping) {
      try {
        if (app.now() - ensuredAt >= newTenantsMs) {
          await registerJobs(app, o.jobs);
          ensuredAt = app.now();
        }
        await runDueJobs(app, { ...o, onError }, () => stopping);
      } catch (cause) {
        onError("runner", platformTenant, cause);
      }
      if (stopping) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookMs);
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
