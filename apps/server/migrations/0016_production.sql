-- Production orders.

-- What a plant makes with which mold, and by when. The output is counted from shot_hour and never stored here.
create table production_order (
  tenant_id int not null,
  order_id text collate "C" not null,
  mold_no text collate "C" not null,
  planned_shots bigint not null,
  cavities int not null default 1,
  product_no text,
  product_parameter text,
  planned_start timestamptz,
  planned_end timestamptz not null,
  device_id text collate "C",
  remark text,
  order_state int not null default 0,
  submitted_by text,
  submitted_at timestamptz,
  audited_by text,
  audited_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  close_reason text,
  split_from text collate "C",
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, order_id),
  constraint production_order_mold_no
    foreign key (tenant_id, mold_no) references mold (tenant_id, mold_no),
  constraint production_order_device_id
    foreign key (tenant_id, device_id) references device (tenant_id, device_id),
  constraint production_order_period
    check (ended_at is null or ended_at >= started_at),
  -- A shot counts for one order only.
  constraint production_order_one_at_a_time
    exclude using gist (
      tenant_id with =,
      mold_no with =,
      tstzrange(started_at, ended_at) with &&
    )
    where (started_at is not null)
);

create index production_order_mold on production_order (tenant_id, mold_no, started_at);

create index production_order_state on production_order (tenant_id, order_state, planned_end);

create index production_order_created on production_order (tenant_id, created_date);

select app_guard('production_order');
select app_script_view('production_order', 'production_order');
