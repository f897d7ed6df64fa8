import type { Rules } from "./rules.ts";

/** SQL statements about returns and refunds. The key is a rule; the statement selects the rows that break this rule. */
export const returnStatements: Rules = {
  "the credited value of an order is that of its cancelled and returned pieces, with the postage if none was shipped": `
    select o.order_no, o.credited_amount, l.value, o.postage
    from customer_order o
    join lateral (
      select
        sum(x.amount - round((x.order_qty - x.cancelled_qty - x.returned_qty) * x.unit_price, 2)) as value,
        bool_and(x.cancelled_qty = x.order_qty and x.shipped_qty = 0) as is_gone
      from customer_order_line x
      where x.tenant_id = o.tenant_id and x.order_no = o.order_no
    ) l on true
    where o.tenant_id = $tenant
      and (o.credited_amount <> l.value + case when l.is_gone then o.postage else 0 end
        or l.is_gone <> (o.order_stat = -2))`,
  "the credited value of an order is the sum of its returns, unless it was never paid": `
    select o.order_no, o.credited_amount, r.amount
    from customer_order o
    left join lateral (
      select coalesce(sum(x.return_amount), 0) as amount
      from sale_return x
      where x.tenant_id = o.tenant_id and x.order_no = o.order_no
    ) r on true
    where o.tenant_id = $tenant
      and o.credited_amount <> r.amount
      and not (o.order_stat = -2 and r.amount = 0)`,
  "the refunded amount of an order is the sum of its refunds, and at most what was received": `
    select o.order_no, o.refunded_amount, r.amount, o.received_amount
    from customer_order o
    left join lateral (
      select coalesce(sum(x.refund_amount), 0) as amount
      from refund x
      where x.tenant_id = o.tenant_id and x.order_no = o.order_no
    ) r on true
    where o.tenant_id = $tenant
      and (o.refunded_amount <> r.amount or o.refunded_amount > o.received_amount)`,
  "received less refunded money is the value that the customer keeps, less the open amount, plus the refund due": `
    select order_no
    from customer_order
    where tenant_id = $tenant
      and received_amount - refunded_amount <> total_amount - credited_amount - open_amount + refund_due`,
  "a credit is a confirmed payment of the same customer and amount": `
    select f.refund_no
    from refund f
    left join payment p on p.tenant_id = f.tenant_id and p.payment_id = f.payment_id
    where f.tenant_id = $tenant
      and f.refund_kind = 1
      and (p.payment_stat <> 1 or p.booked_amount <> f.refund_amount or p.cust_id <> f.cust_id)`,
  "overpaid money that was paid back is at most what the payment does not book to orders": `
    select p.payment_id, p.booked_amount, b.amount as to_orders, r.amount as paid_back
    from payment p
    cross join lateral (
      select sum(f.refund_amount) as amount
      from refund f
      where f.tenant_id = p.tenant_id and f.payment_id = p.payment_id and f.refund_kind = 2
    ) r
    cross join lateral (
      select coalesce(sum(o.booked_amount), 0) as amount
      from payment_order o
      where o.tenant_id = p.tenant_id and o.payment_id = p.payment_id
    ) b
    where p.tenant_id = $tenant and r.amount > p.booked_amount - b.amount`,
  "pieces leave an order line only by returns, unless the order was never paid": `
    select l.order_no, l.seq
    from customer_order_line l
    join customer_order o on o.tenant_id = l.tenant_id and o.order_no = l.order_no
    left join lateral (
      select
        coalesce(sum(x.return_qty) filter (where r.return_kind = 0 and r.return_stat in (2, 3)), 0) as cancelled,
        coalesce(sum(x.good_qty + x.damaged_qty) filter (where r.return_kind = 1), 0) as returned,
        coalesce(sum(x.good_qty + x.damaged_qty) filter (where r.return_kind = 2), 0) as exchanged
      from sale_return_line x
      join sale_return r on r.tenant_id = x.tenant_id and r.return_no = x.return_no
      where x.tenant_id = l.tenant_id and x.order_no = l.order_no and x.seq = l.seq
    ) x on true
    where l.tenant_id = $tenant
      and (
        l.returned_qty <> x.returned or l.exchanged_qty <> x.exchanged
          or (l.cancelled_qty <> x.cancelled and not (o.order_stat = -2 and x.cancelled = 0))
      )`,
  "returned pieces are in a stock document, and the damaged ones in a write-off": `
    select r.return_no, l.goods_id, l.back, l.damaged, m.back as moved, w.off
    from sale_return r
    join lateral (
      select o.goods_id, sum(x.good_qty + x.damaged_qty) as back, sum(x.damaged_qty) as damaged
      from sale_return_line x
      join customer_order_line o on o.tenant_id = x.tenant_id and o.order_no = x.order_no and o.seq = x.seq
      where x.tenant_id = r.tenant_id and x.return_no = r.return_no
      group by o.goods_id
    ) l on true
    left join lateral (
      select coalesce(sum(m.move_qty), 0) as back
      from stock_move m
      where m.tenant_id = r.tenant_id
        and m.move_no = r.return_no
        and m.goods_id = l.goods_id
        and m.move_kind = 3
    ) m on true
    left join lateral (
      select coalesce(-sum(m.move_qty), 0) as off
      from stock_move m
      where m.tenant_id = r.tenant_id
        and m.move_reason = r.return_no
        and m.goods_id = l.goods_id
        and m.move_kind = 5
    ) w on true
    where r.tenant_id = $tenant and (l.back <> m.back or l.damaged <> w.off)`,
  "a counter in stock is not registered": `
    select s.chip_code, s.serial_state
    from stock_serial s
    left join chip c on c.chip_code = s.chip_code
    where s.tenant_id = $tenant and s.serial_state in (0, 1) and c.chip_code is not null`,
  "an issued invoice and its red-letter invoices are the value of their orders": `
    select o.order_no, o.total_amount - o.credited_amount as value, x.amount
    from customer_order o
    join lateral (
      select sum(l.amount) as amount
      from invoice_line l
      join invoice i on i.tenant_id = l.tenant_id and i.invoice_id = l.invoice_id
      where l.tenant_id = o.tenant_id
        and l.order_no = o.order_no
        and i.send_back_reason is null
        and i.cancelled_at is null
    ) x on true
    where o.tenant_id = $tenant and o.invoicing_stat > 0 and x.amount <> o.total_amount - o.credited_amount`,
  "a return has its judgement, its goods and its settlement": `
    select return_no, return_stat
    from sale_return
    where tenant_id = $tenant
      and (
        (return_stat in (1, 2, 3, 4) and (judged_at is null or judged_by is null))
          or (return_stat in (2, 3) and (return_kind <> 0) <> (returned_at is not null))
          or (return_stat = 3) <> (settled_at is not null)
      )`,
};
