-- Inventory counts of molds.

-- Inventory counts: a set of molds and a time window whose readings prove that a mold is there.
create table inventory_count (
  tenant_id int not null,
  count_id text collate "C" not null,
  count_name text not null,
  count_state int not null default 0,
  plant_ids text,
  oem_id text collate "C",
  mold_states text,
  window_from timestamptz not null,
  window_to timestamptz,
  remark text,
  -- Organization of the person who started the count; null: the count is the whole tenant's.
  org_id text collate "C",
  started_by text,
  started_at timestamptz not null,
  submitted_by text,
  submitted_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  end_note text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, count_id),
  constraint inventory_count_oem_id
    foreign key (tenant_id, oem_id) references organization (tenant_id, org_id),
  constraint inventory_count_window
    check (window_to is null or window_to > window_from)
);

create index inventory_count_ended on inventory_count (tenant_id, ended_at);

-- Counts that are not closed or cancelled.
create index inventory_count_open on inventory_count (tenant_id, started_at)
  where count_state < 2;

select app_guard('inventory_count');
select app_script_view('inventory_count', 'inventory_count');

-- One row per mold of a count. Its place is stored as it was when the count began.
create table inventory_line (
  tenant_id int not null,
  line_id text collate "C" not null,
  count_id text collate "C" not null,
  mold_no text collate "C" not null,
  -- Null: a surplus mold that is not registered.
  mold_id bigint,
  expected boolean not null,
  plant_id text collate "C",
  oem_id text collate "C",
  maker_id text collate "C",
  -- True while the count is open.
  is_open boolean not null default true,
  auto_reason text,
  writer_id text,
  reports int not null default 0,
  last_report_at timestamptz,
  position_at timestamptz,
  distance int,
  -- Version of the readings that the result rests on. The line is judged again only when it changes.
  ledger_mark text,
  outcome int,
  found_place text,
  found_by text,
  found_at timestamptz,
  -- Organization of the person who found the mold.
  found_org text collate "C",
  scan_code text,
  scan_times int not null default 0,
  count_note text,
  image_url text,
  audit_type int,
  audit_stat int,
  accepted boolean,
  audit_note text,
  audited_by text,
  audited_at timestamptz,
  result text not null generated always as (
    case outcome
      when 1 then 'here'
      when 2 then 'elsewhere'
      when 3 then 'missing'
      when 4 then 'surplus'
      else case when auto_reason = 'counted' then 'auto' else 'open' end
    end
  ) stored,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, line_id),
  constraint inventory_line_mold_no
    unique (tenant_id, count_id, mold_no),
  constraint inventory_line_count_id
    foreign key (tenant_id, count_id) references inventory_count (tenant_id, count_id)
);

-- A mold is expected in one open count at a time.
create unique index inventory_line_one_count on inventory_line (tenant_id, mold_no)
  where is_open and expected;

create index inventory_line_result on inventory_line (tenant_id, count_id, result);

create index inventory_line_mold on inventory_line (tenant_id, mold_no, count_id);

select app_guard('inventory_line');
select app_script_view('inventory_line', 'inventory_line');
