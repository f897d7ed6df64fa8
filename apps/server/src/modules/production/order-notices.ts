import type { EnumValue } from "@shotkeeper/contract/kernel";
import { orderState } from "@shotkeeper/contract/production";
import { warningLevel } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type NoticeEvent, newestMs, notify } from "../notice/index.ts";

interface OrderRow {
  readonly order_id: string;
  readonly order_state: EnumValue<typeof orderState>;
  readonly mold_no: string;
  readonly mold_id: number;
  readonly mold_name: string | null;
  readonly plant: string | null;
  readonly at: string;
}

/** Sends notices of orders that were finished, or became late, within the last 24 hours (`newestMs`). */
export async function notifyOrders(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const [audited, running, done] = (["audited", "running", "done"] as const).map((s) =>
    sql.constant(orderState.values[s]),
  );
  const [since, now] = [new Date(ctx.now - newestMs), new Date(ctx.now)];
  const [rows] = await ctx.db.run(tenantId, [
    sql<OrderRow>`select t.order_id, t.order_state, t.mold_no, m.mold_id, m.mold_name, p.org_name as plant,
        case when t.order_state = ${done} then t.ended_at else t.planned_end end as at
      from (
        select d.*
        from production_order d
        where d.tenant_id = ${tenantId} and d.order_state = ${done} and d.ended_at > ${since} and d.ended_at <= ${now}
        union all
        select l.*
        from production_order l
        where l.tenant_id = ${tenantId}
          and l.order_state in (${audited}, ${running})
          and l.planned_end > ${since}
          and l.planned_end < ${now}
      ) t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      left join organization p on p.tenant_id = ${tenantId} and p.org_id = m.plant_id`,
  ]);
  const events = rows.map((o): NoticeEvent => {
    const isDone = o.order_state === orderState.values.done;
    const change = isDone ? "done" : "late";
    return {
      type: isDone ? "orderDone" : "orderLate",
      eventKey: `order/${o.order_id}/${change}/${Date.parse(o.at)}`,
      level: isDone ? warningLevel.values.notice : warningLevel.values.urgent,
      moldId: o.mold_id,
      subject: o.order_id,
      at: o.at,
      facts: { order: o.order_id, mold: o.mold_no, moldName: o.mold_name, plant: o.plant },
      ...(isDone ? {} : { lasting: { kind: "order", id: o.order_id } }),
      cause: { change, orderId: o.order_id, moldNo: o.mold_no },
    };
  });
  await notify(ctx, events);
}
