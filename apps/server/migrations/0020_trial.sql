-- Trials of molds that are in production already.

-- Trials: their reason, their parameters and their result. The mold's shots between start and end are the trial's.
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
  -- The mold's service_state before the trial; it is restored at the end.
  state_before int,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, trial_id),
  constraint mold_trial_mold_no
    foreign key (tenant_id, mold_no) references mold (tenant_id, mold_no),
  constraint mold_trial_device_id
    foreign key (tenant_id, device_id) references device (tenant_id, device_id),
  constraint mold_trial_period
    check (ended_at is null or ended_at >= started_at)
);

-- A mold has one running trial at a time.
create unique index mold_trial_going_on on mold_trial (tenant_id, mold_no)
  where started_at is not null and ended_at is null;

create index mold_trial_mold on mold_trial (tenant_id, mold_no, started_at);

create index mold_trial_state on mold_trial (tenant_id, audit_stat, trial_date);

select app_guard('mold_trial');
select app_script_view('mold_trial', 'mold_trial');
