import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { isQuarantined } from "../../telemetry/ledger/is-quarantined.ts";
import { readingScope } from "./counter-facts.ts";
import { quarantineFrom } from "./quarantine.queries.ts";

/** Number of points on each side of the quarantined item in the curve of counts over time. */
const pointsEachSide = 60;

interface CurvePoint {
  readonly time: string;
  readonly count: number;
  readonly isQuarantined: boolean;
}

/**
 * Returns the points of a curve of counts over time around a quarantined item. Returns none if the item has no time or
 * no count. If no counter has the item's chip code, the points are the quarantined items with this chip code.
 */
export async function curveOf(ctx: Ctx, quarantineId: number) {
  const id = ctx.who.tenantId;
  const [[item]] = await ctx.db.run(id, [
    sql<{ at: string | null; count: number | null; counter_id: number | null; chip_code: string | null }>`
      select t.at, t.count_times as count, t.counter_id, t.chip_code
      from ${quarantineFrom(ctx)}
      where t.quarantine_id = ${quarantineId}
    `,
  ]);
  if (!item) throw errors.unknownReference("quarantineId");
  const { at, count } = item;
  if (at === null || count === null) return [];
  const side = (isBefore: boolean) => {
    const [where, order] = isBefore
      ? [sql`y.at <= ${at}::timestamptz`, sql.raw("y.at desc, y.count desc")]
      : [sql`y.at > ${at}::timestamptz`, sql.raw("y.at, y.count")];
    return sql<CurvePoint>`
      select y.at as time, y.count, ${isQuarantined(id, "y")} as "isQuarantined"
      from reading y
      where y.tenant_id = ${id}
        and y.counter_id = ${item.counter_id}
        and ${where}
        and ${readingScope(ctx, "y")}
      order by ${order}
      limit ${pointsEachSide}
    `;
  };
  const stored = sql<CurvePoint>`
    select y.at as time, y.count, true as "isQuarantined"
    from quarantine y
    where y.tenant_id = ${id}
      and y.counter_id is null
      and y.chip_code = ${item.chip_code}
      and y.at is not null
      and y.released_at is null
      and ${ctx.who.scope.kind === "tenant"}
    order by abs(extract(epoch from y.at - ${at}::timestamptz))
    limit ${2 * pointsEachSide}
  `;
  const [before, after, others] = await ctx.db.run(id, [side(true), side(false), stored]);
  const marked = Date.parse(at);
  const points = [...before, ...after, ...others].map((p) => ({
    ...p,
    isMarked: Date.parse(p.time) === marked && p.count === count,
  }));
  return points.sort((a, b) => Date.parse(a.time) - Date.parse(b.time) || a.count - b.count);
}
