-- Indicators: where molds were, and forecasts. Jobs derive these tables from readings, bindings and hours,
-- and derive them again when those change. mold_return_note is the exception.

-- Visits: periods in which a mold was at one place, by the positions of its counter or by transfer documents.
create table mold_visit (
  tenant_id int not null,
  mold_id bigint not null,
  visit_from timestamptz not null,
  last_at timestamptz not null,
  -- Null: the mold is still there.
  visit_to timestamptz,
  -- Null: at no registered place.
  org_id text collate "C",
  longitude double precision not null,
  latitude double precision not null,
  fixes int not null,
  visit_source text not null,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, mold_id, visit_from)
);

create index mold_visit_from on mold_visit (tenant_id, visit_from);

-- A board asks which molds are at their makers now.
create index mold_visit_open on mold_visit (tenant_id, org_id)
  where visit_to is null;

select app_guard('mold_visit');
select app_script_view('mold_visit', 'mold_visit');

-- Fingerprint of the facts that a mold's visits were derived from. Other facts: the visits are derived again.
create table mold_visit_mark (
  tenant_id int not null,
  mold_id bigint not null,
  mark text not null,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, mold_id)
);

select app_guard('mold_visit_mark');

-- Why a mold went back to its maker. People enter it, so it is not derived again.
-- It belongs to the visit that holds its time.
create table mold_return_note (
  tenant_id int not null,
  mold_id bigint not null,
  visit_from timestamptz not null,
  visit_reason text not null,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, mold_id, visit_from)
);

select app_guard('mold_return_note');
select app_script_view('mold_return_note', 'mold_return_note');

-- Forecasts of a mold's end of life, its next maintenance and its counter's battery, each with a range.
create table mold_forecast (
  tenant_id int not null,
  mold_id bigint not null,
  life_end timestamptz,
  life_earliest timestamptz,
  life_latest timestamptz,
  daily_due timestamptz,
  daily_earliest timestamptz,
  daily_latest timestamptz,
  major_due timestamptz,
  major_earliest timestamptz,
  major_latest timestamptz,
  battery_end timestamptz,
  battery_earliest timestamptz,
  battery_latest timestamptz,
  usual_cycle numeric(10,2),
  recent_cycle numeric(10,2),
  cycle_drift numeric(10,2),
  is_drifting boolean,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, mold_id)
);

select app_guard('mold_forecast');
select app_script_view('mold_forecast', 'mold_forecast');
