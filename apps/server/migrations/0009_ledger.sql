-- The ledger: readings, what is known of each counter, and shots by hour.

-- Raw readings, partitioned by month. Rows are appended and never changed; all figures are derived from them.
create table reading (
  tenant_id int not null,
  counter_id bigint not null,
  at timestamptz not null,
  count bigint not null,
  received_at timestamptz not null,
  -- The time by the counter's own clock where that clock was not set. "at" is then the time of receipt.
  device_at timestamptz,
  -- API that the reading came through: 1 HTTP, 2 MQTT, 3 import.
  channel smallint not null,
  -- 1: late, a later reading was stored already.
  flags smallint not null,
  battery smallint,
  low_battery smallint,
  rssi smallint,
  lng double precision,
  lat double precision,
  removed smallint,
  reader_id text,
  cycles int[],
  primary key (tenant_id, counter_id, at, count)
) partition by range (at);

-- Finds a reading without a set clock when it is sent again: its device time and count are the same.
create index reading_device_at on reading (tenant_id, counter_id, device_at, count)
  where device_at is not null;

-- Makes the partition of a month. The application owns no table, so the function runs with the owner's rights.
create function reading_month(month date) returns void
  language plpgsql
  security definer
  set search_path = public
as $$
declare
  part text := 'reading_' || to_char(month, 'YYYYMM');
begin
  if to_regclass(part) is null then
    perform pg_advisory_xact_lock(738114202);
    begin
      execute format(
        'create table %I partition of reading for values from (%L) to (%L)',
        part,
        to_char(month, 'YYYY-MM-01 00:00:00+00'),
        to_char(month + interval '1 month', 'YYYY-MM-01 00:00:00+00')
      );
    exception
      when duplicate_table then
        -- Another server made it first.
        null;
    end;
  end if;
end $$;

select app_guard('reading');
select app_script_view('reading', 'reading');

-- Append-only.
revoke update, delete on reading from shotkeeper_app;

-- State of each counter after its latest reading: all that the fast path needs to accept the next one.
-- rev is an optimistic lock: it changes with every input of the fast path.
-- The fast path writes only where rev is as it read it.
create table counter_state (
  tenant_id int not null,
  counter_id bigint not null,
  rev bigint not null default 0,
  -- Latest reading by device time, counted or not.
  last_at timestamptz,
  last_count bigint,
  received_at timestamptz,
  -- Latest reading that is counted.
  count_at timestamptz,
  count bigint,
  -- Shots and mean cycle of the latest interval, and the time of the last shot.
  last_shots bigint not null default 0,
  last_cycle_ms int,
  last_shot_at timestamptz,
  battery smallint,
  low_battery smallint,
  rssi smallint,
  lng double precision,
  lat double precision,
  removed smallint,
  reader_id text,
  -- Shots of the open binding, and of the times without a binding.
  bound_shots bigint not null default 0,
  unbound_shots bigint not null default 0,
  -- State of the warning state machine as JSON. Its type is text: every reading writes it, and it is seldom read.
  replay_state text,
  primary key (tenant_id, counter_id)
)
-- Every reading updates its counter's row: free room in the page keeps these updates out of the index (HOT update).
with (fillfactor = 40);

select app_guard('counter_state');
select app_script_view('counter_state', 'counter_state');

-- Shots and run time by mold and UTC hour. mold_id 0: the counter was on no mold.
-- The counter is part of the key, so two counters never write the same row.
-- Numbers of known cycles fit into int: a known cycle takes 0.5 s or more, or was sent as one value of a reading.
create table shot_hour (
  tenant_id int not null,
  mold_id bigint not null,
  hour timestamptz not null,
  counter_id bigint not null,
  shots bigint not null,
  run_ms bigint not null,
  cycle_ms bigint not null,
  cycle_count int not null,
  -- Shortest and longest known cycle, in milliseconds.
  cycle_min int,
  cycle_max int,
  -- Shots with a known cycle: within the standard's tolerance, faster, and slower.
  within_count int not null,
  fast_count int not null,
  slow_count int not null,
  -- Shots that may have been made in a neighbouring hour.
  estimated bigint not null,
  primary key (tenant_id, mold_id, hour, counter_id)
)
-- Every reading updates the row of the current hour, and free room in its page keeps that out of the indexes.
-- Measured with 1,000 counters and 30 readings an hour: 91 % of the updates are HOT at 80, 98 % at 60, 28 % at 100.
with (fillfactor = 80);

-- The embedded database serves some hundred counters at most. With 100 counters 92 % are HOT without free room.
do $$
begin
  if version() like '%emcc%' then
    alter table shot_hour set (fillfactor = 100);
  end if;
end $$;

create index shot_hour_hour on shot_hour (tenant_id, hour);

select app_guard('shot_hour');
select app_script_view('shot_hour', 'shot_hour');

-- Quarantined input: readings that are stored but not counted and input that could not become a reading.
-- The latter has the reasons unknown and malformed, and is kept as payload. Tenant 0 holds input of unknown chips.
create table quarantine (
  tenant_id int not null,
  quarantine_id bigint generated by default as identity,
  counter_id bigint,
  chip_code text,
  reason text not null,
  at timestamptz,
  count bigint,
  payload text,
  received_at timestamptz not null,
  -- True while the reading is not counted. A released reading counts, unless another released one has the same time.
  quarantined boolean not null default true,
  released_at timestamptz,
  released_by text,
  release_reason text,
  primary key (tenant_id, quarantine_id)
);

-- A reading is quarantined once.
create unique index quarantine_reading on quarantine (tenant_id, counter_id, at, count)
  where counter_id is not null and payload is null;

create index quarantine_received on quarantine (tenant_id, received_at);

select app_guard('quarantine');
