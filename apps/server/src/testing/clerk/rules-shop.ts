import type { Rules } from "./rules.ts";

/**
 * SQL statements about the shop: sums, payments, deliveries, invoices and stock. The key is a rule; the statement
 * selects the rows that break this rule. `$tenant` stands for the tenant's id.
 */
export const shopStatements: Rules = {
  "the sum of a sales order is the sum of its lines and its postage": `
    select o.order_no, o.goods_amount, l.amount, o.postage, o.total_amount
    from customer_order o
    left join lateral (
      select coalesce(sum(amount), 0) as amount
      from customer_order_line l
      where l.tenant_id = o.tenant_id and l.order_no = o.order_no
    ) l on true
    where o.tenant_id = $tenant
      and (o.goods_amount <> l.amount or o.total_amount <> o.goods_amount + o.postage)`,
  "a line of a sales order is quantity times price": `
    select order_no, seq
    from customer_order_line
    where tenant_id = $tenant and amount <> round(order_qty * unit_price, 2)`,
  "a paid order has a confirmation, and so has an order in preparation": `
    select order_no, order_stat, is_paid
    from customer_order
    where tenant_id = $tenant
      and (is_paid or order_stat >= 2)
      and (confirmed_at is null or confirmed_by is null)`,
  "an order is shipped with a waybill, and completed with a receipt": `
    select order_no, order_stat
    from customer_order
    where tenant_id = $tenant
      and (
        (order_stat >= 3 and (express_no is null or express_date is null))
          or (order_stat = 4 and (received_at is null or received_by is null))
      )`,
  "only an order on monthly terms is prepared before it is paid": `
    select order_no, order_stat, statement_days
    from customer_order
    where tenant_id = $tenant and order_stat >= 2 and not is_paid and coalesce(statement_days, 1) <= 1`,
  "an order has up to three pictures that wait, and one if it waits for their confirmation": `
    select o.order_no, o.order_stat, count(f.file_id) as vouchers
    from customer_order o
    left join payment_order x on x.tenant_id = o.tenant_id and x.order_no = o.order_no
    left join payment p on p.tenant_id = o.tenant_id and p.payment_id = x.payment_id and p.payment_stat = 0
    left join payment_file f on f.tenant_id = o.tenant_id and f.payment_id = p.payment_id
    where o.tenant_id = $tenant
    group by o.order_no, o.order_stat
    having count(f.file_id) > 3
      or (o.order_stat = 1 and count(f.file_id) = 0)
      or (o.order_stat = 0 and count(f.file_id) > 0)`,
  "the received amount of an order is the sum of its bookings, and all of it if the order is paid": `
    select o.order_no, o.received_amount, x.booked, o.total_amount, o.is_paid
    from customer_order o
    left join lateral (
      select coalesce(sum(b.booked_amount), 0) as booked
      from payment_order b
      where b.tenant_id = o.tenant_id and b.order_no = o.order_no
    ) x on true
    where o.tenant_id = $tenant
      and (
        o.received_amount <> x.booked
          or o.is_paid and o.received_amount - o.refunded_amount < o.total_amount - o.credited_amount
      )`,
  "a payment books no more than staff confirmed, and only if they confirmed it": `
    select p.payment_id, p.payment_stat, p.booked_amount, x.booked
    from payment p
    left join lateral (
      select coalesce(sum(b.booked_amount), 0) as booked, count(*) as orders
      from payment_order b
      where b.tenant_id = p.tenant_id and b.payment_id = p.payment_id
    ) x on true
    where p.tenant_id = $tenant
      and (x.booked > p.booked_amount
        or (p.payment_stat <> 1 and p.booked_amount <> 0)
        or (p.payment_stat = 0) <> (p.judged_at is null))`,
  "a content proves one payment, and nothing else uses it": `
    select a.payment_id, a.file_id
    from payment_file a
    join file_info f on f.tenant_id = a.tenant_id and f.file_id = a.file_id
    where a.tenant_id = $tenant
      and (
        f.owner_table <> 'CUST_ORDER_HD' or f.owner_part like 'PDF%' or f.file_size = 0
          or exists (
            select from payment_file b
            where b.tenant_id = a.tenant_id
              and b.payment_id <> a.payment_id
              and (b.file_id = a.file_id or b.content_hash = a.content_hash)
          )
      )`,
  "the lines of bank statements that prove a payment have its amount": `
    select p.payment_id, p.booked_amount, x.amount
    from payment p
    join lateral (
      select sum(b.bank_amount) as amount
      from bank_line b
      where b.tenant_id = p.tenant_id and b.payment_id = p.payment_id
    ) x on x.amount is not null
    where p.tenant_id = $tenant and (p.payment_stat <> 1 or p.booked_amount <> x.amount)`,
  "each voucher is a stored picture": `
    select v.order_no, v.file_id
    from order_voucher v
    left join file_info f on f.tenant_id = v.tenant_id and f.file_id = v.file_id
    where v.tenant_id = $tenant and coalesce(f.media_type, '') not like 'image/%'`,
  "a cancelled order has its time, and the customer keeps nothing of it": `
    select order_no
    from customer_order
    where tenant_id = $tenant
      and (order_stat = -2) <> (cancelled_at is not null)
      or tenant_id = $tenant and order_stat = -2 and credited_amount <> total_amount`,
  "an order that waits for approval asked for it and has no money, and one that goes on was approved": `
    select order_no, order_stat, needs_approval, approved_at
    from customer_order
    where tenant_id = $tenant
      and (
        order_stat = -3 and (not needs_approval or approved_at is not null or received_amount > 0)
          or order_stat >= 0 and needs_approval and (approved_at is null or approved_by is null)
          or not needs_approval and approved_at is not null
      )`,
  "goods are reserved for the orders that are not sent yet": `
    select p.goods_id, p.reserved_qty, x.qty
    from product p
    left join lateral (
      select coalesce(sum(l.order_qty - l.cancelled_qty + l.exchanged_qty - l.shipped_qty), 0) as qty
      from customer_order_line l
      join customer_order o on o.tenant_id = l.tenant_id and o.order_no = l.order_no
      where l.tenant_id = p.tenant_id and l.goods_id = p.goods_id and o.order_stat in (-3, 0, 1, 2)
    ) x on true
    left join lateral (
      select coalesce(sum(r.return_qty), 0) as qty
      from sale_return_line r
      join sale_return h on h.tenant_id = r.tenant_id and h.return_no = r.return_no
      join customer_order_line l on l.tenant_id = r.tenant_id and l.order_no = r.order_no and l.seq = r.seq
      where r.tenant_id = p.tenant_id
        and l.goods_id = p.goods_id
        and h.return_kind = 2
        and h.return_stat = 1
    ) e on true
    where p.tenant_id = $tenant and (p.reserved_qty <> x.qty + e.qty or p.stock_qty < 0)`,
  "the pieces of an order line that are shipped are those in its shipments, and all when the order is shipped": `
    select l.order_no, l.seq, l.order_qty, l.shipped_qty, x.qty, o.order_stat
    from customer_order_line l
    join customer_order o on o.tenant_id = l.tenant_id and o.order_no = l.order_no
    left join lateral (
      select coalesce(sum(s.ship_qty), 0) as qty
      from shipment_line s
      where s.tenant_id = l.tenant_id and s.order_no = l.order_no and s.seq = l.seq
    ) x on true
    where l.tenant_id = $tenant
      and (
        l.shipped_qty <> x.qty
          or (o.order_stat in (3, 4) and l.shipped_qty <> l.order_qty - l.cancelled_qty + l.exchanged_qty)
          or (o.order_stat < 2 and o.order_stat <> -2 and l.shipped_qty > 0)
      )`,
  "a shipment has orders of one customer and one address": `
    select s.shipment_no, o.order_no
    from shipment s
    join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_no = s.shipment_no
    join customer_order o on o.tenant_id = l.tenant_id and o.order_no = l.order_no
    where s.tenant_id = $tenant
      and (
        s.cust_id <> o.cust_id
          or concat_ws('/', s.rec_man, s.rec_tel, s.rec_province, s.rec_city, s.rec_district, s.rec_address)
            <> concat_ws('/', o.rec_man, o.rec_tel, o.rec_province, o.rec_city, o.rec_district, o.rec_address)
      )`,
  "the stock of a product is the sum of its moves": `
    select p.goods_id, p.stock_qty, m.qty
    from product p
    left join lateral (
      select coalesce(sum(x.move_qty), 0) as qty
      from stock_move x
      where x.tenant_id = p.tenant_id and x.goods_id = p.goods_id
    ) m on true
    where p.tenant_id = $tenant and p.stock_qty <> m.qty`,
  "a serial number is in stock, or packed or shipped for an order line of its product": `
    select s.chip_code, s.serial_state, s.order_no
    from stock_serial s
    left join customer_order_line l on l.tenant_id = s.tenant_id and l.order_no = s.order_no and l.seq = s.seq
    where s.tenant_id = $tenant
      and (
        (s.serial_state in (0, 3) and s.order_no is not null)
          or (s.serial_state in (1, 2) and l.goods_id is distinct from s.goods_id)
          or ((s.serial_state = 2) <> (s.shipment_no is not null))
      )`,
  "a counter in stock is not registered": `
    select s.chip_code, s.serial_state, c.tenant_id, c.counter_id
    from stock_serial s
    join chip c on c.chip_code = s.chip_code
    where s.tenant_id = $tenant and s.serial_state in (0, 1)`,
  "an order line in a shipment has a serial number for each of its counters, or none": `
    select l.shipment_no, l.order_no, l.seq, l.ship_qty, x.serials
    from shipment_line l
    left join lateral (
      select count(*) as serials
      from shipment_serial s
      where s.tenant_id = l.tenant_id
        and s.shipment_no = l.shipment_no
        and s.order_no = l.order_no
        and s.seq = l.seq
    ) x on true
    where l.tenant_id = $tenant and x.serials not in (0, l.ship_qty)`,
  "no more serial numbers than counters are in stock": `
    select p.goods_id, p.stock_qty, count(*) as serials
    from product p
    join stock_serial s on s.tenant_id = p.tenant_id and s.goods_id = p.goods_id and s.serial_state in (0, 1)
    where p.tenant_id = $tenant
    group by p.goods_id, p.stock_qty
    having count(*) > p.stock_qty`,
  "a waybill number belongs to one shipment of its carrier": `
    select express_no, carrier_code, count(*) as shipments
    from shipment
    where tenant_id = $tenant and not shared_number
    group by express_no, carrier_code
    having count(*) > 1`,
  "the amount of an invoice is the sum of its lines": `
    select i.invoice_id, i.all_money, l.amount
    from invoice i
    left join lateral (
      select coalesce(sum(l.amount), 0) as amount
      from invoice_line l
      where l.tenant_id = i.tenant_id and l.invoice_id = i.invoice_id
    ) l on true
    where i.tenant_id = $tenant and i.all_money <> l.amount`,
  "an invoice is for delivered or prepared orders of its customer": `
    select i.invoice_id, o.order_no
    from invoice i
    join invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.invoice_id
    join customer_order o on o.tenant_id = i.tenant_id and o.order_no = l.order_no
    where i.tenant_id = $tenant and (o.cust_id <> i.cust_id or o.order_stat in (-3, 0, 1))`,
  "the invoicing state of an order is that of its one invoice": `
    select o.order_no, o.invoicing_stat, x.invoices, x.issued
    from customer_order o
    left join lateral (
      select count(*) as invoices, count(*) filter (where i.is_invoiced) as issued
      from invoice_line l
      join invoice i on i.tenant_id = l.tenant_id and i.invoice_id = l.invoice_id
      where l.tenant_id = o.tenant_id and l.order_no = o.order_no
        and i.send_back_reason is null and i.cancelled_at is null and i.red_of is null
    ) x on true
    where o.tenant_id = $tenant
      and (x.invoices > 1 or o.invoicing_stat <> case when x.issued > 0 then 2 when x.invoices > 0 then 1 else 0 end)`,
  "an issued invoice has its file and is not sent back": `
    select invoice_id
    from invoice
    where tenant_id = $tenant
      and is_invoiced
      and (file_path is null or invoiced_by is null or send_back_reason is not null)`,
  "an order is of a host factory of its customer and has lines": `
    select o.order_no
    from customer_order o
    where o.tenant_id = $tenant
      and not exists (
        select from customer_order_line l where l.tenant_id = o.tenant_id and l.order_no = o.order_no
      )`,
};
