-- What the watch asks of a mold, through time: a late reading is judged by the plant and the state of its own day.
-- A mold without rows has always been as its own row says.
create table mold_version (
  tenant_id int not null,
  mold_id bigint not null,
  valid_from timestamptz not null,
  plant_id text collate "C",
  service_state int not null,
  cycle_tolerance numeric(6,2),
  primary key (tenant_id, mold_id, valid_from)
);

select app_guard('mold_version');

-- Whoever changes it: the first change keeps what was before, and the counter that is on the mold is read anew.
create function mold_version_kept() returns trigger language plpgsql as $$
begin
  insert into mold_version (tenant_id, mold_id, valid_from, plant_id, service_state, cycle_tolerance)
    select old.tenant_id, old.mold_id, '-infinity', old.plant_id, old.service_state, old.cycle_tolerance
    where not exists (select from mold_version v where v.tenant_id = old.tenant_id and v.mold_id = old.mold_id);
  insert into mold_version (tenant_id, mold_id, valid_from, plant_id, service_state, cycle_tolerance)
    values (new.tenant_id, new.mold_id, coalesce(new.updated_date, now()), new.plant_id, new.service_state, new.cycle_tolerance)
    on conflict (tenant_id, mold_id, valid_from) do update
      set plant_id = excluded.plant_id, service_state = excluded.service_state, cycle_tolerance = excluded.cycle_tolerance;
  update counter_state s set rev = s.rev + 1 from binding b
    where s.tenant_id = new.tenant_id and b.tenant_id = new.tenant_id and b.mold_id = new.mold_id and b.unbound_at is null
      and s.counter_id = b.counter_id;
  return null;
end $$;

create trigger mold_version_kept after update of plant_id, service_state, cycle_tolerance on mold for each row
  when ((old.plant_id, old.service_state, old.cycle_tolerance) is distinct from (new.plant_id, new.service_state, new.cycle_tolerance))
  execute function mold_version_kept();
