import { countState, judgeAuto } from "@shotkeeper/contract/inventory";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { distanceM } from "../../telemetry/core/index.ts";
import { isQuarantined } from "../../telemetry/ledger/is-quarantined.ts";
import { fenceRadius } from "./inventory-facts.ts";

// Sort order in aggregates that pick the newest values. All aggregates together need one scan of the readings. With
// sub-selects and "limit 1" instead, the database would scan all months of readings in order.
const newestFirst = sql.raw("order by r.at desc, r.count desc");
const placed = sql.raw("filter (where r.lng is not null and r.lat is not null)");

interface LineFacts {
  readonly line_id: string;
  readonly mark: string;
  readonly writer_id: string | null;
  readonly reports: number;
  readonly last_at: string | null;
  readonly removed: number | null;
  readonly position_at: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly plant_lng: number | null;
  readonly plant_lat: number | null;
  readonly radius: number | null;
}

function judged(f: LineFacts) {
  const hasPlace = f.radius !== null && f.lng !== null && f.lat !== null;
  const distance = hasPlace
    ? Math.round(
        distanceM(
          { lng: Number(f.lng), lat: Number(f.lat) },
          { lng: Number(f.plant_lng), lat: Number(f.plant_lat) },
        ),
      )
    : null;
  return {
    line_id: f.line_id,
    ledger_mark: f.mark,
    writer_id: f.writer_id,
    reports: f.reports,
    last_report_at: f.last_at,
    position_at: hasPlace ? f.position_at : null,
    distance,
    auto_reason: judgeAuto({
      writerId: f.writer_id,
      reports: f.reports,
      isRemoved: f.removed === 1,
      distance,
      radius: f.radius,
    }),
  };
}

/**
 * Decides for the molds of a stock-take whether their counters' readings prove that they are at the plant. Such molds
 * are counted automatically. With `all`, checks all molds. Otherwise skips molds whose bindings and readings have not
 * changed since the last run: each line of the stock-take stores the binding ids and counter revisions of that run
 * (`ledger_mark`). Returns the number of written lines.
 */
export async function judgeLines(ctx: Ctx, tx: Tx, countId: string, all = false): Promise<number> {
  const { tenantId } = tx;
  const now = new Date(ctx.now);
  const until = sql`least(coalesce(c.window_to, ${now}::timestamptz), ${now}::timestamptz)`;
  /**
   * FROM clause: readings that prove where a mold was. They lie within the time window of the stock-take, and their
   * counters were bound to the mold at that time.
   */
  const reported = sql`from binding b join reading r on r.tenant_id = ${tenantId} and r.counter_id = b.counter_id
      and r.at >= greatest(b.bound_at, x.window_from) and r.at <= x.until and r.at < coalesce(b.unbound_at, 'infinity')
    where b.tenant_id = ${tenantId}
      and b.mold_id = x.mold_id
      and b.bound_at <= x.until
      and coalesce(b.unbound_at, 'infinity') > x.window_from
      and not ${isQuarantined(tenantId)}`;
  const found = await tx.query(sql<LineFacts>`with x as materialized (
      select l.line_id, l.mold_id, l.plant_id, c.window_from, ${until} as until, b.writer_id,
        coalesce(b.mark, '') as mark
      from inventory_count c join inventory_line l on l.tenant_id = ${tenantId} and l.count_id = c.count_id
      left join lateral (select (array_agg(w.writer_id order by b.bound_at desc))[1] as writer_id,
          string_agg(concat_ws(':', b.binding_id, extract(epoch from b.unbound_at)::bigint, s.rev), ','
            order by b.binding_id) as mark
        from binding b join counter w on w.tenant_id = ${tenantId} and w.counter_id = b.counter_id
        left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = b.counter_id
        where b.tenant_id = ${tenantId}
          and b.mold_id = l.mold_id
          and b.bound_at <= ${until}
          and coalesce(b.unbound_at, 'infinity') > c.window_from) b on true
      where c.tenant_id = ${tenantId}
        and c.count_id = ${countId}
        and c.count_state = ${countState.values.counting}
        and l.expected
        and not exists (select from inventory_part p
          where p.tenant_id = ${tenantId}
            and p.part_id = l.count_id || '/' || coalesce(l.plant_id, '-')
            and p.part_state <> ${countState.values.counting})
        and (${all} or l.ledger_mark is null or l.ledger_mark <> coalesce(b.mark, '')))
    select x.line_id, x.mark, x.writer_id, n.reports::int as reports, n.last_at, n.removed,
      n.position_at, n.lng, n.lat,
      plant.longitude::float8 as plant_lng, plant.latitude::float8 as plant_lat, ${sql.raw(fenceRadius)} as radius
    from x left join organization plant on plant.tenant_id = ${tenantId} and plant.org_id = x.plant_id
    cross join lateral (
      select count(*) as reports, max(r.at) as last_at,
        (array_agg(r.removed ${newestFirst}))[1] as removed,
        (array_agg(r.at ${newestFirst}) ${placed})[1] as position_at,
        (array_agg(r.lng ${newestFirst}) ${placed})[1] as lng,
        (array_agg(r.lat ${newestFirst}) ${placed})[1] as lat
      ${reported}
    ) n`);
  if (found.length === 0) return 0;
  const rows = JSON.stringify(found.map(judged));
  await tx.query(sql`update inventory_line l
    set auto_reason = v.auto_reason, ledger_mark = v.ledger_mark, writer_id = v.writer_id, reports = v.reports,
      last_report_at = v.last_report_at, position_at = v.position_at, distance = v.distance
    from json_populate_recordset(null::inventory_line, ${rows}::json) v
      where l.tenant_id = ${tenantId} and l.line_id = v.line_id`);
  return found.length;
}

/** Job: records in open stock-takes those molds whose counters' readings prove that they are at their plants. */
export async function tickInventories(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const [open] = await ctx.db.run(tenantId, [
    sql`select count_id
      from inventory_count
      where tenant_id = ${tenantId} and count_state = ${countState.values.counting}`,
  ]);
  let changed = 0;
  for (const { count_id } of open ?? [])
    changed += await ctx.db.tx(tenantId, async (tx) => {
      // Skips a locked stock-take. The step that holds the lock, or the next run, computes its results.
      const [free] = await tx.query(
        sql`select 1
          from inventory_count
          where tenant_id = ${tenantId} and count_id = ${String(count_id)}
          for update skip locked`,
      );
      return free ? judgeLines(ctx, tx, String(count_id)) : 0;
    });
  if (changed > 0) ctx.events.emit(tenantId, { type: "board" });
}
