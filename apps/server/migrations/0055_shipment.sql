-- Shipments: one parcel with its own waybill number, of one customer and one address.

create table shipment (
  tenant_id int not null,
  shipment_no text collate "C" not null,
  cust_id text collate "C" not null,
  carrier text,
  -- Code of the carrier, made from its name: waybill numbers are unique per carrier, however the name is written.
  carrier_code text collate "C" not null,
  express_no text not null,
  shipped_at timestamptz not null,
  rec_man text,
  rec_tel text,
  rec_province text,
  rec_city text,
  rec_district text,
  rec_address text,
  delivered_at timestamptz,
  -- True for shipments before this migration whose number several parcels used.
  shared_number boolean not null default false,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, shipment_no),
  constraint shipment_cust_id
    foreign key (tenant_id, cust_id) references customer (tenant_id, cust_id)
);

create unique index shipment_express_no on shipment (tenant_id, carrier_code, express_no)
  where not shared_number;

-- A job asks the carriers about parcels under way.
create index shipment_under_way on shipment (tenant_id, shipped_at)
  where delivered_at is null;

create index shipment_of_customer on shipment (tenant_id, cust_id);

select app_guard('shipment');

-- Quantities of order lines in a shipment.
create table shipment_line (
  tenant_id int not null,
  shipment_no text collate "C" not null,
  order_no text collate "C" not null,
  seq int not null,
  ship_qty bigint not null,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, shipment_no, order_no, seq),
  constraint shipment_line_ship_qty check (ship_qty > 0),
  constraint shipment_line_shipment_no
    foreign key (tenant_id, shipment_no) references shipment (tenant_id, shipment_no),
  constraint shipment_line_order_no
    foreign key (tenant_id, order_no, seq) references customer_order_line (tenant_id, order_no, seq)
);

create index shipment_line_of_order on shipment_line (tenant_id, order_no);

select app_guard('shipment_line');

-- Corrections of waybill numbers: the values before each correction.
create table shipment_change (
  tenant_id int not null,
  shipment_no text collate "C" not null,
  seq int not null,
  carrier text,
  express_no text not null,
  reason text not null,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, shipment_no, seq),
  constraint shipment_change_shipment_no
    foreign key (tenant_id, shipment_no) references shipment (tenant_id, shipment_no)
);

select app_guard('shipment_change');

-- Shipments are kept for ever.
revoke delete on shipment, shipment_line, shipment_change from shotkeeper_app;

-- Pieces of an order line that are shipped.
alter table customer_order_line
  add column shipped_qty bigint not null default 0,
  add constraint customer_order_line_shipped_qty check (shipped_qty between 0 and order_qty);

-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table customer_order no force row level security;
alter table customer_order_line no force row level security;
alter table shipment no force row level security;
alter table shipment_line no force row level security;
alter table document_rule no force row level security;

-- Numbers as the server stores them: without spaces, in capital letters.
update customer_order
set express_no = upper(regexp_replace(express_no, '[\s\u00a0\u3000\ufeff]', '', 'g'))
where express_no is not null
  and express_no <> upper(regexp_replace(express_no, '[\s\u00a0\u3000\ufeff]', '', 'g'));

-- Shipped orders get a shipment for each customer, address and waybill number. Its number is that of the first order.
-- The codes of carriers are those of waybill.ts. If several shipments have one number, all but the first are marked.
insert into shipment (
  tenant_id, shipment_no, cust_id, carrier, carrier_code, express_no, shipped_at, rec_man, rec_tel,
  rec_province, rec_city, rec_district, rec_address, delivered_at, shared_number, created_by,
  created_date, updated_by, updated_date
)
select
  p.tenant_id, p.shipment_no, p.cust_id, p.carrier, p.carrier_code, p.express_no, p.shipped_at, p.rec_man,
  p.rec_tel, p.rec_province, p.rec_city, p.rec_district, p.rec_address, p.delivered_at,
  row_number() over (
    partition by p.tenant_id, p.carrier_code, p.express_no
    order by p.shipment_no
  ) > 1,
  'system', p.shipped_at, 'system', p.shipped_at
