import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";

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

export interface Hours {
  /** Beginning of the period, epoch ms. Hours that begin at or after `from` and before `to` count. */
  readonly from: number;
  /** End of the period, epoch ms. null: the period has no end. */
  readonly to: number | null;
  readonly byHour: boolean;
}

/** Reads the figures of a period from the hours of all molds. */
export async function readHours(ctx: Ctx, p: Hours): Promise<OwnerFigures[]> {
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
  return [...rows];
}

/** Adds up the figures of all hours. */
export function sumOfHours(rows: readonly OwnerFigures[]): OwnerFigures[] {
  const sums = new Map<string, OwnerFigures>();
  for (const f of rows) {
    const key = JSON.stringify([f.oemId, f.plantId, f.makerId]);
    const sum = sums.get(key);
    sums.set(key, {
      ...f,
      hour: 0,
      shots: f.shots + (sum?.shots ?? 0),
      runMs: f.runMs + (sum?.runMs ?? 0),
      cycles: f.cycles + (sum?.cycles ?? 0),
      within: f.within + (sum?.within ?? 0),
    });
  }
  return [...sums.values()];
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
