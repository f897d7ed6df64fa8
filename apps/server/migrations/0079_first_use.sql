-- Marks of sample data. Only the command that adds sample data sets them, see packages/contract/src/first-use.
alter table organization add column is_sample boolean not null default false;
alter table supplier_binding add column is_sample boolean not null default false;
alter table manufacturer_binding add column is_sample boolean not null default false;
alter table mold add column is_sample boolean not null default false;
alter table counter add column is_sample boolean not null default false;

select app_script_view('organization', 'organization');
select app_script_view('supplier_binding', 'supplier_binding');
select app_script_view('manufacturer_binding', 'manufacturer_binding');
select app_script_view('mold', 'mold');
select app_script_view('counter', 'counter', '{secret_hash}');

-- The mark of a stored row never changes. Otherwise real data could be removed as sample data.
create function sample_mark_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'the mark of sample data is fixed' using errcode = '42501';
end $$;

create trigger organization_sample before update of is_sample on organization
  for each row when (new.is_sample <> old.is_sample) execute function sample_mark_fixed();
create trigger supplier_binding_sample before update of is_sample on supplier_binding
  for each row when (new.is_sample <> old.is_sample) execute function sample_mark_fixed();
create trigger manufacturer_binding_sample before update of is_sample on manufacturer_binding
  for each row when (new.is_sample <> old.is_sample) execute function sample_mark_fixed();
create trigger mold_sample before update of is_sample on mold
  for each row when (new.is_sample <> old.is_sample) execute function sample_mark_fixed();
create trigger counter_sample before update of is_sample on counter
  for each row when (new.is_sample <> old.is_sample) execute function sample_mark_fixed();

-- Deletes the readings of sample counters and the corrections of sample molds. The application itself may not delete
-- any readings or corrections. Returns the number of deleted readings.
create function app_remove_sample_readings() returns bigint
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  removed bigint;
begin
  delete from reading r
  using counter c
  where r.tenant_id = own and c.tenant_id = own and c.is_sample and r.counter_id = c.counter_id;
  get diagnostics removed = row_count;
  delete from count_correction x
  using mold m
  where x.tenant_id = own and m.tenant_id = own and m.is_sample and x.mold_id = m.mold_id;
  return removed;
end $$;

revoke execute on function app_remove_sample_readings() from public;
grant execute on function app_remove_sample_readings() to shotkeeper_app;
