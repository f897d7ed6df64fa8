import { menus } from "@shotkeeper/contract/menus";
import { Actor } from "../../demo/base/actor.ts";
import { sql } from "../../kernel/db/sql.ts";
import { dispatch } from "../../kernel/dispatch.ts";
import type { TestServer } from "../server.ts";

const cents = (v: unknown) => Math.round(Number(v ?? 0) * 100);

/**
 * Compares figures in the server's answers with sums of the stored rows: amounts and numbers of customer orders, and
 * totals of molds. Returns one line of text per difference.
 */
export async function answerFaults(s: TestServer, tenantId: number): Promise<string[]> {
  const actor = new Actor(s.app, tenantId);
  const faults: string[] = [];
  const compare = (what: string, product: unknown, own: unknown) => {
    if (cents(product) !== cents(own))
      faults.push(`${what}: the product answers ${String(product)}, not ${String(own)}`);
  };
  const [customers, [sums], molds] = await s.app.db.run(tenantId, [
    sql`
      select
        c.cust_id,
        coalesce(sum(v.kept) filter (where o.order_stat >= 2), 0) as consumption,
        coalesce(sum(i.issued) filter (where o.order_stat >= 2), 0) as invoiced,
        coalesce(sum(i.waiting) filter (where o.order_stat >= 2), 0) as requested,
        count(*) filter (where o.order_stat = 0) as to_pay,
        count(*) filter (where o.order_stat in (1, 2)) as to_send,
        count(*) filter (where o.order_stat = 3) as sent,
        count(*) filter (where o.order_stat = 4) as completed
      from customer c
      left join customer_order o on o.tenant_id = ${tenantId} and o.cust_id = c.cust_id
      left join lateral (
        select
          -- A red-letter invoice counts as soon as it is requested.
          sum(l.amount) filter (where i.is_invoiced or i.red_of is not null) as issued,
          sum(l.amount) filter (where not i.is_invoiced and i.red_of is null) as waiting
        from invoice_line l
        join invoice i on i.tenant_id = ${tenantId} and i.invoice_id = l.invoice_id
        where l.tenant_id = ${tenantId} and l.order_no = o.order_no and i.send_back_reason is null
          and i.cancelled_at is null
      ) i on true
      left join lateral (
        select
          o.postage + sum(round((l.order_qty - l.cancelled_qty - l.returned_qty) * l.unit_price, 2)) as kept
        from customer_order_line l
        where l.tenant_id = ${tenantId} and l.order_no = o.order_no
      ) v on true
      where c.tenant_id = ${tenantId}
      group by c.cust_id
    `,
    sql`
      select
        coalesce(sum(total_amount), 0) as total,
        -- A confirmed payment lowers what is unpaid by its bookings, and a refund raises it. Returned goods are not
        -- owed, and nobody owes a cancelled order (-2).
        coalesce(
          sum(total_amount - credited_amount - coalesce(b.booked, 0) + refunded_amount) filter (
            where not is_paid and order_stat <> -2
          ),
          0
        ) as unpaid
      from customer_order o
      left join lateral (
        select sum(x.booked_amount) as booked
        from payment_order x
        join payment p on p.tenant_id = ${tenantId} and p.payment_id = x.payment_id
        where x.tenant_id = ${tenantId} and x.order_no = o.order_no and p.payment_stat = 1
      ) b on true
      where o.tenant_id = ${tenantId}
    `,
    sql`
      select
        m.mold_no,
        m.opening_count
          + coalesce((
            select sum(case when b.unbound_at is null then s.bound_shots else b.shots end)
            from binding b
            left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = b.counter_id
            where b.tenant_id = ${tenantId} and b.mold_id = m.mold_id
          ), 0)
          + coalesce((
            select sum(qty) from count_correction c
            where c.tenant_id = ${tenantId} and c.mold_id = m.mold_id
          ), 0) as total
      from mold m
      where m.tenant_id = ${tenantId} and m.archived_date is null
    `,
  ]);
  for (const c of customers) {
    const input = { CUST_ID: c.cust_id };
    const money = (await actor.run("rf_Invoicing", input, s.clock.now)) as Record<string, unknown>;
    const name = `customer ${String(c.cust_id)}`;
    compare(`${name}, consumption`, money.AllMoney, c.consumption);
    compare(`${name}, invoiced`, money.OverMoney, c.invoiced);
    compare(`${name}, requested`, money.AskMoney, c.requested);
    compare(`${name}, invoiceable`, money.CanMoney, Number(c.consumption) - Number(c.invoiced));
    const counts = (await actor.run("rf_CustSum", input, s.clock.now)) as Record<string, unknown>;
    compare(`${name}, orders to pay`, counts.WaitPayCount, c.to_pay);
    compare(`${name}, orders to send`, counts.WaitSendCount, c.to_send);
    compare(`${name}, orders sent`, counts.OverSendCount, c.sent);
    compare(`${name}, orders completed`, counts.FinishCount, c.completed);
  }
  const page = async (MENU_ID: string, QueryID: string) => {
    const body = { Type: "QueryByID", MENU_ID, QueryID, Page: 1, Limit: 99_999 };
    const { data } = await dispatch(actor.ctx(s.clock.now), s.app.registry, body);
    return JSON.parse(data ?? "null") as {
      readonly list: readonly Record<string, unknown>[];
      readonly totals?: Record<string, unknown>;
    };
  };
  const sales = await page(menus.salesOrder, "Q01");
  compare("all orders", sales.totals?.ALL_JE, sums?.total);
  compare("unpaid orders", sales.totals?.OPEN_JE, sums?.unpaid);
  const list = new Map((await page(menus.mold, "Q01")).list.map((m) => [String(m.MOLD_NO), m.COUNT_TIMES]));
  for (const m of molds) compare(`shots of ${String(m.mold_no)}`, list.get(String(m.mold_no)), m.total);
  return faults;
}
