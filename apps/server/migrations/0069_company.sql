-- Companies with several people: roles, and orders that wait for an approver.

-- Role in the company of a customer: 0 buyer, 1 approver. A company without an approver has its first enabled person as
-- one, so that existing companies need no value.
alter table "user"
  add column company_role int not null default 0
    constraint user_company_role check (company_role in (0, 1));

select app_script_view('users', '"user"', '{password_hash,must_change_password}');

create index user_company on "user" (tenant_id, cust_id)
  where cust_id is not null;

-- Checkouts with a total above this amount wait for an approver. Null: none does.
alter table customer
  add column approval_above numeric(16,2)
    constraint customer_approval_above check (approval_above >= 0);

select app_script_view('customer', 'customer');

alter table customer_order
  add column needs_approval boolean not null default false,
  add column approved_at timestamptz,
  add column approved_by text;

select app_script_view('customer_order', 'customer_order');

-- A job looks for the orders that nobody has approved in time. State -3 is awaiting approval.
create index customer_order_unapproved on customer_order (tenant_id, order_date)
  where order_stat = -3;

-- Replaces the function of an earlier migration. New: an order that waits for approval is approved once, by naming who
-- did it, or cancelled.
create or replace function customer_order_cancel() returns trigger language plpgsql as $$
begin
  if (old.order_stat, new.order_stat) = (-3, 0) and new.approved_at is not null and new.approved_by is not null then
    return new;
  end if;
  if old.order_stat not in (-3, 0, 2) or new.order_stat <> -2 or new.cancelled_at is null
    or new.credited_amount <> new.total_amount then
    raise exception 'an order does not go from % to %', old.order_stat, new.order_stat
      using errcode = '23514', constraint = 'customer_order_step';
  end if;
  return new;
end $$;

-- Replaces the function of an earlier migration. New: an order that waits for approval can also be deleted.
create or replace function customer_order_gone() returns trigger language plpgsql as $$
begin
  if old.order_stat not in (-3, 0) then
    raise exception 'order % was submitted', old.order_no
      using errcode = '23514', constraint = 'customer_order_submitted';
  end if;
  update product p set reserved_qty = p.reserved_qty - x.qty
    from (
      select l.goods_id, sum(l.order_qty) as qty
      from customer_order_line l
      where l.tenant_id = old.tenant_id and l.order_no = old.order_no
      group by l.goods_id
    ) x
    where p.tenant_id = old.tenant_id and p.goods_id = x.goods_id;
  return old;
end $$;
