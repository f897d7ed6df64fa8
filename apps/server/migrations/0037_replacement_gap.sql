-- Replacement of counters: when the old one stopped, both counts, and the shots that nobody counted.

-- What the requester of a replacement knows. The replacement is performed with these values when it is approved.
alter table counter_change
  add column stopped_at timestamptz,
  add column old_count bigint,
  add column bound_at timestamptz,
  add column new_count bigint,
  add column add_missed boolean not null default false;

-- A correction that estimates the shots between two counters, and the period without a counter.
alter table count_correction
  add column is_estimated boolean not null default false,
  add column gap_from timestamptz,
  add column gap_to timestamptz;

select app_script_view('count_correction', 'count_correction');
