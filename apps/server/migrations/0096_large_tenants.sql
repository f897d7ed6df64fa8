-- The place where a mold was before a visit: the last earlier visit at a registered place. Lists and indicators of moves
-- and returns read it from the visit itself. Null: the visit is at no registered place, or no earlier visit was.
alter table mold_visit
  add column before_id text collate "C",
  add column before_lng double precision,
  add column before_lat double precision;

alter table mold_visit no force row level security;
alter table organization no force row level security;

update mold_visit v
set before_id = b.before_id, before_lng = b.before_lng, before_lat = b.before_lat
from (
  select
    s.tenant_id, s.mold_id, s.visit_from, lag(s.org_id) over earlier as before_id,
    lag(s.longitude) over earlier as before_lng, lag(s.latitude) over earlier as before_lat
  from mold_visit s
  join organization o on o.tenant_id = s.tenant_id and o.org_id = s.org_id
  window earlier as (partition by s.tenant_id, s.mold_id order by s.visit_from)
) b
where b.tenant_id = v.tenant_id
  and b.mold_id = v.mold_id
  and b.visit_from = v.visit_from
  and b.before_id is not null;

alter table mold_visit force row level security;
alter table organization force row level security;

-- Earlier versions let visits overlap, so the job derives all visits again.
alter table mold_visit_mark no force row level security;
delete from mold_visit_mark;
alter table mold_visit_mark force row level security;

-- Lists of moves and returns are read and counted from this index alone.
create index mold_visit_move on mold_visit (tenant_id, visit_from) include (mold_id, org_id)
where before_id <> org_id;

select app_script_view('mold_visit', 'mold_visit');

-- Time at which all hours of the figures were read. Later, only the latest hours were read again (read_at).
-- Null: at read_at.
alter table board_figure add column full_at timestamptz;

-- The list of orders is read in this order: running, audited, submitted, draft, done, closed.
create index production_order_listed on production_order (
  tenant_id, array_position('{4,2,1,0,5,3}'::int[], order_state), planned_end desc, order_id
);
