-- Customers: who orders, and the buyers of the shop.

create table customer (
  tenant_id int not null,
  cust_id text collate "C" not null,
  cust_name text not null,
  contact text,
  phone text,
  fixed_phone text,
  mail text,
  province text,
  city text,
  district text,
  address text,
  invoice_title text,
  taxpayer_id text,
  invoice_address text,
  bank_name text,
  bank_account text,
  consignee text,
  consignee_phone text,
  default_oem text,
  statement_days int,
  remark text,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, cust_id)
);

select app_guard('customer');
