-- Statistics of every table there is: a list of names forgets those that come later.
create or replace function app_analyze() returns void language plpgsql security definer set search_path = public as $$
declare
  name text;
begin
  for name in select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  loop
    execute format('analyze %I', name);
  end loop;
end $$;
