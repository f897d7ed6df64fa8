-- Kernel: roles, the tenant's row-level security, the views for saved queries, and the job table.
--
-- Rules for every migration file:
--   A file runs in one transaction, and it is frozen once frozen.json lists it. Then write a new one.
--   A table's indexes, policies and views stand beside it.
--   tenant_id leads every primary key and every index. Text keys compare by bytes: collate "C".
--   A constraint is called <table>_<column>: a refused write names its field by it (src/kernel/failures.ts).
--   created_by to updated_date are stamps that src/kernel/write.ts fills.
--   Units and enumerations stand in the entities of packages/contract/src.

-- Exclusion constraints combine equality of a key with overlap of a period, which needs GiST for plain types.
create extension if not exists btree_gist;

-- Every connection of the server works under this role. It owns nothing and cannot bypass row-level security.
-- Roles belong to the whole cluster: another database may have made it already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'shotkeeper_app') then
    create role shotkeeper_app nologin nobypassrls nosuperuser;
  end if;
end $$;

-- Queries that a tenant writes itself run under this role. It sees the views of schema "script" and nothing else.
do $$
begin
  if not exists (select from pg_roles where rolname = 'shotkeeper_script') then
    create role shotkeeper_script nologin nobypassrls nosuperuser;
  end if;
end $$;

-- The user of DATABASE_URL switches to these roles, so it must be a member of both.
do $$
begin
  execute format('grant shotkeeper_app to %I', current_user);
  execute format('grant shotkeeper_script to %I', current_user);
end $$;

grant usage on schema public to shotkeeper_app;

create schema script;

grant usage on schema script to shotkeeper_script, shotkeeper_app;

-- Sets the tenant for the current transaction.
-- An assignment is computed at once; PERFORM would be a query of its own.
create function app_set_tenant(tenant int) returns void language plpgsql as $$
declare
  set_now text;
begin
  set_now := set_config('app.tenant_id', tenant::text, true);
end $$;

-- Citus does not pass set_config() on to its workers, so a database with Citus uses SET LOCAL.
-- SET LOCAL by EXECUTE is parsed anew in every transaction (docs/decisions/0015), so other databases do not use it.
do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    create or replace function app_set_tenant(tenant int) returns void language plpgsql as $body$
    begin
      execute format('set local app.tenant_id = %L', tenant);
    end $body$;
  end if;
end $$;

-- Only the server chooses the tenant: a saved query must not reach another tenant's rows.
revoke execute on function app_set_tenant(int) from public;

grant execute on function app_set_tenant(int) to shotkeeper_app;

-- Returns the tenant of the current transaction. Without one it is null, and no row of any tenant is visible.
create function app_tenant() returns int language sql stable parallel safe as $$
  select nullif(current_setting('app.tenant_id', true), '')::int
$$;

-- Puts a table under row-level security: the application reads and writes rows of the current tenant only.
-- FORCE binds the owner of the table too.
create function app_guard(tab regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tab);
  execute format('alter table %s force row level security', tab);
  execute format(
    'create policy tenant_only on %s using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())',
    tab
  );
  execute format('grant select, insert, update, delete on %s to shotkeeper_app', tab);
end $$;

-- Shows a table to saved queries: rows of the current tenant, without tenant_id and the hidden columns.
-- A view fixes its columns when it is made. A migration that adds columns to a table calls this again.
create function app_script_view(
  view_name text,
  tab regclass,
  hidden text[] default '{}'
) returns void language plpgsql as $$
declare
  names text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into names
    from pg_attribute
    where attrelid = tab
      and attnum > 0
      and not attisdropped
      and attname <> 'tenant_id'
      and attname <> all (hidden);
  execute format('drop view if exists script.%I', view_name);
  execute format(
    'create view script.%I with (security_barrier) as select %s from %s where tenant_id = app_tenant()',
    view_name,
    names,
    tab
  );
  execute format('grant select on script.%I to shotkeeper_script', view_name);
end $$;

-- Aborts the transaction when a statement found fewer rows than expected: a write of many rows is all or nothing.
create function app_expect(have bigint, want bigint) returns bigint language plpgsql as $$
begin
  if have <> want then
    raise exception 'expected % rows, found %', want, have using errcode = 'SK017';
  end if;
  return have;
end $$;

revoke execute on function app_expect(bigint, bigint) from public;

grant execute on function app_expect(bigint, bigint) to shotkeeper_app;

-- Gathers the planner's statistics of all tables. A server's autovacuum does so by itself; PGlite has none.
-- The statement blocks the only session. A target of 20 reads 6,000 rows of a table; the usual 100 reads 30,000.
create function app_analyze() returns void
  language plpgsql
  security definer
  set search_path = public
  set default_statistics_target = 20
as $$
declare
  name text;
begin
  for name in
    select c.relname
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
  loop
    execute format('analyze %I', name);
  end loop;
end $$;

-- Writes a checkpoint if the write-ahead log has grown by 32 MB since the last one. Returns whether it wrote one.
-- The embedded database never checkpoints by itself, so its log would grow without end.
create function app_checkpoint() returns boolean
  language plpgsql
  security definer
  set search_path = public
as $$
begin
  if pg_wal_lsn_diff(pg_current_wal_insert_lsn(), (select redo_lsn from pg_control_checkpoint())) < 33554432 then
    return false;
  end if;
  checkpoint;
  return true;
end $$;

revoke execute on function app_checkpoint() from public;

grant execute on function app_checkpoint() to shotkeeper_app;

-- Background jobs: one row per kind and tenant. Servers take due rows with FOR UPDATE SKIP LOCKED.
-- No row-level security: a server looks for due work of all tenants, and a row holds no business data.
create table job (
  kind text not null,
  tenant_id int not null,
  due_at timestamptz not null,
  primary key (kind, tenant_id)
);

grant select, insert, update, delete on job to shotkeeper_app;
