-- The stored days of molds also have the figures of utilization, idle days, returns and moves. So a mold also has a row
-- for a day without shots on which its counter reported, its place was known, or it was in maintenance or a trial.
-- The times are ms. A time that still runs has a number of molds beside it (available_open, out_open, placed_open,
-- visits_open): the time of each of these molds is counted from the beginning of the day, and the time from there to now
-- must be added for each. Reports of the last 92 days use these figures.
truncate mold_day, mold_day_fact, owner_day, counter_seen, mold_changed;
alter table job_mark no force row level security;
delete from job_mark where job like 'mold-days-%';
alter table job_mark force row level security;

alter table mold_day
  add column reported bigint not null,
  add column idle bigint not null,
  -- Hours of the day that count for the utilization: the counter reported, and the mold was not in maintenance or a trial.
  add column use_shots bigint not null,
  add column use_estimated bigint not null,
  add column run_ms bigint not null,
  add column available_ms bigint not null,
  add column available_open bigint not null,
  add column out_ms bigint not null,
  add column out_open bigint not null,
  add column moves bigint not null,
  add column returns bigint not null,
  -- Duration of the returns that began on this day.
  add column visit_ms bigint not null,
  add column visits_open bigint not null,
  -- Time of this day in which the place of the mold was known.
  add column placed_ms bigint not null,
  add column placed_open bigint not null;

alter table owner_day
  -- Number of rows of mold_day. The column molds counts those with shots.
  add column mold_days bigint not null,
  add column reported bigint not null,
  add column idle bigint not null,
  add column use_shots bigint not null,
  add column use_estimated bigint not null,
  add column run_ms bigint not null,
  add column available_ms bigint not null,
  add column available_open bigint not null,
  add column out_ms bigint not null,
  add column out_open bigint not null,
  add column moves bigint not null,
  add column returns bigint not null,
  add column visit_ms bigint not null,
  add column visits_open bigint not null,
  add column placed_ms bigint not null,
  add column placed_open bigint not null;

-- Pages of the list of the output by day.
drop index mold_day_listed;
create index mold_day_listed on mold_day (tenant_id, day desc, mold_no) where shots > 0;

-- The job that stores the days looks for changed trials.
create index mold_trial_updated on mold_trial (tenant_id, updated_date);
