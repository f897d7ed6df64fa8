-- Takes away rights that PostgreSQL gives to every role, so that readers for SQL tools can change nothing.
-- Run it as a superuser in the database of Shotkeeper, after the first start of the server and before the first
-- `shotkeeper tenant sql-reader create`:
--   psql -v ON_ERROR_STOP=1 -d shotkeeper -f sql-readers.sql
-- It changes this database only, with one exception: the owner may store the setting app.tenant_id of roles.
-- The roles of Shotkeeper keep the rights that they use. If another program in this database needs one of the removed
-- rights, grant this right to the program's role.
do $$
declare
  owner regrole := (select nspowner from pg_namespace where nspname = 'script');
  f regprocedure;
begin
  -- Takes away the rights to create temporary tables, and tables in the schema public. PostgreSQL 14 and older give
  -- the second right to every role.
  execute format('revoke temporary on database %I from public', current_database());
  revoke create on schema public from public;
  -- Lets the owner store the setting app.tenant_id of a reader. Row-level security compares this setting. By default,
  -- only superusers may store settings that PostgreSQL does not define.
  execute format('grant set on parameter app.tenant_id to %s', owner);
  -- Takes away the right to use large objects, advisory locks, and messages in the write-ahead log.
  for f in
    select oid
    from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace
      and proname ~ '^(lo_|loread$|lowrite$|pg_advisory_|pg_try_advisory_|pg_logical_emit_message$)'
      and has_function_privilege('public', oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to %s, shotkeeper_app', f, owner);
  end loop;
end $$;
