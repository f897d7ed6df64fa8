-- Stock moves and serial numbers of counters.

-- A document that changes the stock of a product: opening, receipt, shipment, return or correction.
create table stock_move (
  tenant_id int not null,
  move_no text collate "C" not null,
  goods_id text collate "C" not null,
  -- 0 opening, 1 receipt, 2 shipment, 3 return, 4 correction.
  move_kind int not null,
  move_qty bigint not null,
  balance_qty bigint not null,
  move_reason text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, move_no, goods_id),
  constraint stock_move_balance_qty check (balance_qty >= 0),
  constraint stock_move_goods_id
    foreign key (tenant_id, goods_id) references product (tenant_id, goods_id) on delete cascade
);

create index stock_move_of_product on stock_move (tenant_id, goods_id, created_date desc);

select app_guard('stock_move');
-- Append-only: a wrong move is corrected by another move.
revoke update, delete on stock_move from shotkeeper_app;
select app_script_view('stock_move', 'stock_move');

-- Serial numbers (chip codes) of the shop's counters.
create table stock_serial (
  tenant_id int not null,
  chip_code text collate "C" not null,
  goods_id text collate "C" not null,
  -- 0 in stock, 1 packed, 2 shipped, 3 removed.
  serial_state int not null,
  order_no text collate "C",
  seq int,
  shipment_no text collate "C",
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, chip_code),
  constraint stock_serial_goods_id
    foreign key (tenant_id, goods_id) references product (tenant_id, goods_id),
  constraint stock_serial_order_no
    foreign key (tenant_id, order_no, seq) references customer_order_line (tenant_id, order_no, seq),
  constraint stock_serial_shipment_no
    foreign key (tenant_id, shipment_no) references shipment (tenant_id, shipment_no)
);

create index stock_serial_of_order on stock_serial (tenant_id, order_no) where order_no is not null;
create index stock_serial_of_product on stock_serial (tenant_id, goods_id, serial_state);

select app_guard('stock_serial');

-- Serial numbers that travelled in a shipment. A row stays after the counter was returned.
create table shipment_serial (
  tenant_id int not null,
  shipment_no text collate "C" not null,
  order_no text collate "C" not null,
  seq int not null,
  chip_code text collate "C" not null,
  primary key (tenant_id, shipment_no, chip_code),
  constraint shipment_serial_shipment_no
    foreign key (tenant_id, shipment_no, order_no, seq)
    references shipment_line (tenant_id, shipment_no, order_no, seq)
);

select app_guard('shipment_serial');
revoke delete on shipment_serial from shotkeeper_app;

-- Type of the counters that a product is. Null: LTE.
alter table product add column counter_type text;

-- The tenant of this installation that the customer uses. Shipped counters are registered there.
alter table customer add column tenant_code text collate "C";

-- Code of the tenant whose shipments may register counters here. Null: none.
alter table tenant add column counter_supplier text;
grant update (counter_supplier) on tenant to shotkeeper_app;

-- Registers shipped counters in the customer's tenant, and returns the id of this tenant.
-- The customer's tenant must name the shipping tenant as its supplier. Fails for a chip code that is in use.
create function app_deliver_counters(
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
  insert into counter (
    tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, approval, remark, created_by,
    created_date, updated_by, updated_date
  )
  select
    target, x.chip, x.chip, x.model, 0, true, false, 1, note, 'system', delivered_at, 'system',
    delivered_at
  from unnest(chips, models) x (chip, model);
  insert into chip (chip_code, tenant_id, counter_id)
  select c.chip_code, c.tenant_id, c.counter_id
  from counter c
  where c.tenant_id = target and c.chip_code = any(chips);
  insert into counter_state (tenant_id, counter_id)
  select c.tenant_id, c.counter_id
  from counter c
  where c.tenant_id = target and c.chip_code = any(chips);
  insert into system_log (tenant_id, at, user_id, action, target, target_key, after)
  select target, delivered_at, 'system', 'insert', 'BS_WRITER', c.writer_id, to_jsonb(c) - 'secret_hash'
  from counter c
  where c.tenant_id = target and c.chip_code = any(chips);
  perform app_set_tenant(own);
  return target;
end $$;

revoke execute on function app_deliver_counters(text, text[], text[], text, timestamptz) from public;

grant execute on function app_deliver_counters(text, text[], text[], text, timestamptz) to shotkeeper_app;

-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table product no force row level security;
alter table stock_move no force row level security;
alter table document_rule no force row level security;

-- The stock until now is the opening of each product.
insert into stock_move (
  tenant_id, move_no, goods_id, move_kind, move_qty, balance_qty, created_by, created_date, updated_by,
  updated_date
)
select
  tenant_id, 'QC-' || goods_id, goods_id, 0, stock_qty, stock_qty, 'system', created_date, 'system',
  created_date
from product
where stock_qty > 0;

-- Numbers of receipts and corrections, for tenants that exist already.
insert into document_rule (tenant_id, doc_id, doc_name, prefix, use_date, date_type, serial_base, serial_digits)
select tenant_id, 'D032', '库存单', 'KC', use_date, date_type, serial_base, serial_digits
from document_rule
where doc_id = 'D029'
on conflict do nothing;

alter table product force row level security;
alter table stock_move force row level security;
alter table document_rule force row level security;

select app_script_view('product', 'product');
select app_script_view('customer', 'customer');
select app_script_view('tenant', 'tenant', '{au_id,demo,logo}');