from (
  select
    o.tenant_id, 'FH-' || min(o.order_no) as shipment_no, o.cust_id, o.carrier,
    case
      when n.name ~* '顺丰|順豐|^sf' then 'sf'
      when n.name ~* '京东|京東|^jd' then 'jd'
      when n.name ~* '圆通|圓通|^yto?$' then 'yto'
      when n.name ~* '中通|^zto' then 'zto'
      when n.name ~* '申通|^sto' then 'sto'
      when n.name ~* '韵达|韻達|^yunda' then 'yunda'
      when n.name ~* '极兔|極兔|^j&?t' then 'jt'
      when n.name ~* 'ems|邮政|郵政' then 'ems'
      when n.name ~* '德邦|deppon' then 'deppon'
      when n.name <> '' then lower(n.name)
      when o.express_no like 'SF%' then 'sf'
      when o.express_no like 'JD%' then 'jd'
      when o.express_no like 'YT%' then 'yto'
      when o.express_no like 'JT%' then 'jt'
      else ''
    end as carrier_code,
    o.express_no, min(o.express_date) as shipped_at, o.rec_man, o.rec_tel, o.rec_province, o.rec_city,
    o.rec_district, o.rec_address, min(o.delivered_at) as delivered_at
  from customer_order o
  cross join lateral (
    select
      regexp_replace(
        coalesce(o.carrier, ''), '^[\s\u00a0\u3000\ufeff]+|[\s\u00a0\u3000\ufeff]+$', '', 'g'
      ) as name
  ) n
  where o.order_stat >= 3 and o.express_no is not null and o.express_date is not null
  group by
    o.tenant_id, o.cust_id, o.carrier, n.name, o.express_no, o.rec_man, o.rec_tel, o.rec_province,
    o.rec_city, o.rec_district, o.rec_address
) p;

insert into shipment_line (
  tenant_id, shipment_no, order_no, seq, ship_qty, created_by, created_date, updated_by, updated_date
)
select
  l.tenant_id, s.shipment_no, l.order_no, l.seq, l.order_qty, 'system', s.shipped_at, 'system',
  s.shipped_at
from customer_order o
join customer_order_line l on l.tenant_id = o.tenant_id and l.order_no = o.order_no
join shipment s on s.tenant_id = o.tenant_id
  and s.cust_id = o.cust_id
  and s.express_no = o.express_no
  and s.carrier is not distinct from o.carrier
  and s.rec_man is not distinct from o.rec_man
  and s.rec_tel is not distinct from o.rec_tel
  and s.rec_province is not distinct from o.rec_province
  and s.rec_city is not distinct from o.rec_city
  and s.rec_district is not distinct from o.rec_district
  and s.rec_address is not distinct from o.rec_address
where o.order_stat >= 3;

update customer_order_line l
set shipped_qty = l.order_qty
from customer_order o
where o.tenant_id = l.tenant_id and o.order_no = l.order_no and o.order_stat >= 3;

-- An order names only orders of its own parcel: no customer reads a number of another customer.
update customer_order o
set
  merge_no = (
    select case when count(distinct b.order_no) > 1 then min(b.order_no) end
    from shipment_line a
    join shipment_line b on b.tenant_id = a.tenant_id and b.shipment_no = a.shipment_no
    where a.tenant_id = o.tenant_id and a.order_no = o.order_no
  )
where o.merge_no is not null;

-- Numbers of shipments, for tenants that exist already.
insert into document_rule (tenant_id, doc_id, doc_name, prefix, use_date, date_type, serial_base, serial_digits)
select tenant_id, 'D031', '发货单', 'FH', use_date, date_type, serial_base, serial_digits
from document_rule
where doc_id = 'D029'
on conflict do nothing;

alter table customer_order force row level security;
alter table customer_order_line force row level security;
alter table shipment force row level security;
alter table shipment_line force row level security;
alter table document_rule force row level security;

select app_script_view('customer_order_line', 'customer_order_line');
select app_script_view('shipment', 'shipment', '{shared_number}');
select app_script_view('shipment_line', 'shipment_line');
