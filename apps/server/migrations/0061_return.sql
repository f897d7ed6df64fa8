-- Cancelled, returned and exchanged goods, and the refunds for them.

-- A document that takes pieces of an order back. Kinds: 0 cancel, 1 return, 2 exchange. States: 0 requested, 1 approved,
-- 2 to be settled, 3 settled, 4 refused, 5 withdrawn.
create table sale_return (
  tenant_id int not null,
  return_no text collate "C" not null,
  cust_id text collate "C" not null,
  order_no text collate "C" not null,
  return_kind int not null,
  return_stat int not null default 0,
  return_reason int not null,
  reason_text text,
  -- Value of the pieces, yuan. An exchange keeps the value with the customer, so that its amount is 0.
  return_amount numeric(16,2) not null default 0,
  judge_reason text,
  judged_at timestamptz,
  judged_by text,
  returned_at timestamptz,
  returned_by text,
  settled_at timestamptz,
  settled_by text,
  -- Shipment that brings the replacement of an exchange.
  shipment_no text collate "C",
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, return_no),
  constraint sale_return_return_amount check (return_amount >= 0),
  constraint sale_return_cust_id
    foreign key (tenant_id, cust_id) references customer (tenant_id, cust_id),
  constraint sale_return_order_no
    foreign key (tenant_id, order_no) references customer_order (tenant_id, order_no),
  constraint sale_return_shipment_no
    foreign key (tenant_id, shipment_no) references shipment (tenant_id, shipment_no)
);

create index sale_return_of_order on sale_return (tenant_id, order_no);
create index sale_return_latest on sale_return (tenant_id, created_date desc);

select app_guard('sale_return');

-- Pieces of an order line in a return. Good and damaged pieces are those that came back.
create table sale_return_line (
  tenant_id int not null,
  return_no text collate "C" not null,
  order_no text collate "C" not null,
  seq int not null,
  return_qty bigint not null,
  good_qty bigint not null default 0,
  damaged_qty bigint not null default 0,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, return_no, seq),
  constraint sale_return_line_return_qty
    check (return_qty > 0 and good_qty >= 0 and damaged_qty >= 0 and good_qty + damaged_qty <= return_qty),
  constraint sale_return_line_return_no
    foreign key (tenant_id, return_no) references sale_return (tenant_id, return_no),
  constraint sale_return_line_order_no
    foreign key (tenant_id, order_no, seq) references customer_order_line (tenant_id, order_no, seq)
);

create index sale_return_line_of_order on sale_return_line (tenant_id, order_no);

select app_guard('sale_return_line');

-- Serial numbers in a return: those that the customer named, and those that came back.
create table sale_return_serial (
  tenant_id int not null,
  return_no text collate "C" not null,
  seq int not null,
  chip_code text collate "C" not null,
  -- Null: the customer named the number, but it has not come back.
  is_damaged boolean,
  primary key (tenant_id, return_no, chip_code),
  constraint sale_return_serial_return_no
    foreign key (tenant_id, return_no, seq) references sale_return_line (tenant_id, return_no, seq)
);

select app_guard('sale_return_serial');

-- Money that leaves an order. Kinds: 0 paid out, 1 credited: booked to other orders by `payment_id`.
create table refund (
  tenant_id int not null,
  refund_no text collate "C" not null,
  return_no text collate "C" not null,
  order_no text collate "C" not null,
  cust_id text collate "C" not null,
  refund_kind int not null,
  refund_amount numeric(16,2) not null,
  refunded_on date not null,
  refund_reference text not null,
  payment_id text collate "C",
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, refund_no),
  constraint refund_refund_amount check (refund_amount > 0),
  constraint refund_payment_id check ((refund_kind = 1) = (payment_id is not null)),
  constraint refund_return_no
    foreign key (tenant_id, return_no) references sale_return (tenant_id, return_no),
  constraint refund_order_no
    foreign key (tenant_id, order_no) references customer_order (tenant_id, order_no),
  constraint refund_cust_id
    foreign key (tenant_id, cust_id) references customer (tenant_id, cust_id),
  constraint refund_payment
    foreign key (tenant_id, payment_id) references payment (tenant_id, payment_id)
);

