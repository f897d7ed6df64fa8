-- Archive of readings: months that a tenant no longer keeps as rows are Parquet files in DATA_DIR/files. The tables
-- below say which readings are in which file, and keep the few facts of archived readings that reports need.

-- Files of the archive. A month has a further part when readings of it arrived after it had been archived.
create table reading_archive (
  tenant_id int not null,
  -- Month in the tenant's time zone, YYYY-MM.
  month text collate "C" not null,
  part int not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- Name in DATA_DIR/files/<tenant>/archive.
  file_name text collate "C" not null,
  reading_rows bigint not null,
  count_sum numeric not null,
  -- Sum over all readings of 60 bits of the MD5 hash of their values.
  content_hash numeric not null,
  bytes bigint not null,
  -- SHA-256 of the file.
  sha256 text not null,
  archived_at timestamptz not null,
  primary key (tenant_id, month, part)
);
select app_guard('reading_archive');

-- Rows of each counter in a file. They follow one another, because the file is sorted by counter and time.
create table reading_archive_counter (
  tenant_id int not null,
  counter_id bigint not null,
  month text collate "C" not null,
  part int not null,
  first_row bigint not null,
  reading_rows bigint not null,
  primary key (tenant_id, counter_id, month, part)
);
select app_guard('reading_archive_counter');

-- Readings that arrived after their month had been archived, and are in no file yet.
create table reading_late (
  tenant_id int not null,
  counter_id bigint not null,
  at timestamptz not null,
  count bigint not null,
  primary key (tenant_id, counter_id, at, count)
);
select app_guard('reading_late');

-- Archived readings of a counter by day of the tenant's zone. The beginning and the end of a binding divide a day.
create table reading_day (
  tenant_id int not null,
  counter_id bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_count bigint not null,
  -- The first reading has another count than the reading before it, which is at most 48 hours older.
  first_moved boolean not null,
  -- Any of the readings has.
  moved boolean not null,
  primary key (tenant_id, counter_id, first_at)
);
select app_guard('reading_day');

-- Positions of archived readings. The visits of molds at their places are derived from them.
create table reading_place (
  tenant_id int not null,
  counter_id bigint not null,
  at timestamptz not null,
  count bigint not null,
  lng double precision not null,
  lat double precision not null,
  primary key (tenant_id, counter_id, at, count)
);
select app_guard('reading_place');

-- Archived readings of counters without a set clock. A repeat is recognized by device time and count.
create table reading_unclocked (
  tenant_id int not null,
  counter_id bigint not null,
  device_at timestamptz not null,
  count bigint not null,
  primary key (tenant_id, counter_id, device_at, count)
);
select app_guard('reading_unclocked');

-- All readings of the counter before this moment are in the archive only. Null: all its readings are rows.
alter table counter_state add column archived_before timestamptz;
select app_script_view('counter_state', 'counter_state', array['clock_at']);

-- Deletes readings that are in the archive. The application itself may not delete readings. Each counter keeps its last
-- counted reading before the archive's end with all that follow it, from the readings on with which its latest hour and
-- the latest checkpoint of its warnings are derived. So new readings and late readings of kept months find all they
-- need. Returns the number of deleted readings.
create function app_delete_archived(zone text) returns bigint
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  boundary timestamptz;
  ids bigint[];
  froms timestamptz[];
  removed bigint;
