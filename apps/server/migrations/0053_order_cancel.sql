-- Orders that nobody paid are cancelled, by staff or by a job. State -2 is cancelled: it lies below all other states, so
-- that "at least shipped" never includes it.

alter table customer_order
  add column cancelled_at timestamptz,
  add column cancelled_by text,
  add column cancel_reason text;

select app_script_view('customer_order', 'customer_order');

-- A job looks for the orders that wait for payment. State 0 is pending payment.
create index customer_order_unpaid on customer_order (tenant_id, order_date)
  where order_stat = 0;

-- The job would cancel the old unpaid orders at once. So orders do not expire (0 days) in tenants that have some, until
-- staff set the days. The owner sees the rows of all tenants only while the policies are not forced on it.
alter table customer_order no force row level security;
alter table parameter no force row level security;

insert into parameter (tenant_id, prm_id, prm_value)
select distinct o.tenant_id, 'SHOP_PAY_DAYS', '0'
from customer_order o
where o.order_stat = 0
on conflict do nothing;

alter table customer_order force row level security;
alter table parameter force row level security;

-- The steps between the other states are checked as before.
drop trigger customer_order_step on customer_order;
create trigger customer_order_step
  before update of order_stat on customer_order
  for each row
  when (old.order_stat >= 0 and new.order_stat >= 0)
  execute function customer_order_step();

-- Only an order without a payment is cancelled, and a cancelled order stays so.
create function customer_order_cancel() returns trigger language plpgsql as $$
begin
  if old.order_stat <> 0 or new.order_stat <> -2 or new.received_amount > 0 or new.cancelled_at is null then
    raise exception 'an order does not go from % to %', old.order_stat, new.order_stat
      using errcode = '23514', constraint = 'customer_order_step';
  end if;
  return new;
end $$;

create trigger customer_order_cancel
  before update of order_stat on customer_order
  for each row
  when (old.order_stat <> new.order_stat and (old.order_stat < 0 or new.order_stat < 0))
  execute function customer_order_cancel();
