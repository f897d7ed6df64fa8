-- Counts of molds, and trials of old ones.

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
  -- Whose count it is: the organisation of who started it; null: the tenant's.
  org_id text collate "C",
  started_by text,
  started_at timestamptz not null,
  submitted_by text,
  submitted_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  end_note text,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, count_id),
  constraint inventory_count_oem_id foreign key (tenant_id, oem_id) references organization (tenant_id, org_id),
  constraint inventory_count_window check (window_to is null or window_to > window_from)
);

create index inventory_count_ended on inventory_count (tenant_id, ended_at);

create index inventory_count_open on inventory_count (tenant_id, started_at) where count_state < 2;

-- Where the mold belonged as the count began stands here and stays.
create table inventory_line (
  tenant_id int not null,
  line_id text collate "C" not null,
  count_id text collate "C" not null,
  mold_no text collate "C" not null,
  -- null: a surplus mold that nobody has registered.
  mold_id bigint,
  expected boolean not null,
  plant_id text collate "C",
  oem_id text collate "C",
  maker_id text collate "C",
  -- Of a count that is not over.
  is_open boolean not null default true,
  auto_reason text,
  writer_id text,
  reports int not null default 0,
  last_report_at timestamptz,
  position_at timestamptz,
  distance int,
  -- What the ledger was at as this was worked out: it is worked out again only when that has moved.
  ledger_mark text,
  outcome int,
  found_place text,
  found_by text,
  found_at timestamptz,
  -- The organisation of who counted it.
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
  result text not null generated always as (case outcome when 1 then 'here' when 2 then 'elsewhere' when 3 then 'missing' when 4 then 'surplus'
    else case when auto_reason = 'counted' then 'auto' else 'open' end end) stored,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, line_id),
  constraint inventory_line_mold_no unique (tenant_id, count_id, mold_no),
  constraint inventory_line_count_id foreign key (tenant_id, count_id) references inventory_count (tenant_id, count_id)
);

-- A mold is expected in one count at a time.
create unique index inventory_line_one_count on inventory_line (tenant_id, mold_no) where is_open and expected;

create index inventory_line_result on inventory_line (tenant_id, count_id, result);

create index inventory_line_mold on inventory_line (tenant_id, mold_no, count_id);

create table mold_trial (
  tenant_id int not null,
  trial_id text collate "C" not null,
  mold_no text collate "C" not null,
  trial_reason text not null,
  requester text,
  trial_date timestamptz not null,
  device_id text collate "C",
  raw_material text,
  parameters jsonb,
  remark text,
  audit_stat int not null default 0,
  submitted_by text,
  submitted_at timestamptz,
  audited_by text,
  audited_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  trial_stat int,
  findings text,
  image_url text,
  sample_count int,
  sample_note text,
  closed_by text,
  closed_at timestamptz,
  -- How the mold stood before it, and stands again after it.
  state_before int,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, trial_id),
  constraint mold_trial_mold_no foreign key (tenant_id, mold_no) references mold (tenant_id, mold_no),
  constraint mold_trial_device_id foreign key (tenant_id, device_id) references device (tenant_id, device_id),
  constraint mold_trial_period check (ended_at is null or ended_at >= started_at)
);

-- A mold is on one trial at a time.
create unique index mold_trial_going_on on mold_trial (tenant_id, mold_no) where started_at is not null and ended_at is null;

create index mold_trial_mold on mold_trial (tenant_id, mold_no, started_at);

create index mold_trial_state on mold_trial (tenant_id, audit_stat, trial_date);

select app_guard(t::regclass) from unnest(array['inventory_count', 'inventory_line', 'mold_trial']) t;

-- Tenants that are there already get the two rules that new ones begin with.
do $$
declare t record;
begin
  for t in select tenant_id from tenant loop
    perform app_set_tenant(t.tenant_id);
    insert into document_rule (tenant_id, doc_id, doc_name, prefix, use_date, date_type, serial_base, serial_digits, joiner, created_by, created_date, updated_by, updated_date)
      select t.tenant_id, r.id, r.name, r.prefix, true, 2, 0, 4, '', 'system', now(), 'system', now()
      from (values ('IV', 'Inventory count', 'PD'), ('TR', 'Mold trial', 'SM')) r (id, name, prefix) on conflict do nothing;
  end loop;
end $$;
