import type { NoticeGroup, NoticeTypeName } from "@shotkeeper/contract/notice";
import { warningLevel } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { NoticeEvent } from "./notice-event.ts";

/** For each group of notice types: the type whose sample event is used to preview the templates of the group. */
export const sampleTypes: Readonly<Record<NoticeGroup, NoticeTypeName>> = {
  warning: "battery",
  maintenance: "maintenanceOverdue",
  inspection: "appointAssigned",
  order: "orderLate",
  mold: "moldTransferred",
  counter: "counterAsked",
  sale: "saleOrdered",
};

interface SampleFacts {
  readonly mold_no: string;
  readonly mold_name: string | null;
  readonly plant: string | null;
  readonly writer_id: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly task: string | null;
  readonly order_id: string | null;
  readonly document: string | null;
  readonly sale: string | null;
  readonly customer: string | null;
}

/**
 * Returns an invented event about a real mold of the tenant: the mold whose counter sent the latest reading. Facts that
 * the tenant does not have, such as an order, are invented too.
 */
export async function sampleEvent(ctx: Ctx, type: NoticeTypeName): Promise<NoticeEvent> {
  const { tenantId } = ctx.who;
  const [[found]] = await ctx.db.run(tenantId, [
    sql<SampleFacts>`select m.mold_no, m.mold_name, p.org_name as plant, c.writer_id, s.lng, s.lat,
        (
          select k.task_id
          from maintenance_task k
          where k.tenant_id = ${tenantId} and k.mold_no = m.mold_no
          order by k.raised_at desc
          limit 1) as task,
        (
          select o.order_id
          from production_order o
          where o.tenant_id = ${tenantId} and o.mold_no = m.mold_no
          order by o.created_date desc
          limit 1) as order_id,
        (
          select d.document_no
          from mold_document d
          where d.tenant_id = ${tenantId} and d.mold_no = m.mold_no
          order by d.document_time desc
          limit 1) as document,
        (
          select s.order_no
          from customer_order s
          where s.tenant_id = ${tenantId}
          order by s.order_date desc
          limit 1) as sale,
        (
          select u.cust_name
          from customer u
          where u.tenant_id = ${tenantId}
          order by u.cust_id
          limit 1) as customer
      from mold m
      left join organization p on p.tenant_id = ${tenantId} and p.org_id = m.plant_id
      left join binding b on b.tenant_id = ${tenantId} and b.mold_id = m.mold_id and b.unbound_at is null
      left join counter c on c.tenant_id = ${tenantId} and c.counter_id = b.counter_id
      left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = b.counter_id
      where m.tenant_id = ${tenantId}
      order by s.last_at desc nulls last, m.mold_no
      limit 1`,
  ]);
  const text = (value: string | null | undefined, otherwise: string) => value || otherwise;
  const mold = text(found?.mold_no, "M-0001");
  const order = text(found?.order_id, "PO2601010001");
  const sale = text(found?.sale, "SO2601010001");
  const at = new Date(ctx.now).toISOString();
  return {
    type,
    eventKey: `test/${ctx.now}`,
    level: warningLevel.values.urgent,
    moldId: null,
    subject: type === "orderLate" || type === "orderDone" ? order : type.startsWith("sale") ? sale : mold,
    at,
    facts: {
      mold,
      moldName: text(found?.mold_name, mold),
      plant: text(found?.plant, "–"),
      counter: text(found?.writer_id, "C-0001"),
      task: text(found?.task, "MT2601010001"),
      issue: "DJ2601010001",
      order,
      document: text(found?.document, "DB2601010001"),
      toPlant: text(found?.plant, "–"),
      count: "1",
      sale,
      customer: text(found?.customer, "–"),
      amount: "448.56",
      express: "SF1234567890",
      reason: "–",
    },
    place:
      found && found.lng !== null && found.lat !== null
        ? { longitude: found.lng, latitude: found.lat }
        : undefined,
    cause: { change: "test" },
  };
}
