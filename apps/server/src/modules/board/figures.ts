import { setTimeout } from "node:timers/promises";
import { AnswerCache, lifetimeFactor, staleWhileRefreshCostMs } from "../../kernel/answer-cache.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type Hours, type OwnerFigures, readHours, sumOfHours } from "./figure-rows.ts";

interface Period extends Hours {
  /**
   * Age of the day in days (0: today). Older days rarely change (only by late readings), so their figures stay longer
   * in the cache.
   */
  readonly age: number;
}

/** How the figures of a period may be read. */
export interface ReadOptions {
  /** True: a job reads, so the duration does not matter. */
  readonly isJob?: boolean;
  /**
   * Longest time to wait for figures that are not in the cache, ms. Then the result is undefined, and the figures are
   * read on for the next caller. Undefined: waits as long as it takes. 0 or less: waits for nothing.
   */
  readonly waitMs?: number;
}

/**
 * Figures of a period with the times at which they were read. The figures of a large tenant's day take many seconds to
 * read. So figures that are known already are brought up to date: only the latest hours are read again. All hours are
 * read again much later, because late readings may have changed them.
 */
interface Kept {
  readonly rows: readonly OwnerFigures[];
  /** Time at which the latest hours were read, epoch ms. */
  readonly readAt: number;
  /** Time at which all hours were read, epoch ms. */
  readonly fullAt: number;
  /** Duration of reading all hours, ms. */
  readonly fullMs: number;
  /**
   * Time at which the figures were last stored in board_figure, epoch ms. If it is the time of the request, they must
   * be stored now.
   */
  readonly storedAt: number;
}

const hourMs = 3_600_000;
/**
 * Hours that began within this time before the last update are read again. A reading may also change earlier hours, for
 * example if its counter reports once a day. Such a change appears when all hours are read again.
 */
const unsettledMs = 2 * hourMs;
/** If all hours can be read within this time, ms, they are read at every update. */
const shortMs = 200;
/** Updated figures are stored again after this time, ms. Figures of which all hours were read are stored at once. */
const storeAgainMs = 300_000;
/**
 * Requests read all hours of known figures only if the job, which should do it, is late by this factor.
 */
const lateJobFactor = 3;

/**
 * Cache of the molds' shots, run time and cycles, added up by organization. Without it, each board would add up the
 * hourly figures of all molds. For five thousand molds these are 120,000 rows a day.
 */
const cache = new AnswerCache<Kept>();
/** Tenants whose figures this process has loaded from the table board_figure, with the promise of the load. */
const loaded = new Map<number, Promise<void>>();

/** Factor by which the lifetime of figures is longer for older days. */
const ageFactor = ({ age }: Period) => (1 + age) ** 2;

async function readAll(ctx: Ctx, p: Period): Promise<Kept> {
  const began = performance.now();
  const rows = await readHours(ctx, p);
  return { rows, readAt: ctx.now, fullAt: ctx.now, fullMs: performance.now() - began, storedAt: ctx.now };
}

/** Reads the latest hours of figures by hour again. */
async function updateHours(ctx: Ctx, p: Period, known: Kept): Promise<Kept> {
  const from = Math.max(p.from, Math.floor((known.readAt - unsettledMs) / hourMs) * hourMs);
  const before = Math.min(from, p.to ?? from);
  const isOver = p.to !== null && from >= p.to;
  const rows = isOver ? [] : await readHours(ctx, { from, to: p.to, byHour: true });
  return {
    ...known,
    rows: [...known.rows.filter((f) => f.hour < before), ...rows],
    readAt: ctx.now,
    storedAt: ctx.now - known.storedAt > storeAgainMs ? ctx.now : known.storedAt,
  };
}

/** Returns the text by which the table board_figure stores the figures of a period (column period). */
const keyOf = (p: Hours) => `${p.from}/${p.to}/${p.byHour}`;
const isByHour = (key: string) => key.endsWith("/true");

/**
 * Returns the keys of figures from which the figures of a period can be made. Today's figures by hour become
 * yesterday's, and these become the figures of the whole day.
 */
const keysOf = (p: Period) => [
  keyOf(p),
  keyOf({ ...p, byHour: true }),
  keyOf({ ...p, to: null, byHour: true }),
];

interface StoredRow {
  readonly period: string;
  readonly read_ms: number;
  readonly full_ms: number;
  readonly cost_ms: number;
  readonly slices: readonly OwnerFigures[];
}
const storedSql = (tenantId: number) => sql<StoredRow>`
  select
    period, (extract(epoch from read_at) * 1000)::bigint as read_ms,
    (extract(epoch from coalesce(full_at, read_at)) * 1000)::bigint as full_ms, cost_ms, slices
  from board_figure
  where tenant_id = ${tenantId}`;
const keptOf = (r: StoredRow): Kept => ({
  rows: r.slices,
  readAt: r.read_ms,
  fullAt: r.full_ms,
  fullMs: r.cost_ms,
  storedAt: r.read_ms,
});

/**
 * Returns the latest known figures from which those of the period can be made, with their key: from the cache, or from
 * the database, if another server has stored later ones.
 */
