-- Invoices of the shop.

-- Invoices that a customer asked for.
create table invoice (
  tenant_id int not null,
  invoice_id text collate "C" not null,
  cust_id text collate "C" not null,
  invoice_type int not null default 0,
  remark text,
  all_money numeric(16,2) not null default 0,
  is_invoiced boolean not null default false,
  is_send boolean not null default false,
  file_path text,
  send_back_reason text,
  invoiced_at timestamptz,
  invoiced_by text,
  invoice_title text,
  taxpayer_id text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, invoice_id),
  constraint invoice_cust_id
    foreign key (tenant_id, cust_id) references customer (tenant_id, cust_id)
);

create index invoice_of on invoice (tenant_id, cust_id, created_date desc);

select app_guard('invoice');
select app_script_view('invoice', 'invoice');

-- Orders of an invoice.
create table invoice_line (
  tenant_id int not null,
  invoice_id text collate "C" not null,
  seq int not null,
  order_no text collate "C" not null,
  amount numeric(16,2) not null default 0,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, invoice_id, seq),
  constraint invoice_line_invoice_id
    foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id) on delete cascade,
  constraint invoice_line_order_no
    foreign key (tenant_id, order_no) references customer_order (tenant_id, order_no)
);

create index invoice_line_order on invoice_line (tenant_id, order_no);

select app_guard('invoice_line');
select app_script_view('invoice_line', 'invoice_line');
