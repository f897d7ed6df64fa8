-- Stored times at which jobs look at a row again. A pass reads only the rows whose time has come.

-- Earliest time at which time alone can open or end a warning of the counter. -infinity: the job has to judge it now.
-- The ledger's fast path does not change it, so its updates stay HOT.
alter table counter_state add column clock_at timestamptz not null default '-infinity';

create index counter_state_clock on counter_state (tenant_id, clock_at);

-- The open binding of a counter: for warnings about counters, and for the job that judges counters.
create index binding_of_counter on binding (tenant_id, counter_id)
  where unbound_at is null;

-- Warnings of a counter whose causes last.
create index warning_lasting on warning (tenant_id, counter_id)
  where ended_at is null and withdrawn_at is null;

-- Warnings that users were not notified of yet. The second index finds old warnings that became urgent.
create index warning_unnoticed on warning (tenant_id, opened_at)
  where noticed_level < level and cleared_at is null and withdrawn_at is null;

create index warning_escalated on warning (tenant_id, last_at)
  where noticed_level between 1 and level - 1 and cleared_at is null and withdrawn_at is null;

-- Boards show the worst open warnings first.
create index warning_worst on warning (tenant_id, level, opened_at)
  where cleared_at is null and withdrawn_at is null;

-- Open warnings of a mold. Those about a counter count for the mold to which the counter is bound now.
create index warning_of_mold on warning (tenant_id, mold_id)
  where cleared_at is null and withdrawn_at is null;

create index warning_of_counter on warning (tenant_id, counter_id)
  where mold_id is null and cleared_at is null and withdrawn_at is null;

-- The badges count open warnings by kind. With all columns in the index they read no row.
create index warning_badge on warning (tenant_id, kind, acknowledged_at)
  where cleared_at is null and withdrawn_at is null;

-- Boards show milestones near today.
create index mold_milestone on mold (tenant_id, greatest(planned_t0, handover_date));

-- Tasks that are not finished. States 4 and 7 are done and removed.
create index maintenance_task_active on maintenance_task (tenant_id, state)
  where state not in (4, 7);

-- Time at which the job computes the run hours of a mold again, for each kind of maintenance.
create table maintenance_check (
  tenant_id int not null,
  mold_id bigint not null,
  kind int not null,
  check_at timestamptz not null,
  -- Time at which the job computed them last.
  checked_at timestamptz not null default '-infinity',
  primary key (tenant_id, mold_id, kind)
)
with (fillfactor = 80);

create index maintenance_check_due on maintenance_check (tenant_id, check_at);

select app_guard('maintenance_check');

-- The job finds changed molds and tasks by their time of change.
create index mold_updated on mold (tenant_id, updated_date);

create index maintenance_task_updated on maintenance_task (tenant_id, updated_date);

-- Time of change up to which a job has seen the rows of other tables.
create table job_mark (
  tenant_id int not null,
  job text collate "C" not null,
  seen_until timestamptz not null,
  primary key (tenant_id, job)
);

select app_guard('job_mark');

-- Earliest time at which the planned shots of a running order can be made. State 4 is running.
alter table production_order add column check_at timestamptz not null default '-infinity';

create index production_order_due on production_order (tenant_id, check_at)
  where order_state = 4;

-- Finished orders of the last day, for notices. State 5 is done.
create index production_order_done on production_order (tenant_id, ended_at)
  where order_state = 5;
