-- New molds: plans, milestones and design modifications.

-- The plan of a new mold. Its dates are the first plan, by which punctuality is measured.
create table new_mold_plan (
  tenant_id int not null,
  mold_no text collate "C" not null,
  plan_owner text,
  opening_date date not null,
  t0_date date not null,
  t1_date date not null,
  quality_date date not null,
  handover_on date not null,
  acceptance_date date not null,
  contract_no text,
  contract_terms text,
  contract_amount numeric(14, 2),
  acceptance_shots int,
  amount_share numeric(5, 2),
  modification_target int,
  remark text,
  project_stat int not null default 1,
  project_result int not null default 0,
  plan_note text,
  approved_by text,
  approved_at timestamptz,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, mold_no),
  constraint new_mold_plan_mold_no
    foreign key (tenant_id, mold_no) references mold (tenant_id, mold_no)
);

select app_guard('new_mold_plan');
select app_script_view('new_mold_plan', 'new_mold_plan');

-- Milestones of a plan, from opening to acceptance.
create table new_mold_milestone (
  tenant_id int not null,
  mold_no text collate "C" not null,
  milestone_code text collate "C" not null,
  milestone_kind int not null,
  milestone_seq int not null,
  -- Punctuality is measured by this date; it never changes.
  first_plan_date date not null,
  planned_date date not null,
  actual_date date,
  milestone_owner text,
  milestone_stat int not null default 0,
  delay_reason text,
  trial_stat int,
  accept_result int,
  milestone_note text,
  image_url text,
  device_id text collate "C",
  raw_material text,
  parameters jsonb,
  sample_count int,
  sample_note text,
  next_action text,
  dimension_note text,
  appearance_note text,
  sample_report text,
  handover_plant_id text collate "C",
  handover_items jsonb,
  given_by text,
  given_at timestamptz,
  taken_by text,
  taken_at timestamptz,
  reported_by text,
  reported_at timestamptz,
  confirmed_by text,
  confirmed_at timestamptz,
  return_reason text,
  return_count int not null default 0,
  replan_count int not null default 0,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, mold_no, milestone_code),
  constraint new_mold_milestone_mold_no
    foreign key (tenant_id, mold_no) references new_mold_plan (tenant_id, mold_no) on delete cascade,
  constraint new_mold_milestone_device_id
    foreign key (tenant_id, device_id) references device (tenant_id, device_id),
  constraint new_mold_milestone_handover_plant_id
    foreign key (tenant_id, handover_plant_id) references organization (tenant_id, org_id)
);

create unique index new_mold_milestone_seq on new_mold_milestone (tenant_id, mold_no, milestone_seq);

create index new_mold_milestone_kind on new_mold_milestone (tenant_id, milestone_kind, first_plan_date);

select app_guard('new_mold_milestone');
select app_script_view('new_mold_milestone', 'new_mold_milestone');

-- Modifications of a mold's design.
create table new_mold_modification (
  tenant_id int not null,
  modification_id text collate "C" not null,
  mold_no text collate "C" not null,
  modification_kind int not null,
  modification_reason text not null,
  requester text not null,
  requested_on date not null,
  drawing_before text,
  drawing_after text,
  modification_days int,
  modification_cost numeric(14, 2),
  cost_bearer int,
  finish_by date,
  remark text,
  audit_stat int not null default 0,
  submitted_by text,
  submitted_at timestamptz,
  audited_by text,
  audited_at timestamptz,
  finished_on date,
  modification_result text,
  image_url text,
  closed_by text,
  closed_at timestamptz,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, modification_id),
  constraint new_mold_modification_mold_no
    foreign key (tenant_id, mold_no) references new_mold_plan (tenant_id, mold_no)
);

create index new_mold_modification_mold on new_mold_modification (tenant_id, mold_no, requested_on);

select app_guard('new_mold_modification');
select app_script_view('new_mold_modification', 'new_mold_modification');
