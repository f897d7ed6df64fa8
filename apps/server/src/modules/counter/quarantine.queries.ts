import { quarantineList, quarantineState } from "@shotkeeper/contract/counter";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement } from "../../kernel/registry.ts";
import { isQuarantined } from "../../telemetry/ledger/is-quarantined.ts";
import { moldScope } from "../mold/index.ts";
import { moldOf } from "./log.queries.ts";

/**
 * SQL condition: the caller may see the quarantined item. Without tenant scope, the item's counter must have been on a
 * mold in the caller's scope at the item's time. So only callers with tenant scope see input of unknown chips.
 */
function inScope(ctx: Ctx): Sql {
  if (ctx.who.scope.kind === "tenant") return sql.raw("true");
  const id = ctx.who.tenantId;
  return sql`
    exists (
      select
      from binding b
      join mold m on m.tenant_id = ${id} and m.mold_id = b.mold_id and ${moldScope(ctx, "m")}
      where b.tenant_id = ${id}
        and b.counter_id = coalesce(c.counter_id, k.counter_id)
        and coalesce(q.at, q.received_at) >= b.bound_at
        and (b.unbound_at is null or coalesce(q.at, q.received_at) <= b.unbound_at)
    )
  `;
}

const { waiting, released, discarded, counted } = quarantineState.values;

/** SQL expression: state of the quarantine row with alias `q`. */
const stateSql = sql`
  case
    when q.released_at is not null then ${released}::text
    when q.discarded_at is null then ${waiting}::text
    when q.quarantined then ${discarded}::text
    else ${counted}::text
  end
`;

/**
 * Returns a FROM clause with the quarantined items in the caller's scope as `t`:
 * - `reading_of`: the counter, if the item is a reading. Null for other input, such as a message of an unknown chip.
 * - `counter_id`: the counter, if the item is a reading. For other input, the counter that now has the chip code of the
 *   input.
 */
export function quarantineFrom(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`
    (
      select
        q.tenant_id, q.quarantine_id, q.reason, q.received_at, q.at, q.count as count_times, q.payload,
        q.is_cut, q.repeats, q.channel, q.sender, q.released_at, q.released_by, q.release_reason,
        q.discarded_at, q.discarded_by, q.discard_reason, q.counter_id as reading_of,
        coalesce(c.counter_id, k.counter_id) as counter_id,
        coalesce(c.writer_id, k.writer_id) as writer_id, coalesce(c.state, k.state) as counter_state,
        coalesce(q.chip_code, c.chip_code) as chip_code, ${stateSql} as quarantine_state
      from quarantine q
      left join counter c on c.tenant_id = ${id} and c.counter_id = q.counter_id
      left join counter k on k.tenant_id = ${id} and q.counter_id is null and k.chip_code = q.chip_code
      where q.tenant_id = ${id} and ${inScope(ctx)}
    ) t
  `;
}

export const quarantineListImpl = implement(quarantineList, {
  from: quarantineFrom,
  joins: (ctx) => sql`
    ${moldOf(ctx)}
    left join lateral (
      select y.count
      from reading y
      where y.tenant_id = ${ctx.who.tenantId}
        and y.counter_id = t.counter_id
        and y.at <= t.at
        and (y.at, y.count) < (t.at, t.count_times)
        and not ${isQuarantined(ctx.who.tenantId, "y")}
      order by y.at desc, y.count desc
      limit 1
    ) p on true
    left join gateway g on g.tenant_id = ${ctx.who.tenantId}
      and t.sender = 'gateway ' || coalesce(g.mark, left(g.key_hash, 12))
  `,
  order: [{ field: "receivedAt", direction: "desc" }],
  columns: {
    ageDays: (ctx) =>
      sql`floor(extract(epoch from ${new Date(ctx.now)}::timestamptz - t.received_at) / 86400)::int`,
    moldNo: "m.mold_no",
    countBefore: "p.count",
    // Shows registered gateways by their registered name. `t.sender` is the kind of the sender, a space and a name.
    sender: "coalesce(g.name, substr(t.sender, strpos(t.sender, ' ') + 1))",
  },
});
