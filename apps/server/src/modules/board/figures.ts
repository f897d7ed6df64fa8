import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";

/** Figures of all molds of one owner, plant and maker in a stretch of time: enough to answer any scope. */
export interface Slice {
  /** Beginning of the UTC hour, ms; 0 where the stretch is one whole. */
  readonly hour: number;
  readonly oemId: string | null;
  readonly plantId: string | null;
  readonly makerId: string | null;
  readonly shots: number;
  readonly runMs: number;
  readonly cycles: number;
  readonly within: number;
}

/** Hours that begin in [from, to); `to` null: open end. */
export interface Stretch {
  readonly from: number;
  readonly to: number | null;
  readonly byHour: boolean;
  /** Days ago: what is long past changes by late readings only. */
  readonly age: number;
}

interface Entry {
  readonly rows: readonly Slice[];
  /** When it was read, and how long that took, ms of the process. */
  readonly readAt: number;
  readonly costMs: number;
}

/**
 * Hourly figures of five thousand molds are 120,000 rows a day; a wall full of boards must not add them up every few
 * seconds. A stretch is kept in proportion to what it cost to read: what took 1 ms is 30 ms old at most, so a small
 * tenant never sees an old figure; today of the largest one takes 60 ms and is 2 s old. Days past are kept longer.
 */
const keepFactor = 30;
/** Above this the caller gets the figure at hand, at most so old, while a new one is read. */
const patienceMs = 20;
const oldestMs = 60_000;
const maxEntries = 5_000;

const entries = new Map<string, Entry>();
const pending = new Map<string, Promise<Entry>>();
/** Tenants whose kept figures this process has read. */
const loaded = new Map<number, Promise<void>>();

async function read(ctx: Ctx, s: Stretch): Promise<Entry> {
  const { tenantId } = ctx.who;
  const readAt = performance.now();
  const hour = sql.raw(s.byHour ? "extract(epoch from h.hour)::bigint * 1000" : "0");
  const until = s.to === null ? sql.empty : sql`and h.hour < ${new Date(s.to)}::timestamptz`;
  const [rows] = await ctx.db.run(tenantId, [
    // Molds are many and their owners few: added up by mold first, so that the names are looked up once a mold.
    sql`select x.hour, m.oem_id as "oemId", m.plant_id as "plantId", m.maker_id as "makerId", sum(x.shots)::float8 as shots, sum(x.run_ms)::float8 as "runMs",
        sum(x.cycles)::float8 as cycles, sum(x.within)::float8 as within
      from (select ${hour} as hour, h.mold_id, sum(h.shots) as shots, sum(h.run_ms) as run_ms, sum(h.cycle_count) as cycles, sum(h.within_count) as within
          from shot_hour h where h.tenant_id = ${tenantId} and h.hour >= ${new Date(s.from)}::timestamptz ${until} group by 1, 2) x
      join mold m on m.tenant_id = ${tenantId} and m.mold_id = x.mold_id
      group by 1, 2, 3, 4`,
  ]);
  return { rows: rows as unknown as readonly Slice[], readAt, costMs: performance.now() - readAt };
}

const stretchOf = (s: Stretch) => `${s.from}/${s.to}/${s.byHour}`;
const keyOf = (ctx: Ctx, s: Stretch) => `${ctx.who.tenantId}/${stretchOf(s)}`;

function remember(key: string, entry: Entry): void {
  entries.delete(key);
  entries.set(key, entry);
  const oldest = entries.keys().next();
  if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value);
}

function refresh(ctx: Ctx, key: string, s: Stretch): Promise<Entry> {
  let running = pending.get(key);
  if (!running) {
    running = read(ctx, s)
      .then(async (entry) => {
        remember(key, entry);
        await keep(ctx, s, entry);
        return entry;
      })
      .finally(() => pending.delete(key));
    pending.set(key, running);
  }
  return running;
}

/** What took long to add up is kept for the other servers, and for this one when it starts again. */
async function keep(ctx: Ctx, s: Stretch, e: Entry): Promise<void> {
  if (e.costMs <= patienceMs) return;
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  await ctx.db.run(tenantId, [
    sql`insert into board_figure (tenant_id, stretch, read_at, cost_ms, slices, created_by, created_date)
      values (${tenantId}, ${stretchOf(s)}, ${at}, ${e.costMs}, ${JSON.stringify(e.rows)}::jsonb, ${userId}, ${at})
      on conflict (tenant_id, stretch) do update set read_at = excluded.read_at, cost_ms = excluded.cost_ms, slices = excluded.slices, created_date = excluded.created_date
      where board_figure.read_at <= excluded.read_at`,
  ]);
}

/** Once in the life of a process: what is kept of a tenant. */
function load(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  let loading = loaded.get(tenantId);
  if (!loading) {
    loading = ctx.db
      .run(tenantId, [
        sql`select stretch, (extract(epoch from read_at) * 1000)::bigint as read_ms, cost_ms, slices from board_figure where tenant_id = ${tenantId}`,
      ])
      .then(([rows]) => {
        for (const r of rows ?? []) {
          const key = `${tenantId}/${r.stretch}`;
          const readAt = performance.now() - (ctx.now - Number(r.read_ms));
          if (!entries.has(key))
            remember(key, {
              rows: r.slices as unknown as readonly Slice[],
              readAt,
              costMs: Number(r.cost_ms),
            });
        }
      })
      .catch((cause) => {
        loaded.delete(tenantId);
        throw cause;
      });
    loaded.set(tenantId, loading);
  }
  return loading;
}

/** The figures of a stretch, of all molds of the tenant. */
export async function slicesOf(ctx: Ctx, s: Stretch): Promise<readonly Slice[]> {
  const key = keyOf(ctx, s);
  if (!entries.has(key)) await load(ctx);
  const known = entries.get(key);
  if (known) {
    const old = performance.now() - known.readAt;
    const keep = known.costMs * keepFactor * (1 + s.age) ** 2;
    if (old <= keep) return known.rows;
    if (known.costMs > patienceMs && old <= Math.max(oldestMs, keep * 2)) {
      // A failure here is met again by the next caller, who waits for it.
      refresh(ctx, key, s).catch(() => {});
      return known.rows;
    }
  }
  return (await refresh(ctx, key, s)).rows;
}

/** Molds that the asker may see; the same as moldScope, on figures. */
export function mayCount(ctx: Ctx, s: Slice): boolean {
  const { scope } = ctx.who;
  switch (scope.kind) {
    case "tenant":
      return true;
    case "oem":
      return s.oemId === scope.orgId;
    case "plant":
      return s.plantId === scope.orgId;
    case "maker":
      return s.makerId === scope.orgId;
    case "none":
      return false;
  }
}
