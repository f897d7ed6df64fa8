-- Payments that customers report with receipts, the pictures and the orders of each.

create table payment (
  tenant_id int not null,
  payment_id text collate "C" not null,
  cust_id text collate "C" not null,
  paid_amount numeric(16,2) not null,
  paid_on date not null,
  payment_stat int not null default 0,
  booked_amount numeric(16,2) not null default 0,
  judge_reason text,
  judged_at timestamptz,
  judged_by text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, payment_id),
  constraint payment_paid_amount check (paid_amount >= 0),
  constraint payment_booked_amount check (booked_amount >= 0),
  constraint payment_cust_id
    foreign key (tenant_id, cust_id) references customer (tenant_id, cust_id)
);

create index payment_latest on payment (tenant_id, cust_id, created_date desc);

-- Staff look for the payments that nobody has judged. State 0 is waiting.
create index payment_waiting on payment (tenant_id, created_date)
  where payment_stat = 0;

-- The content hash makes a picture count once, whoever uploads it again. It is null for vouchers from before payments.
create table payment_file (
  tenant_id int not null,
  payment_id text collate "C" not null,
  file_id text collate "C" not null,
  content_hash text collate "C",
  primary key (tenant_id, payment_id, file_id),
  constraint payment_file_payment_id
    foreign key (tenant_id, payment_id) references payment (tenant_id, payment_id) on delete cascade,
  constraint payment_file_file_id
    foreign key (tenant_id, file_id) references file_info (tenant_id, file_id)
);

create unique index payment_file_content on payment_file (tenant_id, content_hash);
create index payment_file_of on payment_file (tenant_id, file_id);

-- The part of a payment that is booked to an order.
create table payment_order (
  tenant_id int not null,
  payment_id text collate "C" not null,
  order_no text collate "C" not null,
  booked_amount numeric(16,2) not null default 0,
  primary key (tenant_id, payment_id, order_no),
  constraint payment_order_booked_amount check (booked_amount >= 0),
  constraint payment_order_payment_id
    foreign key (tenant_id, payment_id) references payment (tenant_id, payment_id) on delete cascade,
  constraint payment_order_order_no
    foreign key (tenant_id, order_no) references customer_order (tenant_id, order_no) on delete cascade
);

create index payment_order_of on payment_order (tenant_id, order_no);

-- A receipt is compared with all files of the tenant.
create index file_info_content on file_info (tenant_id, file_code);

-- Vouchers from before become payments. The owner sees the rows of all tenants only while the policies are not forced
-- on it.
alter table customer_order no force row level security;
alter table order_voucher no force row level security;

alter table customer_order add column received_amount numeric(16,2) not null default 0;
update customer_order set received_amount = total_amount where is_paid;

insert into payment (
  tenant_id, payment_id, cust_id, paid_amount, paid_on, payment_stat, booked_amount, judged_at, judged_by,
  created_by, created_date, updated_by, updated_date
)
select
  o.tenant_id, 'V' || md5(o.order_no), o.cust_id, o.total_amount,
  coalesce(o.voucher_at, o.order_date)::date,
  case when o.is_paid then 1 else 0 end,
  case when o.is_paid then o.total_amount else 0 end,
  case when o.is_paid then o.confirmed_at end, case when o.is_paid then o.confirmed_by end,
  o.updated_by, coalesce(o.voucher_at, o.order_date), o.updated_by, o.updated_date
from customer_order o
where exists (
  select from order_voucher v where v.tenant_id = o.tenant_id and v.order_no = o.order_no
);

insert into payment_order (tenant_id, payment_id, order_no, booked_amount)
select o.tenant_id, p.payment_id, o.order_no, p.booked_amount
from customer_order o
join payment p on p.tenant_id = o.tenant_id and p.payment_id = 'V' || md5(o.order_no);

insert into payment_file (tenant_id, payment_id, file_id)
select v.tenant_id, 'V' || md5(v.order_no), v.file_id
from order_voucher v;

alter table customer_order force row level security;
alter table order_voucher force row level security;

select app_guard('payment');
select app_guard('payment_file');
select app_guard('payment_order');
select app_script_view('payment', 'payment');
select app_script_view('customer_order', 'customer_order');

alter table customer_order add constraint customer_order_received_amount
  check (received_amount between 0 and total_amount);

-- Rejects the deletion of an order that has received money.
create function customer_order_money() returns trigger language plpgsql as $$
begin
  raise exception 'order % has received money', old.order_no
    using errcode = '23514', constraint = 'customer_order_submitted';
end $$;

create trigger customer_order_money
  before delete on customer_order
  for each row
  when (old.received_amount > 0)
  execute function customer_order_money();

-- Rejects state 1 for an order without a waiting payment. The check is deferred, because the payment may be stored
-- after the state.
create function customer_order_receipt() returns trigger language plpgsql as $$
begin
  if not exists (
    select
    from payment_order x
    join payment p on p.tenant_id = x.tenant_id and p.payment_id = x.payment_id
    join payment_file f on f.tenant_id = x.tenant_id and f.payment_id = x.payment_id
    where x.tenant_id = new.tenant_id and x.order_no = new.order_no and p.payment_stat = 0
  ) then
    raise exception 'order % has no receipt', new.order_no
      using errcode = '23514', constraint = 'customer_order_receipt';
  end if;
  return null;
end $$;

create constraint trigger customer_order_receipt
  after update on customer_order
  deferrable initially deferred
  for each row
  when (old.order_stat <> 1 and new.order_stat = 1)
  execute function customer_order_receipt();
