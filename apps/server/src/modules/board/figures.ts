import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { AnswerCache, type Entry, staleWhileRefreshCostMs } from "./answer-cache.ts";

/** Organizations of a mold. Which users may see the mold depends on these organizations. */
export interface Owners {
  readonly oemId: string | null;
  readonly plantId: string | null;
  readonly makerId: string | null;
}

/**
 * Figures of all molds with the same OEM, plant and maker, added up. The table board_figure stores these sums as JSON.
 */
export interface OwnerFigures extends Owners {
  /** Beginning of the UTC hour, epoch ms. 0 if the sums cover the whole period. */
  readonly hour: number;
  readonly shots: number;
  readonly runMs: number;
  readonly cycles: number;
  readonly within: number;
}

interface Period {
  /** Beginning of the period, epoch ms. Hours that begin at or after `from` and before `to` count. */
  readonly from: number;
  /** End of the period, epoch ms. null: the period has no end. */
  readonly to: number | null;
  readonly byHour: boolean;
  /**
   * Age of the day in days (0: today). Older days rarely change (only by late readings), so their figures stay longer
   * in the cache.
   */
  readonly age: number;
}

/**
 * Cache of the molds' shots, run time and cycles, added up by organization. Without it, each board would add up the
 * hourly figures of all molds. For five thousand molds these are 120,000 rows a day.
 */
const cache = new AnswerCache<readonly OwnerFigures[]>();
/** Tenants whose figures this process has loaded from the table board_figure, with the promise of the load. */
const loaded = new Map<number, Promise<void>>();

async function read(ctx: Ctx, p: Period): Promise<readonly OwnerFigures[]> {
  const { tenantId } = ctx.who;
  const until = p.to === null ? sql.empty : sql`and h.hour < ${new Date(p.to)}::timestamptz`;
  const hours = sql`shot_hour h
    where h.tenant_id = ${tenantId} and h.hour >= ${new Date(p.from)}::timestamptz ${until}`;
  // For figures of the whole period, adds up the hours of each mold first, so that its organizations are looked up once
  // per mold. By hour this saves nothing: a mold has almost always one row per hour.
  const source = p.byHour
    ? sql`select h.hour, h.mold_id, h.shots, h.run_ms, h.cycle_count as cycles, h.within_count as within from ${hours}`
    : sql`select h.mold_id,
          sum(h.shots) as shots,
          sum(h.run_ms) as run_ms,
          sum(h.cycle_count) as cycles,
          sum(h.within_count) as within
        from ${hours}
        group by 1`;
  const [rows] = await ctx.db.run(tenantId, [
    sql<OwnerFigures>`select ${p.byHour ? sql`extract(epoch from x.hour)::bigint * 1000` : sql`0`} as hour,
        m.oem_id as "oemId",
        m.plant_id as "plantId",
        m.maker_id as "makerId",
        sum(x.shots)::float8 as shots,
        sum(x.run_ms)::float8 as "runMs",
        sum(x.cycles)::float8 as cycles,
        sum(x.within)::float8 as within
      from (${source}) x
      join mold m on m.tenant_id = ${tenantId} and m.mold_id = x.mold_id
      group by ${p.byHour ? sql`x.hour,` : sql.empty} 2, 3, 4`,
  ]);
  return rows;
}

/**
 * Returns the text by which the table board_figure stores the figures of a period (column period). The text begins with
 * the start of the period, epoch ms.
 */
const keyOf = (p: Period) => `${p.from}/${p.to}/${p.byHour}`;

/**
 * Stores the figures of a period in the database if their computation took long. Other servers, and this server after a
 * restart, can load the stored figures instead of computing them.
 */
async function store(ctx: Ctx, p: Period, e: Entry<readonly OwnerFigures[]>): Promise<void> {
  // Stores nothing from a view ("View as this user"), because a view must not write. The next user stores the sums.
  if (e.costMs <= staleWhileRefreshCostMs || ctx.who.viewer) return;
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  await ctx.db.run(tenantId, [
    sql`insert into board_figure (tenant_id, period, read_at, cost_ms, slices, created_by, created_date)
      values (
        ${tenantId}, ${keyOf(p)}, ${at}, ${e.costMs}, ${JSON.stringify(e.value)}::jsonb, ${userId}, ${at})
      on conflict (tenant_id, period) do update
      set read_at = excluded.read_at,
        cost_ms = excluded.cost_ms,
        slices = excluded.slices,
        created_date = excluded.created_date
      where board_figure.read_at <= excluded.read_at`,
  ]);
}

/** Loads a tenant's stored figures from the table board_figure into the cache, once per process. */
function load(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  let loading = loaded.get(tenantId);
  if (!loading) {
    // Does not pass `gone`, the signal that ends a query when the caller's request ends, because other callers wait for
    // the same promise.
    loading = ctx.db
      .limited({ kind: "report", isRead: true })
      .run(tenantId, [
        sql<{ period: string; read_ms: number; cost_ms: number; slices: readonly OwnerFigures[] }>`
          select period, (extract(epoch from read_at) * 1000)::bigint as read_ms, cost_ms, slices
          from board_figure
          where tenant_id = ${tenantId}`,
      ])
      .then(([rows]) => {
        for (const r of rows) {
          const key = `${tenantId}/${r.period}`;
          const readAt = performance.now() - (ctx.now - r.read_ms);
          if (!cache.has(key)) cache.put(key, { value: r.slices, readAt, costMs: r.cost_ms });
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

/**
 * Deletes the stored figures of a tenant (`board_figure`) after many molds and past shots changed at one time, such as
 * by sample data. Figures of past days would otherwise stay for hours. Other servers use their cached figures until
 * these expire.
 */
export async function forgetFigures({ db, who: { tenantId } }: Ctx): Promise<void> {
  await db.run(tenantId, [sql`delete from board_figure where tenant_id = ${tenantId}`]);
}

/** Returns a period's figures for all molds of the tenant. Callers must filter the figures by `isInScope`. */
export async function ownerFigures(ctx: Ctx, p: Period): Promise<readonly OwnerFigures[]> {
  const key = `${ctx.who.tenantId}/${keyOf(p)}`;
  if (!cache.has(key)) await load(ctx);
  return cache.get(
    key,
    (1 + p.age) ** 2,
    () => read(ctx, p),
    (e) => store(ctx, p, e),
  );
}

/**
 * Returns whether the caller may see molds of these organizations. Must agree with `moldScope`, which filters rows in
 * SQL.
 */
export function isInScope(ctx: Ctx, o: Owners): boolean {
  const { scope } = ctx.who;
  switch (scope.kind) {
    case "tenant":
      return true;
    case "oem":
      return o.oemId === scope.orgId;
    case "plant":
      return o.plantId === scope.orgId;
    case "maker":
      return o.makerId === scope.orgId;
    case "none":
      return false;
  }
}