async function findKnown(ctx: Ctx, p: Period): Promise<{ key: string; kept: Kept } | undefined> {
  const { tenantId } = ctx.who;
  const keys = keysOf(p);
  const found = keys.flatMap((key) => {
    const kept = cache.peek(`${tenantId}/${key}`);
    return kept ? [{ key, kept }] : [];
  })[0];
  if (found && found.kept.fullMs <= shortMs) return found;
  const [fullAt, readAt] = [new Date(found?.kept.fullAt ?? 0), new Date(found?.kept.readAt ?? 0)];
  const [rows] = await ctx.db.run(tenantId, [
    sql<StoredRow>`${storedSql(tenantId)} and period = any(${keys}::text[])
        and (coalesce(full_at, read_at), read_at) > (${fullAt}::timestamptz, ${readAt}::timestamptz)
      order by array_position(${keys}::text[], period)`,
  ]);
  return rows[0] ? { key: rows[0].period, kept: keptOf(rows[0]) } : found;
}

async function read(ctx: Ctx, p: Period, { isJob }: ReadOptions): Promise<Kept> {
  const known = await findKnown(ctx, p);
  if (!known || known.kept.fullMs <= shortMs) return readAll(ctx, p);
  const lifetimeMs = known.kept.fullMs * lifetimeFactor * ageFactor(p);
  if (ctx.now - known.kept.fullAt > lifetimeMs * (isJob ? 1 : lateJobFactor)) return readAll(ctx, p);
  if (!isByHour(known.key)) return known.kept;
  const byHour = await updateHours(ctx, { ...p, byHour: true }, known.kept);
  if (p.byHour) return byHour;
  // The figures by hour are much larger and are not needed any more.
  cache.forget(`${ctx.who.tenantId}/${known.key}`);
  return { ...byHour, rows: sumOfHours(byHour.rows), storedAt: ctx.now };
}

/**
 * Stores the figures of a period in the database if their computation took long. Other servers, and this server after a
 * restart, can load the stored figures instead of computing them.
 */
async function store(ctx: Ctx, p: Period, k: Kept): Promise<void> {
  const { tenantId, userId } = ctx.who;
  // Stores nothing from a view ("View as this user"), because a view must not write. The next user stores the sums.
  if (k.fullMs <= staleWhileRefreshCostMs || k.storedAt !== ctx.now || ctx.who.viewer) return;
  await ctx.db.run(tenantId, [
    sql`insert into board_figure (
        tenant_id, period, read_at, full_at, cost_ms, slices, created_by, created_date
      )
      values (
        ${tenantId}, ${keyOf(p)}, ${new Date(k.readAt)}, ${new Date(k.fullAt)}, ${k.fullMs},
        ${JSON.stringify(k.rows)}::jsonb, ${userId}, ${new Date(ctx.now)})
      on conflict (tenant_id, period) do update
      set read_at = excluded.read_at,
        full_at = excluded.full_at,
        cost_ms = excluded.cost_ms,
        slices = excluded.slices,
        created_date = excluded.created_date
      where (coalesce(board_figure.full_at, board_figure.read_at), board_figure.read_at)
        <= (excluded.full_at, excluded.read_at)`,
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
      .run(tenantId, [storedSql(tenantId)])
      .then(([rows]) => {
        for (const r of rows) {
          const key = `${tenantId}/${r.period}`;
          const readAt = performance.now() - (ctx.now - r.read_ms);
          // Figures of today and yesterday are brought up to date soon.
          const costMs = isByHour(r.period) ? Math.min(r.cost_ms, shortMs) : r.cost_ms;
          if (!cache.peek(key)) cache.put(key, { value: keptOf(r), readAt, costMs });
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

/**
 * Returns a period's figures for all molds of the tenant. Callers must filter the figures by `isInScope`. Undefined:
 * the figures are not known within the time `waitMs`.
 */
export async function ownerFigures(
  ctx: Ctx,
  p: Period,
  r: ReadOptions = {},
): Promise<readonly OwnerFigures[] | undefined> {
  const key = `${ctx.who.tenantId}/${keyOf(p)}`;
  const { waitMs } = r;
  if (waitMs !== undefined && waitMs <= 0 && !cache.peek(key)) return undefined;
  // Reads on after the end of the request, so that the next request finds the figures.
  const reader =
    waitMs === undefined ? ctx : { ...ctx, db: ctx.db.limited({ kind: "report", isRead: true }) };
  const find = async () => {
    if (!cache.peek(key)) await load(reader);
    return cache.get(
      key,
      ageFactor(p),
      () => read(reader, p, r),
      (k) => store(reader, p, k),
      // Only figures of which all hours were read stay long. Otherwise the job would find them in the cache, and would
      // not read all hours again.
      (k, tookMs) => (k.fullAt === reader.now ? k.fullMs : tookMs),
    );
  };
  const reading = find();
  if (waitMs === undefined) return (await reading).rows;
  const kept = await Promise.race([reading, setTimeout(waitMs, undefined, { ref: false })]);
  if (kept) return kept.rows;
  return p.byHour ? undefined : cache.peek(key)?.rows;
}
