-- Where molds were, what is to come of them, and figures of the boards that are kept at hand. All of it is derived:
-- jobs make it from readings, bindings and hours, and make it again when those change.

create table mold_stay (
  tenant_id int not null,
  mold_id bigint not null,
  stay_from timestamptz not null,
  last_at timestamptz not null,
  -- null: the mold is there still.
  stay_to timestamptz,
  -- null: at no registered place.
  org_id text collate "C",
  longitude double precision not null,
  latitude double precision not null,
  fixes int not null,
  stay_source text not null,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, mold_id, stay_from)
);

create index mold_stay_from on mold_stay (tenant_id, stay_from);

-- What the stays of a mold were made from: other facts, other stays.
create table mold_stay_mark (
  tenant_id int not null,
  mold_id bigint not null,
  mark text not null,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, mold_id)
);

-- Why a mold went back to its maker. Told by people, so it stands apart from what is derived: it belongs to the stay
-- that its moment falls into.
create table mold_return_note (
  tenant_id int not null,
  mold_id bigint not null,
  stay_from timestamptz not null,
  stay_reason text not null,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, mold_id, stay_from)
);

create table mold_forecast (
  tenant_id int not null,
  mold_id bigint not null,
  life_end timestamptz, life_earliest timestamptz, life_latest timestamptz,
  daily_due timestamptz, daily_earliest timestamptz, daily_latest timestamptz,
  major_due timestamptz, major_earliest timestamptz, major_latest timestamptz,
  battery_end timestamptz, battery_earliest timestamptz, battery_latest timestamptz,
  usual_cycle numeric(10,2), recent_cycle numeric(10,2), cycle_drift numeric(10,2), is_drifting boolean,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, mold_id)
);

-- Sums over all molds that take long to add up, so that a board has them at its first look.
create table board_figure (
  tenant_id int not null,
  stretch text collate "C" not null,
  read_at timestamptz not null,
  cost_ms real not null,
  slices jsonb not null,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, stretch)
);

select app_guard(t::regclass) from unnest(array['mold_stay', 'mold_stay_mark', 'mold_return_note', 'mold_forecast', 'board_figure']) t;