create index refund_of_order on refund (tenant_id, order_no);
create index refund_of_return on refund (tenant_id, return_no);

select app_guard('refund');

-- These documents are kept for ever, and a refund never changes.
revoke delete on sale_return, sale_return_line, refund from shotkeeper_app;
revoke update on refund from shotkeeper_app;

-- Pieces that were cancelled, came back for good, or came back to be replaced.
alter table customer_order_line
  add column cancelled_qty bigint not null default 0,
  add column returned_qty bigint not null default 0,
  add column exchanged_qty bigint not null default 0,
  drop constraint customer_order_line_shipped_qty;

-- The value of cancelled and returned pieces, and the money that left the order.
alter table customer_order
  add column credited_amount numeric(16,2) not null default 0,
  add column refunded_amount numeric(16,2) not null default 0;

-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table customer_order no force row level security;
alter table customer_order_line no force row level security;
alter table document_rule no force row level security;

-- The customer keeps nothing of a cancelled order. State -2 is cancelled.
update customer_order set credited_amount = total_amount where order_stat = -2;
update customer_order_line l
set cancelled_qty = l.order_qty
from customer_order o
where o.tenant_id = l.tenant_id and o.order_no = l.order_no and o.order_stat = -2;

-- Numbers of returns and refunds, for tenants that exist already.
insert into document_rule (tenant_id, doc_id, doc_name, prefix, use_date, date_type, serial_base, serial_digits)
select r.tenant_id, x.id, x.name, x.prefix, r.use_date, r.date_type, r.serial_base, r.serial_digits
from document_rule r
cross join (values ('D033', '退换货单', 'TH'), ('D034', '退款单', 'TK')) x (id, name, prefix)
where r.doc_id = 'D029'
on conflict do nothing;

alter table customer_order force row level security;
alter table customer_order_line force row level security;
alter table document_rule force row level security;

alter table customer_order_line
  add constraint customer_order_line_shipped_qty
    check (shipped_qty >= 0 and shipped_qty <= order_qty - cancelled_qty + exchanged_qty),
  add constraint customer_order_line_returned_qty
    check (
      cancelled_qty >= 0 and returned_qty >= 0 and exchanged_qty >= 0
        and returned_qty + exchanged_qty <= shipped_qty
    );

alter table customer_order
  add constraint customer_order_credited_amount check (credited_amount between 0 and total_amount),
  add constraint customer_order_refunded_amount
    check (refunded_amount between 0 and least(credited_amount, received_amount)),
  -- Amount that the customer still has to pay.
  add column open_amount numeric(16,2) not null generated always as (
    greatest(total_amount - credited_amount - received_amount + refunded_amount, 0)
  ) stored,
  -- Received money above the value that the customer keeps. It must go back to the customer.
  add column refund_due numeric(16,2) not null generated always as (
    greatest(received_amount - refunded_amount - total_amount + credited_amount, 0)
  ) stored;

-- As before. An exchange also leads a shipped order back to state 2, until its replacement is shipped.
create or replace function customer_order_step() returns trigger language plpgsql as $$
begin
  if (old.order_stat, new.order_stat) in ((3, 2), (4, 2)) and exists (
    select from customer_order_line l
    where l.tenant_id = new.tenant_id
      and l.order_no = new.order_no
      and l.order_qty - l.cancelled_qty + l.exchanged_qty > l.shipped_qty
  ) then
    return new;
  end if;
  if (old.order_stat, new.order_stat) not in (
    (0, 0),
    (1, 1),
    (2, 2),
    (3, 3),
    (4, 4),
    (0, 1),
    (0, 2),
    (1, 0),
    (1, 2),
    (2, 3),
    (3, 4)
  ) then
    raise exception 'an order does not go from % to %', old.order_stat, new.order_stat
      using errcode = '23514', constraint = 'customer_order_step';
  end if;
  return new;
