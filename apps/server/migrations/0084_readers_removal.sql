-- Readers: login roles of tenants for tools that speak SQL, such as Grafana. They read the views of the schema script.

-- Tenant of each reader. Only the schema's owner can read this table.
create table script_secret.reader (
  -- Name of the login role. It is unique in the cluster, because it has the number of the database.
  role_name text collate "C" primary key,
  tenant_id int not null,
  -- Name that the operator chose, such as grafana.
  reader_name text collate "C" not null,
  created_at timestamptz not null,
  -- Time of the password.
  renewed_at timestamptz not null,
  unique (tenant_id, reader_name)
);

-- Returns the tenant of the current session. A session of a reader has the tenant of its login role, which no statement
-- can change. Any other session has the tenant of its script: the setting script.ticket is "tenant.end.signature". The
-- signature covers the tenant, the end (seconds since 1970) and the process id of the session. Without a known reader
-- and without a valid ticket the answer is null.
create or replace function app_script_tenant() returns int
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog
as $$
declare
  part text[] := string_to_array(current_setting('script.ticket', true), '.');
  message bytea;
  signature text;
begin
  if starts_with(session_user, 'shotkeeper_reader_') then
    -- The rows of a restored or copied database name roles of the original, which may read nothing here.
    return (
      select r.tenant_id
      from script_secret.reader r
      join pg_database d on d.datname = current_database()
      where r.role_name = session_user and starts_with(r.role_name, 'shotkeeper_reader_' || d.oid || '_')
    );
  end if;
  if array_length(part, 1) is distinct from 3 or part[1] !~ '^\d{1,9}$' or part[2] !~ '^\d{1,12}$' then
    return null;
  end if;
  message := convert_to(part[1] || '.' || part[2] || '.' || pg_backend_pid(), 'UTF8');
  select encode(sha256(k.outer_key || sha256(k.inner_key || message)), 'hex')
    into signature
    from script_secret.signing_key k;
  if signature is distinct from part[3] or part[2]::bigint < extract(epoch from clock_timestamp()) then
    return null;
  end if;
  return part[1]::int;
end $$;

-- Returns the channel on which servers notify each other. Every role of PostgreSQL may listen and notify, so the name of
-- the channel is a secret: a reader must neither hear the events of other tenants nor send any.
create function app_event_channel() returns text
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog
as $$
begin
  return (
    select 'shotkeeper_' || left(encode(sha256(k.outer_key || convert_to('events', 'UTF8')), 'hex'), 32)
    from script_secret.signing_key k
  );
end $$;

revoke execute on function app_event_channel() from public;

grant execute on function app_event_channel() to shotkeeper_app;

-- Tenants that `shotkeeper tenant remove` has removed. A server that still works for one, such as in a long job, is
-- refused at its next transaction, so no row of the tenant can come back. The name of the column is not tenant_id,
-- because these rows stay when all rows of the tenant go.
create table removed_tenant (
  id int primary key
);

grant select on removed_tenant to shotkeeper_app;

-- As in 0001_kernel.sql. New: refuses a removed tenant.
create or replace function app_set_tenant(tenant int) returns void language plpgsql as $$
declare
  set_now text;
begin
  if exists (select from public.removed_tenant r where r.id = tenant) then
    raise exception 'tenant % was removed', tenant using errcode = 'SK010';
  end if;
  set_now := set_config('app.tenant_id', tenant::text, true);
end $$;
