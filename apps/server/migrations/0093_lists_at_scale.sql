-- The open binding of a mold, and of a counter, is looked up by these indexes alone (index-only scan). Without the
-- included columns, PostgreSQL prefers the indexes of the exclusion constraints, which are ten times as slow. The
-- indexes are unique because there is one open binding at most, so PostgreSQL expects one row.
drop index binding_open;

create unique index binding_open on binding (tenant_id, mold_id) include (counter_id, bound_at, binding_id)
where unbound_at is null;

drop index binding_of_counter;

create unique index binding_of_counter on binding (tenant_id, counter_id) include (mold_id, bound_at, binding_id)
where unbound_at is null;

-- Facts of each mold of a large tenant that change with every reading or with time, as of the last run of a job. Lists
-- of molds are filtered and sorted by them from an index.
create table mold_now (
  tenant_id int not null,
  mold_id bigint not null,
  mold_no text collate "C" not null,
  archived_date timestamptz,
  live_state text collate "C" not null,
  count_times bigint not null,
  life_used numeric,
  last_report_at timestamptz,
  last_shot_at timestamptz,
  open_warnings int not null,
  primary key (tenant_id, mold_id)
);
select app_guard('mold_now');

-- Lists show the molds that are not archived. PostgreSQL reads these indexes forwards and backwards.
create index mold_now_state on mold_now (tenant_id, live_state, mold_no) where archived_date is null;

create index mold_now_state_shot on mold_now (tenant_id, live_state, last_shot_at, mold_no) where archived_date is null;

create index mold_now_count on mold_now (tenant_id, count_times, mold_no) where archived_date is null;

create index mold_now_warnings on mold_now (tenant_id, open_warnings, mold_no) where archived_date is null;

create index mold_now_life on mold_now (tenant_id, life_used desc nulls last, mold_no) where archived_date is null;

create index mold_now_shot on mold_now (tenant_id, last_shot_at desc nulls last, mold_no) where archived_date is null;

-- Pages and the total of the list of all molds.
create index mold_listed on mold (tenant_id, mold_no) where archived_date is null;

-- The list of companies counts the molds of each company from these indexes alone.
drop index mold_maker;

create index mold_maker on mold (tenant_id, maker_id, mold_no) include (archived_date, plant_id);

drop index mold_oem;

create index mold_oem on mold (tenant_id, oem_id, mold_no) include (archived_date, plant_id, maker_id);