end $$;

-- An order is cancelled as a whole, and a cancelled order stays so. Received money becomes due as a refund.
create or replace function customer_order_cancel() returns trigger language plpgsql as $$
begin
  if old.order_stat not in (0, 2) or new.order_stat <> -2 or new.cancelled_at is null
    or new.credited_amount <> new.total_amount then
    raise exception 'an order does not go from % to %', old.order_stat, new.order_stat
      using errcode = '23514', constraint = 'customer_order_step';
  end if;
  return new;
end $$;

-- A red-letter invoice takes back a part of an issued invoice. Its amounts are negative.
alter table invoice
  add column red_of text collate "C",
  add constraint invoice_red_of
    foreign key (tenant_id, red_of) references invoice (tenant_id, invoice_id);

create index invoice_red on invoice (tenant_id, red_of) where red_of is not null;

-- Returned counters. A counter that came back is retired where it was registered, and its chip code is free again. So
-- the shop can sell it to anybody.

-- Returns a chip code whose counter is bound to a mold, in whichever tenant the counter is registered. Null: none is.
-- The counters stay locked until the end of the transaction. All chip codes must be shipped by this tenant.
create function app_bound_chip(chips text[]) returns text
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  target int;
  bound text;
begin
  if exists (
    select from unnest(chips) x (chip)
    where not exists (
      select from stock_serial s where s.tenant_id = own and s.chip_code = x.chip and s.serial_state = 2
    )
  ) then
    raise exception 'a chip code is not shipped' using errcode = '42501';
  end if;
  for target in select distinct c.tenant_id from chip c where c.chip_code = any(chips) order by 1 loop
    perform app_set_tenant(target);
    perform from counter c where c.tenant_id = target and c.chip_code = any(chips) order by c.writer_id for update;
    select min(c.chip_code) into bound
    from counter c
    join binding b on b.tenant_id = target and b.counter_id = c.counter_id and b.unbound_at is null
    where c.tenant_id = target and c.chip_code = any(chips);
    exit when bound is not null;
  end loop;
  perform app_set_tenant(own);
  return bound;
end $$;

-- Retires the counters of returned chip codes, and frees the chip codes. Returns the tenants of the counters. Another
-- tenant must name this tenant as its supplier.
create function app_return_counters(chips text[], note text, actor text, returned_at timestamptz) returns int[]
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  seller text;
  target int;
  targets int[] := '{}';
begin
  if app_bound_chip(chips) is not null then
    raise exception 'a counter is bound' using errcode = '42501';
  end if;
  select code into seller from tenant where tenant_id = own;
  for target in select distinct c.tenant_id from chip c where c.chip_code = any(chips) order by 1 loop
    if target <> own and not exists (
      select from tenant t where t.tenant_id = target and t.counter_supplier = seller
    ) then
      raise exception '%', (select t.code from tenant t where t.tenant_id = target) using errcode = 'SK328';
    end if;
    perform app_set_tenant(target);
    with old as (
      select t.writer_id, to_jsonb(t) - 'secret_hash' as before
      from counter t
      where t.tenant_id = target and t.chip_code = any(chips)
    ),
    done as (
      update counter t
      set
        state = 2, remark = right(concat_ws(' · ', nullif(t.remark, ''), note), 500),
        updated_by = case when target = own then actor else 'system' end, updated_date = returned_at
      from old
      where t.tenant_id = target and t.writer_id = old.writer_id
      returning t.writer_id, to_jsonb(t) - 'secret_hash' as after
    )
    insert into system_log (tenant_id, at, user_id, action, target, target_key, before, after)
    select
      target, returned_at, case when target = own then actor else 'system' end, 'update', 'BS_WRITER',
      done.writer_id, old.before, done.after
    from done
    join old on old.writer_id = done.writer_id;
    update counter_state s
    set rev = s.rev + 1
    from counter c
    where s.tenant_id = target
      and c.tenant_id = target
      and c.chip_code = any(chips)
      and s.counter_id = c.counter_id;
    delete from chip c where c.tenant_id = target and c.chip_code = any(chips);
    targets := targets || target;
  end loop;
  perform app_set_tenant(own);
  return targets;