begin
  select max(until_at) into boundary from reading_archive where tenant_id = own;
  if boundary is null then
    return 0;
  end if;
  select array_agg(k.counter_id), array_agg(k.keep_from) into ids, froms
  from (
    select s.counter_id, k.at as keep_from
    from counter_state s
    cross join lateral (
      select r.at from reading r
      where r.tenant_id = own and r.counter_id = s.counter_id and r.at < boundary
        and not exists (
          select from quarantine q
          where q.tenant_id = own and q.counter_id = r.counter_id and q.at = r.at and q.count = r.count
            and q.quarantined
        )
      order by r.at desc, r.count desc limit 1
    ) p
    cross join lateral (
      select max(c.day)::timestamp at time zone 'UTC' as day from warning_checkpoint c
      where c.tenant_id = own and c.counter_id = s.counter_id and c.day <= (boundary at time zone 'UTC')::date
    ) c
    cross join lateral (
      select r.at from reading r
      where r.tenant_id = own and r.counter_id = s.counter_id and r.at < least(date_trunc('hour', p.at), c.day)
        and not exists (
          select from quarantine q
          where q.tenant_id = own and q.counter_id = r.counter_id and q.at = r.at and q.count = r.count
            and q.quarantined
        )
      order by r.at desc, r.count desc limit 1
    ) k
    where s.tenant_id = own and c.day is not null
  ) k
  -- Keeps all readings of a counter if one of them is in no file.
  where not exists (
      select from reading_late l where l.tenant_id = own and l.counter_id = k.counter_id and l.at < k.keep_from
    )
    and not exists (
      select from reading r
      cross join (
        select range_agg(tstzrange(f.from_at, f.until_at)) as archived
        from reading_archive_counter a
        join reading_archive f on f.tenant_id = own and f.month = a.month and f.part = a.part
        where a.tenant_id = own and a.counter_id = k.counter_id
        offset 0
      ) x
      where r.tenant_id = own and r.counter_id = k.counter_id and r.at < k.keep_from
        and coalesce(x.archived @> r.at, false) is false
    );
  if ids is null then
    return 0;
  end if;

  insert into reading_day (tenant_id, counter_id, first_at, last_at, last_count, first_moved, moved)
  select own, m.counter_id, min(m.at), max(m.at), (array_agg(m.count order by m.at desc, m.count desc))[1],
    (array_agg(m.moved order by m.at, m.count))[1], bool_or(m.moved)
  from (
    select g.counter_id, g.at, g.count, g.day, g.side,
      coalesce(g.count <> coalesce(g.before_count, d.last_count)
        and g.at - coalesce(g.before_at, d.last_at) <= interval '48 hours', false) as moved
    from (
      select r.counter_id, r.at, r.count, date_trunc('day', r.at at time zone zone) as day,
        width_bucket(r.at, e.edges) as side,
        last_value(r.at) over earlier as before_at, last_value(r.count) over earlier as before_count
      from unnest(ids, froms) k (counter_id, keep_from)
      cross join lateral (
        select coalesce(array_agg(x.at order by x.at), array['-infinity'::timestamptz]) as edges
        from (
          select b.bound_at as at from binding b where b.tenant_id = own and b.counter_id = k.counter_id
          union
          select b.unbound_at from binding b
          where b.tenant_id = own and b.counter_id = k.counter_id and b.unbound_at is not null
        ) x
      ) e
      join reading r on r.tenant_id = own and r.counter_id = k.counter_id and r.at < k.keep_from
      window earlier as (
        partition by r.counter_id order by r.at
        range between unbounded preceding and interval '1 microsecond' preceding
      )
    ) g
    left join lateral (
      select x.last_at, x.last_count from reading_day x
      where x.tenant_id = own and x.counter_id = g.counter_id and x.first_at < g.at
      order by x.first_at desc limit 1
    ) d on g.before_at is null
  ) m
  group by m.counter_id, m.day, m.side;

  insert into reading_place (tenant_id, counter_id, at, count, lng, lat)
  select own, r.counter_id, r.at, r.count, r.lng, r.lat
  from unnest(ids, froms) k (counter_id, keep_from)
  join reading r on r.tenant_id = own and r.counter_id = k.counter_id and r.at < k.keep_from
  where r.lng is not null and r.lat is not null
  on conflict do nothing;

  insert into reading_unclocked (tenant_id, counter_id, device_at, count)
  select own, r.counter_id, r.device_at, r.count
  from unnest(ids, froms) k (counter_id, keep_from)
  join reading r on r.tenant_id = own and r.counter_id = k.counter_id and r.at < k.keep_from
  where r.device_at is not null
  on conflict do nothing;

  delete from reading r
  using unnest(ids, froms) k (counter_id, keep_from)
  where r.tenant_id = own and r.counter_id = k.counter_id and r.at < k.keep_from;
  get diagnostics removed = row_count;

  update counter_state s
  set archived_before = k.keep_from
  from unnest(ids, froms) k (counter_id, keep_from)
  where s.tenant_id = own and s.counter_id = k.counter_id;
  return removed;
end $$;

revoke execute on function app_delete_archived(text) from public;
grant execute on function app_delete_archived(text) to shotkeeper_app;

-- As in 0079_first_use.sql, and forgets the archived readings of sample counters too. Their files stay.
create or replace function app_remove_sample_readings() returns bigint
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  ids bigint[];
  removed bigint;
begin
  select coalesce(array_agg(c.counter_id), '{}') into ids
  from counter c
  where c.tenant_id = own and c.is_sample;
  delete from reading_archive_counter x where x.tenant_id = own and x.counter_id = any(ids);
  delete from reading_late x where x.tenant_id = own and x.counter_id = any(ids);
  delete from reading_day x where x.tenant_id = own and x.counter_id = any(ids);
  delete from reading_place x where x.tenant_id = own and x.counter_id = any(ids);
  delete from reading_unclocked x where x.tenant_id = own and x.counter_id = any(ids);
  delete from reading r where r.tenant_id = own and r.counter_id = any(ids);
  get diagnostics removed = row_count;
  delete from count_correction x
  using mold m
  where x.tenant_id = own and m.tenant_id = own and m.is_sample and x.mold_id = m.mold_id;
  return removed;
end $$;

-- Returns true for a tenant that is being removed (`shotkeeper tenant remove`): its code is one that nobody can type.
create function app_is_removed(tenant int) returns boolean
  language sql
  stable
  set search_path = public, pg_temp
as $$ select exists (select from tenant t where t.tenant_id = tenant and t.code = '!removed-' || tenant) $$;

-- Replaces the function of 0069_company.sql. New: all orders of a tenant that is being removed can be deleted.
create or replace function customer_order_gone() returns trigger language plpgsql as $$
begin
  if app_is_removed(old.tenant_id) then
    return old;
  end if;
  if old.order_stat not in (-3, 0) then
    raise exception 'order % was submitted', old.order_no
      using errcode = '23514', constraint = 'customer_order_submitted';
  end if;
  update product p set reserved_qty = p.reserved_qty - x.qty
    from (
      select l.goods_id, sum(l.order_qty) as qty
      from customer_order_line l
      where l.tenant_id = old.tenant_id and l.order_no = old.order_no
      group by l.goods_id
    ) x
    where p.tenant_id = old.tenant_id and p.goods_id = x.goods_id;
  return old;
end $$;

-- Replaces the function of 0051_payment.sql, with the same exception.
create or replace function customer_order_money() returns trigger language plpgsql as $$
begin
  if app_is_removed(old.tenant_id) then
    return old;
  end if;
  raise exception 'order % has received money', old.order_no
    using errcode = '23514', constraint = 'customer_order_submitted';
end $$;
