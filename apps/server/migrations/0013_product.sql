-- Products of the shop and their prices.

-- Products with their general price and stock.
create table product (
  tenant_id int not null,
  goods_id text collate "C" not null,
  goods_name text not null,
  goods_model text,
  goods_type int not null,
  goods_unit text,
  unit_price numeric(16,4) not null,
  stock_qty bigint not null default 0,
  -- Ordered and not sent yet: still in stock, but not for sale.
  reserved_qty bigint not null default 0,
  low_stock_qty bigint,
  off_shelf boolean not null,
  remark text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, goods_id),
  constraint product_stock_qty
    check (stock_qty >= 0),
  constraint product_reserved_qty
    check (reserved_qty >= 0)
);

select app_guard('product');
select app_script_view('product', 'product');

-- Prices for one host factory, which replace the general price.
create table product_price (
  tenant_id int not null,
  goods_id text collate "C" not null,
  oem_name text collate "C" not null,
  unit_price numeric(16,4) not null,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, goods_id, oem_name),
  constraint product_price_goods_id
    foreign key (tenant_id, goods_id) references product (tenant_id, goods_id) on delete cascade
);

select app_guard('product_price');
select app_script_view('product_price', 'product_price');
