import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type Entry, Kept, patienceMs } from "./kept.ts";

/** Whose a row of figures is: enough to answer any scope. */
export interface Owners {
  readonly oemId: string | null;
  readonly plantId: string | null;
  readonly makerId: string | null;
}

/** Figures of all molds of one owner, plant and maker in a stretch of time. */
export interface Slice extends Owners {
  /** Beginning of the UTC hour, ms; 0 where the stretch is one whole. */
  readonly hour: number;
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

/** Hourly figures of five thousand molds are 120,000 rows a day. */
const kept = new Kept<readonly Slice[]>();
/** Tenants whose kept figures this process has read. */
const loaded = new Map<number, Promise<void>>();

async function read(ctx: Ctx, s: Stretch): Promise<readonly Slice[]> {
  const { tenantId } = ctx.who;
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
  return rows as unknown as readonly Slice[];
}

const stretchOf = (s: Stretch) => `${s.from}/${s.to}/${s.byHour}`;

/** What took long to add up is kept for the other servers, and for this one when it starts again. */
async function store(ctx: Ctx, s: Stretch, e: Entry<readonly Slice[]>): Promise<void> {
  if (e.costMs <= patienceMs) return;
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  await ctx.db.run(tenantId, [
    sql`insert into board_figure (tenant_id, stretch, read_at, cost_ms, slices, created_by, created_date)
      values (${tenantId}, ${stretchOf(s)}, ${at}, ${e.costMs}, ${JSON.stringify(e.value)}::jsonb, ${userId}, ${at})
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
          const value = r.slices as unknown as readonly Slice[];
          if (!kept.has(key)) kept.put(key, { value, readAt, costMs: Number(r.cost_ms) });
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
  const key = `${ctx.who.tenantId}/${stretchOf(s)}`;
  if (!kept.has(key)) await load(ctx);
  return kept.get(
    key,
    (1 + s.age) ** 2,
    () => read(ctx, s),
    (e) => store(ctx, s, e),
  );
}

/** Molds that the asker may see; the same as moldScope, on figures. */
export function mayCount(ctx: Ctx, s: Owners): boolean {
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