end $$;

revoke execute on function app_bound_chip(text[]) from public;
revoke execute on function app_return_counters(text[], text, text, timestamptz) from public;

grant execute on function app_bound_chip(text[]) to shotkeeper_app;
grant execute on function app_return_counters(text[], text, text, timestamptz) to shotkeeper_app;

-- A retired counter that is used again needs its chip code again. Fails with a duplicate if another counter has it.
create function counter_revived() returns trigger language plpgsql as $$
begin
  insert into chip (chip_code, tenant_id, counter_id)
  values (new.chip_code, new.tenant_id, new.counter_id)
  on conflict (chip_code) do nothing;
  if not exists (
    select from chip c
    where c.chip_code = new.chip_code and c.tenant_id = new.tenant_id and c.counter_id = new.counter_id
  ) then
    raise exception 'chip code % is in use', new.chip_code
      using errcode = '23505', constraint = 'counter_chip_code';
  end if;
  return null;
end $$;

create trigger counter_revived
  after update of state on counter
  for each row
  when (old.state = 2 and new.state <> 2)
  execute function counter_revived();

-- As before. A counter that was returned from this tenant is used again with its history.
create or replace function app_deliver_counters(
  to_code text,
  chips text[],
  models text[],
  note text,
  delivered_at timestamptz
) returns int
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  target int;
  seller text;
begin
  select code into seller from tenant where tenant_id = own;
  select tenant_id into target from tenant where code = to_code and counter_supplier = seller;
  if target is null then
    raise exception 'tenant % does not name % as its supplier', to_code, seller using errcode = '42501';
  end if;
  -- The policies of row-level security bind this function too, so the rows are written as the other tenant.
  perform app_set_tenant(target);
  update counter c
  set state = 0, remark = note, updated_by = 'system', updated_date = delivered_at
  where c.tenant_id = target and c.chip_code = any(chips) and c.state = 2;
  insert into counter (
    tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, approval, remark, created_by,
    created_date, updated_by, updated_date
  )
  select
    target, x.chip, x.chip, x.model, 0, true, false, 1, note, 'system', delivered_at, 'system',
    delivered_at
  from unnest(chips, models) x (chip, model)
  where not exists (select from counter c where c.tenant_id = target and c.chip_code = x.chip);
  insert into chip (chip_code, tenant_id, counter_id)
  select c.chip_code, c.tenant_id, c.counter_id
  from counter c
  where c.tenant_id = target and c.chip_code = any(chips)
    and not exists (select from chip x where x.chip_code = c.chip_code and x.counter_id = c.counter_id);
  insert into counter_state (tenant_id, counter_id)
  select c.tenant_id, c.counter_id
  from counter c
  where c.tenant_id = target and c.chip_code = any(chips)
  on conflict do nothing;
  insert into system_log (tenant_id, at, user_id, action, target, target_key, after)
  select target, delivered_at, 'system', 'insert', 'BS_WRITER', c.writer_id, to_jsonb(c) - 'secret_hash'
  from counter c
  where c.tenant_id = target and c.chip_code = any(chips);
  perform app_set_tenant(own);
  return target;
end $$;

select app_script_view('customer_order', 'customer_order');
select app_script_view('customer_order_line', 'customer_order_line');
select app_script_view('invoice', 'invoice');
select app_script_view('sale_return', 'sale_return');
select app_script_view('sale_return_line', 'sale_return_line');
select app_script_view('refund', 'refund');
